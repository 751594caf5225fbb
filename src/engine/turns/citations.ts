/**
 * What a turn cites of the documents that the debate stands on, sentence by sentence: worked out as soon as a sentence
 * is written, recorded when it was heard.
 */
import {hasInARow} from '../../debate/citations/equal-values.ts';
import {strayFigures} from '../../debate/citations/figures.ts';
import {figuresInTables, tablesIn} from '../../debate/citations/table-figures.ts';
import {citedIn, quotationsIn, type CitedWords, type QuotedWords} from '../../debate/citations/marks.ts';
import {givenTo} from '../../debate/citations/given.ts';
import {corpusOf} from '../../debate/citations/journal-corpus.ts';
import {isQuotation, standingOf, type QuotationFinding, type SourcePassage} from '../../debate/citations/standing.ts';
import {wordsIn} from '../../debate/citations/tokens.ts';
import type {DebateEvent} from '../../debate/events.ts';
import type {SpokenCitation} from '../../debate/protocol.ts';
import {isProposed, shownTo, type CitationEvent, type SourceDesk} from '../../debate/sources.ts';
import {documentOf} from '../../debate/views/citations.ts';
import type {TurnContext} from './turn-context.ts';
import type {TurnStream} from './write-turn.ts';

/** Passages that are kept for words which stand nowhere. */
const mostNear = 2;
/** Words in quotation marks of which it is asked whose they are, though no passage is named. */
const leastUncited = 4;

export type TurnCitations = {
	/** Those of a sentence, from 1, of what is written. */
	of(sentence: number): readonly SpokenCitation[];
	/** Records those of a sentence that was heard. */
	record(sentence: number): void;
	/** What will be recorded of the sentences that nobody has heard yet, if all of them are. */
	foretold(): readonly DebateEvent[];
};

/** Undefined where the debate stands on no documents. */
export function turnCitations(
	context: TurnContext,
	participant: string,
	stream: Pick<TurnStream, 'text' | 'sentences' | 'marks'>,
	turnId: string,
): TurnCitations | undefined {
	const {sources: desk, log} = context;
	if (!desk) return undefined;
	const {citationOf, uncitedOf} = checksOf(log, desk, participant, turnId);
	const stray = strayOf(log, desk, turnId);
	// In a repository, the name of a file is said for other reasons.
	const givenIn = (own: string, ids: readonly string[]): readonly number[] =>
		desk.onlyCited ? [] : givenTo(own, desk.documents, ids);
	const known = new Map<number, {readonly text: string; readonly citations: readonly SpokenCitation[]}>();

	function of(number: number): readonly SpokenCitation[] {
		const before = stream.sentences.slice(0, number - 1).join('');
		const sentence = stream.sentences[number - 1];
		if (sentence === undefined) return [];
		const text = before + sentence;
		const kept = known.get(number);
		if (kept?.text === text) return kept.citations;
		const {cited, uncited} = citedIn(text, {from: before.length, to: text.length}, stream.marks);
		const own = unquoted(text, before.length);
		const given = givenIn(
			own,
			cited.flatMap(({ids}) => ids),
		);
		const stated = cited.map(each => ({...citationOf(each, given), sentence: number}));
		const citations = [
			...withFigures(stated, own, stray),
			...(given.length === 0
				? []
				: uncited.flatMap(each => uncitedOf(each, given).map(one => ({...one, sentence: number})))),
		];
		known.set(number, {text, citations});
		return citations;
	}

	const eventsOf = (number: number): readonly DebateEvent[] =>
		of(number).flatMap((citation): DebateEvent[] => [
			...passagesTold(log, desk, citation),
			{type: 'citation', turnId, ...citation},
		]);
	let recorded = 0;

	return {
		of,
		record(number) {
			recorded = number;
			for (const event of eventsOf(number)) log.emit(event);
		},
		foretold: () => stream.sentences.slice(recorded).flatMap((_, place) => eventsOf(recorded + place + 1)),
	};
}

