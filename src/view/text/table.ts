/** Tables of figures for the terminal. */
import {blank, line, row, span, type Row} from './rows.ts';
import {truncate, widthOf} from './wrap.ts';

const leastName = 12;

/**
 * Names left-aligned and truncated if necessary, figures right-aligned; a blank line goes before. Figures for which
 * `width` is too small stand below, in a table of their own.
 */
export function figureTable(heads: readonly string[], rows: readonly (readonly string[])[], width: number): Row[] {
	const widths = heads.map((head, place) => Math.max(...[head, ...rows.map(cells => cells[place] ?? '')].map(widthOf)));
	const least = Math.min(leastName, widths[0] ?? 0);
	let end = 2;
	while (end < heads.length && least + sum(widths.slice(1, end + 1)) <= width) end++;
	const names = Math.max(least, Math.min(widths[0] ?? 0, width - sum(widths.slice(1, end))));
	const cells = (texts: readonly string[]): string =>
		texts
			.slice(0, end)
			.map((text, place) =>
				place === 0 ? padEnd(truncate(text, names), names) : padStart(text, (widths[place] ?? 0) + GAP),
			)
			.join('');
	const below = (texts: readonly string[]): string[] => [...texts.slice(0, 1), ...texts.slice(end)];
	return [
		blank,
		line(cells(heads), 'strong'),
		...rows.map(texts => row(span(cells(texts)))),
		...(end < heads.length ? figureTable(below(heads), rows.map(below), width) : []),
	];
}

const GAP = 2;
/** Columns that figures take. */
const sum = (widths: readonly number[]): number => widths.reduce((total, each) => total + each + GAP, 0);

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;
