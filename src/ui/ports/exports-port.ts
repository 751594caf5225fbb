/** What was written, and what is to be said of it: a picture beside it, or why there is none. */
export type WrittenExport = {readonly path: string; readonly note?: string};

/** Where a write is, in words, and the seconds that it still takes, where that does not follow from its share. */
export type WriteStep = {readonly what: string; readonly seconds?: number};

/** A write that can be watched and stopped: `progress` is told which part of it is done, from 0 to 1. */
export type WatchedWrite = {
	readonly signal?: AbortSignal;
	readonly progress?: (share: number, step?: WriteStep) => void;
};

/**
 * The ways out of a debate: makes it in a format, to be looked at; writes it, or rejects with the signal's reason or
 * with what to tell of it.
 */
export type ExportsPort = {
	readonly formats: readonly {readonly id: string; readonly name: string}[];
	readonly preview: (format: string) => Promise<string>;
	readonly write: (format: string, writing?: WatchedWrite) => Promise<WrittenExport>;
};