/** How a citation stands, by the documents and by what was heard so far. */
function checksOf(log: TurnContext['log'], desk: SourceDesk, participant: string, turnId: string) {
	/** `given` are the documents that its sentence names. */
	function citationOf(
		{at, ids, quotation, before}: CitedWords,
		given: readonly number[],
	): Omit<SpokenCitation, 'sentence'> {
		const statement = {offset: at, named: [...ids], passage: ids.find(id => desk.passage(id)) ?? null, quote: null};
		const quote = quotation?.text.trim();
		if (quote === undefined || !isQuotation(quote) || isTitle(desk, quote))
			return shown({...statement, standing: 'cited'});
		const found = desk.check({quote, before, ids});
		if (!found || (!isThere(found) && isSaid(quote))) return shown({...statement, standing: 'cited'});
		return shown({
			...recordOf(found),
			...asNamed(found, given),
			...nearest(desk, found, quote),
			offset: at,
			named: [...ids],
			quote,
		});
	}

	/** Words that the sentence gives to a document without naming a passage: they may stand in another, or nowhere. */
	function uncitedOf({text, end}: QuotedWords, given: readonly number[]): readonly Omit<SpokenCitation, 'sentence'>[] {
		const quote = text.trim();
		if (!isQuotation(quote, leastUncited) || isTitle(desk, quote) || isSaid(quote)) return [];
		const found = desk.check({quote, before: '', ids: given.map(number => `S${number}`)});
		if (!found || found.standing === 'translated') return [];
		const record = {offset: end, named: [], quote};
		const isElsewhere = found.standing === 'altered' && !given.includes(documentIn(found));
		if (isElsewhere || found.standing === 'absent' || found.standing === 'unseen')
			return [{...record, ...nearest(desk, {standing: 'unseen'}, quote), passage: null, standing: 'unsourced'}];
		return [shown({...recordOf(found), ...asNamed(found, given), ...record})];
	}

	function shown<T extends Pick<SpokenCitation, 'passage'>>(citation: T): T & Pick<SpokenCitation, 'unshown'> {
		const {sources} = log.heard();
		const {passage} = citation;
		// Of a repository everybody reads what they like.
		const isFree = passage === null || !sources || sources.byCitation;
		const isShown = isFree || shownTo(sources, participant).has(passage);
		return isShown ? citation : {...citation, unshown: true};
	}

	/** Whether the words stand in what is debated, or in a turn that was heard before. */
	function isSaid(quote: string): boolean {
		const {start, turns} = log.heard();
		const isIn = (text: string | undefined): boolean => text !== undefined && hasInARow(text, quote);
		return (
			isIn(start?.subject.text) ||
			isIn(start?.subject.context) ||
			turns.some(({id, text}) => id !== turnId && isIn(text))
		);
	}

	return {citationOf, uncitedOf};
}

function isTitle({documents}: SourceDesk, quote: string): boolean {
	const words = wordsIn(quote).join(' ');
	return documents.some(({title}) => wordsIn(title).join(' ') === words);
}

/** Figures of a sentence that neither the passages nor anybody before has; of code they are lines, or values. */
const strayOf =
	(log: TurnContext['log'], desk: SourceDesk, turnId: string) =>
	(sentence: string, ids: readonly string[]): FiguresFound => {
		const {start, turns, sources} = log.heard();
		if (sources?.byCitation) return {};
		const said = turns.flatMap(({id, text}) => (id === turnId ? [] : [text]));
		const about = [start?.subject.text ?? '', start?.subject.context ?? ''];
		const passages = ids.flatMap(id => desk.passage(id)?.text ?? []);
		const tables = [...new Set(ids)].flatMap(id => tablesAt(desk, id));
		const isInTable = ids.every(id => documentOf(desk, id)?.kind === 'table');
		const stray = strayFigures(sentence, isInTable ? [] : passages, [...said, ...about]);
		return tables.length === 0 ? {figures: stray.map(figure => figure.said)} : figuresInTables(sentence, stray, tables);
	};

/** Stray figures of a sentence, or those that are computed of a table and those that are not. */
type FiguresFound = Pick<CitationEvent, 'figures' | 'computed' | 'unchecked'>;

/** Passages of a table that is read as a whole. */
const mostOfTable = 300;

/** The tables that a passage is of, or has. A document of which the journal has a part alone is not computed with. */
function tablesAt(desk: SourceDesk, id: string): ReturnType<typeof tablesIn> {
	const document = documentOf(desk, id);
	if (!document) return [];
	const all = desk.passagesOf(document.number);
	if (document.kind !== 'table') {
		const at = all.findIndex(passage => passage.id === id);
		const around = all.slice(Math.max(0, at - 1), at + 2).map(({text}) => text);
		return isTable(desk.passage(id)?.text ?? '') ? tablesIn(around.join('\n')) : [];
	}
	const isPart = all.length < document.passages || all.length > mostOfTable;
	const read = isPart ? [desk.passage(id) ?? []].flat() : all;
	const [head = ''] = read[0]?.text.split('\n') ?? [];
	const rows = read.flatMap(({text}) => text.split('\n').slice(1));
	return tablesIn([head, ...rows].join('\n'), true).map(table => ({...table, isPart}));
}

