/** Citations as they are shown: in words, by their sign, and with the passage that they belong to. */
import type {SourcePassage} from '../citations/standing.ts';
import type {Claim} from '../claims.ts';
import type {SpokenCitation} from '../protocol.ts';
import {
	citationsOf,
	isFaulty,
	isStatement,
	isUndecided,
	stands,
	type CitationEvent,
	type SourceDocument,
	type SourcesState,
	type SupportEvent,
} from '../sources.ts';
import type {DebateState, Turn} from '../state.ts';
import {splitSentences} from '../text/sentences.ts';

/** How a citation stands, at a glance. `judged` is what code does not decide. */
export type CitationSign = 'verified' | 'altered' | 'false' | 'judged';

export const signOf = (citation: Pick<CitationEvent, 'standing' | 'sense' | 'givenTo' | 'support'>): CitationSign => {
	if (isFaulty(citation)) return 'false';
	if (isUndecided(citation)) return 'judged';
	if (citation.support?.answer === 'opposite' || citation.support?.answer === 'no') return 'false';
	if (stands(citation)) return 'verified';
	return citation.standing === 'altered' ? 'altered' : 'judged';
};

const inWords: Readonly<Record<CitationEvent['standing'], string>> = {
	verified: 'word for word',
	misplaced: 'word for word, in another passage than the one named',
	altered: 'altered',
	halved: 'word for word, without what stands around it',
	translated: 'translated, not held word for word',
	absent: 'these words stand in none of the documents',
	unseen: 'there is no such passage, and the words stand nowhere',
	cited: 'in the speaker’s own words',
	unsourced: 'nobody said these words, and no document has them',
};

/**
 * What became of it, such as `altered in what it says: “fell” stands for “may have fallen” (S3.12)`. What code holds
 * against it and no judge has decided is not said.
 */
export const standingInWords = (citation: SpokenCitation): string =>
	[
		...(isSettledAsFair(citation) ? [] : [isUndecided(citation) ? 'unchecked' : wordsOf(citation)]),
		...supportInWords(citation),
		...figuresInWords(citation),
		...tableInWords(citation),
	].join('; ');

/** What code held against it fell: nothing of that is said any more. */
const isSettledAsFair = ({support}: SpokenCitation): boolean => support?.answer === 'fair';

/** A figure that its passage has not may be computed from it: only a judge says that it may not. */
function figuresInWords({figures = [], support}: SpokenCitation): readonly string[] {
	if (figures.length === 0 || support?.answer === 'supports' || support?.answer === 'partly') return [];
	const isHeld = support?.answer === 'no' || support?.answer === 'opposite';
	return [`${isHeld ? 'not in the passage' : 'unchecked'}: ${figures.join(', ')}`];
}

/** Figures that are computed of a table, and those that it could not be said of. */
const tableInWords = ({computed = [], unchecked = []}: Pick<SpokenCitation, 'computed' | 'unchecked'>) => [
	...(computed.length > 0 ? [`computed: ${computed.map(({figure, as}) => `${figure} (${as})`).join(', ')}`] : []),
	...(unchecked.length > 0 ? [`unchecked: ${unchecked.join(', ')}`] : []),
];

/** What code alone found of it, for whoever wrote it and can still change it, or has to say what it is worth. */
export function foundInWords(citation: SpokenCitation): string {
	const ofTable = tableInWords(citation);
	return citation.standing === 'cited' && ofTable.length > 0
		? ofTable.join('; ')
		: [wordsOf(citation), ...ofTable].join('; ');
}

const supports: Readonly<Record<SupportEvent['answer'], string>> = {
	supports: 'the passage bears it out',
	partly: 'the passage bears out a part of it',
	no: 'the passage does not say it',
	opposite: 'the passage says the opposite',
	false: 'not what the document says',
	unclear: 'unclear',
	fair: 'fair to what the document says',
};

/** What judges found of the passage behind a statement. */
function supportInWords({support}: SpokenCitation): readonly string[] {
	if (!support || support.answer === 'unclear' || support.looks.length === 0) return [];
	const {answer, evidence} = support;
	const isPlain = ['no', 'supports', 'fair'].includes(answer);
	const shown = evidence !== undefined && !isPlain ? `: “${evidence}”` : '';
	return [`judged: ${supports[answer]}${shown}`];
}

