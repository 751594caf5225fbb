/** Citations as they are shown: in words, by their sign, and with the passage that they belong to. */
import type {SourcePassage} from '../citations/standing.ts';
import type {SpokenCitation} from '../protocol.ts';
import {
	citationsOf,
	isFaulty,
	type CitationEvent,
	type SourceDocument,
	type SourcesState,
	type SupportEvent,
} from '../sources.ts';
import type {DebateState, Turn} from '../state.ts';

/** How a citation stands, at a glance. `judged` is what code does not decide. */
export type CitationSign = 'verified' | 'altered' | 'false' | 'judged';

export const signOf = (citation: Pick<CitationEvent, 'standing' | 'sense' | 'passage'>): CitationSign => {
	const {standing, passage} = citation;
	if (isFaulty(citation) || standing === 'unsourced' || (standing === 'cited' && passage === null)) return 'false';
	if (standing === 'verified' || standing === 'misplaced') return 'verified';
	return standing === 'altered' ? 'altered' : 'judged';
};

const inWords: Readonly<Record<CitationEvent['standing'], string>> = {
	verified: 'word for word',
	misplaced: 'word for word, in another passage than the one named',
	altered: 'altered',
	translated: 'translated, not held word for word',
	absent: 'these words stand in none of the documents',
	unseen: 'there is no such passage, and the words stand nowhere',
	cited: 'in the speaker’s own words',
	unsourced: 'nobody said these words, and no document has them',
};

/** What code found of it, such as `altered in what it says: “fell” stands for “may have fallen” (S3.12)`. */
export const standingInWords = (citation: SpokenCitation): string =>
	[
		wordsOf(citation),
		...supportInWords(citation),
		...(citation.figures?.length ? [`not in the passage: ${citation.figures.join(', ')}`] : []),
	].join('; ');

const supports: Readonly<Record<SupportEvent['answer'], string>> = {
	supports: 'the passage bears it out',
	partly: 'the passage bears out a part of it',
	no: 'the passage does not say it',
	opposite: 'the passage says the opposite',
};

/** As judges found it. */
function supportInWords({support}: SpokenCitation): readonly string[] {
	if (!support) return [];
	const {answer, evidence} = support;
	const shown = evidence !== undefined && answer !== 'no' && answer !== 'supports' ? `: “${evidence}”` : '';
	return [`judged: ${supports[answer]}${shown}`];
}

function wordsOf(citation: SpokenCitation): string {
	const {standing, differences = [], passage, sense, unshown} = citation;
	const shown =
		unshown && passage !== null && signOf(citation) === 'verified' ? ' (a passage that the speaker was not shown)' : '';
	if (standing === 'cited' && passage === null) return 'there is no such passage';
	if (standing !== 'altered') return `${inWords[standing]}${shown}`;
	const changes = differences
		.slice(0, 3)
		.map(({said, stands}) =>
			said === ''
				? `“${stands}” is left out`
				: stands === ''
					? `“${said}” is added`
					: `“${said}” stands for “${stands}”`,
		);
	const what = sense === undefined ? 'altered' : 'altered in what it says';
	return `${what}${changes.length > 0 ? `: ${changes.join(', ')}` : ''}${passage === null ? '' : ` (${passage})`}`;
}

/** The document that a passage is of. */
export const documentOf = ({documents}: Pick<SourcesState, 'documents'>, id: string): SourceDocument | undefined =>
	documents.find(({number}) => number === Number(/^S(\d+)/u.exec(id)?.[1]));

/** A citation with its number in the debate, from 1, and what it leads to. */
export type Reference = {
	readonly number: number;
	readonly turn: Turn;
	readonly citation: CitationEvent;
	readonly passage: SourcePassage | undefined;
	readonly document: SourceDocument | undefined;
};

/** All of a debate’s, in the order in which they were heard. */
export function referencesOf({sources, turns}: Pick<DebateState, 'sources' | 'turns'>): readonly Reference[] {
	if (!sources) return [];
	const all = turns.flatMap(turn => citationsOf(turn).map(citation => ({turn, citation})));
	return all.map(({turn, citation}, place) => {
		const {passage: id} = citation;
		return {
			number: place + 1,
			turn,
			citation,
			passage: id === null ? undefined : sources.passages[id],
			document: id === null ? undefined : documentOf(sources, id),
		};
	});
}

/** How often each document was cited, by whom, and how it stands: documents that nobody cited are left out. */
export type CitedDocument = {
	readonly document: SourceDocument;
	readonly references: readonly Reference[];
};

export function citedDocuments(state: Pick<DebateState, 'sources' | 'turns'>): readonly CitedDocument[] {
	const references = referencesOf(state);
	return (state.sources?.documents ?? []).flatMap(document => {
		const own = references.filter(reference => reference.document === document);
		return own.length === 0 ? [] : [{document, references: own}];
	});
}
