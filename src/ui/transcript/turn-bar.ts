/** The bar at the side of a turn, in its speaker's colour, and the mark of the sentence at which a debate is paused. */
import {splitSentences} from '../../debate/text/sentences.ts';
import {span, spansWidth, type Row} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';

/** The indentation of what is said, which the bar takes. */
const INDENT = 2;

/** Rows with their bar: a row that looks the same stays the same object. */
const barred = new WeakMap<Row, Map<string, Row>>();

/** A row of a turn's text with a bar in its indentation, a broader one while it is spoken. */
export function withBar(row: Row, tone: Tone, now: boolean): Row {
	const key = `${now ? 'now ' : ''}${tone}`;
	const known = barred.get(row) ?? new Map<string, Row>();
	barred.set(row, known);
	const before = known.get(key);
	if (before) return before;
	const made = {...row, bar: span(`${now ? signs.bar : signs.side} `, tone)};
	known.set(key, made);
	return made;
}

/** Where the sentence begins that was said last, in UTF-16 units: of a long text only its end is read. */
export function lastSentenceAt(text: string): number {
	const from = Math.max(0, text.length - 2000);
	const last = splitSentences(text.slice(from)).findLast(sentence => sentence.trim() !== '') ?? '';
	const at = text.lastIndexOf(last.trim());
	return at < 0 ? from : at;
}

/** The row from a column of its text on in bold; the indentation is not counted. */
export function markFrom(row: Row, column: number): Row {
	if (spansWidth(row.spans) <= INDENT) return row;
	let left = column + INDENT;
	const spans = row.spans.flatMap(({text, tone}) => {
		const head = text.slice(0, Math.max(0, left));
		const tail = text.slice(head.length);
		left -= text.length;
		return [...(head === '' ? [] : [span(head, tone)]), ...(tail === '' ? [] : [span(tail, 'current')])];
	});
	return {...row, spans};
}
