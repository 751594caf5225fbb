/** The pane of a Code Debate: points and ledger as blocks, their stateStyles, and which of them is in focus. */
import {
	type PointSeverity,
	type SectionEvent,
	outcomeOf,
	type AgentRole,
	type LedgerPoint,
	isSettled,
	leavesOpen,
} from '../../debate/formats/code-debate.ts';
import {coverageOf, coverageTold, openVerdict} from './coverage.ts';
import {seatStyle, signs, type Tone} from '../../view/theme.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import {type DebateState, type Turn, heardText} from '../../debate/state.ts';
import {codeDebateOf, type CodeDebateView, headingOf, roleOf, type AgentRound} from './view.ts';
import {allRows, joined, listed, single, type Blocks} from '../../view/blocks.ts';
import {
	blank,
	row,
	rule,
	span,
	spansWidth,
	type Row,
	type Span,
	exactly,
	layOutRow,
	line,
	sideBySide,
} from '../../view/rows.ts';
import {widthOf, wrapText} from '../../view/wrap.ts';
import {debatedCode, isAboutCode, findPlace, placesIn, type CodeFile, type CodePlace} from './debated-code.ts';
import {clock} from '../../languages/wording.ts';
import {displayOf, thinkingText, type WaitingFor} from '../../view/participants.ts';
import {withCursor, WrapCache, wrapVersion} from '../../view/markdown.ts';

// How points are shown: their state, their severity, and whose they are.

type PointStyle = {readonly sign: string; readonly tone: Tone; readonly name: string};

const stateStyles: Readonly<Record<LedgerPoint['state'], PointStyle>> = {
	open: {sign: signs.empty, tone: 'dim', name: 'open'},
	agreed: {sign: signs.yes, tone: 'good', name: 'agreed'},
	partly: {sign: signs.drift, tone: 'warning', name: 'partly'},
	disagreed: {sign: signs.no, tone: 'error', name: 'disagreed'},
};

export function pointStyle(point: LedgerPoint): PointStyle {
	const outcome = outcomeOf(point);
	if (outcome === 'withdrawn') return {sign: signs.out, tone: 'dim', name: outcome};
	return outcome === 'noted' ? {sign: signs.separator, tone: 'dim', name: outcome} : stateStyles[point.state];
}

const severityTone: Readonly<Record<PointSeverity, Tone>> = {
	blocker: 'error',
	major: 'warning',
	minor: 'plain',
	note: 'dim',
};

/** A side's own sign and tone, as its seat has them. */
export const sideStyle: Readonly<Record<AgentRole, ReturnType<typeof seatStyle>>> = {A: seatStyle(0), B: seatStyle(1)};

// The points of a Code Debate as they are always in sight: a row each, or all in one.

/** What the points came to; what was not read leaves the verdict open, however many are resolved. */
function convergedSpan(state: DebateState): Span {
	const {ledger, resolved} = state.formats.codeDebate;
	const open = state.outcome === undefined ? undefined : openVerdict(state);
	if (open !== undefined) return span(open, 'warning');
	return span(`${resolved}/${ledger.length} resolved`, resolved === ledger.length ? 'good' : 'dim');
}

/** Points in one row at most: more would not fit on any screen. */
const inARow = 24;

/** All points in one row, each as its id and sign; the one in focus is in brackets. */
export function pointsRow(state: DebateState, focused?: string): Row | undefined {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return undefined;
	const {ledger, resolved} = debate;
	const from = firstShown(ledger, focused, inARow);
	const next = resolved < ledger.length ? ledger.find(point => outcomeOf(point) === 'disputed') : undefined;
	const spans = [
		...(from > 0 ? [span('… ', 'dim')] : []),
		...ledger.slice(from, from + inARow).flatMap(point => idAndSign(point, point.id === focused)),
		...(next ? [span(`next: ${next.title}`, 'dim')] : []),
	];
	return {spans, right: [convergedSpan(state)]};
}

function idAndSign(point: LedgerPoint, focused: boolean): readonly Span[] {
	const {sign, tone} = pointStyle(point);
	return focused
		? [span('[', 'strong'), span(`${point.id} `, 'strong'), span(sign, tone), span('] ', 'strong')]
		: [span(`${point.id} `, 'strong'), span(`${sign}  `, tone)];
}

