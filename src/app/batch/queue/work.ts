/** A worker: takes debates from the queue and holds them, or goes on with those that another left. */
import {hostname} from 'node:os';
import {join} from 'node:path';
import {realClock} from '../../../engine/clock.ts';
import {voiceLimiter, type VoiceLimiter} from '../../../engine/calls/voice-limiter.ts';
import {JournalRefused} from '../../../engine/journal/journal.ts';
import {nextFence} from '../../../engine/replay/resume.ts';
import {makeFolder} from '../../../engine/host/write-whole.ts';
import {withTimeout} from '../../../voices/timeout.ts';
import type {BatchWatch} from '../hold-batch.ts';
import {expectedOf, holdItem, planItem, type BatchPlace} from '../hold-item.ts';
import {journalOf, statusOf, type ItemStatus} from '../item-status.ts';
import type {Job, QueueLibrary, Redis} from './bullmq.ts';
import {copyJournal, fetchJournal} from './journal-copy.ts';
import {QueueJob, queueName} from './queue-job.ts';
import {queueTrouble} from './queue-trouble.ts';
import {sharedBuckets} from './shared-rate.ts';
import {keyPrefix, sharedBatch, type SharedBatch} from './shared-state.ts';

export type Working = {
	readonly library: QueueLibrary;
	readonly redis: Redis;
	/** The folder that the folders of batches are put into. */
	readonly place: BatchPlace;
	readonly atOnce: number;
	/** A worker that gives no sign of life for so long loses its debate to another. */
	readonly stallMs: number;
	readonly watch: BatchWatch;
};

/** How others call this worker. */
export const workerName = `${hostname()}:${process.pid}`;

/**
 * Milliseconds that BullMQ has to end, once nothing is held: it waits for ever for a connection that is gone
 * already, as one may be whose server was restarted.
 */
export const endMs = 5000;

/** What came of a job. */
type Done = 'done' | 'interrupted' | 'lost' | 'closed' | 'budget';

/**
 * Begins to take debates. The function that is returned ends it, once those that run were put back; it is over soon
 * after that, whatever the queue's connections do.
 */
export function startWorker({library, redis, place, atOnce, stallMs, watch}: Working): () => Promise<void> {
	const limiter = voiceLimiter(realClock(), sharedBuckets(redis));
	const trouble = queueTrouble(watch.told);
	const running = new Set<Promise<unknown>>();
	const take = async (job: Job, token?: string): Promise<Done> => {
		const done = await holdJob(job, {redis, place, limiter, stallMs, watch, trouble});
		if (done === 'done' || done === 'budget') return done;
		// One that was lost to another is put back too, in case that one fails.
		await job.moveToDelayed(Date.now() + (done === 'interrupted' ? 0 : stallMs), token);
		throw new library.DelayedError();
	};
	const worker = new library.Worker(
		queueName,
		(job, token) => {
			const held = take(job, token);
			running.add(held);
			return held.finally(() => running.delete(held));
		},
		{
			connection: redis,
			prefix: keyPrefix,
			concurrency: atOnce,
			lockDuration: stallMs,
			stalledInterval: Math.ceil(stallMs / 2),
			// However often its workers died, a debate goes on from its journal.
			maxStalledCount: Number.MAX_SAFE_INTEGER,
			drainDelay: 1,
		},
	);
	worker.on('error', trouble);
	return async () => {
		const closed = worker.close();
		// By then others are told to take over what it holds, as where the server is gone for good.
		await withTimeout(Promise.allSettled(running), stallMs, realClock());
		await withTimeout(closed, endMs, realClock());
	};
}

type JobHolding = {
	readonly redis: Redis;
	readonly place: BatchPlace;
	readonly limiter: VoiceLimiter;
	readonly stallMs: number;
	readonly watch: BatchWatch;
	/** Told of what the batch goes on without. */
	readonly trouble: (error: unknown) => void;
};

