/** What was written, and what is to be said of it: a picture beside it, or why there is none. */
export type WrittenExport = {readonly path: string; readonly note?: string};

/** The ways out of a debate: makes it in a format, to be looked at; writes it. */
export type ExportsPort = {
	readonly formats: readonly {readonly id: string; readonly name: string}[];
	readonly preview: (format: string) => Promise<string>;
	readonly write: (format: string) => Promise<WrittenExport>;
};
