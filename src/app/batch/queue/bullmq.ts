/**
 * BullMQ and its Redis client, which Rostrum does not bring along: they are looked for beside Rostrum and in
 * ROSTRUM_HOME, and installed there when they are asked for.
 */
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {execa} from 'execa';
import {reasonOf} from '../../../debate/text/words.ts';
import {isRecord} from '../../../debate/text/json.ts';
import {errorCode, UsageError} from '../../../debate/usage-error.ts';
import {packageRoot} from '../../../engine/host/package-root.ts';

/** What is used of ioredis. Buffers go in and come out as they are. */
export type Redis = {
	connect(): Promise<void>;
	eval(script: string, keys: number, ...args: readonly (string | number | Buffer)[]): Promise<unknown>;
	getBuffer(key: string): Promise<Buffer | null>;
	hgetall(key: string): Promise<Record<string, string>>;
	hget(key: string, field: string): Promise<string | null>;
	hset(key: string, ...fields: readonly string[]): Promise<number>;
	hdel(key: string, ...fields: readonly string[]): Promise<number>;
	expire(key: string, seconds: number): Promise<number>;
	del(...keys: readonly string[]): Promise<number>;
	quit(): Promise<unknown>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): unknown;
};

/** What is used of BullMQ: https://docs.bullmq.io */
export type Job = {
	readonly id?: string;
	readonly data: unknown;
	readonly failedReason?: string;
	moveToDelayed(at: number, token?: string): Promise<void>;
	remove(): Promise<void>;
};
export type JobQueue = {
	addBulk(jobs: readonly {name: string; data: unknown; opts: object}[]): Promise<unknown>;
	getFailed(): Promise<Job[]>;
	getJobs(states: readonly string[]): Promise<(Job | undefined)[]>;
	close(): Promise<void>;
	on(event: 'error', listener: (error: Error) => void): unknown;
};
type JobWorker = {
	close(force?: boolean): Promise<void>;
	on(event: 'error', listener: (error: Error) => void): unknown;
};
type Process = (job: Job, token?: string) => Promise<unknown>;
export type QueueLibrary = {
	readonly Queue: new (name: string, options: object) => JobQueue;
	readonly Worker: new (name: string, process: Process, options: object) => JobWorker;
	readonly DelayedError: new () => Error;
	readonly Redis: new (url: string, options: object) => Redis;
};

/** The versions that this was written for. */
const queuePackages = ['bullmq@6', 'ioredis@5'] as const;

const packagesFolder = (home: string): string => join(home, 'packages');

/** Throws `UsageError`, with how to install it, where it is nowhere. */
export function loadQueueLibrary(home: string): QueueLibrary {
	for (const folder of [packageRoot, packagesFolder(home)]) {
		const library = libraryIn(folder);
		if (library) return library;
	}
	throw new UsageError({
		what: 'The queue needs BullMQ, which is not installed',
		value: queuePackages.join(' '),
		from: packagesFolder(home),
		todo: 'Give --install to have npm install it there, or leave --redis out to hold the batch in this process.',
	});
}

function libraryIn(folder: string): QueueLibrary | undefined {
	const require = createRequire(join(folder, 'package.json'));
	try {
		const bullmq: unknown = require('bullmq');
		const ioredis: unknown = require('ioredis');
		const library = {
			Queue: exported(bullmq, 'Queue'),
			Worker: exported(bullmq, 'Worker'),
			DelayedError: exported(bullmq, 'DelayedError'),
			Redis: exported(ioredis, 'Redis'),
		};
		if (isLibrary(library)) return library;
	} catch (error) {
		if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
		throw error;
	}
	throw new UsageError({
		what: 'The BullMQ that is installed is not one that Rostrum knows',
		from: folder,
		todo: `Install ${queuePackages.join(' and ')} there.`,
	});
}

/** A module may be a function, as that of ioredis is. */
const exported = (module: unknown, name: string): unknown =>
	typeof module === 'function' || isRecord(module) ? Reflect.get(module, name) : undefined;

const isLibrary = (value: object): value is QueueLibrary =>
	Object.values(value).every(one => typeof one === 'function');

/** npm itself waits for an unreachable registry for many minutes. */
const installMs = 120_000;

/** Has npm install it into ROSTRUM_HOME, without running the packages' scripts. Throws `UsageError`. */
export async function installQueueLibrary(home: string, signal: AbortSignal): Promise<void> {
	const folder = packagesFolder(home);
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const manifest = join(folder, 'package.json');
	if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}\n');
	const {failed, timedOut, stderr} = await execa(
		'npm',
		['install', '--ignore-scripts', '--no-audit', '--no-fund', ...queuePackages],
		{
			cwd: folder,
			reject: false,
			timeout: installMs,
			cancelSignal: signal,
		},
	);
	if (failed)
		throw new UsageError({
			what: `npm could not install BullMQ${timedOut ? `, within ${installMs / 1000} seconds` : ''}: ${stderr.trim().split('\n').at(-1) ?? ''}`,
			from: folder,
			todo: `Install ${queuePackages.join(' and ')} there by hand.`,
		});
}

/** Connects to the server. Throws `UsageError` where it is not to be reached at first; later it is waited for. */
export async function connectRedis({Redis}: QueueLibrary, url: string, told: (text: string) => void): Promise<Redis> {
	let connected = false;
	const redis = new Redis(url, {
		maxRetriesPerRequest: null,
		lazyConnect: true,
		retryStrategy: (times: number) => (connected ? Math.min(times * 100, 2000) : null),
	});
	let last = '';
	redis.on('error', ({message}) => {
		if (connected && message !== last) told(`Redis: ${message}; it is waited for`);
		last = message;
	});
	try {
		await redis.connect();
		connected = true;
		return redis;
	} catch (error) {
		redis.disconnect();
		throw new UsageError(
			{
				what: `Redis cannot be reached: ${last || reasonOf(error)}`,
				value: withoutPassword(url),
				from: '--redis or ROSTRUM_REDIS_URL',
				todo: 'Start it, or correct the address.',
			},
			{cause: error},
		);
	}
}

function withoutPassword(url: string): string {
	if (!URL.canParse(url)) return 'an address that is no URL';
	const {protocol, host, pathname} = new URL(url);
	return `${protocol}//${host}${pathname}`;
}
