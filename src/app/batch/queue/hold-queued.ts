/** Holds a batch through a queue: hands its debates out, works itself, and collects the journals in one folder. */
import {setTimeout as wait} from 'node:timers/promises';
import {dirname} from 'node:path';
import {UsageError} from '../../../debate/usage-error.ts';
import {realClock} from '../../../engine/clock.ts';
import {withTimeout} from '../../../voices/timeout.ts';
import type {BatchEnd, BatchRun} from '../hold-batch.ts';
import {statusOf, type ItemStatus} from '../item-status.ts';
import type {BatchItem} from '../matrix.ts';
import type {Amount} from '../share.ts';
import {connectRedis, type JobQueue, type QueueLibrary} from './bullmq.ts';
import {fetchJournal} from './journal-copy.ts';
import {batchId, jobId, queueName} from './queue-job.ts';
import {queueTrouble} from './queue-trouble.ts';
import {keyPrefix, sharedBatch, type SharedBatch} from './shared-state.ts';
import {endMs, startWorker, workerName} from './work.ts';

export type QueuedRun = BatchRun & {
	readonly library: QueueLibrary;
	readonly redisUrl: string;
	readonly stallMs: number;
	/** The name of the batch's folder. */
	readonly name: string;
};

/** How often the queue is looked at, in milliseconds. */
const everyMs = 500;
/** After so many looks, debates that are missing in the queue are handed out again. */
const handOutEvery = 10;
const collectedBefore = 'another process that holds this batch has taken its journal';
/** A debate that a worker cannot even begin is tried again so often. */
const attempts = 3;

export async function holdQueued(known: readonly ItemStatus[], run: QueuedRun): Promise<BatchEnd> {
	const {library, redisUrl, stallMs, watch, folder, atOnce, name} = run;
	const redis = await connectRedis(library, redisUrl, watch.told);
	const items = known.map(({item}) => item);
	refuseFiles(items);
	const batch = batchId(name, items);
	const shared = sharedBatch(redis, batch);
	const queue = new library.Queue(queueName, {connection: redis, prefix: keyPrefix});
	queue.on('error', queueTrouble(watch.told));
	await shared.open(run.budget, new Map(known.map(({item, spent}) => [item.folder, spent])));
	await shared.reopen(known.filter(({outcome}) => outcome === undefined).map(({item}) => item.folder));
	const stop =
		atOnce === 0
			? () => Promise.resolve()
			: startWorker({
					library,
					redis,
					place: {...run, folder: dirname(folder)},
					atOnce,
					stallMs,
					watch: {...watch, ended: () => undefined},
				});
	try {
		return await collectAll(known, {run, queue, shared, batch});
	} finally {
		await stop();
		await withTimeout(queue.close(), endMs, realClock());
		redis.disconnect();
	}
}

type Collecting = {
	readonly run: QueuedRun;
	readonly queue: JobQueue;
	readonly shared: SharedBatch;
	readonly batch: string;
};

async function collectAll(known: readonly ItemStatus[], {run, queue, shared, batch}: Collecting): Promise<BatchEnd> {
	const {context, watch, name} = run;
	const statuses = new Map(known.map(status => [status.item.folder, status]));
	const open = (): ItemStatus[] => [...statuses.values()].filter(({outcome}) => outcome === undefined);
	const all = (): readonly ItemStatus[] => [...statuses.values()];
	await forgetFailed(queue, batch);
	const spent = (): ReadonlyMap<string, Amount> => new Map(all().map(({item, spent: of}) => [item.folder, of]));
	for (let round = 0; open().length > 0; round++) {
		if (context.signal.aborted) return {statuses: all(), why: 'interrupted'};
		if (!(await shared.isOpen())) await shared.open(run.budget, spent());
		await collectEnded(statuses, {run, shared});
		const elsewhere = await collectedElsewhere(statuses, {run, shared});
		if (round % handOutEvery === 0) {
			const items = open().flatMap(({item}) => (elsewhere.has(item.folder) ? [] : [item]));
			await handOut(queue, {batch, name, items});
		}
		const held = await shared.held();
		for (const [item, {worker, turns}] of held) {
			const status = statuses.get(item);
			if (!status || worker === workerName || status.outcome !== undefined) continue;
			watch.began(status.item, worker);
			watch.heard(status.item, turns);
		}
		const refused = await failedJobs(queue, batch);
		const given = open().flatMap(({item}) => {
			const reason = elsewhere.has(item.folder) ? collectedBefore : refused.get(jobId(batch, item));
			return reason === undefined ? [] : [{item, reason}];
		});
		if (held.size === 0 && given.length === open().length) return {statuses: all(), why: 'done', given};
		if ((await shared.stopped()) === 'budget' && held.size === 0) {
			await takeBack(queue, batch);
			return {statuses: all(), why: 'budget'};
		}
		await wait(everyMs, undefined, {signal: context.signal}).catch(() => undefined);
	}
	await takeBack(queue, batch);
	await shared.close();
	return {statuses: all(), why: 'done'};
}

