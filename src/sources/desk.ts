/**
 * Documents that are open in a worker. They are read there while nobody waits for them; what is then asked takes
 * milliseconds, and is answered at once, so that a rehearsed debate goes the same way each time.
 */
import {MessageChannel, receiveMessageOnPort, Worker} from 'node:worker_threads';
import {UsageError} from '../debate/usage-error.ts';
import type {SourceDesk} from '../debate/sources.ts';
import type {QuotationFinding, SourcePassage} from '../debate/citations/standing.ts';
import type {DeskRequest, LibraryInput, Opened, WorkerInput} from './worker.ts';

/** How long reading may take, and an answer, in milliseconds; and the memory that both may have, in MB. */
const limits = {reading: 60_000, answer: 2000, memory: 1500} as const;

/** Opens what the user named. Throws `UsageError`. */
export async function openSources(library: LibraryInput, signal: AbortSignal): Promise<SourceDesk> {
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
		const opened = await firstMessage(worker, ours, signal);
		if (!opened.ok) throw opened.isUsage ? new UsageError(opened.message) : new Error(opened.message);
		worker.unref();
		ours.unref();
		return deskOf(opened, ours, answered, close);
	} catch (error) {
		close();
		throw error;
	}
}

/** Beside the bundle it is bundled, beside the sources it is a source. */
const workerFile = (): URL =>
	new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './sources-worker.js', import.meta.url);

async function firstMessage(
	worker: Worker,
	port: {once(event: 'message', listener: (opened: Opened) => void): unknown},
	signal: AbortSignal,
): Promise<Opened> {
	const {promise, resolve, reject} = Promise.withResolvers<Opened>();
	const slow = setTimeout(() => reject(tooLong()), limits.reading);
	const abort = (): void => reject(signal.reason);
	signal.addEventListener('abort', abort, {once: true});
	port.once('message', resolve);
	worker.once('error', error => reject(isOutOfMemory(error) ? tooMuch() : error));
	try {
		return await promise;
	} finally {
		clearTimeout(slow);
		signal.removeEventListener('abort', abort);
	}
}

const isOutOfMemory = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooLong = (): UsageError =>
	new UsageError({
		what: `The sources were not read within ${limits.reading / 1000} seconds`,
		from: '--sources',
		todo: 'Name fewer documents, or smaller ones.',
	});

const tooMuch = (): UsageError =>
	new UsageError({
		what: `The sources take more than ${limits.memory} MB of memory`,
		from: '--sources',
		todo: 'Name fewer documents, or smaller ones.',
	});

type DeskAnswers = {
	readonly check: QuotationFinding;
	readonly search: readonly SourcePassage[];
	readonly passage: SourcePassage | undefined;
};
type Port = MessageChannel['port1'];

function deskOf(
	{documents, whole, left}: Extract<Opened, {ok: true}>,
	port: Port,
	answered: Int32Array,
	close: () => void,
): SourceDesk {
	let asked = 0;
	/** Undefined where no answer comes in time; one that comes later is not taken for that of another request. */
	function ask<A extends DeskRequest['ask']>(request: Extract<DeskRequest, {ask: A}>): DeskAnswers[A] | undefined {
		const id = ++asked;
		const until = performance.now() + limits.answer;
		Atomics.store(answered, 0, 0);
		port.postMessage({...request, id});
		for (;;) {
			for (let given = receiveMessageOnPort(port); given; given = receiveMessageOnPort(port))
				if (given.message.id === id) return given.message.value;
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
		close,
	};
}
