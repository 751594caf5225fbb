/** Effects of an Adversarial Spec debate: whether a query may go out (cache, breaker, rate limit), and its files. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {z} from 'zod';
import type {JournalEvent} from '../../../debate/events.ts';
import {
	AdmissionRequest,
	SaveRequest,
	QueryOutcome,
	WriteFiles,
	type Admission,
	type SaveResult,
} from '../queries/effects.ts';
import type {AnswerCache} from './cache.ts';
import type {Effects} from '../../../engine/floor/floor-context.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {previousVersionOf, saveSpec, SpecRefused} from './spec-file.ts';
import {gates, maxFailures} from './spec-gates.ts';

export type SpecEffectOptions = {
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
