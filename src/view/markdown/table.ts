/**
 * Tables of Markdown. Columns keep the widths that the head and the first row give them, so that no later row
 * moves what stands.
 */
import type {Tokens} from 'marked';
import {span, spansWidth, type Span} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {inlinePieces} from './inline.ts';
import {fillLines, type StyledLine, type SourceOffsets} from './lines.ts';

const GAP = 3;
const NARROWEST = 6;
/** Later rows may say more than the first: a column is no narrower than this where there is room. */
const ROOMY = 12;

export function tableLines(
	{header, rows, align}: Tokens.Table,
	width: number,
	offsets: SourceOffsets,
): readonly StyledLine[] {
	const head = header.map(({tokens}) => inlinePieces(tokens).map(strong));
	const body = rows.map(cells => cells.map(({tokens}) => inlinePieces(tokens)));
	const widths = columnWidths(head, body[0] ?? [], width);
	if (!widths) return asRecords(head, body, width, offsets);
	const line = (cells: readonly (readonly Span[])[]): readonly StyledLine[] => rowLines(cells, widths, align, offsets);
	const under = widths.map(each => signs.rule.repeat(each)).join(signs.rule.repeat(GAP));
	return [...line(head), {spans: [span(under, 'dim')], at: offsets.of('')}, ...body.flatMap(line)];
}

const strong = (piece: Span): Span => (piece.tone === 'plain' ? {...piece, tone: 'strong'} : piece);

/**
 * Undefined where there is no room for columns. Those that ask for more than their share divide what the others
 * leave.
 */
function columnWidths(
	head: readonly (readonly Span[])[],
	first: readonly (readonly Span[])[],
	width: number,
): readonly number[] | undefined {
	const room = width - GAP * (head.length - 1);
	if (room < head.length * NARROWEST) return undefined;
	const least = Math.min(ROOMY, Math.floor(room / head.length));
	const wanted = head.map((cell, index) => Math.max(least, spansWidth(cell), spansWidth(first[index] ?? [])));
	let [share, left] = [Math.floor(room / head.length), -1];
	for (let pass = 0; pass < head.length && left !== share; pass++) {
		left = share;
		const modest = wanted.filter(each => each <= share);
		const rest = room - modest.reduce((sum, each) => sum + each, 0);
		share = modest.length === wanted.length ? share : Math.floor(rest / (wanted.length - modest.length));
	}
	return wanted.map(each => Math.min(each, share));
}

function rowLines(
	cells: readonly (readonly Span[])[],
	widths: readonly number[],
	align: Tokens.Table['align'],
	offsets: SourceOffsets,
): readonly StyledLine[] {
	const columns = widths.map((each, index) => fillLines(cells[index] ?? [], each, offsets));
	const height = Math.max(1, ...columns.map(({length}) => length));
	return Array.from({length: height}, (_, line) => ({
		at: columns[0]?.[line]?.at ?? offsets.of(''),
		spans: columns.flatMap((lines, index) => {
			const spans = lines[line]?.spans ?? [];
			const space = Math.max(0, (widths[index] ?? 0) - spansWidth(spans));
			const before = align[index] === 'right' ? space : align[index] === 'center' ? Math.floor(space / 2) : 0;
			const after = index === widths.length - 1 ? 0 : space - before + GAP;
			return [span(' '.repeat(before)), ...spans, span(' '.repeat(after))].filter(({text}) => text !== '');
		}),
	}));
}

/** Each cell on a line of its own, behind the name of its column. */
function asRecords(
	head: readonly (readonly Span[])[],
	body: readonly (readonly (readonly Span[])[])[],
	width: number,
	offsets: SourceOffsets,
): readonly StyledLine[] {
	return body.flatMap(cells =>
		cells.flatMap((cell, index) => fillLines([...(head[index] ?? []), span(': '), ...cell], width, offsets)),
	);
}
