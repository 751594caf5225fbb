/**
 * Documents that a debate stands on: what of them was shown to whom, what was looked for, and what the chairs cite.
 * The journal has the text of every passage that came into a prompt, so that nothing of this needs the documents again.
 */
import {z} from 'zod';
import type {QuotationFinding, SourcePassage, CitedQuotation} from './citations/standing.ts';
import {findingOf, type EvaluationEvent} from './evaluation.ts';

/** `name` is its file below what the user named; `about` says in a line what is in it. */
export const SourceDocument = z.object({
	number: z.int().positive(),
	title: z.string(),
	name: z.string(),
	kind: z.string(),
	bytes: z.int().nonnegative(),
	words: z.int().nonnegative(),
	/** SHA-256 of the file, hex. */
	hash: z.string(),
	passages: z.int().nonnegative(),
	about: z.string(),
	/** Which part of its characters was taken, from 0 to 1, where a reader chose. */
	share: z.number().min(0).max(1).optional(),
	/** What was left out of it, or could not be read. */
	left: z.array(z.string()).optional(),
	/** Where and when it was fetched, and the file in the debate’s folder `fetched` that keeps what came. */
	fetched: z
		.object({
			url: z.string(),
			/** Where redirects led to. */
			final: z.string().optional(),
			at: z.string(),
			file: z.string().regex(/^[0-9a-f]{64}\.[a-z0-9]{1,8}$/u),
		})
		.optional(),
});
export type SourceDocument = z.infer<typeof SourceDocument>;

const PassageText = z.object({id: z.string().min(1), place: z.string(), text: z.string()});

const SourcesEvent = z.object({
	type: z.literal('sources'),
	documents: z.array(SourceDocument),
	/** Whether all of them stands in every prompt. */
	whole: z.boolean(),
	/** Files that were passed over, each with the reason. */
	left: z.array(z.string()).optional(),
	/** Documents are listed as they are cited: these come to those that were listed before. */
	cited: z.literal(true).optional(),
	/** How many pages may be found during the debate. */
	pages: z.int().positive().optional(),
	/** Pages that a search during the debate has brought: they come to the documents that were listed before. */
	found: z.object({seat: z.string().min(1), query: z.string()}).optional(),
});

/** Passages, when their text first comes into a prompt or is cited. */
const PassagesEvent = z.object({type: z.literal('passages'), passages: z.array(PassageText)});

/** What a seat looked for, and the ids of what it was given. */
const ResearchEvent = z.object({
	type: z.literal('research'),
	seat: z.string().min(1),
	queries: z.array(z.string()),
	found: z.array(z.string()),
});
type ResearchEvent = z.infer<typeof ResearchEvent>;

/**
 * What became of a citation, as code finds it. `cited` is a statement that names a passage and quotes none of its
 * words; `unsourced` are words that a sentence gives to a document without naming a passage, and that nobody said and
 * no document has; of what was `halved` something stands around the words that may govern them.
 */
const CitationStanding = z.enum([
	'verified',
	'misplaced',
	'altered',
	'halved',
	'translated',
	'absent',
	'unseen',
	'cited',
	'unsourced',
]);
type CitationStanding = z.infer<typeof CitationStanding>;

/**
 * What judges say, and never code, from what speaks most against the speaker: how far a passage bears a statement out,
 * and whether words that code could not hold against the documents were given to them falsely.
 */
export const judgedGrades = {
	statement: ['opposite', 'no', 'partly', 'supports'],
	quotation: ['false', 'unclear', 'fair'],
} as const;
const SupportGrade = z.enum([...judgedGrades.statement, ...judgedGrades.quotation]);

/** What the bench found of a citation that code cannot decide, by where its mark stands in the turn. */
const SupportEvent = z.object({
	type: z.literal('support'),
	turnId: z.string().min(1),
	citation: z.int().nonnegative(),
	answer: SupportGrade,
	/** The sentence of the passage that decides it. */
	evidence: z.string().optional(),
	looks: z.array(z.object({judge: z.string().min(1), answer: SupportGrade})),
});
export type SupportEvent = z.infer<typeof SupportEvent>;

