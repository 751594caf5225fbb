/**
 * A Code Debate with its code: what the two say around the code of the point in dispute, and below it where every point
 * stands. Wide screens have the code between the two sides, others below them.
 */
import {memoizeRecent} from '../../debate/fold.ts';
import {type CodeFile, type DebatedLine, debatedCode} from './debated-code.ts';
import {colouredLines, coloursVersion} from '../../view/highlight.ts';
import {asRow, fillLines, SourceOffsets} from '../../view/markdown.ts';
import {row, span, type Row, type Span, blank, exactly, layOutRow, line, rule, spansWidth} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {widthOf, truncate, wrapText} from '../../view/wrap.ts';
import {
	type LineMark,
	type LineMarks,
	sideStyle,
	focusOf,
	type PointFocus,
	ledgerStrip,
	pointsRow,
	codeDebateBlocks,
	ledgerRows,
	columnsOf,
	debateBlocks,
	marksOf,
	pointStyle,
} from './pane.ts';
import type {LedgerPoint} from '../../debate/formats/code-debate.ts';
import {wordFor} from '../../languages/language.ts';
import {evidenceLabel} from './evidence.ts';
import {codeDebateOf} from './view.ts';
import type {DebateState} from '../../debate/state.ts';
import type {PaneFrame, PaneSize} from '../../view/blocks.ts';
import type {FormatPane, FrameInput, PointStep} from '../contract.ts';

/** Grammars of files whose names end in no name of their grammar. */
const byExtension: Readonly<Record<string, string>> = {
	mjs: 'javascript',
	cjs: 'javascript',
	jsx: 'javascript',
	mts: 'typescript',
	cts: 'typescript',
	tsx: 'typescript',
	rs: 'rust',
	h: 'c',
	cc: 'cpp',
	hpp: 'cpp',
	m: 'objectivec',
	pl: 'perl',
	zsh: 'bash',
	vue: 'markup',
	toml: 'ini',
	mk: 'makefile',
	vb: 'vbnet',
};

function languageOf(path: string): string {
	const ending = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('.')) + 1).toLowerCase();
	return wordFor(byExtension, ending) ?? ending;
}

// The code around a place, with line numbers, the colours of its language and the places of both sides.

/** Rows of the line in focus, which is shown whole where it is not longer than that. */
const WRAPPED = 3;
/** Lines above and below the window that the grammar sees. */
const AROUND = 40;

