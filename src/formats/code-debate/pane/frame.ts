/**
 * A Code Debate with its code: what the two say around the code of the point in dispute, and below it where every point
 * stands. Wide screens have the code between the two sides, others below them.
 */
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {codeDebateOf} from '../../../debate/views/code-debate.ts';
import {debatedCode, type CodeFile} from '../../../debate/views/debated-code.ts';
import type {DebateState} from '../../../debate/state.ts';
import type {WaitingFor} from '../../../view/debate/waiting.ts';
import {coloursVersion} from '../../../view/markdown/highlight.ts';
import type {PaneFrame, PaneSize} from '../../../view/text/pane-frame.ts';
import {blank, exactly, layOutRow, line, rule, span, spansWidth, type Row, type Span} from '../../../view/text/rows.ts';
import {signs} from '../../../view/text/theme.ts';
import {truncate, widthOf, wrapText} from '../../../view/text/wrap.ts';
import {codeRows, noCodeRow} from './code-rows.ts';
import {focusOf, type PointFocus} from './focus.ts';
import {ledgerStrip, pointsRow} from './ledger-rows.ts';
import {codeDebateBlocks, columnsOf, debateBlocks} from './pane.ts';
import {marksOf} from './places.ts';

/** Columns from which the code stands between the sides, and rows from which there is room for it. */
const BETWEEN = 160;
const LOW = 12;
/** Rows from which each point has a row of its own below all else. */
const TALL = 26;
/** On either side of the code. */
const GAP = 3;

/** `chosen` is the point that the user looks at, if they do not follow the debate. */
export type FrameInput = PaneSize & {readonly chosen: string | undefined; readonly waiting: WaitingFor | undefined};

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
		...(evidence ? [[`Shown by ${evidence.kind}`, evidence.text] as const] : []),
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
