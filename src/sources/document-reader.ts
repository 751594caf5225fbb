/**
 * Documents are read one at a time in a process of their own, whatever reads them. One that takes too long or too much
 * memory ends that process, and all that it took is given back; the next file gets a new one.
 */
import {fork, type ChildProcess} from 'node:child_process';
import {isMainThread, parentPort, Worker} from 'node:worker_threads';
import type {SourcePassage} from '../debate/citations/standing.ts';
import {countWords, reasonOf} from '../debate/text/words.ts';
import {aboutOf, cutPassages} from './cut-passages.ts';
import {NotReadable} from './document-text.ts';
import {readDocument, type ReadDocument} from './read-document.ts';

/** A document that was read and cut; `bytes` are those of its file, `size` those of its text. */
export type CutDocument = Pick<ReadDocument, 'title' | 'kind' | 'bytes' | 'hash' | 'share' | 'left'> & {
	readonly size: number;
	readonly words: number;
	readonly about: string;
	readonly passages: readonly SourcePassage[];
};

/** In characters: a line that is no longer a passage of anything. */
const longestPassage = 200_000;

/** Reads a file as the document of this number. Throws `NotReadable`, or an error of the system’s. */
export async function cutDocument(path: string, number: number): Promise<CutDocument> {
	const read = await readDocument(path);
	const passages = cutPassages(read, number);
	if (passages.some(passage => passage.text.length > longestPassage))
		throw new NotReadable(
			`it has a line of more than ${longestPassage.toLocaleString('en')} characters, which nobody can cite`,
		);
	const {title, kind, bytes, hash, text, share, left = []} = read;
	const size = Buffer.byteLength(text);
	return {
		title,
		kind,
		bytes,
		hash,
		size,
		words: countWords(text),
		about: aboutOf(passages, read),
		...(share !== undefined && {share: Math.round(share * 100) / 100}),
		...(left.length > 0 && {left: [...left]}),
		passages,
	};
}

/** For one document: milliseconds of the processor, and MB of memory of the whole process that reads it. */
type ReaderLimits = {readonly ms: number; readonly memory: number};
const readerLimits: ReaderLimits = {ms: 10_000, memory: 200};
/** On a busy machine it may take so many times as long by the clock. */
const busy = 3;
/** How often it is looked at, in milliseconds: what a file unpacks to comes fast. */
const lookEvery = 5;

type ReadTask = {readonly path: string; readonly number: number; readonly limits: ReaderLimits};
/** `spent`: the process has grown, and is not to read another. */
type ReadOutcome = ({readonly document: CutDocument} | {readonly refused: string}) & {readonly spent?: boolean};

export type DocumentReader = {
	/** Throws `NotReadable` for whatever cannot be read, with the reason in words. */
	readonly read: (path: string, number: number) => Promise<CutDocument>;
	readonly close: () => void;
};

/** What the process is told by, among its arguments, that it reads documents. */
const readsDocuments = '--reads-documents';

/**
 * `program` is what the process runs; it calls `serveReader`. The process is kept for the next document unless one
 * was refused, or left much behind.
 */
export function documentReader(program: URL, limits: ReaderLimits = readerLimits): DocumentReader {
	let running: ChildProcess | undefined;
	const close = (): void => {
		running?.kill('SIGKILL');
		running = undefined;
	};
	/** It sees none of the user's variables. */
	const start = (): ChildProcess =>
		fork(program, [readsDocuments], {execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore'});
	return {
		close,
		async read(path, number) {
			const reading = (running ??= start());
			const {promise, resolve} = Promise.withResolvers<ReadOutcome>();
			const refuse = (refused: string): void => resolve({refused});
			const ended = (): void => refuse('the program that reads it ended');
			const failed = (error: unknown): void => refuse(whyNot(error));
			const late = setTimeout(() => refuse(tooSlow(limits)), 2 * busy * limits.ms);
			reading.on('message', resolve).on('exit', ended).on('error', failed);
			reading.send({path, number, limits} satisfies ReadTask);
			const answer = await promise;
			clearTimeout(late);
			reading.off('message', resolve).off('exit', ended).off('error', failed).on('error', ignoreEnded);
			if ('refused' in answer || answer.spent === true) close();
			if ('refused' in answer) throw new NotReadable(answer.refused);
			return answer.document;
		},
	};
}

const tooSlow = ({ms}: ReaderLimits): string => `it was not read within ${ms / 1000} seconds`;
const tooLarge = ({memory}: ReaderLimits): string => `it takes more than ${memory} MB of memory to read`;

/**
 * One document in a thread: the one beside it looks at the processor and the memory of the process, of which what a
 * file unpacks to is a part that no limit of a heap sees.
 */
async function readWatched(thread: Worker, {limits, ...task}: ReadTask): Promise<ReadOutcome> {
	const {promise, resolve} = Promise.withResolvers<ReadOutcome>();
	const refuse = (refused: string): void => resolve({refused});
	const [began, used] = [performance.now(), process.cpuUsage()];
	const look = setInterval(() => {
		const {user, system} = process.cpuUsage(used);
		const isSlow = (user + system) / 1000 > limits.ms || performance.now() - began > busy * limits.ms;
		if (process.memoryUsage.rss() / 1e6 > limits.memory) refuse(tooLarge(limits));
		else if (isSlow) refuse(tooSlow(limits));
	}, lookEvery);
	const failed = (error: unknown): void => refuse(isOutOfMemory(error) ? tooLarge(limits) : whyNot(error));
	thread.on('message', resolve).on('error', failed);
	thread.postMessage(task, []);
	try {
		return await promise;
	} finally {
		clearInterval(look);
		thread.off('message', resolve).off('error', failed).on('error', ignoreEnded);
	}
}

/** Whoever waited for the worker has been told; it is ended. */
const ignoreEnded = (): void => undefined;

const isOutOfMemory = (error: unknown): boolean =>
	error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const whyNot = (error: unknown): string =>
	error instanceof NotReadable
		? error.message
		: error instanceof RangeError
			? 'it is nested too deep, or too long, to be read'
			: `it cannot be read: ${reasonOf(error)}`;

/**
 * Answers what is asked in the process of a `documentReader`, and in its thread; does nothing elsewhere. The process
 * ends with whoever started it.
 */
export function serveReader(program: string): void {
	if (!process.argv.includes(readsDocuments)) return;
	if (isMainThread) serveProcess(program);
	else serveThread();
}

function serveProcess(program: string): void {
	let thread: Worker | undefined;
	process.once('disconnect', () => void thread?.terminate());
	process.on('message', (task: ReadTask) => {
		thread ??= new Worker(new URL(program), {argv: [readsDocuments], resourceLimits: heapFor(task.limits)});
		void readWatched(thread, task).then(outcome => {
			const spent = process.memoryUsage.rss() / 1e6 > 0.7 * task.limits.memory;
			process.send?.({...outcome, spent} satisfies ReadOutcome);
		});
	});
}

const heapFor = ({memory}: ReaderLimits) => ({maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8});

function serveThread(): void {
	parentPort?.on('message', ({path, number}: Omit<ReadTask, 'limits'>) => {
		cutDocument(path, number).then(
			document => parentPort?.postMessage({document} satisfies ReadOutcome, []),
			(error: unknown) => parentPort?.postMessage({refused: whyNot(error)} satisfies ReadOutcome, []),
		);
	});
}
