/** The code around a place, with line numbers, the colours of its language and the places of both sides. */
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {CodeFile, DebatedLine} from '../../../debate/views/debated-code.ts';
import {colouredLines} from '../../../view/markdown/highlight.ts';
import {asRow, fillLines, SourceOffsets} from '../../../view/markdown/lines.ts';
import {row, span, type Row, type Span} from '../../../view/text/rows.ts';
import {signs, type Tone} from '../../../view/text/theme.ts';
import {widthOf} from '../../../view/text/wrap.ts';
import {languageOf} from './languages.ts';
import type {LineMark, LineMarks} from './places.ts';
import {sideStyle} from './point-looks.ts';

/** Rows of the line in focus, which is shown whole where it is not longer than that. */
const WRAPPED = 3;
/** Lines above and below the window that the grammar sees. */
const AROUND = 40;

/** At most `height` rows of the file, the line `at` among them. `version` is that of the colours. */
export const codeRows = memoizeRecent(
	(file: CodeFile, at: number, marks: LineMarks, width: number, height: number, _version: number): readonly Row[] => {
		const {lines} = file;
		let from = Math.max(0, Math.min(at - Math.floor((height - 1) * 0.4), lines.length - height));
		const coloured = colouredAround(file, from, height);
		for (;;) {
			const rows = rowsFrom({file, at, marks, width, coloured}, from, height);
			// Rows for lines that are left out, and a long line, may have pushed it below the window.
			if (rows.some(({focused}) => focused) || from >= at) return rows.map(({drawn}) => drawn);
			from++;
		}
	},
);

type CodeView = {
	readonly file: CodeFile;
	readonly at: number;
	readonly marks: LineMarks;
	readonly width: number;
	readonly coloured: ReadonlyMap<number, readonly Span[]>;
};

function rowsFrom(view: CodeView, from: number, height: number): {readonly drawn: Row; readonly focused: boolean}[] {
	const {file, at, width} = view;
	const shown = file.lines.slice(from, from + height);
	const digits = Math.max(...shown.map(({number}) => String(number).length));
	const isDiff = file.lines.some(({sign}) => sign !== ' ');
	const indent = commonIndent(view, from, height, width - digits - 6);
	const rows = shown.flatMap((line, index) => {
		const place = from + index;
		const rest = line.gap && index > 0 ? [{drawn: row(span(`${' '.repeat(digits + 1)}…`, 'dim')), focused: false}] : [];
		return [
			...rest,
			...lineRows(view, line, place, {digits, isDiff, indent}).map(drawn => ({drawn, focused: place === at})),
		];
	});
	return rows.slice(0, height);
}

function lineRows(
	{file, at, marks, width, coloured}: CodeView,
	line: DebatedLine,
	place: number,
	{digits, isDiff, indent: cut}: {readonly digits: number; readonly isDiff: boolean; readonly indent: number},
): readonly Row[] {
	const mark = marks.get(place);
	const tone: Tone = line.sign === '+' ? 'good' : line.sign === '-' ? 'error' : 'dim';
	const head: Span[] = [
		sideMark('A', mark),
		sideMark('B', mark),
		span(String(line.number).padStart(digits), place === at ? 'found' : tone),
		span(isDiff ? ` ${line.sign} ` : '  ', tone),
	];
	const pieces = withoutStart(piecesAt({file, coloured}, place), cut);
	const right = mark && mark.points.length > 0 ? [span(mark.points.join(' '), place === at ? 'strong' : 'dim')] : [];
	if (place !== at) return [{...asRow([...head, ...pieces]), right}];
	const indent = digits + (isDiff ? 5 : 4);
	const room = Math.max(8, width - indent - right.reduce((sum, {text}) => sum + text.length + 1, 0));
	return fillLines(pieces, room, new SourceOffsets(''))
		.slice(0, WRAPPED)
		.map(({spans}, index) =>
			index === 0 ? {...asRow([...head, ...spans]), right} : asRow([span(' '.repeat(indent)), ...spans]),
		);
}

const piecesAt = ({file, coloured}: Pick<CodeView, 'file' | 'coloured'>, place: number): readonly Span[] =>
	coloured.get(place) ?? [span(inSpaces(file.lines[place]?.text ?? ''))];

/** A tab has no width of its own in a cell of a terminal. */
const inSpaces = (text: string): string => text.replaceAll('\t', '    ');

/** What all lines begin with is left out where a line would be cut off otherwise. */
function commonIndent({file}: CodeView, from: number, height: number, room: number): number {
	const texts = file.lines.slice(from, from + height).map(({text}) => inSpaces(text).trimEnd());
	if (texts.every(text => widthOf(text) <= room)) return 0;
	return Math.min(...texts.filter(text => text !== '').map(text => text.length - text.trimStart().length));
}

/** The same without so many characters at their beginning. */
function withoutStart(pieces: readonly Span[], count: number): readonly Span[] {
	let left = count;
	return pieces.flatMap(piece => {
		const text = piece.text.slice(left);
		left = Math.max(0, left - piece.text.length);
		return text === '' ? [] : [{...piece, text}];
	});
}

const sideMark = (role: 'A' | 'B', mark: LineMark | undefined): Span =>
	mark?.sides.includes(role) ? span(sideStyle[role].sign, sideStyle[role].tone) : span(' ');

/** Colours of the lines in a window. What was removed is coloured by itself: it is no part of the new file. */
function colouredAround({path, lines}: CodeFile, from: number, height: number): ReadonlyMap<number, readonly Span[]> {
	const first = Math.max(0, from - AROUND);
	const places = lines.slice(first, from + height + AROUND).map((_, index) => first + index);
	const coloured = new Map<number, readonly Span[]>();
	for (const removed of [false, true]) {
		const own = places.filter(place => (lines[place]?.sign === '-') === removed);
		const code = own.map(place => inSpaces(lines[place]?.text ?? '')).join('\n');
		for (const [index, spans] of (colouredLines(code, languageOf(path)) ?? []).entries()) {
			const place = own[index];
			// In a sea of code its own colour would say nothing.
			const pieces = spans.map(piece => (piece.tone === 'code' ? span(piece.text) : piece));
			if (place !== undefined) coloured.set(place, pieces);
		}
	}
	return coloured;
}

/** What stands where there is no code to show. */
export const noCodeRow = (named: string | undefined): Row =>
	row(
		span(
			named === undefined
				? `  ${signs.none} This point names no line.`
				: `  ${named} is not in the code that was read.`,
			'dim',
		),
	);
