/**
 * What a person has typed of an answer and not yet said: the call it answers, and its texts by the part's name. `given`
 * has the earlier answers of the parts that are being changed.
 */
export type TypedDraft = {
	readonly call: string;
	readonly texts: Readonly<Record<string, string>>;
	readonly given?: Readonly<Record<string, string>>;
};

/** Keeps what is being typed beside the debate, so that it is there again when that is resumed. */
export type DraftPort = {
	/** What was left when the debate was last open. */
	readonly left: TypedDraft | undefined;
	readonly keep: (draft: TypedDraft) => void;
};
