/**
 * Documents are read one at a time in a process of their own, whatever reads them. One that takes too long or too much
 * memory ends that process, and all that it took is given back; the next file gets a new one.
 */
import {fork, type ChildProcess, type ForkOptions} from 'node:child_process';
import {parentPort, workerData} from 'node:worker_threads';
import {countWords, reasonOf} from '../debate/text/words.ts';
import {aboutOf, cutPassages} from './cut-passages.ts';
import {NotReadable} from './document-text.ts';
import {readDocument} from './read-document.ts';
import {readsDocuments, type CutDocument, type ReaderLimits, type ReadOutcome, type ReadTask} from './reader-task.ts';

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

/** Run from its sources, Node itself takes 100 MB more to strip them of types. */
const limitsOf = (program: URL): ReaderLimits => ({ms: 10_000, memory: isSource(program) ? 300 : 200});
const isSource = ({pathname}: URL): boolean => pathname.endsWith('.ts');
/** By the clock, in times of the processor's time: the process says itself when it was too slow, unless it hangs. */
const hangs = 6;

type DocumentReader = {
	/** Throws `NotReadable` for whatever cannot be read, with the reason in words. */
	readonly read: (path: string, number: number) => Promise<CutDocument>;
	readonly close: () => void;
};

/**
 * `thread` is the program of the thread, which calls `serveReader`. The process is kept for the next document unless
 * one was too much for it; what is too large for a used one is read again in a new one.
 */
export function documentReader(thread: URL, limits: ReaderLimits = limitsOf(thread)): DocumentReader {
	const program = new URL(isSource(thread) ? './reader-process.ts' : './sources-reader.js', thread);
	let running: {readonly process: ChildProcess; reads: number} | undefined;
	const close = (): void => {
		running?.process.kill('SIGKILL');
		running = undefined;
	};
	const options: ForkOptions = {execArgv: [], env: {}, serialization: 'advanced', stdio: 'ignore'};
	/** It sees none of the user's variables. An error of one that is ended is nobody's: whoever waited has been told. */
	const start = (): ChildProcess => fork(program, [readsDocuments, thread.href], options).on('error', () => undefined);
	async function read(path: string, number: number): Promise<CutDocument> {
		const reading = (running ??= {process: start(), reads: 0});
		reading.reads += 1;
		const answer = await answerOf(reading.process, {path, number, limits});
		if ('document' in answer) return answer.document;
		if (answer.isSpent === true) close();
		if (answer.isLarge === true && reading.reads > 1) return read(path, number);
		throw new NotReadable(answer.refused);
	}
	return {read, close};
}

async function answerOf(reading: ChildProcess, task: ReadTask): Promise<ReadOutcome> {
	const {promise, resolve} = Promise.withResolvers<ReadOutcome>();
	const ended = (): void => resolve({refused: 'the program that reads it ended', isSpent: true});
	const failed = (error: unknown): void => resolve({refused: whyNot(error), isSpent: true});
	const late = setTimeout(failed, hangs * task.limits.ms, new NotReadable('the program that reads it hangs'));
	reading.on('message', resolve).on('exit', ended).on('error', failed);
	reading.send(task);
	const answer = await promise;
	clearTimeout(late);
	reading.off('message', resolve).off('exit', ended).off('error', failed);
	return answer;
}

const whyNot = (error: unknown): string =>
	error instanceof NotReadable
		? error.message
		: error instanceof RangeError
			? 'it is nested too deep, or too long, to be read'
			: `it cannot be read: ${reasonOf(error)}`;

/** Answers what is asked in the thread of a `documentReader`; does nothing elsewhere. */
export function serveReader(): void {
	if (typeof workerData !== 'object' || workerData === null || !('readsDocuments' in workerData)) return;
	parentPort?.on('message', ({path, number}: Omit<ReadTask, 'limits'>) => {
		cutDocument(path, number).then(
			document => parentPort?.postMessage({document} satisfies ReadOutcome, []),
			(error: unknown) => parentPort?.postMessage({refused: whyNot(error)} satisfies ReadOutcome, []),
		);
	});
}
