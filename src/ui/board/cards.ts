/** A card a chair: what it is doing, how honestly it has argued, what its last judged turn did well, what it owes. */
import {arguingSeats, isPerson, personLabel, type Seat} from '../../debate/seats.ts';
import {speaking, type DebateState, type Turn} from '../../debate/state.ts';
import {unjudged} from '../../debate/views/judgements.ts';
import {rangeText} from '../../exports/scores.ts';
import {dimensionNames, plural, rehearsalLabel} from '../../languages/wording.ts';
import type {DebateStore} from '../stage/debate-store.ts';
import {dimensions, spark} from '../../view/format.ts';
import {displayOf, movingSign} from '../../view/participants.ts';
import {
	blank,
	exactly,
	layOutRow,
	line,
	row,
	sideBySide,
	span,
	spansWidth,
	type Row,
	type Span,
} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {isAllRehearsal} from './costs.ts';
import {claimTally} from '../../view/claim-tally.ts';
import type {EvaluationEvent} from '../../debate/evaluation.ts';
import {wrapText} from '../../view/wrap.ts';

type Chair = {
	readonly seat: Seat;
	readonly state: DebateState;
	/** It was held before: what it comes to is not awaited. */
	readonly recorded: boolean;
	/** It is speaking now. */
	readonly now: boolean;
	/** It has just cut somebody off. */
	readonly cuts: boolean;
	readonly status: Span;
	readonly judged: readonly Turn[];
	readonly mean: number | undefined;
	/** Claims of others that it has not met. */
	readonly unanswered: number;
};

function chairsOf(store: DebateStore): readonly Chair[] {
	const {state, signs: live} = store;
	const turn = speaking(state);
	const {against} = claimTally(state);
	return arguingSeats(state.seats).map(seat => {
		const {turns, mean} = store.index.judged(seat);
		const now = turn?.speaker === seat.id;
		return {
			seat,
			state,
			recorded: store.session.recorded === true,
			now,
			cuts: live.recentCut?.interrupter === seat.id,
			status: statusOf(store, seat, now ? turn : undefined),
			judged: turns,
			mean,
			unanswered: against.get(seat.id) ?? 0,
		};
	});
}

function statusOf(store: DebateStore, seat: Seat, turn: Turn | undefined): Span {
	if (seat.out !== undefined) return span(`${signs.out} out`, 'warning');
	if (store.signs.recentCut?.interrupter === seat.id) return span(`${signs.cut} cuts in`, 'cut');
	if (store.transcript.muted.has(seat.id)) return span(turn ? 'speaking, muted' : 'muted', 'dim');
	const silence = store.over ? undefined : store.signs.silence(store.state);
	if (turn && store.state.question?.seat === seat.id) return span(`${signs.notice} failed`, 'warning');
	if (turn && silence !== undefined)
		return span(`${movingSign(silence)} silent for ${Math.floor(silence / 1000)} s`, 'warning');
	if (turn) return span(`${signs.playing} ${SPEAKING}${plural(store.wordsOf(turn.id), 'word')}`);
	if (store.wanted?.participant === seat.id) return span(`${signs.user} to type`, 'strong');
	if (store.signs.wants.has(seat.id)) return span(`${signs.cut} wants the floor`, 'cut');
	if (store.state.open.some(id => store.index.get(id)?.speaker === seat.id)) return span('breaks off', 'dim');
	return span(store.waiting?.participant === seat.id ? 'thinking' : '', 'dim');
}

/** Columns between cards that stand side by side, and columns from which they do. */
const GAP = 3;
const CARD = 34;

/** How many cards stand side by side at a width. */
const abreastAt = (width: number, chairs: number): number =>
	Math.max(1, Math.min(chairs, Math.floor((width + GAP) / (CARD + GAP))));

/** The rows of a card, the most needed first, and with a blank one below it where there is room. */
const sizes = [9, 7, 6, 4, 3, 2, 1] as const;
/** Rows that the largest cards leave to what stands below them, beyond what that keeps anyway. */
const SPARED = 8;

/** The largest size of cards of which all fit into `height`. */
function sizeFor(chairs: number, abreast: number, height: number): number {
	const lines = Math.ceil(chairs / abreast);
	return sizes.find(size => lines * size <= height - (size === sizes[0] ? SPARED : 0)) ?? 1;
}

