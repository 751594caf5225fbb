/** Holds a batch through a queue: hands its debates out, works itself, and collects the journals in one folder. */
import {setTimeout as wait} from 'node:timers/promises';
import {dirname} from 'node:path';
import {UsageError} from '../../../debate/usage-error.ts';
import type {BatchEnd, BatchRun} from '../hold-batch.ts';
import {statusOf, type ItemStatus} from '../item-status.ts';
import type {BatchItem} from '../matrix.ts';
import type {Amount} from '../../../ui/ports/batch-port.ts';
import {connectRedis, type JobQueue, type QueueLibrary} from './bullmq.ts';
import {fetchJournal} from './journal-copy.ts';
import {batchId, jobId, queueName} from './queue-job.ts';
import {keyPrefix, sharedBatch, type SharedBatch} from './shared-state.ts';
import {startWorker, workerName} from './work.ts';

export type QueuedRun = BatchRun & {
	readonly library: QueueLibrary;
	readonly redisUrl: string;
	readonly stallMs: number;
	/** The name of the batch's folder. */
	readonly name: string;
};

/** How often the queue is looked at, in milliseconds. */
const everyMs = 500;
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
	queue.on('error', () => undefined);
	await shared.open(run.budget, new Map(known.map(({item, spent}) => [item.folder, spent])));
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
		await queue.close();
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
	const {context, watch, folder, name} = run;
	const statuses = new Map(known.map(status => [status.item.folder, status]));
	const open = (): ItemStatus[] => [...statuses.values()].filter(({outcome}) => outcome === undefined);
	const all = (): readonly ItemStatus[] => [...statuses.values()];
	await forgetFailed(queue, batch);
	const spent = (): ReadonlyMap<string, Amount> => new Map(all().map(({item, spent: of}) => [item.folder, of]));
	for (let round = 0; open().length > 0; round++) {
		if (context.signal.aborted) return {statuses: all(), why: 'interrupted'};
		if (!(await shared.isOpen())) await shared.open(run.budget, spent());
		if (round % 10 === 0) await handOut(queue, {batch, name, items: open().map(({item}) => item)});
		for (const [item] of await shared.results()) {
			const status = statuses.get(item);
			if (!status || status.outcome !== undefined) continue;
			await fetchJournal(status.journal, item, shared);
			const after = statusOf(status.item, folder);
			if (after.outcome === undefined) continue;
			statuses.set(item, after);
			watch.ended(after);
			await shared.collected(item);
		}
		const held = await shared.held();
		for (const [item, {worker, turns}] of held) {
			const status = statuses.get(item);
			if (!status || worker === workerName || status.outcome !== undefined) continue;
			watch.began(status.item, worker);
			watch.heard(status.item, turns);
		}
		const refused = await failedJobs(queue, batch);
		if (held.size === 0 && open().every(({item}) => refused.has(jobId(batch, item)))) {
			const given = open().map(({item}) => ({item, reason: refused.get(jobId(batch, item)) ?? ''}));
			return {statuses: all(), why: 'done', given};
		}
		if ((await shared.stopped()) === 'budget' && held.size === 0) {
			await takeBack(queue, batch);
			return {statuses: all(), why: 'budget'};
		}
		await wait(everyMs, undefined, {signal: context.signal}).catch(() => undefined);
	}
	await shared.close();
	return {statuses: all(), why: 'done'};
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
