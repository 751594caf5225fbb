/** A Code Debate: A and B in two columns, a row a round; where each point stands and since when; who is waited for. */
import {memoizeRecent} from '../../debate/fold/memoize-recent.ts';
import type {SectionEvent, PointSeverity} from '../../debate/formats/code-debate/events.ts';
import {heardText} from '../../debate/queries.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {codeDebateOf, headingOf, roleOf, type CodeDebateView, type AgentRound} from '../../debate/views/code-debate.ts';
import {outcomeOf, type AgentRole, type LedgerPoint} from '../../debate/formats/code-debate/state.ts';
import {clock} from '../../transcripts/wording.ts';
import {allRows, joined, listed, single, type Blocks} from '../text/blocks.ts';
import {displayOf} from '../debate/participant-display.ts';
import {sideBySide, blank, exactly, line, row, rule, span, spansWidth, type Row, type Span} from '../text/rows.ts';
import {signs, type Tone} from '../text/theme.ts';
import {thinkingText, type WaitingFor} from '../debate/waiting.ts';
import {widthOf, wrapText} from '../text/wrap.ts';

/** Columns from which the two sides stand beside each other. */
const WIDE = 76;
const GAP = 3;

/** All that there is to see. Empty for debates of other kinds. */
export function codeDebateBlocks(state: DebateState, width: number, waiting?: WaitingFor): Blocks {
	const debate = codeDebateOf(state);
	if (!debate) return joined();
	const {rounds, consensus} = debate;
	const speaking = state.open.length > 0;
	return joined(
		single(sideRows(state, debate, width)),
		listed(rounds, round => roundRows(state, debate, round, width), {
			words: speaking && consensus === undefined && rounds.length > 0 ? rounds.length - 1 : undefined,
		}),
		listed(consensus === undefined ? [] : [consensus], place => [blank, ...sectionOf(state, debate, place, width)], {
			words: speaking && consensus !== undefined ? 0 : undefined,
		}),
		pointBlocks(debate, width),
		single(awaitedRows(state, waiting, width)),
	);
}

/** Who the two are. */
function sideRows(state: DebateState, {tools}: CodeDebateView, width: number): readonly Row[] {
	const sides = (['A', 'B'] as const).map((role): readonly Row[] => {
		const {sign, tone, name} = displayOf(state, role.toLowerCase());
		// One who takes part through the file has no name but that of the tool it signs with.
		const called = name === `Agent ${role}` ? tools[role] : name;
		return [
			row(span(`${sign} `, tone), span(`Agent ${role}`, tone), span(called === undefined ? '' : ` ${called}`, 'dim')),
		];
	});
	const [left = [], right = []] = sides;
	return width < WIDE ? [...left, ...right] : sideBySide(left, right, halves(width), GAP);
}

function halves(width: number): [number, number] {
	const left = Math.floor((width - GAP) / 2);
	return [left, width - GAP - left];
}

function roundRows(state: DebateState, debate: CodeDebateView, {A, B}: AgentRound, width: number): readonly Row[] {
	if (width < WIDE)
		return [A, B].flatMap(place => (place === undefined ? [] : [blank, ...sectionOf(state, debate, place, width)]));
	const [left, right] = halves(width);
	return abreast(
		A === undefined ? none : sectionOf(state, debate, A, left),
		B === undefined ? none : sectionOf(state, debate, B, right),
		width,
	);
}

const none: readonly Row[] = [];

const abreast = memoizeRecent((one: readonly Row[], other: readonly Row[], width: number): readonly Row[] => {
	const height = Math.max(one.length, other.length);
	return [blank, ...sideBySide(exactly(one, height), exactly(other, height), halves(width), GAP)];
});

function sectionOf(
	state: DebateState,
	{sectionOf: recordedFor}: CodeDebateView,
	place: number,
	width: number,
): readonly Row[] {
	const turn = state.turns[place];
	return turn ? sectionRows(turn, heardText(state, turn), recordedFor(turn.id), state.seats, width) : [];
}

