/** What the process that reads documents is told, and answers. */
import type {SourcePassage} from '../debate/citations/standing.ts';
import type {ReadDocument} from './read-document.ts';

/** A document that was read and cut; `bytes` are those of its file, `size` those of its text. */
export type CutDocument = Pick<ReadDocument, 'title' | 'kind' | 'bytes' | 'hash' | 'share' | 'left'> & {
	readonly size: number;
	readonly words: number;
	readonly about: string;
	readonly passages: readonly SourcePassage[];
};

/** For one document: milliseconds of the processor, and MB of memory of the whole process that reads it. */
export type ReaderLimits = {readonly ms: number; readonly memory: number};

export type ReadTask = {readonly path: string; readonly number: number; readonly limits: ReaderLimits};
/** A process that `isSpent` reads no other document: it is still at this one, or has no memory left. */
export type ReadOutcome =
	{readonly document: CutDocument} | {readonly refused: string; readonly isSpent?: true; readonly isLarge?: true};

/** The first argument of such a process. */
export const readsDocuments = '--reads-documents';
