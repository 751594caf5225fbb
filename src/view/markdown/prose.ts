/** Markdown for panes: texts without the indentation that turns have in the transcript. */
import {line, row, span, spansWidth, type Row, type Span} from '../text/rows.ts';
import {signs, type Tone} from '../text/theme.ts';
import {widthOf} from '../text/wrap.ts';
import {closeMarks} from './unfinished.ts';
import {WrapCache} from './wrap-cache.ts';

const wrapped = new WrapCache();
/** Of columns, which turns are indented by. */
const INDENT = 2;

/** A text that may still grow, under a key of its own; one that is open ends with the cursor. */
export function markdownRows(key: string, text: string, width: number, open = false): readonly Row[] {
	const rows = wrapped.wrap(key, text.trim(), Math.max(8, width) + INDENT, open).rows.map(withoutIndent);
	return open ? withCursor(rows, width) : rows;
}

/** The cursor stands behind the last word, or below it where that ends its row. */
export function withCursor(rows: readonly Row[], width: number): readonly Row[] {
	const last = rows.at(-1);
	return last && spansWidth(last.spans) < width
		? [...rows.slice(0, -1), {...last, spans: [...last.spans, span(signs.cursor)]}]
		: [...rows, line(signs.cursor)];
}

/** The lines of a whole text, to stand behind a label or a sign; what has no style of its own has this tone. */
export const proseLines = (text: string, width: number, tone: Tone = 'plain'): readonly (readonly Span[])[] =>
	markdownRows(`prose ${text.slice(0, 200)}`, text, width).map(({spans}) =>
		spans.map(piece => (piece.tone === 'plain' ? {...piece, tone} : piece)),
	);

/** A sign, and a text beside it over as many rows as it takes. */
export function hanging(sign: Span, text: string, width: number, tone: Tone): readonly Row[] {
	const indent = widthOf(sign.text);
	return proseLines(text, Math.max(8, width - indent), tone).map((pieces, index) =>
		row(index === 0 ? sign : span(' '.repeat(indent)), ...pieces),
	);
}

/** A sentence out of a longer text, in one line: a mark whose other half stands elsewhere is closed or left out. */
export const loneSentence = (text: string): string => closeMarks(text.replaceAll(/\s+/gu, ' ').trim());

function withoutIndent(row: Row): Row {
	const [first, ...rest] = row.spans;
	if (!first) return row;
	const text = first.text.slice(INDENT);
	return {...row, spans: text === '' ? rest : [{...first, text}, ...rest]};
}
