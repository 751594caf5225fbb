/** A request to a voice as it was recorded. */
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
	readonly prompt?: RemadePrompt;
};

/**
 * The messages of a request, made again from the journal. `same` if their hash is the one that was kept of what was
 * sent, `other` if it is not, `unchecked` where none was kept.
 */
export type RemadePrompt = {
	readonly messages: readonly {readonly role: string; readonly text: string}[];
	readonly check: 'same' | 'other' | 'unchecked';
};

/** `missing` says why there are no prompts. */
export type TurnCalls = {readonly calls: readonly RecordedCall[]; readonly missing?: string};

/** The requests that a turn took: its own, and those about it. Rejects where the files cannot be read. */
export type CallsPort = (turnId: string) => Promise<TurnCalls>;