/** A section's heading and text; Markdown's own marks are drawn, not shown. */
const sectionRows = memoizeRecent(
	(
		turn: Turn,
		heard: string,
		record: SectionEvent | undefined,
		seats: DebateState['seats'],
		width: number,
	): readonly Row[] => {
		const role = roleOf(turn);
		const {tone} = displayOf({seats}, role.toLowerCase());
		const text = heard.trim().replaceAll(/\n{3,}/gu, '\n\n');
		const rows = text.split('\n').flatMap(each => lineRows(each, width));
		const shown =
			turn.finish === undefined ? [...rows.slice(0, -1), row(...(rows.at(-1)?.spans ?? []), span(signs.cursor))] : rows;
		return [rule(width, span(headingOf(turn, record), tone), span(role, tone)), ...shown];
	},
);

const categorised = /\*\*(?<category>Agreed|Partially agreed|Disagreed)\*\*/iu;
const stateOf: Readonly<Record<string, LedgerPoint['state']>> = {
	agreed: 'agreed',
	'partially agreed': 'partly',
	disagreed: 'disagreed',
};

function lineRows(text: string, width: number): readonly Row[] {
	const state = stateOf[categorised.exec(text)?.groups?.['category']?.toLowerCase() ?? ''];
	const heading = /^#{3,6}\s+/u.test(text);
	const plain = text.replace(/^#{3,6}\s+/u, '').replaceAll(/\*\*|(?<=^|\s)\*(?=\S)|(?<=\S)\*(?=$|\s|[.,])|`/gu, '');
	const room = state && heading ? width - 2 : width;
	const pieces = wrapText(plain, Math.max(8, room));
	const tone: Tone = heading ? 'strong' : 'plain';
	return pieces.map((piece, index) =>
		state && heading
			? row(span(index === 0 ? `${looks[state].sign} ` : '  ', looks[state].tone), span(piece, tone))
			: line(piece, tone),
	);
}

const looks: Readonly<
	Record<LedgerPoint['state'], {readonly sign: string; readonly tone: Tone; readonly name: string}>
> = {
	open: {sign: signs.empty, tone: 'dim', name: 'open'},
	agreed: {sign: signs.yes, tone: 'good', name: 'agreed'},
	partly: {sign: signs.drift, tone: 'warning', name: 'partly'},
	disagreed: {sign: signs.no, tone: 'error', name: 'disagreed'},
};

const severityTone: Readonly<Record<PointSeverity, Tone>> = {
	blocker: 'error',
	major: 'warning',
	minor: 'plain',
	note: 'dim',
};

const lookOf = (point: LedgerPoint) =>
	outcomeOf(point) === 'withdrawn' ? {sign: signs.out, tone: 'dim' as const, name: 'withdrawn'} : looks[point.state];

/** The points alone, as the pane shows them. */
export function ledgerRows(state: DebateState, width: number): readonly Row[] {
	const debate = codeDebateOf(state);
	return debate ? allRows(pointBlocks(debate, width)) : [];
}

/** All points in one row, each as its id and sign: what is still open is in sight wherever one reads. */
export function pointsRow(state: DebateState): Row | undefined {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return undefined;
	const {ledger, resolved} = debate;
	const right = [span(`${resolved}/${ledger.length} resolved`, resolved === ledger.length ? 'good' : 'dim')];
	const next = ledger.find(point => outcomeOf(point) === 'disputed');
	const spans = [
		...ledger.flatMap(point => [span(`${point.id} `, 'strong'), span(`${lookOf(point).sign}  `, lookOf(point).tone)]),
		...(next ? [span(`next: ${next.title}`, 'dim')] : []),
	];
	return {spans, right};
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
	const {sign, tone, name} = lookOf(point);
	const right: Span[] = [span(name, tone), span(` ${history.at(-1)?.heading ?? ''}`, 'dim')];
	const head: Span[] = [
		span(`${sign} `, tone),
		span(`${id} `.padEnd(4), 'strong'),
		span(`${by} `, sideTone[by]),
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

const sideTone: Readonly<Record<AgentRole, Tone>> = {A: 'seat1', B: 'seat2'};

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
