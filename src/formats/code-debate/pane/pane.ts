/** A Code Debate: A and B in two columns, a row a round; where each point stands and since when; who is waited for. */
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {SectionEvent} from '../../../debate/formats/code-debate/events.ts';
import {heardText} from '../../../debate/queries.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {
	codeDebateOf,
	headingOf,
	roleOf,
	type CodeDebateView,
	type AgentRound,
} from '../../../debate/views/code-debate.ts';
import type {LedgerPoint} from '../../../debate/formats/code-debate/state.ts';
import {debatedCode, isAboutCode} from '../../../debate/views/debated-code.ts';
import {clock} from '../../../exports/wording.ts';
import {joined, listed, single, type Blocks} from '../../../view/text/blocks.ts';
import {displayOf} from '../../../view/debate/participant-display.ts';
import {withCursor} from '../../../view/markdown/prose.ts';
import {WrapCache, wrapVersion} from '../../../view/markdown/wrap-cache.ts';
import {
	blank,
	exactly,
	layOutRow,
	line,
	row,
	rule,
	sideBySide,
	span,
	spansWidth,
	type Row,
	type Span,
} from '../../../view/text/rows.ts';
import {signs} from '../../../view/text/theme.ts';
import {thinkingText, type WaitingFor} from '../../../view/debate/waiting.ts';
import {wrapText} from '../../../view/text/wrap.ts';
import {pointBlocks} from './ledger-rows.ts';
import {looks} from './point-looks.ts';

/** Columns from which the two sides stand beside each other. */
const WIDE = 76;
const GAP = 3;

/** Widths of the two sides beside each other; `apart` leaves what is between them to others. Undefined: stacked. */
export type SideColumns = {readonly left: number; readonly right: number; readonly apart: boolean} | undefined;

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
	return state ? {...each, bar: span(`${looks[state].sign} `, looks[state].tone)} : each;
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
