/** Effects of an Adversarial Spec debate: whether a query may go out (cache, breaker, rate limit), and its files. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {z} from 'zod';
import type {JournalEvent} from '../../../debate/events.ts';
import {RecordedAnswer} from '../../../engine/calls/ask-voice.ts';
import {tokenBucket, type Bucket} from '../../../engine/calls/voice-limiter.ts';
import {AdmissionRequest, SaveRequest, QueryOutcome, WriteFiles, type Admission, type SaveResult} from '../queries.ts';
import {type AnswerCache, openCache} from './cache.ts';
import type {Effects} from '../../../engine/floor.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {previousVersionOf, saveSpec, SpecRefused} from './spec-file.ts';
import type {EffectHandlers, EffectContext} from '../../contract.ts';
import {readJournal} from '../../../engine/journal/journal.ts';
import {exportTelemetry} from './telemetry.ts';
import {specConfig} from '../config.ts';

// A circuit breaker for calls that are admitted in one place and reported on in another.

type Breaker = {
	/** Whether the next call may go ahead. Half open, it admits one at a time; each must be reported with `report`. */
	admits(): boolean;
	report(ok: boolean): void;
};

/** Opens after so many `failures` in a row, and is half open after `openMs`. `now` is in milliseconds too. */
export function breaker(
	{failures, openMs}: {readonly failures: number; readonly openMs: number},
	now: () => number,
): Breaker {
	let failed = 0;
	let openUntil = 0;
	let trying = false;
	return {
		admits() {
			if (failed < failures) return true;
			if (trying || now() < openUntil) return false;
			trying = true;
			return true;
		},
		report(ok) {
			trying = false;
			failed = ok ? 0 : failed + 1;
			if (failed >= failures) openUntil = now() + openMs;
		},
	};
}

// Each agent's rate limit and circuit breaker. In a resumed debate they are in the state that its journal left.

type QueryGate = {readonly bucket: Bucket; readonly breaker: Breaker};
type QueryGateOptions = {
	/** Queries a second, after a first burst of ten. */
	readonly rate: number;
	/** How long a breaker stays open, in milliseconds. */
	readonly openMs: number;
	/** The journal so far. */
	readonly past: readonly JournalEvent[];
};

const burst = 10;
/** Failures in a row that open an agent's breaker. */
const maxFailures = 3;

/** The gate of an agent. Time is the debate's own: what passed between a crash and its resumption does not count. */
export function gates({rate, openMs, past}: QueryGateOptions): (agent: string) => QueryGate {
	const began = performance.now() - (past.at(-1)?.at ?? 0);
	const made = new Map<string, QueryGate>();
	return agent => {
		const gate = made.get(agent) ?? gateOf(agent);
		made.set(agent, gate);
		return gate;
	};

	function gateOf(agent: string): QueryGate {
		let told: number | undefined;
		const circuit = breaker({failures: maxFailures, openMs}, () => told ?? performance.now() - began);
		for (const {at, ok} of past.flatMap(event => outcomeOf(event, agent) ?? [])) {
			told = at;
			circuit.report(ok);
		}
		told = undefined;
		const asked = past.flatMap(event =>
			event.type === 'spec-query' && event.agent === agent && event.state === 'asked' ? event.at : [],
		);
		return {
			breaker: circuit,
			bucket: tokenBucket({capacity: burst, perSecond: rate, taken: asked.map(at => at + began)}),
		};
	}
}

/** Whether a query to the agent succeeded, if this event is its answer. */
function outcomeOf(event: JournalEvent, agent: string): {readonly at: number; readonly ok: boolean} | undefined {
	if (event.type !== 'step-end' || !event.step?.endsWith(` ask ${agent}`)) return undefined;
	const answer = RecordedAnswer.safeParse(event.value);
	return answer.success ? {at: event.at, ok: answer.data.ok} : undefined;
}

type SpecEffectOptions = {
	readonly cache: AnswerCache;
	/** Queries a second, for each agent. */
	readonly rate: number;
	/** Where the refined text and the report go. */
	readonly folder: string;
	/** The file that is debated and the hash of its bytes; without it, nothing can be saved. */
	readonly source?: {readonly file: string; readonly hash: string};
	/** How long a breaker stays open, in milliseconds. */
	readonly openMs?: number;
	/** The journal so far, if the debate is resumed. */
	readonly past?: readonly JournalEvent[];
};

