/** Marks places of a Markdown text in the rows that it was drawn as. */
import {span, type Row, type Span} from '../text/rows.ts';
import {asRow} from './lines.ts';
import type {Wrapped} from './wrap-cache.ts';

/** What Markdown takes for itself between two letters that are drawn. */
const between = /^[\s*_~`#>[\]|\\:+-]*$/u;
const FARTHEST = 24;

/** `marks` are in UTF-16 units of the text and in order. */
export function markSource(
	{rows, at}: Wrapped,
	text: string,
	marks: readonly (readonly [start: number, end: number])[],
): readonly Row[] {
	let next = 0;
	return rows.map((row, index) => {
		next = Math.max(next, at[index] ?? 0);
		const spans = row.spans.flatMap(piece => {
			const marked = Array.from({length: piece.text.length}, (_, place) => {
				const found = placeOf(piece.text.charAt(place), text, next);
				if (found !== undefined) next = found + 1;
				return found !== undefined && marks.some(([start, end]) => found >= start && found < end);
			});
			return split(piece, marked);
		});
		return {...row, ...asRow(spans)};
	});
}

/** Undefined for what is drawn and does not stand in the text, such as the sign of a list. */
function placeOf(letter: string, text: string, from: number): number | undefined {
	if (text.charAt(from) === letter) return from;
	if (letter === ' ') return undefined;
	const found = text.slice(from, from + FARTHEST).indexOf(letter);
	return found >= 0 && between.test(text.slice(from, from + found)) ? from + found : undefined;
}

/** A blank between two marked letters is marked with them. */
function split(piece: Span, marked: readonly boolean[]): readonly Span[] {
	const spans: Span[] = [];
	for (const [place, letter] of piece.text.split('').entries()) {
		const isMarked =
			marked[place] === true || (letter === ' ' && marked[place - 1] === true && marked[place + 1] === true);
		const tone = isMarked ? 'found' : piece.tone;
		const last = spans.at(-1);
		if (last?.tone === tone) spans.splice(-1, 1, {...last, text: last.text + letter});
		else spans.push(tone === piece.tone ? {...piece, text: letter} : span(letter, tone));
	}
	return spans;
}
