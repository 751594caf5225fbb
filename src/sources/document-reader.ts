/**
 * Documents are read one at a time in a worker of their own, whatever reads them. One that takes too long or too much
 * memory ends that worker; the next file gets a new one.
 */
import {parentPort, Worker, workerData} from 'node:worker_threads';
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

/**
 * For one document: milliseconds of the processor, and MB of memory by which the program may grow; a little more has
 * come by the time that it is seen.
 */
type ReaderLimits = {readonly ms: number; readonly memory: number};
const readerLimits: ReaderLimits = {ms: 10_000, memory: 170};
/** On a busy machine it may take so many times as long by the clock. */
const busy = 3;
/** How often it is looked at, in milliseconds: what a file unpacks to comes fast. */
const lookEvery = 10;

type ReadTask = {readonly path: string; readonly number: number};
type ReadOutcome = {readonly document: CutDocument} | {readonly refused: string};

export type DocumentReader = {
	/** Throws `NotReadable` for whatever cannot be read, with the reason in words. */
	readonly read: (path: string, number: number) => Promise<CutDocument>;
	readonly close: () => Promise<void>;
};

/**
 * `workerFile` is the program of the worker, which calls `serveReader`. What a file unpacks to lies outside of the
 * worker’s heap, and is seen in the memory of the whole process alone.
 */
export function documentReader(workerFile: URL, limits: ReaderLimits = readerLimits): DocumentReader {
	let worker: Worker | undefined;
	let before = 0;
	const close = async (): Promise<void> => {
		const ended = worker;
		worker = undefined;
		await ended?.terminate();
	};
	const grown = (): number => (process.memoryUsage.rss() - before) / 1e6;
	function start(): Worker {
		before = process.memoryUsage.rss();
		const resourceLimits = {maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 16};
		return new Worker(workerFile, {workerData: {readsDocuments: true}, resourceLimits});
	}
	return {
		close,
		async read(path, number) {
			const reading = (worker ??= start());
			const {promise, resolve} = Promise.withResolvers<ReadOutcome>();
			const refuse = (refused: string): void => resolve({refused});
			const large = `it takes more than ${limits.memory} MB of memory to read`;
			const [began, used] = [performance.now(), process.cpuUsage()];
			const look = setInterval(() => {
				const {user, system} = process.cpuUsage(used);
				const isSlow = (user + system) / 1000 > limits.ms || performance.now() - began > busy * limits.ms;
				if (grown() > limits.memory) refuse(large);
				else if (isSlow) refuse(`it was not read within ${limits.ms / 1000} seconds`);
			}, lookEvery);
			const failed = (error: unknown): void => refuse(isOutOfMemory(error) ? large : whyNot(error));
			reading.on('message', resolve).on('error', failed);
			try {
				reading.postMessage({path, number} satisfies ReadTask, []);
				const answer = await promise;
				if ('document' in answer) return answer.document;
				await close();
				throw new NotReadable(answer.refused);
			} finally {
				clearInterval(look);
				reading.off('message', resolve).off('error', failed).on('error', ignoreEnded);
				if (grown() > limits.memory / 2) await close();
			}
		},
	};
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

const readsDocuments = (data: unknown): boolean =>
	typeof data === 'object' && data !== null && 'readsDocuments' in data;

/** Answers what is asked in a worker of `documentReader`; does nothing elsewhere. */
export function serveReader(): void {
	if (!readsDocuments(workerData)) return;
	parentPort?.on('message', ({path, number}: ReadTask) => {
		cutDocument(path, number).then(
			document => parentPort?.postMessage({document} satisfies ReadOutcome, []),
			(error: unknown) => parentPort?.postMessage({refused: whyNot(error)} satisfies ReadOutcome, []),
		);
	});
}
