/** Tables of figures for the terminal. */
import {blank, line, row, span, type Row} from './rows.ts';
import {truncate, widthOf} from './wrap.ts';

const leastName = 12;

/** Names left-aligned and truncated if necessary, figures right-aligned; a blank line goes before. */
export function figureTable(heads: readonly string[], rows: readonly (readonly string[])[], width: number): Row[] {
	const widths = heads.map((head, place) => Math.max(...[head, ...rows.map(cells => cells[place] ?? '')].map(widthOf)));
	const figures = widths.slice(1).reduce((sum, each) => sum + each + 2, 0);
	const names = Math.max(leastName, Math.min(widths[0] ?? 0, width - figures));
	const cells = (texts: readonly string[]): string =>
		texts
			.map((text, place) =>
				place === 0 ? padEnd(truncate(text, names), names) : padStart(text, (widths[place] ?? 0) + 2),
			)
			.join('');
	return [blank, line(cells(heads), 'strong'), ...rows.map(texts => row(span(cells(texts))))];
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;
