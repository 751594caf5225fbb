/** What happened between the words: cuts, interjections, failures, what the user did; the latest first. */
import {signs} from '../../view/theme.ts';
import {cutTime} from '../../exports/segments.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import type {DebateState} from '../../debate/state.ts';
import {shownEvents} from '../../formats/index.ts';
import {clock} from '../../languages/wording.ts';
import {latestMoments, type Moment} from '../../view/moments.ts';
import {line, row, span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import {wrapParagraph} from '../../view/wrap.ts';

/** A debate and the index of its turns, which says what was heard by a time. */
export type IndexedDebate = {readonly state: DebateState; readonly index: TurnIndex};

const headOf = ({sign, who}: Moment, spoken: string): readonly Span[] => [
	span(`${spoken.padStart(5)} `, 'dim'),
	sign,
	span(' '),
	...who,
];

/** A moment in one line. */
const momentRow = memoizeRecent((moment: Moment, spoken: string): Row => ({
	spans: [...headOf(moment, spoken), span(moment.who.length > 0 ? ' ' : ''), span(moment.what, moment.tone)],
}));

const noneRow = ({outcome}: DebateState): Row =>
	line(`no cut, no interjection${outcome === undefined ? ' yet' : ''}`, 'dim');

/** The latest moments in a line each. */
export function latestRows(heard: IndexedDebate, count: number): readonly Row[] {
	const moments = latestMoments(heard.state, count, shownEvents);
	return moments.length === 0
		? [noneRow(heard.state)]
		: moments.map(moment => momentRow(moment, spokenBy(heard, moment)));
}

/** The moments pane: a moment takes up to three lines where one is too narrow for it. */
export function momentRows(heard: IndexedDebate, width: number, height: number): readonly Row[] {
	const moments = latestMoments(heard.state, height, shownEvents);
	return moments.length === 0 ? [noneRow(heard.state)] : unfolded(heard, moments, width).slice(0, height);
}

/** How many rows the moments would fill, up to `most`. */
export const unfoldedHeight = (heard: IndexedDebate, width: number, most: number): number =>
	momentRows(heard, width, most).length;

export const unfolded = (heard: IndexedDebate, moments: readonly Moment[], width: number): readonly Row[] =>
	moments.flatMap(moment => unfold(moment, spokenBy(heard, moment), width));

/** When it was, by the clock of the header. */
const spokenBy = ({index}: IndexedDebate, {at, turnId, ends, sign}: Moment): string => {
	const time = turnId === undefined ? undefined : index.clock.of(turnId);
	if (time === undefined) return clock(index.clock.at(at));
	if (sign.text === signs.cut) return clock(cutTime(time.end));
	return clock(ends ? time.end : time.last);
};

const INDENT = 8;

const unfold = memoizeRecent((moment: Moment, spoken: string, width: number): readonly Row[] => {
	const whole = momentRow(moment, spoken);
	if (spansWidth(whole.spans) <= width) return [whole];
	const lines = wrapParagraph(moment.what, Math.max(8, width - INDENT));
	const shown = lines.length > 3 ? [...lines.slice(0, 2), lines.slice(2).join(' ')] : lines;
	const first = moment.who.length > 0 ? [] : shown.splice(0, 1);
	return [
		momentRow({...moment, what: first[0] ?? ''}, spoken),
		...shown.map(text => row(span(' '.repeat(INDENT)), span(text, moment.tone))),
	];
});
