/** From the bench’s checked answers to the recorded evaluation: each verdict, then their median. Pure. */
import {equalBench, isEnough, mayJudge, type HeldSeat} from '../../debate/bench.ts';
import {median} from '../../debate/judged-text.ts';
import type {ChecklistItem, EvaluationEvent, JudgeVerdict} from '../../debate/evaluation.ts';
import type {Weights} from './config.ts';
import {countedAnswers, type CheckedAnswer} from './check-answers.ts';
import type {CrossAnswer, CrossQuestion} from './second-look.ts';
import {
	asksForFault,
	dimensions,
	rubricItem,
	rulesVersion,
	type Dimension,
	type Owed,
	type RubricId,
} from '../../debate/rubric.ts';
import {
	frameworkLevelOf,
	honestyLevelOf,
	levelNames,
	levelOf,
	qualityOf,
	turnScore,
	type DimensionValues,
	type PointScore,
} from './turn-score.ts';
import type {Participant} from '../../debate/events.ts';

/** One judge's part: answers that were of use, or why there are none. */
export type JudgeReading =
	| {readonly judge: string; readonly answers: readonly CheckedAnswer[]}
	| {
			readonly judge: string;
			readonly reason: string;
			readonly raw?: string;
			readonly answers?: readonly CheckedAnswer[];
	  };

export type Bench = {readonly judges: readonly string[]; readonly selfJudged: boolean};

/** What was judged, as far as the record names it. */
type JudgedTurn = {
	readonly turnId: string;
	readonly owed: Owed;
	/** Where the turn itself ends in the judged text, in UTF-16 units; what follows was said when it was resumed. */
	readonly ownLength: number;
	/** Where what was heard of it ends; what follows was written and cut off. */
	readonly heardLength: number;
	readonly resumedIn?: string;
};

type CrossRecord = {
	readonly questions: readonly CrossQuestion[];
	readonly answers: readonly CrossAnswer[];
	readonly sway: readonly {readonly start: number; readonly end: number; readonly text: string}[];
};

type Scored = {
	readonly judge: string;
	readonly answers: readonly CheckedAnswer[];
	readonly values: DimensionValues;
	readonly score: PointScore;
};

/** The evaluation of a turn, without faults; null where under half of the bench gave a usable verdict. */
export function evaluate(
	judged: JudgedTurn,
	bench: Bench,
	readings: readonly JudgeReading[],
	cross: CrossRecord,
	weights: Weights,
): Omit<EvaluationEvent, 'requiresInterjection' | 'violations'> & {readonly settled?: Settled} {
	const scored = readings.flatMap(reading => ('reason' in reading ? [] : [scoreOf(reading, judged.owed, weights)]));
	const verdicts = readings.map(reading => verdictOf(reading, scored, judged));
	const heading = {
		type: 'evaluation' as const,
		turnId: judged.turnId,
		judge: bench.judges[0] ?? 'nobody',
		...(bench.judges.length > 1 ? {judges: [...bench.judges]} : {}),
		...(bench.selfJudged ? {selfJudged: true} : {}),
		rules: rulesVersion,
		weights: {...weights},
		owed: {...judged.owed},
		verdicts,
		...crossRecord(cross),
	};
	const nearest = nearestTo(scored);
	if (!nearest || !isEnough(scored.length, bench.judges.length)) return {...heading, ...notScored(readings)};
	const scores = scored.map(({score}) => score.score);
	const settled = settledOf(scored);
	return {
		...heading,
		adherenceScore: Math.round(median(scores) ?? 0),
		...levelsIn(settled, nearest),
		items: withOrder(nearest, judged),
		working: [...nearest.score.working],
		...(nearest.score.cap ? {cap: nearest.score.cap} : {}),
		...(scores.length > 1 ? {range: [Math.min(...scores), Math.max(...scores)] as [number, number]} : {}),
		...(settled.contested.length > 0 ? {contested: [...settled.contested]} : {}),
		settled,
	};
}

/** The answers that are shown, and `S6` behind `S5`: what code finds of their order, which counts for nothing. */
function withOrder({answers}: Scored, judged: JudgedTurn): ChecklistItem[] {
	const placeOf = (id: RubricId): number | undefined =>
		answers.find(({item, state}) => item.id === id && state === 'standing')?.sentence?.number;
	const [restated, own] = [placeOf('S1'), placeOf('F1')];
	const found = restated !== undefined && own !== undefined && restated < own ? 'yes' : 'no';
	const id: RubricId = 'S6';
	const order: ChecklistItem = {id, answer: found, grade: found, note: 'found by its place, not counted'};
	return answers.flatMap(answer => [
		recorded(answer, judged),
		...(answer.item.id === 'S5' && restated !== undefined && own !== undefined ? [order] : []),
	]);
}

