/**
 * A batch on several machines: each of its debates is a job of one BullMQ queue, held by whichever worker takes it
 * first. Who has a job, and when it is taken from a worker that is silent, is BullMQ's to say. The finished journal is
 * the job's result. While it is written, a copy stands in the job's log, so that another worker can go on with it.
 */
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {Budget} from '../../debate/events.ts';
import {endingIn} from '../../debate/state.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {voiceLimiter, type BucketFor, type VoiceLimiter} from '../../engine/calls/voice-limiter.ts';
import {realClock} from '../../engine/clock.ts';
import {sha256} from '../../engine/host/hash.ts';
import {readRegularBytes, readRegularFile} from '../../engine/host/regular-file.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {parseJournal} from '../../engine/journal/journal.ts';
import {isBeingWritten} from '../../engine/replay/resume.ts';
import {formatOf} from '../../formats/index.ts';
import {listOption} from '../../formats/options.ts';
import {findFiles} from '../../sources/find-files.ts';
import {withTimeout} from '../../voices/timeout.ts';
import {BatchDebater, type BatchItem} from './batch-file.ts';
import {keyPrefix, openQueue, queueName, type Job, type OpenQueue, type QueueLibrary, type Redis} from './bullmq.ts';
import {type BatchEnd, type BatchRun, type BatchWatch, holdItem, planItem, type BatchPlace} from './hold-batch.ts';
import {
	journalOf,
	statusOf,
	sumOf,
	type ItemStatus,
	amountOf,
	isWhole,
	leftOf,
	shareOf,
	type Amount,
} from './item-status.ts';

/** A name that stays within the folder it is put into. */
const folderName = z.string().refine(name => name !== '' && name !== '.' && name !== '..' && basename(name) === name);
/** What is read from a file is read where the batch was begun. */
const topic = z.string().refine(text => !text.startsWith('@'));
const texts = z.array(z.string());

/**
 * A debate as it is handed to a worker. What comes out of Redis is checked as any input: only formats whose debates are
 * words are held, since others run commands that their config names.
 */
export const QueueJob = z.object({
	/** The name of the batch's folder. */
	name: folderName,
	/** What the debate may spend. */
	budget: Budget.optional(),
	/** The key of the documents that it stands on. */
	documents: z.string().optional(),
	item: z
		.object({
			folder: folderName,
			protocol: z.string().refine(id => formatOf(id)?.pair !== undefined, 'no format that a batch pairs debaters in'),
			topic,
			seed: z.number(),
			one: BatchDebater,
			other: BatchDebater,
			input: z.object({
				args: texts.length(1),
				options: z.strictObject({
					topic,
					seed: z.string(),
					pace: z.literal('instant'),
					seat: texts,
					set: texts,
					judge: texts.optional(),
					arbiter: z.string().optional(),
					keeper: z.string().optional(),
				}),
			}),
		})
		.refine(({protocol, input}) => input.args[0] === protocol, 'the format is named twice, differently'),
});

// Documents go to the queue whole, once for all debates: a worker reads no file of its own that a job names.

const QueueDocuments = z.array(z.strictObject({name: folderName, content: z.base64()}));
/** Bytes of all documents of a batch together. */
const mostDocuments = 16 * 2 ** 20;

type SharedDocuments = {readonly key: string; readonly text: string};
const documentsKey = (text: string): string => `${keyPrefix}:documents:${sha256(text)}`;

/** The files that these debates name as their sources. Throws `UsageError`. */
async function documentsOf(known: readonly ItemStatus[], cwd: string): Promise<SharedDocuments | undefined> {
	const named = listOption(known[0]?.item.input.options ?? {}, 'sources');
	if (named.length === 0) return undefined;
	const {files} = await findFiles(named, cwd);
	const read = files.map(({path}) => ({name: basename(path), bytes: readRegularBytes(path)}));
	if (read.reduce((sum, {bytes}) => sum + bytes.length, 0) > mostDocuments)
		throw new UsageError({
			what: `A queue takes documents of ${mostDocuments / 2 ** 20} MB in all`,
			value: named.join(', '),
			from: 'the batch’s "sources"',
			todo: 'Name fewer, or leave --redis out.',
		});
	const text = JSON.stringify(read.map(({name, bytes}) => ({name, content: bytes.toString('base64')})));
	return {key: documentsKey(text), text};
}

