/** Caches answers by key for a while: in a file of ours, or in Redis if a URL is given. */
import {closeSync, mkdirSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import {Keyv, type KeyvOptions} from 'keyv';
import {reasonOf} from '../../../debate/text/words.ts';

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
