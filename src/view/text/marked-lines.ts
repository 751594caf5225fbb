/** A text in lines, with places in it marked. Pure. */
import {span, type Row, type Span} from './rows.ts';
import type {Tone} from './theme.ts';
import {wrapParagraph} from './wrap.ts';

/** Places in a text, in UTF-16 units. */
export type Marks = readonly (readonly [start: number, end: number])[];

/** Wraps a text; `marks` (UTF-16, in order) are shown as found, also where one goes over the end of a line. */
export function markedLines(text: string, marks: Marks, width: number, tone: Tone = 'plain'): readonly Row[] {
	const rows: Row[] = [];
	let at = 0;
	for (const paragraph of text.split('\n')) {
		let inside = 0;
		for (const words of wrapParagraph(paragraph, Math.max(2, width))) {
			const from = Math.max(inside, paragraph.indexOf(words, inside));
			rows.push({spans: markedLine(words, at + from, marks, tone)});
			inside = from + words.length;
		}
		at += paragraph.length + 1;
	}
	return rows;
}

function markedLine(words: string, at: number, marks: Marks, tone: Tone): Span[] {
	const spans: Span[] = [];
	let from = 0;
	for (const [start, end] of marks) {
		const [first, last] = [Math.max(from, start - at), Math.min(words.length, end - at)];
		if (last <= first) continue;
		spans.push(span(words.slice(from, first), tone), span(words.slice(first, last), 'found'));
		from = last;
	}
	return [...spans, span(words.slice(from), tone)].filter(({text}) => text !== '');
}