/** A heading, and below it a row a point, as many as there is room for: those around the one in focus. */
export function ledgerStrip(
	state: DebateState,
	focused: string | undefined,
	width: number,
	height: number,
): readonly Row[] {
	const {ledger} = state.formats.codeDebate;
	const room = height - 1;
	const from = firstShown(ledger, focused, room);
	const more = ledger.length > room ? ` · ${from + 1} to ${Math.min(ledger.length, from + room)}` : '';
	const converged = convergedSpan(state);
	return [
		rule(
			width,
			span('Points', 'strong'),
			ledger.length === 0 ? undefined : {...converged, text: converged.text + more},
		),
		...(ledger.length === 0 ? [row(span('  none yet', 'dim'))] : []),
		...ledger.slice(from, from + room).map(point => stripRow(point, point.id === focused)),
	];
}

/** The one in focus stands in the middle of those that are shown. */
const firstShown = (ledger: readonly LedgerPoint[], focused: string | undefined, count: number): number =>
	ledger.length <= count
		? 0
		: Math.max(
				0,
				Math.min(ledger.findLastIndex(({id}) => id === focused) - Math.floor(count / 2), ledger.length - count),
			);

function stripRow(point: LedgerPoint, focused: boolean): Row {
	const {id, title, place, by, severity, history} = point;
	const {sign, tone, name} = pointStyle(point);
	return {
		spans: [
			span(focused ? `${signs.chosen} ` : '  ', 'chosen'),
			span(`${sign} `, tone),
			span(`${id} `.padEnd(4), 'strong'),
			span(`${by} `, sideStyle[by].tone),
			...(severity ? [span(`${severity} `.padEnd(8), severityTone[severity])] : []),
			span(title, focused ? 'strong' : 'plain'),
			...(place === undefined ? [] : [span(` ${place}`, 'dim')]),
		],
		right: [span(name, tone), span(` ${history.at(-1)?.heading ?? ''}`, 'dim')],
	};
}

/** What was read, and the points alone, as the pane shows them. */
export function ledgerRows(state: DebateState, width: number): readonly Row[] {
	const debate = codeDebateOf(state);
	return debate ? [...readRows(state, width), ...allRows(pointBlocks(debate, width))] : [];
}

function readRows(state: DebateState, width: number): readonly Row[] {
	const told = coverageTold(state);
	const tone = leavesOpen(coverageOf(state)) ? 'warning' : 'dim';
	return told === undefined ? [] : wrapText(told, width).map(text => line(text, tone));
}

/** Each point with its state and the section that set it, under how far the two have converged. */
function pointBlocks({ledger, resolved}: CodeDebateView, width: number): Blocks {
	if (ledger.length === 0) return joined();
	const converged = `${resolved}/${ledger.length} resolved`;
	const bar =
		ledger.length + converged.length + 24 <= width
			? `${signs.full.repeat(resolved)}${signs.empty.repeat(ledger.length - resolved)} `
			: '';
	return joined(
		single([
			blank,
			rule(width, span('Points', 'strong'), span(bar + converged, resolved === ledger.length ? 'good' : 'plain')),
		]),
		listed(ledger, point => pointRows(point, width)),
	);
}

/** The place stands behind the title, or below it where both do not fit. */
const pointRows = memoizeRecent((point: LedgerPoint, width: number): readonly Row[] => {
	const {id, title, place, by, severity, history} = point;
	const {sign, tone, name} = pointStyle(point);
	const right: Span[] = [span(name, tone), span(` ${history.at(-1)?.heading ?? ''}`, 'dim')];
	const head: Span[] = [
		span(`${sign} `, tone),
		span(`${id} `.padEnd(4), 'strong'),
		span(`${by} `, sideStyle[by].tone),
		...(severity ? [span(`${severity} `, severityTone[severity])] : []),
	];
	const room = width - spansWidth(head) - spansWidth(right) - 1;
	if (widthOf(`${title} ${place ?? ''}`) <= room)
		return [{spans: [...head, span(title), span(place === undefined ? '' : ` ${place}`, 'dim')], right}];
	const [first = '', ...rest] = wrapText(title, Math.max(8, room));
	const below = place === undefined ? [] : wrapText(place, Math.max(8, width - spansWidth(head)));
	const indent = span(' '.repeat(spansWidth(head)));
	return [
		{spans: [...head, span(first)], right},
		...rest.map(text => row(indent, span(text))),
		...below.map(text => row(indent, span(text, 'dim'))),
	];
});

/** Columns from which the two sides stand beside each other. */
const WIDE = 76;
const GAP = 3;

/** Widths of the two sides beside each other; `apart` leaves what is between them to others. Undefined: stacked. */
type SideColumns = {readonly left: number; readonly right: number; readonly apart: boolean} | undefined;

