/** Effects of an Adversarial Spec debate: whether a query may go out (cache, breaker, rate limit), and its files. */
import {closeSync, mkdirSync, openSync, existsSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {Keyv, type KeyvOptions} from 'keyv';
import type {z} from 'zod';
import {reasonOf} from '../../../debate/text/words.ts';
import type {JournalEvent} from '../../../debate/events.ts';
import {RecordedAnswer} from '../../../engine/calls/ask-voice.ts';
import {tokenBucket, type Bucket} from '../../../engine/calls/voice-limiter.ts';
import {AdmissionRequest, SaveRequest, QueryOutcome, WriteFiles, type Admission, type SaveResult} from '../queries.ts';
import type {Effects} from '../../../engine/floor.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {previousVersionOf, saveSpec, SpecRefused} from './spec-file.ts';
import type {EffectHandlers, EffectContext} from '../../contract.ts';
import {readJournal} from '../../../engine/journal/journal.ts';
import {exportTelemetry} from './telemetry.ts';
import {specConfig} from '../config.ts';

// Caches answers by key for a while: in a file of ours, or in Redis if a URL is given.

// The embedded store of cached answers: one table in a SQLite file, which several processes may use at once.

/** As Keyv wants a store; values are text that it has made. */
type Store = {
	readonly opts: object;
	readonly on: () => Store;
	readonly get: (key: string) => Promise<string | undefined>;
	readonly set: (key: string, value: string, ttl?: number) => Promise<void>;
	readonly delete: (key: string) => Promise<boolean>;
	readonly clear: () => Promise<void>;
	readonly disconnect: () => Promise<void>;
};

/** Opens or makes the file, and drops what has expired. Rejects where that cannot be done. */
async function cacheFile(file: string): Promise<Store> {
	mkdirSync(dirname(file), {recursive: true, mode: 0o700});
	const {DatabaseSync} = await import('node:sqlite');
	// SQLite makes its files for everybody to read, and those beside this one as this one is.
	closeSync(openSync(file, 'a', 0o600));
	const base = new DatabaseSync(file, {timeout: 2000});
	base.exec(
		'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER)',
	);
	base.prepare('DELETE FROM answers WHERE expires < ?').run(Date.now());
	const read = base.prepare('SELECT value FROM answers WHERE key = ?');
	const write = base.prepare(
		'INSERT INTO answers (key, value, expires) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires',
	);
	const remove = base.prepare('DELETE FROM answers WHERE key = ?');
	const store: Store = {
		opts: {},
		// Keyv listens for errors here; ours are thrown where they happen.
		on: () => store,
		async get(key) {
			const value = read.get(key)?.['value'];
			return typeof value === 'string' ? value : undefined;
		},
		set: async (key, value, ttl) => void write.run(key, value, ttl === undefined ? null : Date.now() + ttl),
		delete: async key => remove.run(key).changes > 0,
		clear: async () => base.exec('DELETE FROM answers'),
		disconnect: async () => base.close(),
	};
	return store;
}

export type AnswerCache = {
	/** The cached value as parsed from JSON; undefined if there is none, or it has expired. */
	get(key: string): Promise<unknown>;
	set(key: string, value: unknown): Promise<void>;
	close(): Promise<void>;
};

export type CacheOptions = {
	/** The embedded store's file. */
	readonly file: string;
	/** `redis://` or `rediss://`; takes the file's place. */
	readonly redisUrl?: string;
	/** How long answers are kept, in milliseconds. */
	readonly ttlMs?: number;
	/** Called once if the store cannot be used: the debate goes on without it. */
	readonly onTrouble: (text: string) => void;
};

const hour = 3_600_000;
const namespace = 'rostrum-answers';

/** Opens the cache. A store that fails, now or later, counts as empty. */
export async function openCache({file, redisUrl, ttlMs = hour, onTrouble}: CacheOptions): Promise<AnswerCache> {
	let troubled = false;
	const trouble = (error: unknown): undefined => {
		if (!troubled)
			onTrouble(
				`Answers are not kept: ${redisUrl === undefined ? file : 'the Redis server'} cannot be used (${reasonOf(error)}).`,
			);
		troubled = true;
	};
	const store = await (redisUrl === undefined ? cacheFile(file) : redis(redisUrl, trouble)).catch(trouble);
	if (store === undefined)
		return {get: async () => undefined, set: async () => undefined, close: async () => undefined};
	const keyv = new Keyv({store, namespace, ttl: ttlMs, useKeyPrefix: false, throwOnErrors: true});
	keyv.on('error', trouble);
	return {
		get: async key => (troubled ? undefined : keyv.get<unknown>(key).catch(trouble)),
		async set(key, value) {
			if (!troubled) await keyv.set(key, value).catch(trouble);
		},
		close: async () => keyv.disconnect().catch(trouble),
	};
}

/** Does not wait for a server that does not answer. Rejects if it cannot be reached. */
async function redis(url: string, trouble: (error: unknown) => void): Promise<KeyvOptions['store']> {
	const {default: KeyvRedis} = await import('@keyv/redis');
	const adapter = new KeyvRedis<string>(
		{url, socket: {connectTimeout: 2000, reconnectStrategy: false}},
		{namespace, connectionTimeout: 3000, throwOnConnectError: true, throwOnErrors: true},
	);
	adapter.on('error', trouble);
	await adapter.getClient();
	return adapter;
}

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
