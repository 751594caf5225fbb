/** What ties an export to the journal that it was made of. */
import {fillSlots, type EpisodeWords} from '../languages/language.ts';

/** `head` is the hash of the last event, which stands for all before it; `fault` is what a signature lacks. */
export type JournalMark = {
	readonly events: number;
	readonly head: string;
	readonly signedBy?: string;
	readonly fault?: string;
};

/** In English, without a full stop. */
const journalText = ({events, head, signedBy, fault}: JournalMark): string => {
	const signed = signedBy === undefined ? 'not signed' : `signed by ${signedBy}`;
	return `Journal of ${events} events, the last with SHA-256 ${head}; ${fault === undefined ? signed : `not signed: ${fault}`}`;
};

/** The same in the debate’s language. */
export function journalIn(mark: JournalMark, {code, figures: {journal}}: EpisodeWords): string {
	if (code === 'en') return journalText(mark);
	const {events, head, signedBy, fault} = mark;
	const isSigned = signedBy !== undefined && fault === undefined;
	return fillSlots(journal[isSigned ? 1 : 0], {count: String(events), head, by: signedBy ?? ''});
}