export const columnsOf = (width: number): SideColumns => {
	const left = Math.floor((width - GAP) / 2);
	return width < WIDE ? undefined : {left, right: width - GAP - left, apart: false};
};

/** All that there is to see. Empty for debates of other kinds. */
export function codeDebateBlocks(state: DebateState, width: number, waiting?: WaitingFor): Blocks {
	const debate = codeDebateOf(state);
	if (!debate) return joined();
	return joined(debateBlocks(state, debate, {width, columns: columnsOf(width)}, waiting, pointBlocks(debate, width)));
}

type SectionsLayout = {readonly width: number; readonly columns: SideColumns};

/** What the two say, and whose section is awaited; `points` stand between. */
export function debateBlocks(
	state: DebateState,
	debate: CodeDebateView,
	layout: SectionsLayout,
	waiting?: WaitingFor,
	points: Blocks = joined(),
): Blocks {
	const {rounds, consensus} = debate;
	const speaking = state.open.length > 0;
	const width = layout.columns?.apart ? layout.columns.left : layout.width;
	return joined(
		single(sideRows(state, debate, layout)),
		single(missingCode(state, width)),
		listed(rounds, round => roundRows(state, debate, round, layout), {
			words: speaking && consensus === undefined && rounds.length > 0 ? rounds.length - 1 : undefined,
		}),
		listed(consensus === undefined ? [] : [consensus], place => consensusRows(state, debate, place, layout), {
			words: speaking && consensus !== undefined ? 0 : undefined,
		}),
		points,
		single(awaitedRows(state, waiting, width)),
	);
}

/** A debate about code whose journal has not kept it says so. */
function missingCode({start}: DebateState, width: number): readonly Row[] {
	if (!start || !isAboutCode(start) || debatedCode(start)) return [];
	return wrapText('The code was not kept with this debate, so it is not shown.', Math.max(8, width)).map(text =>
		line(text, 'dim'),
	);
}

/** Who the two are. */
function sideRows(state: DebateState, {tools}: CodeDebateView, {columns}: SectionsLayout): readonly Row[] {
	const sides = (['A', 'B'] as const).map((role): readonly Row[] => {
		const {sign, tone, name} = displayOf(state, role.toLowerCase());
		// One who takes part through the file has no name but that of the tool it signs with.
		const called = name === `Agent ${role}` ? tools[role] : name;
		return [
			row(span(`${sign} `, tone), span(`Agent ${role}`, tone), span(called === undefined ? '' : ` ${called}`, 'dim')),
		];
	});
	const [left = [], right = []] = sides;
	return columns ? inColumns(left, right, columns) : [...left, ...right];
}

function roundRows(
	state: DebateState,
	debate: CodeDebateView,
	{A, B}: AgentRound,
	{width, columns}: SectionsLayout,
): readonly Row[] {
	if (!columns)
		return [A, B].flatMap(place => (place === undefined ? [] : [blank, ...sectionOf(state, debate, place, width)]));
	const {left, right, apart} = columns;
	return abreast(
		A === undefined ? none : sectionOf(state, debate, A, left),
		B === undefined ? none : sectionOf(state, debate, B, right),
		left,
		right,
		apart,
	);
}

/** It belongs to no round; where the sides are apart, it stands with whoever wrote it. */
function consensusRows(
	state: DebateState,
	debate: CodeDebateView,
	place: number,
	{width, columns}: SectionsLayout,
): readonly Row[] {
	const turn = state.turns[place];
	if (!columns?.apart || !turn) return [blank, ...sectionOf(state, debate, place, width)];
	const {left, right, apart} = columns;
	return roleOf(turn) === 'A'
		? abreast(sectionOf(state, debate, place, left), none, left, right, apart)
		: abreast(none, sectionOf(state, debate, place, right), left, right, apart);
}

const none: readonly Row[] = [];

const abreast = memoizeRecent(
	(one: readonly Row[], other: readonly Row[], left: number, right: number, apart: boolean): readonly Row[] => [
		blank,
		...inColumns(one, other, {left, right, apart}),
	],
);

function inColumns(one: readonly Row[], other: readonly Row[], {left, right, apart}: NonNullable<SideColumns>) {
	const height = Math.max(one.length, other.length);
	const [lefts, rights] = [exactly(one, height), exactly(other, height)];
	if (!apart) return sideBySide(lefts, rights, [left, right], GAP);
	return lefts.map((each, index): Row => ({
		spans: filled(each, left),
		right: filled(rights[index] ?? blank, right),
	}));
}