export function specEffects({cache, rate, folder, source, openMs = 60_000, past = []}: SpecEffectOptions): Effects {
	const gateOf = gates({rate, openMs, past});
	const [hashText, hashPrompt] = [rememberedHash(), rememberedHash()];

	async function admit(input: unknown, signal: AbortSignal): Promise<Admission> {
		const {agent, persona, purpose, text, version, messages, parameters} = AdmissionRequest.parse(input);
		const [about, ...others] = messages.map(({role, content}) => [role, content] as const);
		const query = [agent, persona, version, parameters, purpose];
		// The first message holds the text too, and is the same for all who are asked about it.
		const key = sha256(JSON.stringify([hashText(text), ...query, hashPrompt(about?.[1] ?? ''), others]));
		const value = await cache.get(key);
		if (value !== undefined) return {how: 'kept', value};
		const {bucket, breaker} = gateOf(agent);
		const waitedMs = await bucket.take(signal);
		if (!breaker.admits())
			return {
				how: 'refused',
				reason: `Agent ${agent} has failed ${maxFailures} times in a row and is kept out of the debate for ${openMs / 1000} s.`,
			};
		return {how: 'go', waitedMs: Math.round(waitedMs), key};
	}

	async function recordOutcome(input: unknown): Promise<null> {
		const {agent, key, ok, value} = QueryOutcome.parse(input);
		gateOf(agent).breaker.report(ok);
		if (ok && key !== undefined) await cache.set(key, value);
		return null;
	}

	return {
		'spec-admit': admit,
		'spec-told': recordOutcome,
		'spec-save': async input => save(source, SaveRequest.parse(input)),
		'spec-kept': async () =>
			source && existsSync(previousVersionOf(source.file)) ? previousVersionOf(source.file) : null,
		async 'spec-write'(input) {
			const {refined, report} = WriteFiles.parse(input);
			const paths = {refined: join(folder, 'refined.md'), report: join(folder, 'report.md')};
			writeWhole(paths.refined, refined);
			writeWhole(paths.report, report);
			return paths;
		},
	};
}

function save(source: SpecEffectOptions['source'], accepted: z.infer<typeof SaveRequest>): SaveResult {
	if (!source) return {saved: false, why: 'The text did not come from a file, so there is none to save it to.'};
	try {
		return {saved: true, ...saveSpec({...source, ...accepted})};
	} catch (error) {
		if (error instanceof SpecRefused) return {saved: false, why: error.message};
		throw error;
	}
}

/** Remembers the latest text's hash: a round asks everybody about one text, which may be long. */
function rememberedHash(): (text: string) => string {
	let latest: {readonly text: string; readonly hash: string} | undefined;
	return text => {
		if (latest?.text !== text) latest = {text, hash: sha256(text)};
		return latest.hash;
	};
}

// Opens an Adversarial Spec debate's effects, with its cache of answers and its telemetry.

/** `close` returns what went wrong with the cache or the telemetry, in words for the user. */
export async function openSpecEffects({
	config,
	folder,
	resumed,
	journal,
	answersFile,
	redisUrl,
	collector,
}: EffectContext): Promise<EffectHandlers> {
	const {file, fileHash, agentQueryRateLimit} = specConfig.parse(config);
	let trouble: string | undefined;
	const cache = await openCache({
		file: answersFile,
		...(redisUrl !== undefined && {redisUrl}),
		onTrouble: text => {
			trouble = text;
		},
	});
	return {
		effects: specEffects({
			cache,
			rate: agentQueryRateLimit,
			folder,
			past: resumed ? readJournal(journal).events : [],
			...(file !== undefined && fileHash !== undefined && {source: {file, hash: fileHash}}),
		}),
		async close() {
			await cache.close();
			const silence = collector && (await exportTelemetry(readJournal(journal).events, collector));
			return [trouble, silence].filter(text => text !== undefined).join(' ') || undefined;
		},
	};
}