export const CitationEvent = z.object({
	type: z.literal('citation'),
	turnId: z.string().min(1),
	/** Number of its sentence in the turn, from 1. */
	sentence: z.int().positive(),
	/** Where its mark stands in the turn’s text, in UTF-16 units. */
	offset: z.int().nonnegative(),
	/** The ids as the speaker named them. */
	named: z.array(z.string()),
	/** Where the words stand, or what was named; null where no such passage is. */
	passage: z.string().nullable(),
	quote: z.string().nullable(),
	standing: CitationStanding,
	/** Set where it was altered in what it says: on what that turns. */
	sense: z.enum(['negation', 'hedge', 'figure', 'sign']).optional(),
	differences: z.array(z.object({said: z.string(), stands: z.string()})).optional(),
	/** Figures of its sentence that none of the passages cited there has. */
	figures: z.array(z.string()).optional(),
	/** Figures that code computes of a table which is cited there, each with what it is: `mean of “rent”`. */
	computed: z.array(z.object({figure: z.string(), as: z.string()})).optional(),
	/** Figures that code could not compute of a table which is cited there. */
	unchecked: z.array(z.string()).optional(),
	/** The document that its sentence names, such as `S2`, where the words stand in another. */
	givenTo: z.string().optional(),
	/** Passages that come nearest to words which stand nowhere. */
	near: z.array(z.string()).optional(),
	/** The passage had not been shown to this seat. */
	unshown: z.literal(true).optional(),
});
/** `support` is what the bench found of it since. */
export type CitationEvent = z.infer<typeof CitationEvent> & {readonly support?: SupportEvent};

export const sourceEvents = [SourcesEvent, PassagesEvent, ResearchEvent, CitationEvent, SupportEvent] as const;

type SourceEvent = z.infer<(typeof sourceEvents)[number]>;

/** Whoever has the documents open, and answers for them at once. */
export type SourceDesk = {
	/** Whether more than the journal’s passages can be found. */
	readonly open: boolean;
	/** Set where quotations that name no passage are left alone: in a debate on code they are proposals as often. */
	readonly onlyCited?: true;
	readonly documents: readonly SourceDocument[];
	/** All passages, where they are few enough to stand in every prompt. */
	readonly whole: readonly SourcePassage[] | undefined;
	readonly left: readonly string[];
	/** Undefined where no answer came in time. */
	readonly check: (quotation: CitedQuotation) => QuotationFinding | undefined;
	/** The best passages for each of the queries, without those that are known. */
	readonly search: (queries: readonly string[], known: readonly string[]) => readonly SourcePassage[];
	readonly passage: (id: string) => SourcePassage | undefined;
	/** All of a document, in order; of a journal’s, those that it has. */
	readonly passagesOf: (number: number) => readonly SourcePassage[];
	/** Writes what was fetched into the folder of a debate. */
	readonly keep?: (folder: string) => void;
	/** How many pages may be found during the debate, and the search for them. */
	readonly pages?: {readonly most: number; readonly find: PageFinder};
	readonly close: () => void;
};

/** What a search for pages has brought, with the words that were asked for. */
export type FoundPages = {
	readonly query: string;
	readonly documents: readonly SourceDocument[];
	readonly left: readonly string[];
};
/** Takes in pages of the network as documents; undefined once no more may come. */
export type PageFinder = (query: string, signal: AbortSignal) => Promise<FoundPages | undefined>;

/** What a script is told of the documents: the same at the start and whenever it is resumed. */
export type SourceList = {
	readonly documents: readonly SourceDocument[];
	readonly whole: boolean;
	/** Whether anything can be searched for. */
	readonly open: boolean;
	/** Whether pages of the network can be searched for. */
	readonly findsPages?: boolean;
	/** All of them, where they stand in every prompt. */
	readonly passages: readonly SourcePassage[];
};