function wordsOf(citation: SpokenCitation): string {
	const {standing, differences = [], passage, named, sense, unshown, givenTo} = citation;
	const shown =
		unshown && passage !== null && signOf(citation) === 'verified' ? ' (a passage that the speaker was not shown)' : '';
	if (standing === 'cited' && passage === null) return 'there is no such passage';
	if (givenTo !== undefined && passage !== null) return `word for word in ${passage}, and given to ${givenTo}${shown}`;
	if (standing === 'halved' && passage !== null && citation.support?.answer === 'false')
		return `cut out of a sentence that says something else: “${differences[0]?.stands ?? ''}” is left out (${passage})`;
	if (standing === 'misplaced' && passage !== null && named.length > 0)
		return `word for word, in ${passage} and not in ${named.join(', ')}${shown}`;
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

// What chairs have cited for a claim of the ledger, and against it.

/** Citations that code or the bench does not hold to be false: for a claim, and against it. */
type ClaimCitations = {readonly for: readonly CitationEvent[]; readonly against: readonly CitationEvent[]};

/** By the sentences in which it was made, granted, met or given up, and those of the claims made against it. */
export function claimCitations({turns, formats}: Pick<DebateState, 'turns' | 'formats'>, claim: Claim): ClaimCitations {
	const citedIn = (turnId: string, sentence: string): readonly CitationEvent[] => {
		const turn = turns.find(({id}) => id === turnId);
		if (!turn?.citations) return [];
		const sentences = splitSentences(turn.text);
		return citationsOf(turn).filter(
			citation => bearsOut(citation) && isSameSentence(sentences[citation.sentence - 1] ?? '', sentence),
		);
	};
	const {settled, status} = claim;
	const settling = settled ? citedIn(settled.turnId, settled.sentence) : [];
	const accepts = status === 'answered' && settled?.granted === true;
	const opposed = formats.ledger.claims.filter(({against}) => against === claim.id);
	return {
		for: [...citedIn(claim.turnId, claim.sentence), ...(accepts ? settling : [])],
		against: [...(accepts ? [] : settling), ...opposed.flatMap(({turnId, sentence}) => citedIn(turnId, sentence))],
	};
}

/** Whether it counts for what it is cited for, as far as anybody has looked. */
const bearsOut = (citation: CitationEvent): boolean =>
	citation.passage !== null &&
	(stands(citation) || (isStatement(citation) && !['no', 'opposite'].includes(citation.support?.answer ?? '')));

function isSameSentence(one: string, other: string): boolean {
	const [said, named] = [one, other].map(text => text.replaceAll(/\s+/gu, ' ').trim());
	return said !== undefined && named !== undefined && named !== '' && (said.includes(named) || named.includes(said));
}

/** `for it S3.12, against it S1.4 S2.7`; undefined where nothing is cited. */
export function claimPassages(state: Pick<DebateState, 'turns' | 'formats'>, claim: Claim): string | undefined {
	const cited = claimCitations(state, claim);
	const ids = (citations: readonly CitationEvent[]): string =>
		[...new Set(citations.map(({passage}) => passage ?? ''))].slice(0, 3).join(' ');
	const parts = [
		...(cited.for.length > 0 ? [`for it ${ids(cited.for)}`] : []),
		...(cited.against.length > 0 ? [`against it ${ids(cited.against)}`] : []),
	];
	return parts.length === 0 ? undefined : parts.join(', ');
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

/** How many of these files, `name: reason`, end in what: `2 .tex, 1 .odt`. */
export const byEnding = (left: readonly string[]): string =>
	[...Map.groupBy(left, file => /^[^:]*(\.[\p{L}\d]{1,8}):/u.exec(file)?.[1]?.toLowerCase() ?? 'without an ending')]
		.toSorted(([, one], [, other]) => other.length - one.length)
		.map(([ending, files]) => `${files.length} ${ending}`)
		.join(', ');

/** How often each document was cited, by whom, and how it stands: documents that nobody cited are left out. */
type CitedDocument = {
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