/** Has the server keep them; one that lost its data gets them back. */
async function shareDocuments({key, text}: SharedDocuments, {redis}: OpenQueue): Promise<void> {
	if ((await redis.pexpire(key, kept.age * 1000)) > 0) return;
	await redis.set(key, text);
	await redis.pexpire(key, kept.age * 1000);
}

/** Documents as the server has them, as files in a folder. Throws where it has them no more, or has others. */
export function writeDocuments(key: string, text: string, folder: string): readonly string[] {
	if (key !== documentsKey(text))
		throw new Error('the documents of this debate are not in the queue; the same command hands them out anew');
	return QueueDocuments.parse(JSON.parse(text)).map(({name, content}, place) => {
		const path = join(folder, String(place + 1), name);
		writeWhole(path, Buffer.from(content, 'base64'));
		return path;
	});
}

/** Holds a debate whose documents are files here until it is over. */
async function withDocuments<T>(job: Job, {redis}: OpenQueue, hold: (queued: QueuedDebate) => Promise<T>): Promise<T> {
	const queued = QueueJob.parse(job.data);
	const {item, documents: key} = queued;
	if (key === undefined) return hold(queued);
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-documents-'));
	try {
		const sources = writeDocuments(key, (await redis.get(key)) ?? '', folder);
		const {args, options} = item.input;
		return await hold({...queued, item: {...item, input: {args, options: {...options, sources}}}});
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

type QueuedDebate = {readonly name: string; readonly item: BatchItem; readonly budget?: Budget | undefined};

/** What a worker is handed of a debate: the files that it names lie on this machine. */
function withoutFiles(item: BatchItem): BatchItem {
	const {sources: _, ...options} = item.input.options;
	return {...item, input: {...item.input, options}};
}

/** The job's id: the same for the same debate of the same batch, so that it is in the queue once. */
const jobId = (name: string, {folder}: BatchItem): string => `${folder}-${sha256(name).slice(0, 8)}`;

/** Puts a journal out of the queue in the file's place where it knows more: it is over, or it is longer. */
function takeJournal(file: string, journal: unknown): void {
	if (typeof journal !== 'string') return;
	const own = wholeLines(file);
	if (isOver(journal) === isOver(own) ? journal.length > own.length : isOver(journal)) writeWhole(file, journal);
}

/** The journal of a debate that is not over, as it was when its worker last copied it. */
const lastCopy = async ({jobs}: OpenQueue, {id = ''}: Job): Promise<string | undefined> =>
	(await jobs.getJobLogs(id)).logs.at(-1);

const isOver = (journal: string): boolean => endingIn(parseJournal(journal).events) !== undefined;

/** Without a line that is just being written. */
function wholeLines(file: string): string {
	const text = existsSync(file) ? readRegularFile(file) : '';
	return text.slice(0, text.lastIndexOf('\n') + 1);
}

/** What a worker needs. */
export type Working = {
	readonly queue: OpenQueue;
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
 * Milliseconds that BullMQ has to end: it waits for ever for a connection that is gone already, as one may be whose
 * server was restarted.
 */
const endMs = 5000;

/** Takes debates until the place's signal. The function that is returned ends it, once those that run were put back. */
export function startWorker(working: Working): () => Promise<unknown> {
	const {queue, place, atOnce, stallMs} = working;
	const limiter = voiceLimiter(realClock(), sharedBuckets(queue.redis));
	const worker = new queue.library.Worker(
		queueName,
		async (job, token, lost) =>
			withDocuments(job, queue, queued => holdJob({...queued, job, token, lost}, {...working, limiter})),
		{
			connection: queue.redis,
			prefix: keyPrefix,
			name: workerName,
			concurrency: atOnce,
			lockDuration: stallMs,
			stalledInterval: Math.ceil(stallMs / 2),
			// However often its workers died, a debate goes on from its journal.
			maxStalledCount: Number.MAX_SAFE_INTEGER,
		},
	);
	worker.on('error', queue.trouble);
	worker.on('lockRenewalFailed', ids => {
		for (const id of ids) worker.cancelJob(id);
	});
	const stop = async (): Promise<unknown> => withTimeout(worker.close(), endMs, realClock());
	place.context.signal.addEventListener('abort', () => void stop(), {once: true});
	return stop;
}

type JobHolding = Working & {readonly limiter: VoiceLimiter};

/** Holds a debate, or goes on with it; gives its journal. */
async function holdJob(
	{name, item, budget, job, token, lost}: QueuedDebate & {job: Job; token: string; lost: AbortSignal},
	holding: JobHolding,
): Promise<string> {
	const {queue, place, watch} = holding;
	// A worker that has lost this debate, and does not know it yet, may still write it here.
	const isTaken = isBeingWritten(journalOf(item, join(place.folder, name)));
	const folder = isTaken ? mkdtempSync(join(tmpdir(), 'rostrum-batch-')) : join(place.folder, name);
	const context = {...place.context, signal: AbortSignal.any([place.context.signal, lost])};
	const here = {...place, folder, context};
	const journal = journalOf(item, folder);
	try {
		takeJournal(journal, await lastCopy(queue, job));
		const before = statusOf(item, folder);
		if (before.outcome === undefined && !context.signal.aborted) {
			watch.began(item);
			if (before.begun) watch.told(`Goes on with ${item.topic}, seed ${item.seed}, from its journal`);
			const heard = (turns: number): void => {
				watch.heard(item, turns);
				Promise.all([job.updateProgress(turns), job.log(wholeLines(journal))]).catch(queue.trouble);
			};
			const {limiter} = holding;
			const {unfinished} = await holdItem(planItem(item, here), before, {...here, limiter, budget, heard}).catch(
				(error: unknown) => {
					if (!context.signal.aborted) throw error;
					return {unfinished: undefined};
				},
			);
			if (unfinished !== undefined) {
				await job.log(wholeLines(journal));
				throw new Error(unfinished);
			}
		}
		const after = statusOf(item, folder);
		if (after.outcome !== undefined) {
			watch.ended(after);
			return wholeLines(journal);
		}
		if (!lost.aborted) {
			await job.log(wholeLines(journal));
			await job.moveToWait(token);
		}
		throw new queue.library.WaitingError();
	} catch (error) {
		if (lost.aborted) watch.told(`${item.topic}, seed ${item.seed}: another worker goes on with it`);
		watch.left(item);
		throw error;
	} finally {
		if (isTaken) rmSync(folder, {recursive: true, force: true});
	}
}

/**
 * A rate that all workers keep together: in each stretch of the server's time that a burst's worth of requests takes,
 * so many are allowed.
 */
export const sharedBuckets =
	(redis: Redis): BucketFor =>
	(server, {capacity, perSecond}) => ({
		async take(signal) {
			const began = performance.now();
			const stretchMs = Math.ceil((capacity / perSecond) * 1000);
			for (;;) {
				signal?.throwIfAborted();
				const [seconds = 0, micros = 0] = await redis.time();
				const now = Number(seconds) * 1000 + Number(micros) / 1000;
				const stretch = Math.floor(now / stretchMs);
				const key = `${keyPrefix}:rate:${sha256(server).slice(0, 16)}:${capacity}:${stretch}`;
				const taken = await redis.incr(key);
				await redis.pexpire(key, 2 * stretchMs);
				if (taken <= capacity) return performance.now() - began;
				await wait((stretch + 1) * stretchMs - now, undefined, signal ? {signal} : {});
			}
		},
	});

/** A batch to hold through a queue. */
export type QueuedRun = BatchRun & {
	readonly library: QueueLibrary;
	readonly redisUrl: string;
	readonly stallMs: number;
	/** The name of the batch's folder. */
	readonly name: string;
	/** What each debate is expected to spend, by its folder. */
	readonly expected: ReadonlyMap<string, Amount>;
};

/** As where the server lost its latest data, or the worker's version writes what this one cannot read. */
const notWhole = 'its journal did not come back whole; the same command has it held anew';

/** How often the queue is looked at, in milliseconds; each so many looks, what is out is added again. */
const [everyMs, addEvery] = [500, 10];
/** What nobody collects is forgotten after a month, in seconds. */
const kept = {age: 30 * 86_400};
/** A debate that a worker cannot even begin is tried again so often. */
const jobOptions = {
	attempts: 3,
	backoff: {type: 'exponential', delay: 1000},
	// Of a journal while it is written, one copy.
	keepLogs: 1,
	removeOnComplete: kept,
	removeOnFail: kept,
};

/** Hands the debates out, works itself where it may, and collects the journals. Throws `UsageError`. */
export async function holdQueued(known: readonly ItemStatus[], run: QueuedRun): Promise<BatchEnd> {
	const {library, redisUrl, watch, folder, atOnce, name, context} = run;
	refuseFiles(known);
	const queue = await openQueue(library, redisUrl, watch.told);
	const place = {...run, folder: dirname(folder)};
	// A debate has ended here once its journal was collected.
	const own = {...watch, ended: () => undefined};
	const statuses = new Map(known.map(status => [jobId(name, status.item), status]));
	const documents = await documentsOf(known, context.cwd);
	const collecting: Collecting = {run, queue, statuses, documents, out: new Map(), given: new Map()};
	const interrupted = async (): Promise<BatchEnd> => {
		if (!context.signal.aborted) await once(context.signal, 'abort');
		return {statuses: [...statuses.values()], why: 'interrupted'};
	};
	let stop: (() => Promise<unknown>) | undefined;
	try {
		await takeUp(collecting);
		if (atOnce > 0) stop = startWorker({...run, queue, place, watch: own});
		// The server may be away, and nobody wants to wait for it then.
		return await Promise.race([collectAll(collecting), interrupted()]);
	} finally {
		await stop?.();
		queue.close();
	}
}

/** A run whose results are collected, each by the id of its job in the queue. */
type Collecting = {
	readonly run: QueuedRun;
	readonly queue: OpenQueue;
	readonly statuses: Map<string, ItemStatus>;
	readonly documents: SharedDocuments | undefined;
	/** What those may spend that were handed out. */
	readonly out: Map<string, Budget | undefined>;
	readonly given: Map<string, NonNullable<BatchEnd['given']>[number]>;
};

async function collectAll(collecting: Collecting): Promise<BatchEnd> {
	const {run, queue, statuses, out, given} = collecting;
	const {signal} = run.context;
	for (let round = 0; (round === 0 || out.size > 0) && !signal.aborted; round++) {
		if (round > 0) await wait(everyMs, undefined, {signal}).catch(() => undefined);
		await collectEnded(collecting, round);
		await handOut(collecting, round);
		await watchOthers(collecting);
	}
	const open = [...statuses.values()].filter(isOpen).length;
	// Every journal is here: nobody needs the queue's any more.
	if (open === 0)
		await Promise.all(
			[...statuses.keys()].map(async id => (await queue.jobs.getJob(id))?.remove().catch(queue.trouble)),
		);
	return {statuses: [...statuses.values()], why: given.size === open ? 'done' : 'budget', given: [...given.values()]};
}

const isOpen = ({outcome}: ItemStatus): boolean => outcome === undefined;

/** What an earlier process of this batch handed out is counted where a worker has begun it, and else taken back. */
async function takeUp({queue: {jobs, trouble}, statuses, out}: Collecting): Promise<void> {
	for (const job of await jobs.getJobs(['active', 'waiting', 'delayed'])) {
		const status = statuses.get(job?.id ?? '');
		if (!job?.id || !status || !isOpen(status)) continue;
		if (job.attemptsStarted === 0) await job.remove().catch(trouble);
		else out.set(job.id, QueueJob.safeParse(job.data).data?.budget);
	}
}

/** Takes the journals of debates that are over; in the first round, what could not be held is tried again. */
async function collectEnded({run, queue, statuses, out, given}: Collecting, round: number): Promise<void> {
	const {jobs} = queue;
	for (const id of await jobs.getRanges(['completed', 'failed'], 0, -1)) {
		const status = statuses.get(id);
		if (!status || !isOpen(status) || given.has(id)) continue;
		const job = await jobs.getJob(id);
		if (!job) continue;
		takeJournal(status.journal, job.returnvalue ?? (await lastCopy(queue, job)));
		await job.clearLogs();
		const after = statusOf(status.item, run.folder);
		statuses.set(id, after);
		out.delete(id);
		if (!isOpen(after)) run.watch.ended(after);
		else if (round === 0) await job.remove();
		else given.set(id, {item: status.item, reason: job.failedReason ?? notWhole});
	}
}

const nothing: Amount = {usd: 0, tokens: 0};

/**
 * Adds as many debates to the queue as there is money for. What is out is added again every so often: that does nothing
 * where the queue has it, and a server that lost its data gets it back.
 */
async function handOut({run, queue, statuses, documents, out, given}: Collecting, round: number): Promise<void> {
	const {budget, expected, name} = run;
	const used = sumOf([...statuses].map(([id, {spent}]) => (out.has(id) ? amountOf(out.get(id)) : spent)));
	let left = leftOf(budget, used);
	const added = round % addEvery === 0 ? [...out.keys()] : [];
	for (const [id, status] of statuses) {
		if (!isOpen(status) || out.has(id) || given.has(id)) continue;
		const {spent} = status;
		const wanted = expected.get(status.item.folder) ?? nothing;
		const share = shareOf(left, wanted, spent);
		// One that would get less than usual waits for what others leave.
		if (share === 'none' || (out.size > 0 && !isWhole(share, wanted))) break;
		out.set(id, share);
		added.push(id);
		const {usd, tokens} = amountOf(share);
		left = leftOf(left, {usd: usd - spent.usd, tokens: tokens - spent.tokens});
	}
	const items = added.flatMap(id => statuses.get(id)?.item ?? []);
	if (documents && items.length > 0) await shareDocuments(documents, queue);
	await queue.jobs.addBulk(
		items.map(item => {
			const id = jobId(name, item);
			const data = {name, item: withoutFiles(item), budget: out.get(id), documents: documents?.key};
			return {name: 'debate', data, opts: {jobId: id, ...jobOptions}};
		}),
	);
}

/** Marks the debates that other workers are at. */
async function watchOthers({run: {watch}, queue, statuses}: Collecting): Promise<void> {
	for (const job of await queue.jobs.getJobs(['active'])) {
		const status = statuses.get(job?.id ?? '');
		if (!job || !status || !isOpen(status) || job.processedBy === workerName) continue;
		watch.began(status.item, job.processedBy);
		watch.heard(status.item, Number(job.progress) || 0);
	}
}

/** The file of a topic lies on this machine, and a worker may not. */
function refuseFiles(known: readonly ItemStatus[]): void {
	const file = known.find(({item}) => item.topic.startsWith('@'));
	if (file)
		throw new UsageError({
			what: 'A topic in a file cannot be handed to workers elsewhere',
			value: file.item.topic,
			from: 'the batch’s "topics"',
			todo: 'Write the topic itself, or leave --redis out.',
		});
}