/** The cards of all chairs, as large and as many side by side as there is room for. */
export function cardRows(store: DebateStore, width: number, height: number): readonly Row[] {
	const chairs = chairsOf(store);
	const abreast = abreastAt(width, chairs.length);
	const size = sizeFor(chairs.length, abreast, height);
	if (size === 1) return compact(chairs, width);
	const each = Math.floor((width - GAP * (abreast - 1)) / abreast);
	const cards = chairs.map(chair => cardOf(chair, each, size));
	return Array.from({length: Math.ceil(cards.length / abreast)}, (_, line) =>
		abreastRows(cards.slice(line * abreast, (line + 1) * abreast), each),
	).flat();
}

/** Cards beside each other, as high as the highest. */
function abreastRows(cards: readonly (readonly Row[])[], width: number): readonly Row[] {
	const [first = [], ...others] = cards;
	const highest = exactly(first, Math.max(...cards.map(card => card.length)));
	return others.reduce((left, card, at) => sideBySide(left, card, [width * (at + 1) + GAP * at, width], GAP), highest);
}

/** One row a chair, for narrow screens. */
export const compactRows = (store: DebateStore, width: number, height: number): readonly Row[] =>
	height >= 2 * arguingSeats(store.state.seats).length
		? cardRows(store, width, height)
		: compact(chairsOf(store), width);

/** Scores and positions stand below each other, behind the longest name. */
function compact(chairs: readonly Chair[], width: number): readonly Row[] {
	// A score of two digits brings a blank, and so do words, which want one more; one of three digits brings none.
	const gap = chairs.some(({judged, mean}) => judged.length === 0 || mean === 100) ? 1 : 0;
	const named = Math.max(0, ...chairs.map(chair => spansWidth(compactName(chair))));
	const column = Math.max(named + gap, Math.min(24, Math.floor(width * 0.33)) - 1);
	return chairs.map(chair => compactRow(chair, width, column));
}

function cardOf(chair: Chair, width: number, size: number): readonly Row[] {
	const {tone} = displayOf(chair.state, chair.seat.id);
	const inner = width - 2;
	const lines: readonly Row[] =
		size >= 6
			? [
					headRow(chair, inner),
					partRow(chair, inner),
					scoreRow(chair, inner),
					dimensionsRow(chair, inner),
					...remarkRows(chair, inner, size === sizes[0] ? 4 : 2),
				]
			: size >= 4
				? [headRow(chair, inner), partAndScoreRow(chair, inner), judgedRow(chair, inner), debtRow(chair)]
				: [headRow(chair, inner), partAndScoreRow(chair, inner), judgedRow(chair, inner)].slice(0, size);
	const bar = span(`${chair.now ? signs.bar : signs.side} `, tone);
	const rows = lines.map(({spans, right}): Row => ({
		spans: [bar, ...layOutRow({spans, ...(right ? {right} : {})}, inner)],
	}));
	return size >= 7 ? [...rows, blank] : rows;
}

/** Who it is, and what it is doing; reversed for as long as its cut is new. */
function headRow({seat, state, status, cuts}: Chair, width: number): Row {
	const {sign, tone, name} = displayOf(state, seat.id);
	const spans = [span(`${sign} ${name}`, cuts ? 'found' : tone)];
	return {spans, right: statusIn(width - spansWidth(spans), status)};
}

/** That no model speaks is said also where there is little room. */
const rehearsalIn = (room: number): string => (rehearsalLabel.length <= room ? rehearsalLabel : 'no model');

/** What it argues from, or why it is out; and what kind of voice it is, where that has to be said. */
function noteOf({seat, state}: Chair, room: number): Span {
	const {part, rehearsal} = displayOf(state, seat.id);
	if (seat.out !== undefined) return span(seat.out, 'warning');
	const what = isPerson(seat)
		? personLabel
		: rehearsal && !isAllRehearsal(state)
			? rehearsalIn(room - part.length - 3)
			: undefined;
	return span([part, ...(what === undefined ? [] : [what])].join(' · '), 'dim');
}

const partRow = (chair: Chair, width: number): Row => row(noteOf(chair, width));

/** Columns that a mean and a course of four scores take. */
const SCORES = 15;