async function holdJob(job: Job, {redis, place, limiter, stallMs, watch, trouble}: JobHolding): Promise<Done> {
	const {batch, name, item} = QueueJob.parse(job.data);
	const shared = sharedBatch(redis, batch);
	if (place.context.signal.aborted) return 'interrupted';
	const here = {...place, folder: join(place.folder, name)};
	const journal = journalOf(item, here.folder);
	makeFolder(join(here.folder, item.folder));
	await fetchJournal(journal, item.folder, shared);
	const heldAt = Date.now();
	const fence = await shared.claim(item.folder, nextFence(journal));
	// A job may be handed out again just as its debate ends, or be left over from a batch that is whole.
	if (fence === undefined) return 'done';
	const before = statusOf(item, here.folder);
	if (before.outcome !== undefined) {
		await finish(before, {shared, fence, journal});
		watch.ended(before);
		return 'done';
	}
	try {
		return await holdOpen(before, {shared, fence, heldAt, stallMs, here, limiter, watch, trouble});
	} catch (error) {
		watch.left(item);
		await shared.settle(item.folder, fence, before.spent);
		throw error;
	}
}

/** Holds a debate that is not over, if there is money for it. */
async function holdOpen(before: ItemStatus, holding: Omit<OpenDebate, 'plan' | 'budget'>): Promise<Done> {
	const {item} = before;
	const {shared, fence, here, watch} = holding;
	const plan = planItem(item, here);
	const share = await shared.reserve(item.folder, expectedOf(plan, here.configuration), before.spent);
	if (share === 'closed') return 'closed';
	if (share === 'none') {
		await shared.settle(item.folder, fence, before.spent);
		await shared.stop('budget');
		return 'budget';
	}
	watch.began(item);
	if (before.begun) watch.told(`Goes on with ${item.topic}, seed ${item.seed}, from its journal`);
	return hold(before, {...holding, budget: share, plan});
}

type OpenDebate = Pick<JobHolding, 'limiter' | 'watch' | 'trouble'> & {
	readonly shared: SharedBatch;
	readonly fence: number;
	/** When the number was asked for, by this process's clock. */
	readonly heldAt: number;
	readonly stallMs: number;
	readonly budget: Parameters<typeof holdItem>[2]['budget'];
	readonly plan: Parameters<typeof holdItem>[0];
	readonly here: BatchPlace;
};

async function hold(
	before: ItemStatus,
	{shared, fence, heldAt, stallMs, budget, plan, here, limiter, watch, trouble}: OpenDebate,
): Promise<Done> {
	const {item, journal} = before;
	const losing = new AbortController();
	const signal = AbortSignal.any([here.context.signal, losing.signal]);
	const copy = copyJournal(journal, {
		shared,
		item: item.folder,
		fence,
		trust: {heldAt, stallMs},
		onLost: () => losing.abort(),
	});
	const takeOver = {fence, isHeld: copy.isHeld};
	const heard = (turns: number): void => {
		watch.heard(item, turns);
		shared.hold(item.folder, fence, workerName, turns).catch(trouble);
	};
	heard(0);
	try {
		await holdItem(plan, before, {...here, context: {...here.context, signal}, limiter, budget, takeOver, heard});
	} catch (error) {
		if (!(error instanceof JournalRefused) && !losing.signal.aborted) throw error;
	}
	const ours = (await copy.finish()) && nextFence(journal) <= fence + 1;
	if (!ours) {
		watch.told(`${item.topic}, seed ${item.seed}: another worker has taken it over`);
		watch.left(item);
		return 'lost';
	}
	const after = statusOf(item, here.folder);
	await finish(after, {shared, fence, journal});
	if (after.outcome === undefined) {
		watch.left(item);
		return 'interrupted';
	}
	watch.ended(after);
	return 'done';
}

/** Says how a debate stands, with its whole journal for whoever collects it. */
async function finish(
	{item, outcome, spent}: ItemStatus,
	{shared, fence, journal}: {shared: SharedBatch; fence: number; journal: string},
): Promise<void> {
	if (outcome !== undefined) {
		const whole = copyJournal(journal, {shared, item: item.folder, fence, onLost: () => undefined});
		await whole.finish();
	}
	await shared.settle(
		item.folder,
		fence,
		spent,
		outcome === undefined ? undefined : {outcome, ...spent, worker: workerName},
	);
}