export type SourcesState = {
	readonly documents: readonly SourceDocument[];
	readonly whole: boolean;
	readonly left: readonly string[];
	/** Whether documents are listed as they are cited. */
	readonly byCitation: boolean;
	/** Passages whose text is in the journal, by id. */
	readonly passages: Readonly<Record<string, SourcePassage>>;
	readonly research: readonly ResearchEvent[];
	/** Ids of what everybody has been shown, by citations; the last one cited last. */
	readonly cited: readonly string[];
	/** Where pages may be found during the debate: how many, and each search with the numbers of those it brought. */
	readonly pages?: {readonly most: number; readonly searches: readonly PagesSearch[]};
};
type PagesSearch = {readonly seat: string; readonly query: string; readonly documents: readonly number[]};

export function reduceSources(state: SourcesState | undefined, event: SourceEvent): SourcesState | undefined {
	if (event.type === 'sources') {
		const {documents, whole, left = [], cited: byCitation = false, pages: most, found} = event;
		if (state && found) return withPages(state, {documents, left, ...found});
		if (byCitation && state) return {...state, documents: [...state.documents, ...documents]};
		const pages = most === undefined ? {} : {pages: {most, searches: []}};
		return {documents, whole, left, byCitation, passages: {}, research: [], cited: [], ...pages};
	}
	if (!state) return undefined;
	switch (event.type) {
		case 'passages':
			return {
				...state,
				passages: {...state.passages, ...Object.fromEntries(event.passages.map(each => [each.id, each]))},
			};
		case 'research':
			return {...state, research: [...state.research, event]};
		case 'citation':
			return event.passage === null
				? state
				: {...state, cited: [...state.cited.filter(id => id !== event.passage), event.passage]};
		case 'support':
			return state;
		default:
			return event satisfies never;
	}
}

const withPages = (
	{pages = {most: 0, searches: []}, ...state}: SourcesState,
	{documents, left, seat, query}: FoundPages & {readonly seat: string},
): SourcesState => ({
	...state,
	documents: [...state.documents, ...documents],
	left: [...state.left, ...left],
	pages: {...pages, searches: [...pages.searches, {seat, query, documents: documents.map(({number}) => number)}]},
});

/** How many pages may still be found: of searches that bring none, twice as many are made as there may be pages. */
export function pagesToFind({pages}: Pick<SourcesState, 'pages'>): number {
	if (!pages || pages.searches.length >= 2 * pages.most) return 0;
	return Math.max(0, pages.most - pages.searches.reduce((sum, {documents}) => sum + documents.length, 0));
}

/** The search that brought a document, where that was during the debate. */
export const searchThatFound = (pages: SourcesState['pages'], number: number): PagesSearch | undefined =>
	pages?.searches.find(({documents}) => documents.includes(number));

/** Whether it is a statement: one that names a passage, a translation, or a figure that its passage has not. */
export const isStatement = ({
	standing,
	passage,
	figures = [],
}: Pick<CitationEvent, 'standing' | 'passage' | 'figures'>): boolean =>
	passage !== null && (standing === 'cited' || standing === 'translated' || figures.length > 0);

/** Whether code has found an altered word or figure, and can show it beside its original. */
const isShown = ({standing, sense}: Pick<CitationEvent, 'standing' | 'sense'>): boolean =>
	standing === 'altered' && sense !== undefined;

/** Whether its speaker was cut for what code shows of it, and may still show that it was right. */
export const isCutFor = (
	{sentence, ...citation}: Pick<CitationEvent, 'standing' | 'sense' | 'sentence'>,
	cut: {readonly reason: string; readonly sentence?: number | undefined} | undefined,
): boolean => isShown(citation) && cut?.reason === 'factual_correction' && cut.sentence === sentence;

/** Whether code holds the words against whoever quoted them, and cannot show it: a judge has to say so. */
export const isProposed = ({standing, givenTo}: Pick<CitationEvent, 'standing' | 'givenTo'>): boolean =>
	['absent', 'unseen', 'unsourced', 'halved'].includes(standing) || (standing === 'misplaced' && givenTo !== undefined);

/** Whether only judges can say what it is worth. */
export const isForJudges = (citation: CitationEvent): boolean => isProposed(citation) || isStatement(citation);