/** A row laid out and filled up to its width. */
function filled(each: Row, width: number): readonly Span[] {
	const spans = layOutRow(each, width);
	return [...spans, span(' '.repeat(Math.max(0, width - spansWidth(spans))))];
}

function sectionOf(
	state: DebateState,
	{sectionOf: recordedFor}: CodeDebateView,
	place: number,
	width: number,
): readonly Row[] {
	const turn = state.turns[place];
	return turn ? sectionRows(turn, heardText(state, turn), recordedFor(turn.id), state.seats, width, wrapVersion()) : [];
}

/** Sections, each wrapped once a width. */
const wrapped = new WrapCache();

/** A section's heading and its text, in which a heading has the sign of what it says of its point. */
const sectionRows = memoizeRecent(
	(
		turn: Turn,
		heard: string,
		record: SectionEvent | undefined,
		seats: DebateState['seats'],
		width: number,
		_version: number,
	): readonly Row[] => {
		const role = roleOf(turn);
		const {tone} = displayOf({seats}, role.toLowerCase());
		const open = turn.finish === undefined;
		const text = heard.trim();
		const {rows, at} = wrapped.wrap(`${turn.contentHash ?? ''} ${turn.id}`, text, width, open);
		const shown = rows.map((each, index) => withCategory(each, at[index] ?? 0, at[index - 1], text));
		return [
			rule(width, span(headingOf(turn, record), tone), span(role, tone)),
			...(open ? withCursor(shown, width) : shown),
		];
	},
);

const categorised = /^#{3,6}\s.*\*\*(?<category>Agreed|Partially agreed|Disagreed)\*\*/iu;
const stateOf: Readonly<Record<string, LedgerPoint['state']>> = {
	agreed: 'agreed',
	'partially agreed': 'partly',
	disagreed: 'disagreed',
};

/** A row that a heading begins on has the sign of its category before it. */
function withCategory(each: Row, at: number, before: number | undefined, text: string): Row {
	const start = text.lastIndexOf('\n', at - 1) + 1;
	if (!text.startsWith('###', start) || (before !== undefined && before >= start)) return each;
	const end = text.indexOf('\n', start);
	const head = text.slice(start, end < 0 ? undefined : end);
	const state = stateOf[categorised.exec(head)?.groups?.['category']?.toLowerCase() ?? ''];
	return state ? {...each, bar: span(`${stateStyles[state].sign} `, stateStyles[state].tone)} : each;
}

/** Whose section is awaited, and for how long. */
function awaitedRows(state: DebateState, waiting: WaitingFor | undefined, width: number): readonly Row[] {
	if (state.outcome !== undefined)
		return [
			blank,
			...wrapText(
				`${state.outcome}${state.reason === undefined ? '' : ` · ${state.reason}`}`,
				Math.max(8, width - 3),
			).map((text, index) =>
				row(span(index === 0 ? `${signs.rule}${signs.rule} ` : '   ', 'dim'), span(text, 'strong')),
			),
			...(leavesOpen(coverageOf(state)) ? readRows(state, Math.max(8, width - 3)) : []).map(({spans}): Row =>
				row(span('   '), ...spans),
			),
		];
	if (!waiting || state.open.length > 0) return [];
	const {sign, tone} = displayOf(state, waiting.participant);
	return [
		blank,
		row(
			span(`${sign} `, tone),
			span(`waiting for Agent ${waiting.participant.toUpperCase()}`, tone),
			span(` · ${waiting.purpose} · ${clock(waiting.for)}${thinkingText(waiting)}`, 'dim'),
		),
	];
}

// Which point the code is shown for: the one that was chosen, or the one that is spoken of.

export type PointFocus = {
	/** Undefined before a point is in the ledger. */
	readonly point: LedgerPoint | undefined;
	readonly id: string | undefined;
	readonly title: string;
	/** The place as it is named, and where that is in the code. */
	readonly named: string | undefined;
	readonly place: CodePlace | undefined;
	/** Who named the place first. */
	readonly by: AgentRole | undefined;
	/** Whether it was chosen, and so stays. */
	readonly chosen: boolean;
};

