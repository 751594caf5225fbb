/**
 * A request to a voice as it was recorded. Prompts are not: of a request its hash is known where its answer was kept.
 */
export type RecordedCall = {
	readonly purpose: string;
	readonly voice: string;
	readonly tries: number;
	/** Milliseconds. */
	readonly ms: number;
	/** Tokens sent and received, as the server counted them. */
	readonly tokens?: {readonly input: number; readonly output: number};
	/** Why it came to nothing. */
	readonly failed?: string;
	/** The answer as it was received; absent where it was not kept. */
	readonly answer?: string;
	readonly requestHash?: string;
};

/** The requests that a turn took: its own, and those about it. Rejects where the files cannot be read. */
export type CallsPort = (turnId: string) => Promise<readonly RecordedCall[]>;