const documentIn = ({passage = ''}: QuotationFinding): number => Number(/^S(\d+)/u.exec(passage)?.[1]);

/** Words that stand in a document, and were given to another. */
function asNamed(found: QuotationFinding, given: readonly number[]): Pick<CitationEvent, 'standing' | 'givenTo'> {
	const {standing} = found;
	const isThere = standing === 'verified' || standing === 'misplaced';
	return !isThere || given.length === 0 || given.includes(documentIn(found))
		? {standing}
		: {standing: 'misplaced', givenTo: `S${given[0] ?? 0}`};
}

/** What comes nearest to words that stand nowhere, for whoever has to say what they are. */
function nearest(desk: SourceDesk, {standing}: QuotationFinding, quote: string): Pick<CitationEvent, 'near'> {
	const found = standing === 'unseen' ? desk.search([quote], []).slice(0, mostNear) : [];
	return found.length > 0 ? {near: found.map(({id}) => id)} : {};
}

/** Rows of cells, as a page’s tables are read. */
const isTable = (passage: string): boolean => tablesIn(passage).length > 0;

/** What a sentence says itself: its quotations are held against the documents word for word. */
function unquoted(text: string, from: number): string {
	let [said, at] = ['', from];
	for (const {start, end} of quotationsIn(text)) {
		if (end <= at) continue;
		said += `${text.slice(at, Math.max(at, start))} `;
		at = end;
	}
	return said + text.slice(at);
}

/** The first citation of a sentence has its stray figures. */
function withFigures(
	citations: readonly SpokenCitation[],
	sentence: string,
	stray: (sentence: string, ids: readonly string[]) => FiguresFound,
): readonly SpokenCitation[] {
	const [first, ...rest] = citations;
	const ids = citations.flatMap(({passage, named}) => [passage ?? [], named].flat());
	const found = first && ids.length > 0 ? stray(sentence, [...new Set(ids)]) : {};
	const told = Object.fromEntries(Object.entries(found).filter(([, figures = []]) => figures.length > 0));
	return first ? [{...first, ...told}, ...rest] : citations;
}

const isThere = ({standing, sense}: QuotationFinding): boolean =>
	['verified', 'misplaced', 'halved'].includes(standing) || (standing === 'altered' && sense === undefined);

const recordOf = ({standing, passage, sense, differences}: QuotationFinding) => ({
	standing,
	passage: passage ?? null,
	...(sense && {sense}),
	...(differences && {differences: differences.map(each => ({...each}))}),
});

/** Everybody is shown what is cited: its text is recorded where it has not been yet. */
function passagesTold({state}: TurnContext['log'], desk: SourceDesk, citation: TurnCitation): readonly DebateEvent[] {
	const cited = citation.passage === null ? undefined : desk.passage(citation.passage);
	// Of a repository each reads what stands around it.
	const isAlone = cited !== undefined && state.sources?.byCitation === true && isWithin(citation, cited, desk);
	const told = [
		...(cited ? [cited, ...(isAlone ? [] : neighboursOf(cited, desk))] : []),
		...(citation.near ?? []).flatMap(id => desk.passage(id) ?? []),
	];
	const passages = told.filter(({id}) => !state.sources?.passages[id]).map(each => ({...each}));
	return passages.length > 0 ? [{type: 'passages', passages}] : [];
}

type TurnCitation = Pick<SpokenCitation, 'passage' | 'quote' | 'standing' | 'givenTo' | 'near'>;

/** Whether a passage has all that a citation is to be looked at with: its words, or what stands around them. */
function isWithin(citation: TurnCitation, passage: SourcePassage, {documents}: SourceDesk): boolean {
	const {quote, standing} = citation;
	if (isProposed(citation)) return false;
	if (quote === null || (standing !== 'verified' && standing !== 'misplaced')) return true;
	const corpus = corpusOf([passage], () => undefined, documents);
	return standingOf({quote, before: '', ids: [passage.id]}, corpus).standing === 'verified';
}

const neighboursOf = ({id}: SourcePassage, desk: SourceDesk): readonly SourcePassage[] => {
	const [document = '', number = ''] = id.split('.');
	return [-1, 1].flatMap(step => desk.passage(`${document}.${Number(number) + step}`) ?? []);
};