/** Without a point anywhere, the first change. */
export function focusOf(state: DebateState, files: readonly CodeFile[], chosen: string | undefined): PointFocus {
	const {ledger} = state.formats.codeDebate;
	const picked = chosen === undefined ? undefined : ledger.findLast(({id}) => id === chosen);
	if (picked) return focusOn(picked, files, true);
	const spoken = spokenOf(state, files);
	if (spoken) return spoken;
	const point = underDispute(state);
	if (point) return focusOn(point, files, false);
	const [first] = files;
	const place = first && findPlace(files, first.path);
	return {
		point: undefined,
		id: undefined,
		title: first?.path ?? '',
		named: first?.path,
		place,
		by: undefined,
		chosen: false,
	};
}

function focusOn(point: LedgerPoint, files: readonly CodeFile[], chosen: boolean): PointFocus {
	const {id, title, by, place: named} = point;
	const place = named === undefined ? undefined : findPlace(files, named, point.old);
	return {point, id, title, named, place, by, chosen};
}

/** What the latest section leaves in dispute, else what any does, else the last point. */
function underDispute({formats}: DebateState): LedgerPoint | undefined {
	const {ledger, sections, resolved} = formats.codeDebate;
	for (const {id} of sections.at(-1)?.points ?? []) {
		const point = ledger.findLast(each => each.id === id);
		if (point && !isSettled(point)) return point;
	}
	return (resolved < ledger.length ? ledger.findLast(point => !isSettled(point)) : undefined) ?? ledger.at(-1);
}

/** Characters at the end of what is said in which a point is looked for. */
const tail = 4000;
const heading = /^(?:#{3,6}|[-*+])\s+\W*(?<id>P\d+)\b(?<rest>.*)$/u;

/** The point, or at least the place, that the words which are being said came to last. */
function spokenOf(state: DebateState, files: readonly CodeFile[]): PointFocus | undefined {
	const running = state.turns.at(-1);
	if (!running || !state.open.includes(running.id)) return undefined;
	const lines = heardText(state, running).slice(-tail).split('\n').toReversed();
	for (const line of lines) {
		const {id, rest = ''} = heading.exec(line)?.groups ?? {};
		if (id === undefined) continue;
		const known = state.formats.codeDebate.ledger.findLast(point => point.id === id);
		if (known) return focusOn(known, files, false);
		const named = placesIn(line).at(-1);
		const place = named === undefined ? undefined : findPlace(files, named, /, old file/u.test(line));
		if (place) return {point: undefined, id, title: titleIn(rest), named, place, by: roleOf(running), chosen: false};
	}
	return undefined;
}

/** A heading without severity, category and place. */
const titleIn = (rest: string): string =>
	rest
		.replace(/\s*\(`[^`]*`[^)]*\)\s*$/u, '')
		.replace(/^\s*\[\w+\]/u, '')
		.replace(/^[^\p{L}\p{N}`"']*/u, '')
		.replaceAll(/[`*]/gu, '');

// The lines that either side has named: of the point in focus, and of the others in the same file.

/** `sides` have named the line for the point in focus; `points` are found there. */
export type LineMark = {readonly sides: readonly AgentRole[]; readonly points: readonly string[]};

/** By the places of lines in the file in focus. */
export type LineMarks = ReadonlyMap<number, LineMark>;

type Points = readonly LedgerPoint[];

/** The others that are looked at, the latest. */
const OTHERS = 60;

export function marksOf({place, point, named, by}: PointFocus, ledger: Points, files: readonly CodeFile[]): LineMarks {
	if (!place) return new Map();
	const marks = marksIn(ledger, place.file, files, point);
	// What is being raised just now is not in the ledger yet.
	return point || by === undefined || named === undefined
		? marks
		: new Map([...marks, [place.at, {sides: [by], points: marks.get(place.at)?.points ?? []}]]);
}

const marksIn = memoizeRecent(
	(ledger: Points, file: CodeFile, files: readonly CodeFile[], point: LedgerPoint | undefined): LineMarks => {
		const marks = new Map<number, {sides: AgentRole[]; points: string[]}>();
		const markAt = (named: string, old = false) => {
			const place = findPlace(files, named, old);
			if (place?.file !== file) return undefined;
			const mark = marks.get(place.at) ?? {sides: [], points: []};
			marks.set(place.at, mark);
			return mark;
		};
		for (const {id, place, old} of ledger.slice(-OTHERS)) if (place !== undefined) markAt(place, old)?.points.push(id);
		if (!point) return marks;
		if (point.place !== undefined) markAt(point.place, point.old)?.sides.push(point.by);
		for (const {role, why = ''} of point.history)
			for (const named of placesIn(why)) {
				const sides = markAt(named)?.sides;
				if (sides && !sides.includes(role)) sides.push(role);
			}
		return marks;
	},
);