/** Takes the journals of the debates that are over by now. */
async function collectEnded(
	statuses: Map<string, ItemStatus>,
	{run: {folder, watch}, shared}: Pick<Collecting, 'run' | 'shared'>,
): Promise<void> {
	for (const [item] of await shared.results()) {
		const status = statuses.get(item);
		if (!status) continue;
		if (status.outcome === undefined) {
			await fetchJournal(status.journal, item, shared);
			const after = statusOf(status.item, folder);
			if (after.outcome === undefined) continue;
			statuses.set(item, after);
			watch.ended(after);
		}
		await shared.collected(item);
	}
}

/** Debates whose journals another process of this batch has collected: read where it did so into this folder. */
async function collectedElsewhere(
	statuses: Map<string, ItemStatus>,
	{run: {folder, watch}, shared}: Pick<Collecting, 'run' | 'shared'>,
): Promise<ReadonlySet<string>> {
	const missing = new Set<string>();
	for (const name of await shared.over()) {
		const status = statuses.get(name);
		if (!status || status.outcome !== undefined) continue;
		const now = statusOf(status.item, folder);
		if (now.outcome === undefined) missing.add(name);
		else {
			statuses.set(name, now);
			watch.ended(now);
		}
	}
	return missing;
}

/** Adds the debates that are not in the queue; a server that lost its data gets them all again. */
const handOut = async (
	queue: JobQueue,
	{batch, name, items}: {batch: string; name: string; items: readonly BatchItem[]},
): Promise<unknown> =>
	queue.addBulk(
		items.map(item => ({
			name: 'debate',
			data: {batch, name, item},
			opts: {
				jobId: jobId(batch, item),
				attempts,
				backoff: {type: 'exponential', delay: 1000},
				removeOnComplete: true,
			},
		})),
	);

const isOf =
	(batch: string) =>
	(job: {readonly id?: string} | undefined): boolean =>
		job?.id?.startsWith(`${batch}-`) ?? false;

/** Why debates of this batch could not be held, by job. */
async function failedJobs(queue: JobQueue, batch: string): Promise<ReadonlyMap<string, string>> {
	const failed = (await queue.getFailed()).filter(isOf(batch));
	return new Map(failed.map(({id = '', failedReason = ''}) => [id, failedReason]));
}

/** What failed in an earlier run is tried again. */
async function forgetFailed(queue: JobQueue, batch: string): Promise<void> {
	for (const job of (await queue.getFailed()).filter(isOf(batch))) await job.remove();
}

/** Takes out of the queue what nobody holds. */
async function takeBack(queue: JobQueue, batch: string): Promise<void> {
	const waiting = await queue.getJobs(['waiting', 'delayed', 'prioritized']);
	for (const job of waiting.filter(isOf(batch))) await job?.remove();
}

/** The file of a topic lies on this machine, and a worker may not. */
function refuseFiles(items: readonly BatchItem[]): void {
	const [file] = items.filter(({topic}) => topic.startsWith('@'));
	if (file)
		throw new UsageError({
			what: 'A topic in a file cannot be handed to workers elsewhere',
			value: file.topic,
			from: 'the batch’s "topics"',
			todo: 'Write the topic itself, or leave --redis out.',
		});
}