const partAndScoreRow = (chair: Chair, width: number): Row => ({
	spans: [noteOf(chair, width - SCORES)],
	right: meanAndCourse(chair, width - displayOf(chair.state, chair.seat.id).part.length - 12),
});

/** The mean and the last score, told apart, and the course of all scores in the chair's colour. */
function scoreRow(chair: Chair, width: number): Row {
	const {judged, mean} = chair;
	if (judged.length === 0) return unjudgedRow(chair);
	const last = judged.at(-1)?.evaluation?.adherenceScore ?? null;
	const told = [
		span(`mean `, 'dim'),
		span(String(mean ?? signs.none), 'strong'),
		span(' · last ', 'dim'),
		span(last === null ? 'not scored' : String(last)),
	];
	return {spans: told, right: [courseOf(chair, Math.max(4, width - spansWidth(told) - 2))]};
}

function courseOf({judged, seat, state}: Chair, room: number): Span {
	const scores = judged.slice(-room).map(({evaluation}) => evaluation?.adherenceScore ?? null);
	return span(spark(scores, scores.length), displayOf(state, seat.id).tone);
}

/** The mean, and the course of the scores. */
function meanAndCourse(chair: Chair, width: number): readonly Span[] {
	if (chair.judged.length === 0) return [];
	const {text, tone} = courseOf(chair, Math.max(4, width));
	return [
		span(String(chair.mean ?? signs.none).padStart(3), 'strong'),
		span(chair.judged.length > 1 ? ' mean ' : ' ', 'dim'),
		span(text.padEnd(4), tone),
	];
}

type DimensionWords = readonly [names: readonly [string, string, string, string], after: string];

/** Of the dimensions, the longest first. */
const dimensionWords: readonly DimensionWords[] = [
	[['steel', 'self', 'frame', 'honest'], ' '],
	[['steel', 'self', 'frame', 'hon'], ' '],
	[['steel', 'self', 'frame', 'hon'], ''],
	[['S', 'C', 'F', 'H'], ''],
];

/** The last judged turn by its dimensions, with how far its judges differ where there is room for it. */
function dimensionsRow(chair: Chair, width: number): Row {
	if (chair.judged.length === 0) return blank;
	const named = dimensionWords.map(([names, after]) => dimensionSpans(chair, names, after));
	const spans = named.find(each => spansWidth(each) <= width) ?? named.at(-1) ?? [];
	const evaluation = chair.judged.at(-1)?.evaluation;
	const range = evaluation && rangeText(evaluation);
	const room = width - spansWidth(spans) - 2;
	return {spans, ...(range !== undefined && range.length <= room ? {right: [span(range, 'dim')]} : {})};
}

const judgedRow = (chair: Chair, width: number): Row =>
	chair.judged.length === 0 ? unjudgedRow(chair) : dimensionsRow(chair, width);

const unjudgedRow = ({state, recorded}: Chair): Row =>
	unjudged(state) ? line('not judged: rehearsal judge', 'dim') : recorded ? blank : line('not judged yet', 'dim');

