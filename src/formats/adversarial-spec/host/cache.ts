/** Caches answers by key for a while: in a file of ours, or in Redis if a URL is given. */
import {Keyv, type KeyvOptions} from 'keyv';
import {reasonOf} from '../../../debate/text/reason.ts';
import {cacheFile} from './cache-file.ts';

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
