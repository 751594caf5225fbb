/**
 * From checked answers to a score. Each dimension is the sum of what its answers are worth, never under 0 and never
 * over 1, times its weight; the score is 100 × Σ weight·value / Σ weight over the dimensions that are owed, rounded.
 */
import type {EvaluationEvent, Quality, ScoreTerm, ChecklistItem} from '../../debate/evaluation.ts';
import type {Weights} from './config.ts';
import {
	dimensions,
	effectOf,
	isOwed,
	rubric,
	rulesVersion,
	unlessFound,
	worthOf,
	type Dimension,
	type Owed,
	type RubricItem,
} from '../../debate/rubric.ts';
import {median} from '../../debate/judged-text.ts';

/** The answers that stand, by item; what is void or refused is not among them. */
type StandingAnswers = ReadonlyMap<string, string>;

/** From 0 to 1 each; undefined where the turn did not owe it, or is excused from it. */
export type DimensionValues = Readonly<Record<Dimension, number | undefined>>;

export function valuesOf(answers: StandingAnswers, owed: Owed, excused: StandingAnswers = new Map()): DimensionValues {
	const of = (dimension: Dimension): number | undefined => {
		const items = rubric.filter(item => item.dimension === dimension);
		const isExcused = items.some(({id, required}) => required && excused.has(id));
		return isExcused || !isOwed(dimension, owed) ? undefined : valueOf(items, answers, excused);
	};
	return {
		steelManning: of('steelManning'),
		selfCritique: of('selfCritique'),
		frameworkConsistency: of('frameworkConsistency'),
		intellectualHonesty: of('intellectualHonesty'),
	};
}

/** What these items earn, less what they take, and never more than one of them leaves. */
function valueOf(items: readonly RubricItem[], answers: StandingAnswers, excused: StandingAnswers): number {
	const effects = items.map(({id}) => effectOf(id, answers.get(id)));
	const lost = effects
		.filter((effect, place) => !effect.once || effects.indexOf(effect) === place)
		.reduce((sum, {takes = 0}) => sum + takes, 0);
	return within(Math.min(earned(items, answers, excused) - lost, ...effects.flatMap(({leaves}) => leaves ?? [])));
}

/** The points of these items as a share of what those of them that are not excused are worth at most. */
function earned(items: readonly RubricItem[], answers: StandingAnswers, excused: StandingAnswers): number {
	const merits = items.filter(({counts}) => Object.values(counts).some(({adds}) => adds !== undefined));
	if (merits.length === 0) return 1;
	const points = ({id}: RubricItem): number => worthOf(id, answers.get(id) ?? '');
	if (merits.some(item => item.required && points(item) === 0)) return 0;
	const left = merits.filter(({id}) => excused.has(id)).reduce((sum, item) => sum + mostOf(item), 0);
	return merits.reduce((sum, item) => sum + points(item), 0) / (1 - left);
}

const mostOf = ({counts}: RubricItem): number => Math.max(0, ...Object.values(counts).map(({adds = 0}) => adds));

/** Between 0 and 1, without the noise of binary fractions. */
const within = (value: number): number => Number(Math.min(1, Math.max(0, value)).toFixed(6));

type FrameworkLevel = NonNullable<EvaluationEvent['frameworkConsistency']>['level'];
type HonestyLevel = NonNullable<EvaluationEvent['intellectualHonesty']>['score'];

export const qualityOf = (value: number): Quality =>
	value === 0 ? 'absent' : value < 0.5 ? 'weak' : value < 0.8 ? 'adequate' : 'strong';

export const frameworkLevelOf = (value: number): FrameworkLevel =>
	value >= 0.8 ? 'consistent' : value >= 0.6 ? 'minor_drift' : value >= 0.01 ? 'major_drift' : 'abandoned';

/** High with one minor lapse at most, low with two major ones. */
export function honestyLevelOf(value: number): HonestyLevel {
	return value >= 0.85 ? 'high' : value >= 0.2 ? 'medium' : 'low';
}

/** Levels from best to worst, by dimension: judges who differ by two of them contest it. */
export const levelNames = {
	steelManning: ['strong', 'adequate', 'weak', 'absent'],
	selfCritique: ['strong', 'adequate', 'weak', 'absent'],
	frameworkConsistency: ['consistent', 'minor_drift', 'major_drift', 'abandoned'],
	intellectualHonesty: ['high', 'medium', 'low'],
} as const satisfies Readonly<Record<Dimension, readonly string[]>>;

export function levelOf(dimension: Dimension, value: number): string {
	if (dimension === 'frameworkConsistency') return frameworkLevelOf(value);
	return dimension === 'intellectualHonesty' ? honestyLevelOf(value) : qualityOf(value);
}

export type PointScore = {
	/** From 0 to 100. */
	readonly score: number;
	/** One term a dimension that is owed; the points add up to the score before a cap. */
	readonly working: readonly ScoreTerm[];
	readonly cap?: {readonly at: number; readonly because: string};
};