/** At most `height` rows of the file, the line `at` among them. `version` is that of the colours. */
const codeRows = memoizeRecent(
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
const noCodeRow = (named: string | undefined): Row =>
	row(
		span(
			named === undefined
				? `  ${signs.none} This point names no line.`
				: `  ${named} is not in the code that was read.`,
			'dim',
		),
	);

/** Columns from which the code stands between the sides, and rows from which there is room for it. */
const BETWEEN = 160;
const LOW = 12;
/** Rows from which each point has a row of its own below all else. */
const TALL = 26;
/** Lines shown before and behind the code in question. */
const GAP = 3;

/** Undefined where there is no code, or no room for it: then the pane stands as it is. */
export function codeDebateFrame(state: DebateState, input: FrameInput): PaneFrame | undefined {
	const debate = codeDebateOf(state);
	const files = state.start && debatedCode(state.start);
	if (!debate || !files || input.height < LOW) return undefined;
	const focus = focusOf(state, files, input.chosen);
	const {width} = input;
	const strip = stripHeight(state, input.height);
	const height = input.height - strip;
	const below = strip === 0 ? [] : exactly(ledgerStrip(state, focus.id, width, strip), strip);
	if (width >= BETWEEN) {
		const columns = betweenColumns(width);
		const code = exactly(codeWindow(state, files, focus, {width: columns.code, height}), height);
		return {
			blocks: debateBlocks(state, debate, {width, columns: {...columns, apart: true}}, input.waiting),
			height,
			complete: strip > 0,
			around: said => [...said.map((each, index) => between(each, code[index], columns)), ...below],
		};
	}
	const codeHeight = Math.max(5, Math.min(22, Math.floor(height * 0.42)));
	const code = exactly(codeWindow(state, files, focus, {width, height: codeHeight}), codeHeight);
	return {
		blocks:
			strip === 0
				? codeDebateBlocks(state, width, input.waiting)
				: debateBlocks(state, debate, {width, columns: columnsOf(width)}, input.waiting),
		height: height - codeHeight,
		complete: strip > 0,
		around: said => [...said, ...code, ...below],
	};
}

/** All points in a row, with the one in focus. */
export function pointsInSight(state: DebateState, chosen: string | undefined): Row | undefined {
	const files = state.start && debatedCode(state.start);
	return pointsRow(state, files ? focusOf(state, files, chosen).id : chosen);
}

/** Rows for the points and their heading; fewer than all points may have one. */
function stripHeight({formats}: DebateState, height: number): number {
	if (height < TALL) return 0;
	return 1 + Math.max(3, Math.min(formats.codeDebate.ledger.length, Math.floor(height / 5)));
}

type BetweenColumns = {readonly left: number; readonly code: number; readonly right: number};

function betweenColumns(width: number): BetweenColumns {
	const code = Math.min(90, Math.floor((width - 2 * GAP) * 0.42));
	const left = Math.floor((width - 2 * GAP - code) / 2);
	return {left, code, right: width - 2 * GAP - code - left};
}

const bar = span(` ${signs.quote} `, 'dim');

/** What A says, the code, and what B says. */
const between = memoizeRecent((said: Row, code: Row | undefined, {left, code: middle, right}: BetweenColumns): Row => {
	const spans = [...filled(said.spans, left), bar, ...filled(layOutRow(code ?? blank, middle), middle), bar];
	return {spans: [...spans, ...filled(said.right ?? [], right)]};
});

const filled = (spans: readonly Span[], width: number): readonly Span[] => [
	...spans,
	span(' '.repeat(Math.max(0, width - spansWidth(spans)))),
];

/** The code under its heading: the point, and the place that it is found at. */
function codeWindow(
	state: DebateState,
	files: readonly CodeFile[],
	focus: PointFocus,
	{width, height}: PaneSize,
): readonly Row[] {
	const {ledger} = state.formats.codeDebate;
	const {place, named, point} = focus;
	const rows = place
		? codeRows(place.file, place.at, marksOf(focus, ledger, files), width, height - 1, coloursVersion())
		: [noCodeRow(named)];
	const room = height - 1 - rows.length;
	return [headOf(focus, width), ...rows, ...(point && room > 2 ? remedyRows(point, width, room) : [])];
}

/** What should be done, and what shows the point, where there is room below the code. */
function remedyRows({resolution, evidence}: LedgerPoint, width: number, room: number): readonly Row[] {
	const parts = [
		...(resolution === undefined ? [] : [['Resolution', resolution] as const]),
		...(evidence ? [[evidenceLabel(evidence), evidence.text] as const] : []),
	];
	return parts
		.flatMap(([name, text]) => [
			blank,
			line(`  ${name}`, 'dim'),
			...wrapText(text.replaceAll('\t', '    '), Math.max(8, width - 2)).map(each => line(`  ${each}`)),
		])
		.slice(0, room);
}

/** In brackets where it was chosen and does not follow the debate. */
function headOf({id, title, named, chosen}: PointFocus, width: number): Row {
	const where = named === undefined || named === title ? '' : atEnd(named, Math.floor(width / 2));
	const room = width - widthOf(where) - 14;
	const text = truncate(id === undefined ? title : `${id} ${title}`, Math.max(8, room));
	return rule(width, span(chosen ? `[${text}]` : text, 'strong'), where === '' ? undefined : span(where));
}

/** A path that is too long loses its beginning. */
const atEnd = (path: string, width: number): string =>
	widthOf(path) <= width ? path : `…${path.slice(path.length - width + 1)}`;

// From point to point: which one's code is looked at.

/** The next point or the one before; behind a chosen last one it follows the debate again. */
export function stepPoint(state: DebateState, chosen: string | undefined, by: 1 | -1): PointStep {
	const {ledger} = state.formats.codeDebate;
	const files = (state.start && debatedCode(state.start)) ?? [];
	if (ledger.length === 0) return {chosen: undefined, told: 'There are no points yet.'};
	const {id} = focusOf(state, files, chosen);
	const from = ledger.findLastIndex(each => each.id === id);
	const first = by > 0 ? 0 : ledger.length - 1;
	// Whoever follows goes round, so that the key always leads somewhere.
	const point = ledger[from < 0 ? first : from + by] ?? (chosen === undefined ? ledger[first] : undefined);
	if (!point) return {chosen: undefined, told: 'The code follows the debate.'};
	const {place} = focusOf(state, files, point.id);
	const line = place?.file.lines[place.at];
	const words = [
		`Point ${point.id}, ${ledger.indexOf(point) + 1} of ${ledger.length}, by Agent ${point.by}, ${pointStyle(point).name}: ${point.title}.`,
		...(point.place === undefined ? [] : [`${point.place}${line ? `: ${line.text.trim()}` : ''}`]),
	];
	return {chosen: point.id, told: words.join(' ')};
}

export const codeDebatePane: FormatPane = {
	name: 'points',
	placement: 'instead',
	rest: 'words',
	blocks: codeDebateBlocks,
	frame: codeDebateFrame,
	inSight: pointsInSight,
	results: ledgerRows,
	hasCode: ({start}) => start !== undefined && debatedCode(start) !== undefined,
	step: stepPoint,
	unavailable: ['interject', 'barge-in'],
};
