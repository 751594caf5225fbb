/** What happened between the words: cuts, interjections, failures, what the user did; the latest first. */
import {keptFor} from '../../debate/kept.ts';
import type {DebateState} from '../../debate/state.ts';
import {clock} from '../../transcripts/wording.ts';
import {latestMoments, type Moment} from '../moments.ts';
import {line, row, span, spansWidth, type Row, type Span} from '../rows.ts';
import {wrapParagraph} from '../wrap.ts';

const headOf = ({at, sign, who}: Moment): readonly Span[] => [span(`${clock(at).padStart(5)} `, 'dim'), sign, span(' '), ...who];

/** A moment in one line. */
const momentRow = keptFor((moment: Moment): Row => ({spans: [...headOf(moment), span(moment.who.length > 0 ? ' ' : ''), span(moment.what, moment.tone)]}));

const NONE = line('no cut, no interjection yet', 'dim');

/** The latest moments in a line each. */
export function latestRows(state: DebateState, count: number): readonly Row[] {
	const moments = latestMoments(state, count);
	return moments.length === 0 ? [NONE] : moments.map(moment => momentRow(moment));
}

/** The moments pane: a moment takes up to three lines where one is too narrow for it. */
export function momentRows(state: DebateState, width: number, height: number): readonly Row[] {
	const moments = latestMoments(state, height);
	return moments.length === 0 ? [NONE] : unfolded(moments, width).slice(0, height);
}

export const unfolded = (moments: readonly Moment[], width: number): readonly Row[] => moments.flatMap(moment => unfold(moment, width));

const INDENT = 8;

const unfold = keptFor((moment: Moment, width: number): readonly Row[] => {
	const whole = momentRow(moment);
	if (spansWidth(whole.spans) <= width) return [whole];
	const lines = wrapParagraph(moment.what, Math.max(8, width - INDENT));
	const shown = lines.length > 3 ? [...lines.slice(0, 2), lines.slice(2).join(' ')] : lines;
	const first = moment.who.length > 0 ? [] : shown.splice(0, 1);
	return [momentRow({...moment, what: first[0] ?? ''}), ...shown.map(text => row(span(' '.repeat(INDENT)), span(text, moment.tone)))];
});