/**
 * What a turn is worth. What is excused leaves the sum and earns nothing; where that alone would raise the score above
 * what the whole turn as it was written comes to, that is the score.
 */
export function turnScore(
	standing: StandingAnswers,
	excused: StandingAnswers,
	owed: Owed,
	weights: Weights,
): {readonly values: DimensionValues; readonly score: PointScore} {
	const values = valuesOf(standing, owed, excused);
	const score = pointScore(values, weights, standing);
	const written = [...excused].filter(([id, answer]) => worthOf(id, answer) > 0);
	if (written.length === 0) return {values, score};
	const whole = new Map([...standing, ...written]);
	const unasked = new Map([...excused].filter(([id]) => !whole.has(id)));
	const most = pointScore(valuesOf(whole, owed, unasked), weights, whole).score;
	const cap = {at: most, because: 'the whole turn as it was written comes to no more'};
	return {values, score: score.score > most ? {...score, score: most, cap} : score};
}

/** The score and its working, such as `88 = 19 + 19 + 25 + 25`. */
export function pointScore(values: DimensionValues, weights: Weights, answers: StandingAnswers): PointScore {
	const terms = dimensions.flatMap(dimension => {
		const value = values[dimension];
		return value === undefined
			? []
			: [{dimension, level: levelOf(dimension, value), value, weight: weights[dimension]}];
	});
	const whole = terms.reduce((sum, {weight}) => sum + weight, 0);
	const exact = terms.map(({weight, value}) => (whole === 0 ? 0 : (100 * weight * value) / whole));
	const score = Math.round(Number(exact.reduce((sum, part) => sum + part, 0).toFixed(6)));
	const shares = wholeShares(exact, score);
	const working = terms.map((term, index) => ({...term, points: shares[index] ?? 0}));
	const cap = capBy(answers);
	return cap && score > cap.at ? {score: cap.at, working, cap} : {score, working};
}

/** The lowest ceiling that an answer puts on the score. */
function capBy(answers: StandingAnswers): PointScore['cap'] {
	const caps = rubric.flatMap(({id}) => {
		const {scoreAtMost: at, because} = effectOf(id, answers.get(id));
		return at === undefined || because === undefined ? [] : [{at, because}];
	});
	return caps.toSorted((one, other) => one.at - other.at)[0];
}

/** Whole numbers that add up to the sum, the largest remainders rounded up first. */
function wholeShares(exact: readonly number[], sum: number): number[] {
	const shares = exact.map(part => Math.floor(Number(part.toFixed(6))));
	const byRemainder = exact
		.map((part, index) => ({index, rest: part - (shares[index] ?? 0)}))
		.toSorted((one, other) => other.rest - one.rest || one.index - other.index);
	const missing = sum - shares.reduce((total, share) => total + share, 0);
	for (const {index} of byRemainder.slice(0, Math.max(0, missing))) shares[index] = (shares[index] ?? 0) + 1;
	return shares;
}

// A recorded score worked out again from its items: what `verify` holds it to.

/**
 * What is wrong with a recorded evaluation, in words; undefined where its number follows from its items, or from rules
 * other than ours.
 */
export function scoreFault(evaluation: EvaluationEvent): string | undefined {
	const {adherenceScore, rules = 1, turnId} = evaluation;
	if (rules !== rulesVersion || adherenceScore === null) return undefined;
	const expected = benchScore(evaluation);
	if (expected === adherenceScore) return undefined;
	const found = expected === undefined ? 'come to no score' : `come to ${expected}`;
	return `the score of ${turnId} is ${adherenceScore}, but its items ${found} (rules ${rules})`;
}

/** The median of the usable verdicts, each by its own items. */
function benchScore({verdicts = [], weights, owed, judges, judge}: EvaluationEvent): number | undefined {
	if (!weights || !owed) return undefined;
	const usable = verdicts.filter(({score}) => score !== null);
	const scores = usable.map(({items}) => verdictScore(items, weights, owed));
	const bench = judges?.length ?? (judge === 'nobody' ? 0 : 1);
	if (scores.length === 0 || scores.length * 2 < bench) return undefined;
	if (usable.some(({score}, index) => score !== scores[index])) return undefined;
	return Math.round(median(scores) ?? 0);
}

function verdictScore(
	items: readonly ChecklistItem[],
	weights: NonNullable<EvaluationEvent['weights']>,
	owed: Owed,
): number {
	const standing = new Map(
		items.flatMap(({id, answer, grade}): [string, string][] => {
			if (answer === 'yes' && grade !== undefined) return [[id, grade]];
			const unless = unlessFound(id);
			return unless === undefined ? [] : [[id, unless]];
		}),
	);
	const excused = new Map(
		items.flatMap(({id, state, grade}) => (state === 'excused' && grade !== undefined ? [[id, grade]] : [])),
	);
	return turnScore(standing, excused, owed, weights).score.score;
}
