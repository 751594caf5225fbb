/**
 * BullMQ (https://docs.bullmq.io) and its Redis client, which Rostrum does not bring along: they are looked for beside
 * Rostrum and in ROSTRUM_HOME, and installed there when they are asked for.
 */
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {execa} from 'execa';
import {reasonOf} from '../../debate/text/words.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {makeFolder} from '../../engine/host/write-whole.ts';

/** What is used of ioredis. */
export type Redis = {
	connect(): Promise<void>;
	/** The server's clock: seconds, and microseconds of the second. */
	time(): Promise<readonly (string | number)[]>;
	incr(key: string): Promise<number>;
	/** 0 where there is no such key. */
	pexpire(key: string, ms: number): Promise<number>;
	get(key: string): Promise<string | null>;
	set(key: string, value: string): Promise<unknown>;
	disconnect(): void;
	on(event: 'error', listener: (error: Error) => void): unknown;
};

/** What is used of BullMQ's jobs. */
export type Job = {
	readonly id?: string;
	readonly data: unknown;
	/** What `updateProgress` was given last, 0 before. */
	readonly progress: unknown;
	/** The name of the worker that has it. */
	readonly processedBy?: string;
	readonly returnvalue: unknown;
	readonly failedReason?: string;
	/** How often a worker has begun it. */
	readonly attemptsStarted: number;
	log(row: string): Promise<number>;
	clearLogs(): Promise<void>;
	updateProgress(progress: number): Promise<void>;
	moveToWait(token: string): Promise<unknown>;
	remove(): Promise<void>;
};

/** What is used of BullMQ's queues. */
export type JobQueue = {
	addBulk(jobs: readonly {name: string; data: unknown; opts: object}[]): Promise<unknown>;
	/** The ids of jobs in these states, the newest first. */
	getRanges(states: readonly string[], first: number, last: number): Promise<readonly string[]>;
	getJob(id: string): Promise<Job | undefined>;
	getJobs(states: readonly string[]): Promise<readonly (Job | undefined)[]>;
	getJobLogs(id: string): Promise<{readonly logs: readonly string[]}>;
	on(event: 'error', listener: (error: Error) => void): unknown;
};

type JobWorker = {
	/** Aborts the signal that the job was begun with. */
	cancelJob(id: string): boolean;
	close(): Promise<void>;
	on(event: 'error', listener: (error: Error) => void): unknown;
	on(event: 'lockRenewalFailed', listener: (ids: readonly string[]) => void): unknown;
};

/** BullMQ hands the signal only to a function of three arguments. */
type HoldJob = (job: Job, token: string, lost: AbortSignal) => Promise<unknown>;

/** What is used of the two packages. */
export type QueueLibrary = {
	readonly Queue: new (name: string, options: object) => JobQueue;
	readonly Worker: new (name: string, hold: HoldJob, options: object) => JobWorker;
	/** Thrown by a worker whose job is not its own any more. */
	readonly WaitingError: new () => Error;
	readonly Redis: new (url: string, options: object) => Redis;
};

/** The versions that this was written for. */
const queuePackages = ['bullmq@6', 'ioredis@5'] as const;

const packagesFolder = (home: string): string => join(home, 'packages');

/** Throws `UsageError`, with how to install it, where it is nowhere. */
export function loadQueueLibrary(home: string): QueueLibrary {
	const library = libraryIn(packageRoot) ?? libraryIn(packagesFolder(home));
	if (library) return library;
	throw new UsageError({
		what: 'The queue needs BullMQ and its Redis client, which are not installed in these versions',
		value: queuePackages.join(' '),
		from: packagesFolder(home),
		todo: 'Give --install to have npm install them there, or leave --redis out to hold the batch in this process.',
	});
}

function libraryIn(folder: string): QueueLibrary | undefined {
	const require = createRequire(join(folder, 'package.json'));
	try {
		const library: object = {...require('bullmq'), ...require('ioredis')};
		return isLibrary(library) ? library : undefined;
	} catch (error) {
		if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined;
		throw error;
	}
}