/** The four dimensions of the last judged turn, each under its name; one that is contested has a question mark. */
function dimensionSpans({judged}: Chair, names: DimensionWords[0], after: DimensionWords[1]): readonly Span[] {
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

function compactName({seat, state, now, cuts}: Chair): readonly Span[] {
	const {sign, tone, name} = displayOf(state, seat.id);
	return [span(now ? signs.bar : ' ', tone), span(`${sign} ${name}`, cuts ? 'found' : tone)];
}

/** The dimensions are left to cards: a row has no room for their names. */
function compactRow(chair: Chair, width: number, column: number): Row {
	const {seat, state} = chair;
	const named = compactName(chair);
	const padding = ' '.repeat(column - spansWidth(named));
	const measured =
		chair.judged.length === 0 ? [span(` ${displayOf(state, seat.id).part}`, 'dim')] : compactScore(chair, width);
	const spans = [...named, span(padding), ...measured];
	return {spans, right: statusIn(width - spansWidth(spans), chair.status)};
}

function compactScore(chair: Chair, width: number): readonly Span[] {
	const {text, tone} = courseOf(chair, Math.max(4, Math.floor(width * 0.14)));
	return [
		span(String(chair.mean ?? signs.none).padStart(3), 'strong'),
		span(` ${text.padEnd(4)}`, tone satisfies Tone),
	];
}

// What a chair's last judged turn did well, and what the chair owes.

type JudgedChair = {
	readonly state: DebateState;
	readonly judged: readonly Turn[];
	/** Claims of others that it has not met. */
	readonly unanswered: number;
};

type ChairRemark = {readonly sign: Span; readonly text: string};

/** Exactly `height` rows, so that nothing below moves when the remarks change. */
function remarkRows(chair: JudgedChair, width: number, height: number): readonly Row[] {
	const remarks = [praiseOf(chair), debtOf(chair)].filter(remark => remark !== undefined);
	const whole = remarks.flatMap(remark => wrapped(remark, width));
	return exactly(whole.length <= height ? whole : remarks.map(rowOf), height);
}

function debtRow(chair: JudgedChair): Row {
	const debt = debtOf(chair);
	return debt ? rowOf(debt) : blank;
}

const rowOf = ({sign, text}: ChairRemark): Row => row(sign, span(text, 'dim'));

/** In two rows at most; what is left over is cut off at the end of the second. */
function wrapped({sign, text}: ChairRemark, width: number): readonly Row[] {
	const indent = spansWidth([sign]);
	const [first = '', ...rest] = wrapText(text, width - indent);
	const below = row(span(' '.repeat(indent)), span(rest.join(' '), 'dim'));
	return [row(sign, span(first, 'dim')), ...(rest.length === 0 ? [] : [below])];
}

function praiseOf({judged}: JudgedChair): ChairRemark | undefined {
	const {good} = gradesOf(judged.at(-1)?.evaluation);
	return good.length === 0 ? undefined : {sign: span(`${signs.yes} `, 'good'), text: good.join(', ')};
}

/** What its last turn lacked and whom it has not answered; once it is over, only the latter is left to say. */
function debtOf({judged, unanswered, state}: JudgedChair): ChairRemark | undefined {
	if (state.outcome !== undefined)
		return unanswered === 0
			? undefined
			: {sign: span(''), text: `left ${plural(unanswered, 'claim')} of others unanswered`};
	const {lacking} = gradesOf(judged.at(-1)?.evaluation);
	const owed = [...lacking, ...(unanswered > 0 ? [`an answer to ${plural(unanswered, 'claim')}`] : [])];
	return owed.length === 0
		? undefined
		: {sign: span(`${signs.notice} `, 'warning'), text: `still due: ${owed.join(', ')}`};
}

type Grades = {readonly good: readonly string[]; readonly lacking: readonly string[]};

/** What a turn did best and what it lacked, by dimension; what the bench contests accuses and praises nobody. */
function gradesOf(evaluation: EvaluationEvent | undefined): Grades {
	if (!evaluation || evaluation.adherenceScore === null) return {good: [], lacking: []};
	const {steelManning, selfCritique, frameworkConsistency, intellectualHonesty, contested = []} = evaluation;
	const grades = [
		[
			'steelManning',
			steelManning?.applicable === true ? steelManning.quality : undefined,
			'fair to the other side',
			'a fair restatement',
		],
		[
			'selfCritique',
			selfCritique?.applicable === true ? selfCritique.quality : undefined,
			'owns a limit',
			'a limit of its own',
		],
		['frameworkConsistency', frameworkConsistency?.level, 'true to its framework', 'its own framework'],
		['intellectualHonesty', intellectualHonesty?.score, 'honest', 'straight answers'],
	] as const;
	const of = (levels: readonly (string | undefined)[], word: 2 | 3) =>
		grades.filter(([id, level]) => levels.includes(level) && !contested.includes(id)).map(grade => grade[word]);
	return {
		good: of(['strong', 'consistent', 'high'], 2),
		lacking: of(['absent', 'major_drift', 'abandoned', 'low'], 3),
	};
}

// What a chair is doing, at the right of its card.

/** What stands before the count of words of whoever speaks. */
const SPEAKING = 'speaking · ';

/** What the chair does; that it speaks is seen by its count of words where there is little room. */
function statusIn(room: number, status: Span): readonly Span[] {
	if (status.text === '') return [];
	return [spansWidth([status]) + 1 <= room ? status : {...status, text: status.text.replace(SPEAKING, '')}];
}
