/** Holds the citations that a journal recorded against its own passages, or against documents, once more. */
import type {JournalEvent} from '../../debate/events.ts';
import {corpusOf} from '../../debate/citations/journal-corpus.ts';
import {standingOf, type QuotationFinding, type CitedQuotation} from '../../debate/citations/standing.ts';
import {stands, type CitationEvent, type SourceDesk, type SourcesState} from '../../debate/sources.ts';
import {fold} from '../../debate/reduce.ts';
import {foundInWords} from '../../debate/views/citations.ts';
import type {FileFault} from '../../formats/contract.ts';
import {languageOfText} from '../../languages/find.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {changesSince} from '../plan/open-sources.ts';

type Quoted = {readonly line: number; readonly citation: CitationEvent; readonly quotation: CitedQuotation};

/** Quotations that do not stand in the recorded passages as they were recorded. Lines count from 1. */
export function checkCitations(events: readonly JournalEvent[]): readonly FileFault[] {
	const {sources, turns} = fold(events);
	if (!sources) return [];
	const corpus = corpusOf(Object.values(sources.passages), text => languageOfText(text, 2), sources.documents);
	const texts = new Map(turns.map(({id, text}) => [id, text]));
	return quotedIn(events, texts).flatMap(quoted =>
		stands(quoted.citation) ? faultIn(quoted, standingOf(quoted.quotation, corpus), 'the recorded passages') : [],
	);
}

/** What has changed of the documents, and each quotation that no longer stands in them. */
export function checkAgainst(events: readonly JournalEvent[], desk: SourceDesk): readonly FileFault[] {
	const {sources, turns} = fold(events);
	if (!sources)
		return [{line: 1, what: 'this debate stands on no documents, so there is nothing to hold against them'}];
	const texts = new Map(turns.map(({id, text}) => [id, text]));
	return [
		...changed(events, sources, desk),
		...quotedIn(events, texts).flatMap(quoted => {
			const found = stands(quoted.citation) ? desk.check(quoted.quotation) : undefined;
			return found ? faultIn(quoted, found, 'the documents') : [];
		}),
	];
}

/** Pages that were fetched are kept as they came, or they prove nothing. */
export async function keptFaults(journal: string, events: readonly JournalEvent[]): Promise<readonly FileFault[]> {
	const documents = fold(events).sources?.documents ?? [];
	if (documents.every(({fetched}) => !fetched)) return [];
	const {changedPages} = await import('../../sources/fetched-files.ts');
	const line = events.findIndex(({type}) => type === 'sources') + 1;
	return changedPages({journal, documents}).map(url => ({line, what: `what is kept of ${url} is not what came`}));
}

function changed(events: readonly JournalEvent[], sources: SourcesState, desk: SourceDesk): readonly FileFault[] {
	const line = events.findIndex(({type}) => type === 'sources') + 1;
	return changesSince(sources, desk).map(what => ({line, what, advice: true as const}));
}

function quotedIn(events: readonly JournalEvent[], texts: ReadonlyMap<string, string>): readonly Quoted[] {
	return events.flatMap((event, place): Quoted[] => {
		if (event.type !== 'citation' || event.quote === null) return [];
		const {quote, passage, named} = event;
		const sentence = splitSentences(texts.get(event.turnId) ?? '')[event.sentence - 1] ?? '';
		const before = sentence.slice(0, Math.max(0, sentence.indexOf(quote)));
		const ids = passage === null ? named : [passage];
		return [{line: place + 1, citation: event, quotation: {quote, before, ids}}];
	});
}

function faultIn({line, citation}: Quoted, found: QuotationFinding, where: string): readonly FileFault[] {
	if (['verified', 'misplaced', 'halved'].includes(found.standing)) return [];
	const words = foundInWords({
		...citation,
		standing: found.standing,
		passage: found.passage ?? citation.passage,
		...(found.differences && {differences: found.differences.map(each => ({...each}))}),
		...(found.sense && {sense: found.sense}),
	});
	return [
		{
			line,
			what: `“${citation.quote ?? ''}” of ${citation.turnId} stands no longer in ${where}: ${words}`,
		},
	];
}
