/** Who argues: who has the word, how honestly they have argued so far and in their last turn. */
import {arguingSeats, isPerson, personLabel, type Seat} from '../../debate/seats.ts';
import {speaking} from '../../debate/queries.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {rangeText} from '../../transcripts/scores.ts';
import {dimensionNames, rehearsalLabel} from '../../transcripts/wording.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {dimensions, spark} from '../text/format.ts';
import {displayOf} from '../debate/participant-display.ts';
import {blank, span, spansWidth, type Row, type Span} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {isAllRehearsal} from './status.ts';

type Chair = {
	readonly seat: Seat;
	readonly state: DebateState;
	readonly now: boolean;
	readonly status: Span;
	readonly judged: readonly Turn[];
	readonly mean: number | undefined;
};

function chairsOf(store: DebateStore): readonly Chair[] {
	const {state} = store;
	const turn = speaking(state);
	return arguingSeats(state.seats).map(seat => {
		const {turns, mean} = store.index.judged(seat.id);
		const now = turn?.speaker === seat.id;
		return {seat, state, now, status: statusOf(store, seat, now ? turn : undefined), judged: turns, mean};
	});
}

function statusOf(store: DebateStore, seat: Seat, turn: Turn | undefined): Span {
	if (seat.out !== undefined) return span(`${signs.out} out`, 'warning');
	if (store.transcript.muted.has(seat.id)) return span(turn ? 'speaking, muted' : 'muted', 'dim');
	if (turn) return span(`speaking ${store.wordsOf(turn.id)}w`);
	if (store.wanted?.participant === seat.id) return span(`${signs.user} to type`, 'strong');
	if (store.state.open.some(id => store.index.get(id)?.speaker === seat.id)) return span('breaks off', 'dim');
	return span(store.waiting?.participant === seat.id ? 'thinking' : '', 'dim');
}

/** As many lines a chair as there is room for: three and a blank, three, two, or one. */
export function chairRows(store: DebateStore, width: number, height: number): readonly Row[] {
	const chairs = chairsOf(store);
	const room = height / Math.max(1, chairs.length);
	if (room >= 4) return chairs.flatMap(chair => [...full(chair, width), blank]);
	if (room >= 3) return chairs.flatMap(chair => full(chair, width));
	if (room >= 2) return chairs.flatMap(chair => full(chair, width).slice(0, 2));
	return chairs.map(chair => compactRow(chair, width));
}

/** How many lines `chairRows` wants at best. */
export const wantedRows = (store: DebateStore): number => Math.max(1, arguingSeats(store.state.seats).length * 4);

function head({seat, state, now}: Chair): readonly Span[] {
	const {sign, tone, name} = displayOf(state, seat.id);
	return [span(now ? signs.bar : ' ', tone), span(`${sign} `, tone), span(name, tone)];
}

/** Columns before the part and for the scores behind it. */
const SCORES = 15;
/** That no model speaks is said also where there is little room. */
const rehearsalIn = (room: number): string => (rehearsalLabel.length <= room ? rehearsalLabel : 'no model');

function full(chair: Chair, width: number): readonly Row[] {
	const {seat, state} = chair;
	const {part, rehearsal} = displayOf(state, seat.id);
	const what = isPerson(seat)
		? personLabel
		: rehearsal && !isAllRehearsal(state)
			? rehearsalIn(width - SCORES - part.length)
			: undefined;
	const note = seat.out ?? [part, ...(what === undefined ? [] : [what])].join(' · ');
	return [
		{spans: head(chair), right: [chair.status]},
		{
			spans: [span(`   ${note}`, seat.out === undefined ? 'dim' : 'warning')],
			right: scoreSpans(chair, width - part.length - 12),
		},
		dimensionsRow(chair, width),
	];
}

/** The last judged turn by its dimensions, with how far its judges differ where there is room for it. */
function dimensionsRow(chair: Chair, width: number): Row {
	const spans = [span('   '), ...dimensionSpans(chair, ['steel', 'self', 'frame', 'hon'], ' ')];
	const evaluation = chair.judged.at(-1)?.evaluation;
	const range = evaluation && rangeText(evaluation);
	const room = width - spansWidth(spans) - 2;
	return {spans, ...(range !== undefined && range.length <= room ? {right: [span(range, 'dim')]} : {})};
}

/** The mean, and the course of the scores. */
function scoreSpans({judged, mean}: Chair, width: number): readonly Span[] {
	if (judged.length === 0) return [];
	const latest = judged.slice(-Math.max(4, width)).map(({evaluation}) => evaluation?.adherenceScore ?? null);
	return [
		span(String(mean ?? signs.none).padStart(3), 'strong'),
		span(` ${spark(latest, latest.length).padEnd(4)}`, 'accent'),
	];
}

/** The four dimensions of the last judged turn, each under its name; one that is contested has a question mark. */
function dimensionSpans(
	{judged}: Chair,
	names: readonly [string, string, string, string],
	after: string,
): readonly Span[] {
	const evaluation = judged.at(-1)?.evaluation;
	if (!evaluation) return [span('not judged yet', 'dim')];
	if (evaluation.adherenceScore === null) return [span('last turn not scored', 'dim')];
	const {steel, self, frame, honest} = dimensions(evaluation);
	return [steel, self, frame, honest].flatMap((value, index) => [
		span(`${index === 0 ? '' : ' '}${names[index] ?? ''}${after}`, 'dim'),
		span(value),
		...(evaluation.contested?.includes(dimensionIds[index] ?? '') ? [span('?', 'warning')] : []),
	]);
}

const dimensionIds = Object.keys(dimensionNames);

function compactRow(chair: Chair, width: number): Row {
	const named = head(chair);
	// A score of three digits has no blank before it, and words want two.
	const padding = ' '.repeat(
		Math.max(
			chair.judged.length === 0 ? 2 : chair.mean === 100 ? 1 : 0,
			Math.min(24, Math.floor(width * 0.33)) - 1 - spansWidth(named),
		),
	);
	const measured =
		chair.judged.length === 0
			? [span(displayOf(chair.state, chair.seat.id).part, 'dim')]
			: [
					...scoreSpans(chair, Math.floor(width * 0.14)),
					span('  '),
					...dimensionSpans(chair, ['S', 'C', 'F', 'H'], ''),
				];
	return {spans: [...named, span(padding), ...measured], right: chair.status.text === '' ? [] : [chair.status]};
}
