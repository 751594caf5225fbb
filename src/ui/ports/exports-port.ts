/** What was written, and what is to be said of it: a picture beside it, or why there is none. */
export type WrittenExport = {readonly path: string; readonly note?: string};

/** A write that can be watched and stopped: `progress` is told which part of it is done, from 0 to 1. */
export type WatchedWrite = {readonly signal?: AbortSignal; readonly progress?: (share: number) => void};

/** The ways out of a debate: makes it in a format, to be looked at; writes it, or rejects with the signal's reason. */
export type ExportsPort = {
	readonly formats: readonly {readonly id: string; readonly name: string}[];
	readonly preview: (format: string) => Promise<string>;
	readonly write: (format: string, writing?: WatchedWrite) => Promise<WrittenExport>;
};
