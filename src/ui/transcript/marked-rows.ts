/** Marks in the rows of a turn: the turn that was gone to, and the row that a search found. */
import {span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';

/** Whether a text has these words as they stand on the screen, where marks of Markdown do not. */
export const saysUnmarked = (text: string, wanted: string): boolean =>
	text.includes(wanted) || text.replaceAll(/[*_`~]/gu, '').includes(wanted);

/** Highlights the head of a turn, which stands in this row. */
export function markHead(rows: readonly Row[], line: number): readonly Row[] {
	const head = rows[line];
	if (!head) return rows;
	const spans = [span(`${signs.chosen} `, 'chosen'), ...head.spans.map(({text}) => span(text, 'found'))];
	return rows.with(line, {...head, spans});
}

/** Puts a pointer at the start of a row, in the indentation of the turn's text. */
export function pointTo(rows: readonly Row[], line: number): readonly Row[] {
	const row = rows[line];
	if (!row) return rows;
	const [first = span(''), ...rest] = row.spans;
	const spans = [span(`${signs.chosen} `, 'chosen'), span(first.text.slice(2), first.tone), ...rest];
	return rows.with(line, {...row, spans, bar: undefined});
}
