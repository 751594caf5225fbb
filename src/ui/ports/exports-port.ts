/** The ways out of a debate: makes it in a format, to be looked at; writes it, and gives the path. */
export type ExportsPort = {
	readonly formats: readonly {readonly id: string; readonly name: string}[];
	readonly preview: (format: string) => Promise<string>;
	readonly write: (format: string) => Promise<string>;
};