/** Whether code holds something against it of which no judge has said whether it is so: nobody is to hear of it. */
export const isUndecided = (citation: Pick<CitationEvent, 'standing' | 'givenTo' | 'support'>): boolean =>
	isProposed(citation) && citation.support?.answer !== 'false' && citation.support?.answer !== 'fair';

/** A turn with what the bench found of its citations. */
export const withSupport = <T extends {readonly id: string; readonly citations?: readonly CitationEvent[]}>(
	turn: T,
	found: readonly SupportEvent[],
): T => ({
	...turn,
	...(turn.citations && {
		citations: turn.citations.map(citation => {
			const support = found.findLast(each => each.turnId === turn.id && each.citation === citation.offset);
			return support ? {...citation, support} : citation;
		}),
	}),
});

/**
 * A turn whose judges found that it invented a source: by that, what code holds against a quotation of the sentence is
 * decided. Of older debates the bench was asked of no quotation by itself.
 */
export const withFindings = <
	T extends {
		readonly id: string;
		readonly citations?: readonly CitationEvent[];
		readonly evaluation: EvaluationEvent | undefined;
	},
>(
	turn: T,
): T => {
	const invented = (turn.evaluation?.items ?? []).flatMap(item =>
		item.id === 'invented_source' && findingOf(item) === 'found' ? (item.sentence ?? []) : [],
	);
	const decided = (turn.citations ?? []).filter(each => isUndecided(each) && invented.includes(each.sentence));
	return withSupport(
		turn,
		decided.map(({offset}) => ({type: 'support', turnId: turn.id, citation: offset, answer: 'false', looks: []})),
	);
};

/** What a script is told of the documents of a debate that was begun before: of those that it began with. */
export const sourceListOf = (
	{documents, whole, passages, pages}: SourcesState,
	{open, findsPages = false}: Pick<SourceList, 'open' | 'findsPages'>,
): SourceList => ({
	documents: documents.filter(({number}) => searchThatFound(pages, number) === undefined),
	whole,
	open,
	findsPages,
	passages: whole ? Object.values(passages) : [],
});

/** Ids of all that a seat has been shown. */
export const shownTo = ({whole, passages, research, cited}: SourcesState, seat: string): ReadonlySet<string> =>
	new Set(
		whole
			? Object.keys(passages)
			: [...research.filter(each => each.seat === seat).flatMap(({found}) => found), ...cited],
	);

/** A turn’s citations, in the order of their marks. */
export const citationsOf = ({citations = []}: {readonly citations?: readonly CitationEvent[]}) => citations;

/** Quotations of documents that code has held against them, and how many of these stand there word for word. */
export type QuotationCount = {readonly quoted: number; readonly verified: number};

export function quotationsHeld(citations: readonly CitationEvent[]): QuotationCount {
	const held = citations.filter(
		citation =>
			citation.quote !== null &&
			!['translated', 'unsourced', 'cited'].includes(citation.standing) &&
			(stands(citation) || !isProposed(citation) || isFaulty(citation)),
	);
	return {quoted: held.length, verified: held.filter(stands).length};
}

/** Whether the words stand in the documents, and nothing cut away around them makes them say something else. */
export const stands = (citation: Pick<CitationEvent, 'standing' | 'sense' | 'givenTo' | 'support'>): boolean =>
	['verified', 'misplaced'].includes(citation.standing) ||
	((citation.standing === 'halved' || isShown(citation)) && citation.support?.answer === 'fair');

/** Whether the bench has found that the passage says the opposite of what it is cited for. */
export const isContradicted = ({support}: Pick<CitationEvent, 'support'>): boolean => support?.answer === 'opposite';

/** Whether the words are not what the documents say: code shows it and no judge denies it, or the bench says so. */
export const isFaulty = (citation: Pick<CitationEvent, 'standing' | 'sense' | 'givenTo' | 'support'>): boolean =>
	isShown(citation)
		? citation.support?.answer !== 'fair'
		: isProposed(citation) && citation.support?.answer === 'false';
