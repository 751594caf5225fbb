/**
 * Documents that are open in a worker. They are read there while nobody waits for them; what is then asked takes
 * milliseconds, and is answered at once, so that a rehearsed debate goes the same way each time.
 */
import {MessageChannel, receiveMessageOnPort, Worker} from 'node:worker_threads';
import {UsageError} from '../debate/usage-error.ts';
import type {SourceDesk} from '../debate/sources.ts';
import type {QuotationFinding, SourcePassage} from '../debate/citations/standing.ts';
import type {FetchedFile} from './find-files.ts';
import type {Added, DeskRequest, FileBegun, LibraryInput, Opened, WorkerInput} from './worker.ts';

/** How long reading may take, and an answer, in milliseconds; and the memory that reading may take, in MB. */
type DeskLimits = {readonly reading: number; readonly answer: number; readonly memory: number};
// Each document has narrower ones of its own (document-reader.ts).
const usual: DeskLimits = {reading: 300_000, answer: 2000, memory: 400};

/** A desk to which documents can be added: they are read in the worker, while everything else is answered. */
export type GrowingDesk = SourceDesk & {
	readonly add: (pages: readonly FetchedFile[], signal: AbortSignal) => Promise<Added>;
};

/** Opens what the user named. Throws `UsageError`. */
export async function openSources(
	library: LibraryInput,
	signal: AbortSignal,
	limits: DeskLimits = usual,
): Promise<GrowingDesk> {
	const {port1: ours, port2: theirs} = new MessageChannel();
	const answered = new Int32Array(new SharedArrayBuffer(4));
	const worker = new Worker(workerFile(), {
		workerData: {library, port: theirs, answered} satisfies WorkerInput,
		transferList: [theirs],
		resourceLimits: {maxOldGenerationSizeMb: limits.memory},
	});
	const close = (): void => {
		ours.close();
		void worker.terminate();
	};
	try {
		const opened = await openedBy(worker, ours, signal, limits);
		if (!opened.ok) throw opened.isUsage ? new UsageError(opened.message) : new Error(opened.message);
		worker.unref();
		ours.unref();
		return deskOf(opened, ours, answered, limits, close);
	} catch (error) {
		close();
		throw error;
	}
}

/** Beside the bundle it is bundled, beside the sources it is a source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sources-worker.js', import.meta.url);

/** Waits until all is read. A refusal names the file that was being read. */
async function openedBy(
	worker: Worker,
	port: MessageChannel['port1'],
	signal: AbortSignal,
	limits: DeskLimits,
): Promise<Opened> {
	const {promise, resolve, reject} = Promise.withResolvers<Opened>();
	let file: string | undefined;
	const slow = setTimeout(() => reject(tooLong(limits, file)), limits.reading);
	const abort = (): void => reject(signal.reason);
	const hear = (message: Opened | FileBegun): void => {
		if ('reading' in message) file = message.reading;
		else resolve(message);
	};
	signal.addEventListener('abort', abort, {once: true});
	port.on('message', hear);
	worker.once('error', error => reject(isOutOfMemory(error) ? tooMuch(limits, file) : error));
	try {
		return await promise;
	} finally {
		clearTimeout(slow);
		port.off('message', hear);
		signal.removeEventListener('abort', abort);
	}
}

const isOutOfMemory = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooLong = ({reading}: DeskLimits, file: string | undefined): UsageError =>
	new UsageError({
		what: `The sources were not read within ${reading / 1000} seconds${stoppedAt(file)}`,
		...(file !== undefined && {value: file}),
		from: '--sources',
		todo: todoFor(file),
	});

const tooMuch = ({memory}: DeskLimits, file: string | undefined): UsageError =>
	new UsageError({
		what: `The sources take more than ${memory} MB of memory${stoppedAt(file)}`,
		...(file !== undefined && {value: file}),
		from: '--sources',
		todo: todoFor(file),
	});

const stoppedAt = (file: string | undefined): string => (file === undefined ? '' : '; reading stopped at this file');
const todoFor = (file: string | undefined): string =>
	file === undefined
		? 'Name fewer documents, or smaller ones.'
		: 'Leave this file out, or save what you need of it as text.';

/** What is answered at once. */
type DeskAnswers = {
	readonly check: QuotationFinding;
	readonly search: readonly SourcePassage[];
	readonly passage: SourcePassage | undefined;
	readonly passagesOf: readonly SourcePassage[];
};
type Port = MessageChannel['port1'];

function deskOf(
	{documents, whole, left}: Extract<Opened, {ok: true}>,
	port: Port,
	answered: Int32Array,
	{answer: answerMs, reading}: DeskLimits,
	close: () => void,
): GrowingDesk {
	let asked = 0;
	const awaited = new Map<number, (added: Added) => void>();
	const hear = ({id, value}: {readonly id: number; readonly value: Added}): void => awaited.get(id)?.(value);
	async function add(pages: readonly FetchedFile[], signal: AbortSignal): Promise<Added> {
		const id = ++asked;
		const {promise, resolve, reject} = Promise.withResolvers<Added>();
		const end = AbortSignal.any([signal, AbortSignal.timeout(reading)]);
		end.addEventListener('abort', () => reject(end.reason), {once: true});
		awaited.set(id, resolve);
		port.on('message', hear);
		port.postMessage({ask: 'add', input: pages, id} satisfies DeskRequest & {id: number});
		try {
			return await promise;
		} finally {
			awaited.delete(id);
			port.off('message', hear);
			port.unref();
		}
	}
	/** Undefined where no answer comes in time; one that comes later is not taken for that of another request. */
	function ask<A extends keyof DeskAnswers>(request: Extract<DeskRequest, {ask: A}>): DeskAnswers[A] | undefined {
		const id = ++asked;
		const until = performance.now() + answerMs;
		Atomics.store(answered, 0, 0);
		port.postMessage({...request, id});
		for (;;) {
			for (let given = receiveMessageOnPort(port); given; given = receiveMessageOnPort(port)) {
				if (given.message.id === id) return given.message.value;
				hear(given.message);
			}
			const left = until - performance.now();
			if (left <= 0 || Atomics.wait(answered, 0, 0, left) === 'timed-out') return undefined;
			Atomics.store(answered, 0, 0);
		}
	}
	return {
		open: true,
		documents,
		whole,
		left,
		check: quotation => ask({ask: 'check', input: quotation}),
		search: (queries, known) => ask({ask: 'search', input: {queries, known}}) ?? [],
		passage: id => ask({ask: 'passage', input: id}),
		passagesOf: number => ask({ask: 'passagesOf', input: number}) ?? [],
		add,
		close,
	};
}
