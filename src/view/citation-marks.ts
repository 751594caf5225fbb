/** Marks of citations in a turn’s words: a raised number behind the sentence, with a sign that says how it stands. */
import {citationsOf, type CitationEvent} from '../debate/sources.ts';
import type {Turn} from '../debate/state.ts';
import {signOf, type CitationSign} from '../debate/views/citations.ts';
import {span, type Row, type Span} from './rows.ts';
import {signs, type Tone} from './theme.ts';

const raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'] as const;

const markStyles: Readonly<Record<CitationSign, readonly [sign: string, tone: Tone]>> = {
	verified: [signs.yes, 'good'],
	altered: [signs.altered, 'warning'],
	false: [signs.no, 'error'],
	judged: [signs.drift, 'dim'],
};

export const citationStyle = (citation: CitationEvent): {readonly sign: string; readonly tone: Tone} => {
	const [sign, tone] = markStyles[signOf(citation)];
	return {sign, tone};
};

/** `¹✓`, by the citation’s number in its turn, from 1. */
export const citationMark = (citation: CitationEvent, number: number): string =>
	`${Array.from(String(number), digit => raised[Number(digit)] ?? '').join('')}${citationStyle(citation).sign}`;

/** What a speaker wrote so that it looks like a mark of ours loses its sign; its length stays. */
const forged = new RegExp(`(?<=[${raised.join('')}])[${signs.yes}${signs.no}]`, 'gu');

/**
 * A piece of a turn’s text that begins at `from`, with the marks of what was cited in it: of a debate that stands on
 * documents.
 */
export function withCitationMarks(turn: Pick<Turn, 'citations'>, written: string, from: number): string {
	const text = written.replaceAll(forged, ' ');
	const citations = citationsOf(turn);
	if (citations.length === 0) return text;
	let marked = '';
	let upto = 0;
	for (const [index, citation] of citations.entries()) {
		const at = citation.offset - from;
		if (at < upto || at > text.length) continue;
		marked += text.slice(upto, at) + citationMark(citation, index + 1);
		upto = at;
	}
	return marked + text.slice(upto);
}

const mark = new RegExp(
	`[${raised.join('')}]+[${[...new Set(Object.values(markStyles).map(([sign]) => sign))].join('')}]`,
	'gu',
);

/** The marks in a row, each in its colour. */
export const tonedMarks = (row: Row): Row => ({...row, spans: row.spans.flatMap(tonedSpan)});

function tonedSpan(piece: Span): readonly Span[] {
	const parts: Span[] = [];
	let from = 0;
	for (const found of piece.text.matchAll(mark)) {
		const tone = Object.values(markStyles).find(([sign]) => found[0].endsWith(sign))?.[1] ?? 'dim';
		if (found.index > from) parts.push({...piece, text: piece.text.slice(from, found.index)});
		parts.push(span(found[0], tone));
		from = found.index + found[0].length;
	}
	return from === 0 ? [piece] : [...parts, {...piece, text: piece.text.slice(from)}].filter(({text}) => text !== '');
}
