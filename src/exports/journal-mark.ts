/** What ties an export to the journal that it was made of. */

/** `head` is the hash of the last event, which stands for all before it; `fault` is what a signature lacks. */
export type JournalMark = {
	readonly events: number;
	readonly head: string;
	readonly signedBy?: string;
	readonly fault?: string;
};

/** In English, without a full stop. */
export const journalText = ({events, head, signedBy, fault}: JournalMark): string => {
	const signed = signedBy === undefined ? 'not signed' : `signed by ${signedBy}`;
	return `Journal of ${events} events, the last with SHA-256 ${head}; ${fault === undefined ? signed : `not signed: ${fault}`}`;
};