const isLibrary = (value: object): value is QueueLibrary =>
	['Queue', 'Worker', 'WaitingError', 'Redis'].every(name => typeof Reflect.get(value, name) === 'function');

/** npm itself waits for an unreachable registry for many minutes. */
const installMs = 120_000;

/** Has npm install it into ROSTRUM_HOME, without running the packages' scripts. Throws `UsageError`. */
export async function installQueueLibrary(home: string, signal: AbortSignal): Promise<void> {
	const folder = packagesFolder(home);
	makeFolder(folder);
	const {failed, timedOut, stderr} = await execa(
		'npm',
		['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...queuePackages],
		{reject: false, timeout: installMs, cancelSignal: signal},
	);
	if (failed)
		throw new UsageError({
			what: `npm could not install BullMQ${timedOut ? `, within ${installMs / 1000} seconds` : ''}: ${stderr.trim().split('\n').at(-1) ?? ''}`,
			from: folder,
			todo: `Install ${queuePackages.join(' and ')} there by hand.`,
		});
}

/** BullMQ's queue of all batches, and what its keys begin with. */
export const queueName = 'rostrum-batch';
export const keyPrefix = 'rostrum';

/** The queue, and its connection to the server. */
export type OpenQueue = {
	readonly library: QueueLibrary;
	readonly redis: Redis;
	readonly jobs: JobQueue;
	/** Is told what fails beside the calls that somebody waits for. */
	readonly trouble: (error: unknown) => void;
	close(): void;
};

/** Throws `UsageError` where the server is not to be reached at first; later it is waited for. */
export async function openQueue(library: QueueLibrary, url: string, told: (text: string) => void): Promise<OpenQueue> {
	const redis = await connect(library, url, told);
	const trouble = queueTrouble(told);
	// Its events name the jobs' results, so that few are kept.
	const jobs = new library.Queue(queueName, {connection: redis, prefix: keyPrefix, streams: {events: {maxLen: 100}}});
	jobs.on('error', trouble);
	return {
		library,
		redis,
		jobs,
		trouble,
		close: () => redis.disconnect(),
	};
}

async function connect({Redis}: QueueLibrary, url: string, told: (text: string) => void): Promise<Redis> {
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
	const deadline = new AbortController();
	try {
		await Promise.race([greet(redis), tooLate(deadline.signal)]);
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
	} finally {
		deadline.abort();
	}
}

/** Connects, and asks the time: whatever else listens there gives no such answer. */
async function greet(redis: Redis): Promise<void> {
	await redis.connect();
	const told: unknown = await redis.time();
	if (!Array.isArray(told) || told.length !== 2 || !told.every(part => Number.isFinite(Number(part))))
		throw new Error('what answers there is no Redis');
}

const greetingMs = 10_000;

async function tooLate(signal: AbortSignal): Promise<never> {
	await setTimeout(greetingMs, undefined, {signal});
	throw new Error(`no answer within ${greetingMs / 1000} seconds`);
}

function withoutPassword(url: string): string {
	if (!URL.canParse(url)) return 'an address that is no URL';
	const {protocol, host, pathname} = new URL(url);
	return `${protocol}//${host}${pathname}`;
}

/** The Redis client tells of these itself, and waits for the server; BullMQ passes them on. */
const ofTheConnection = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/u;
const closed = 'Connection is closed.';

/** A listener for errors. Each kind is told once, whatever job it names; the batch goes on. */
export function queueTrouble(told: (text: string) => void): (error: unknown) => void {
	const known = new Set<string>();
	return error => {
		const message = reasonOf(error);
		if (message === closed || ofTheConnection.test(errorCode(error) ?? '')) return;
		const kind = message.replaceAll(/\S*\d\S*/gu, '…');
		if (known.has(kind)) return;
		known.add(kind);
		told(`The queue reports: ${message}. The batch goes on`);
	};
}
