/** What happened between the words: cuts, interjections, failures, what the user did; the latest first. */
import type {DebateState} from '../../debate/state.ts';
import {clock, inWords} from '../format.ts';
import {lookOf} from '../looks.ts';
import {span, type Row, type Span} from '../rows.ts';
import {signs, type Tone} from '../theme.ts';
import {wrapParagraph} from '../wrap.ts';

export type Moment = {readonly at: number; readonly sign: Span; readonly spans: readonly Span[]};

const LEVELS: Readonly<Record<string, Tone>> = {info: 'dim', warning: 'warning', error: 'error'};

/** The latest `count` moments, the latest first. */
export function latestMoments(state: DebateState, count: number): readonly Moment[] {
	const who = (id: string) => span(lookOf(state, id).name, lookOf(state, id).tone);
	const cuts = state.interruptions.slice(-count).map(({at, interrupter, interrupted, reason, urgency}): Moment => (
		{at, sign: span(signs.cut, 'cut'), spans: [who(interrupter), span(' → ', 'dim'), who(interrupted), span(` ${urgency.toFixed(2)} ${inWords(reason)}`, 'dim')]}
	));
	const calls = state.interjections.slice(-count).map(({at, target, violation, reason, by}): Moment => (
		{at, sign: span(signs.arbiter, 'arbiter'), spans: [...(target === undefined ? [] : [span('→ ', 'dim'), who(target), span(' ')]), span(violation ? inWords(violation) : (reason ?? ''), 'dim'), span(by === 'user' ? ' (you asked)' : '', 'dim')]}
	));
	const notices = state.notices.slice(-count).map(({at, level, text}): Moment => (
		{at, sign: span(level === 'info' ? signs.separator : signs.notice, LEVELS[level] ?? 'plain'), spans: [span(text, LEVELS[level] ?? 'plain')]}
	));
	return [...cuts, ...calls, ...notices].sort((a, b) => b.at - a.at).slice(0, count);
}

/** One line a moment. */
export const momentRow = ({at, sign, spans}: Moment): Row => ({spans: [span(`${clock(at).padStart(5)} `, 'dim'), sign, span(' '), ...spans]});

/** The moments pane: a notice may take three lines, anything else one. */
export function momentRows(state: DebateState, width: number, height: number): readonly Row[] {
	const moments = latestMoments(state, height);
	if (moments.length === 0) return [{spans: [span('nothing yet', 'dim')]}];
	return moments.flatMap(moment => unfold(moment, width)).slice(0, height);
}

const INDENT = 8;

function unfold(moment: Moment, width: number): readonly Row[] {
	const [only] = moment.spans;
	if (!only || moment.spans.length > 1) return [momentRow(moment)];
	const lines = wrapParagraph(only.text, Math.max(8, width - INDENT));
	const shown = lines.length > 3 ? [...lines.slice(0, 2), lines.slice(2).join(' ')] : lines;
	return shown.map((text, index) => (index === 0 ? momentRow({...moment, spans: [{...only, text}]}) : {spans: [span(' '.repeat(INDENT)), span(text, only.tone)]}));
}