function scoreOf(
	{judge, answers}: {readonly judge: string; readonly answers: readonly CheckedAnswer[]},
	owed: Owed,
	weights: Weights,
): Scored {
	const {standing, excused} = countedAnswers(answers);
	return {judge, answers, ...turnScore(standing, excused, owed, weights)};
}

/** The verdict that is shown as the score's working: the one nearest to the median, by the bench's order. */
function nearestTo(scored: readonly Scored[]): Scored | undefined {
	const middle = median(scored.map(({score}) => score.score)) ?? 0;
	const distance = ({score}: Scored): number => Math.abs(score.score - middle);
	return scored.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** What the bench agrees on: the median of each dimension, and where judges differ by two levels. */
export type Settled = {
	readonly values: DimensionValues;
	readonly contested: readonly Dimension[];
	/** Items that more than half of the usable verdicts uphold, with the first answer that does so. */
	readonly upheld: ReadonlyMap<RubricId, CheckedAnswer>;
};

function settledOf(scored: readonly Scored[]): Settled {
	// What half of the bench excuses is held against nobody.
	const each = (dimension: Dimension): readonly number[] => {
		const counted = scored.flatMap(({values}) => values[dimension] ?? []);
		return counted.length * 2 > scored.length ? counted : [];
	};
	const upheld = new Map<RubricId, CheckedAnswer>();
	for (const [id, answers] of Map.groupBy(
		scored.flatMap(({answers}) => answers.filter(({state}) => state === 'standing')),
		({item}) => item.id,
	)) {
		const [first] = answers;
		if (first && answers.length * 2 > scored.length) upheld.set(id, first);
	}
	return {
		values: {
			steelManning: median(each('steelManning')),
			selfCritique: median(each('selfCritique')),
			frameworkConsistency: median(each('frameworkConsistency')),
			intellectualHonesty: median(each('intellectualHonesty')),
		},
		contested: dimensions.filter(dimension => isContested(dimension, each(dimension))),
		upheld,
	};
}

function isContested(dimension: Dimension, values: readonly number[]): boolean {
	const names: readonly string[] = levelNames[dimension];
	const ranks = values.map(value => names.indexOf(levelOf(dimension, value)));
	return ranks.length > 1 && Math.max(...ranks) - Math.min(...ranks) >= 2;
}

function levelsIn(
	{values, upheld, contested}: Settled,
	nearest: Scored,
): Pick<EvaluationEvent, 'steelManning' | 'selfCritique' | 'frameworkConsistency' | 'intellectualHonesty'> {
	const quality = (dimension: 'steelManning' | 'selfCritique', id: RubricId) => {
		const value = values[dimension];
		const level = qualityOf(value ?? 0);
		const voided = nearest.answers.filter(({item, state}) => item.dimension === dimension && state === 'void');
		const notes = voided.map(({item, why}) => `${item.id} is void: ${why ?? ''}`).join('; ');
		return {
			attempted: upheld.has(id) || (value ?? 0) > 0,
			quality: level,
			applicable: value !== undefined,
			...(notes === '' ? {} : {notes}),
		};
	};
	const faultsIn = (dimension: Dimension): string[] =>
		contested.includes(dimension)
			? []
			: [...upheld.keys()].filter(id => asksForFault(id) && rubricItem(id)?.dimension === dimension);
	const drifts = faultsIn('frameworkConsistency');
	const issues = faultsIn('intellectualHonesty');
	const framework = values.frameworkConsistency;
	const level = frameworkLevelOf(framework ?? 1);
	return {
		steelManning: quality('steelManning', 'S1'),
		selfCritique: quality('selfCritique', 'C1'),
		...(framework === undefined
			? {}
			: {
					frameworkConsistency: {
						consistent: level === 'consistent' || level === 'minor_drift',
						level,
						...(drifts.length > 0 ? {violations: drifts} : {}),
					},
				}),
		intellectualHonesty: {
			score: honestyLevelOf(values.intellectualHonesty ?? 0),
			...(issues.length > 0 ? {issues} : {}),
		},
	};
}

function notScored(
	readings: readonly JudgeReading[],
): Pick<EvaluationEvent, 'adherenceScore' | 'reason' | 'items' | 'working' | 'raw'> {
	const failed = readings.flatMap(reading => ('reason' in reading ? [reading] : []));
	const reason = failed.map(({judge, reason: why}) => `${judge}: ${why}`).join('; ');
	const raw = failed.flatMap(reading => reading.raw ?? []).join('\n');
	return {
		adherenceScore: null,
		reason: reason === '' ? 'nobody is left to judge' : reason,
		items: [],
		working: [],
		...(raw === '' ? {} : {raw}),
	};
}

function verdictOf(reading: JudgeReading, scored: readonly Scored[], judged: JudgedTurn): JudgeVerdict {
	const items = (reading.answers ?? []).map(answer => recorded(answer, judged));
	if ('reason' in reading) return {judge: reading.judge, score: null, reason: reading.reason, items};
	const mine = scored.find(({judge}) => judge === reading.judge);
	return {judge: reading.judge, score: mine?.score.score ?? null, items};
}

/** An answer as the journal keeps it: the whole sentence as its quotation, with its place in the turn. */
function recorded(checked: CheckedAnswer, judged: JudgedTurn): ChecklistItem {
	const {item, answer, state, phrase, other} = checked;
	const note = noteOf(checked, judged);
	return {
		id: item.id,
		answer: state === 'standing' ? 'yes' : 'no',
		grade: answer,
		...(state !== 'standing' && state !== 'nothing' && {state}),
		...((answer === 'minor' || answer === 'major') && {severity: answer}),
		...quotedFrom(checked),
		...(phrase !== undefined && {phrase}),
		...placeIn(checked, judged),
		...(other?.sentence && {targetQuote: other.sentence.text, targetSentence: other.sentence.number}),
		...(other && {targetTurn: other.turnId}),
		...(note !== '' && {note}),
	};
}

const quotedFrom = ({sentence}: CheckedAnswer): Pick<ChecklistItem, 'sentence' | 'quote'> =>
	sentence ? {sentence: sentence.number, quote: sentence.text} : {};

/** Where the sentence stands in the turn itself; nothing for one that was said when it was resumed, or not heard. */
const placeIn = ({sentence}: CheckedAnswer, {ownLength}: JudgedTurn): Pick<ChecklistItem, 'match' | 'start' | 'end'> =>
	sentence && sentence.end <= ownLength ? {match: 'exact', start: sentence.start, end: sentence.end} : {};

/** Why the answer does not count, and that its sentence was said when the turn was resumed. */
function noteOf({why, sentence}: CheckedAnswer, {ownLength, heardLength, resumedIn}: JudgedTurn): string {
	const isResumed = sentence !== undefined && sentence.end > ownLength && sentence.end <= heardLength;
	const notes = [why, isResumed && resumedIn !== undefined ? `said in ${resumedIn}` : undefined];
	return notes.filter(text => text !== undefined).join('; ');
}

const crossRecord = ({questions, answers, sway}: CrossRecord): Pick<EvaluationEvent, 'crossChecks' | 'sway'> => ({
	...(questions.length > 0
		? {
				crossChecks: questions.map(({key, id, sentence, from}) => ({
					id,
					sentence,
					from: [...from],
					answers: answers
						.filter(answer => answer.key === key)
						.map(({judge, affirms, toTheScorer, takenBack}) => ({
							judge,
							affirms,
							toTheScorer,
							...(takenBack && {takenBack}),
						})),
				})),
			}
		: {}),
	...(sway.length > 0 ? {sway: sway.map(one => ({...one}))} : {}),
});

// Who judges a Duelogic debate: those that were seated, else the arbiter.

export const maxJudges = 3;

type Benched = {
	readonly chairs: readonly Participant[];
	readonly arbiter: Participant;
	readonly judges: readonly Participant[];
	readonly judgedAnew?: true;
};

/**
 * Up to three judges, none that shares a maker with a chair where that can be avoided, and no rehearsal where others
 * than rehearsals argue: nobody, where none is left.
 */
export function benchOf(debate: Benched, {seats}: {readonly seats: readonly HeldSeat[]}): Bench {
	const {chairs, arbiter, judges, judgedAnew} = debate;
	const seated = judges.length > 0 ? judges : [arbiter];
	return equalBench(judgedAnew ? seated : mayJudge(seated, seats), chairs, maxJudges);
}
