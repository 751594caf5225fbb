/**
 * From checked answers to a score. Each dimension is the sum of what its answers are worth, never under 0 and never
 * over 1, times its weight; the score is 100 × Σ weight·value / Σ weight over the dimensions that are owed, rounded.
 */
import type {EvaluationEvent, Quality, ScoreTerm, ChecklistItem} from '../../debate/evaluation.ts';
import type {Weights} from './config.ts';
import {answerPoints, sameSums, takenBack, worthOf, type Dimension, type Owed, type RubricId} from './rubric.ts';
import {median} from '../../debate/evidence.ts';

/** The answers that stand, by item; what is void or refused is not among them. */
type StandingAnswers = ReadonlyMap<string, string>;

const honestyItems = [
	'evaded_direct_question',
	'misrepresented_opponent',
	'cherry_picked',
	'moved_goalposts',
	'false_equivalence',
	'invented_source',
	'overclaimed_certainty',
] as const satisfies readonly RubricId[];
/** What code alone finds of a source: sources.ts. */
const misrepresentedSource = 'misrepresented_source';

/** From 0 to 1 each; undefined where the turn did not owe it, or is excused from it. */
export type DimensionValues = Readonly<Record<Dimension, number | undefined>>;

export function valuesOf(answers: StandingAnswers, owed: Owed, excused: StandingAnswers = new Map()): DimensionValues {
	return {
		steelManning: owed.steelManning && !excused.has('S1') ? steelManning(answers, excused) : undefined,
		selfCritique: owed.selfCritique && !excused.has('C1') ? selfCritique(answers, excused) : undefined,
		frameworkConsistency: excused.has('F1') ? undefined : frameworkConsistency(answers),
		intellectualHonesty: intellectualHonesty(answers),
	};
}

function steelManning(answers: StandingAnswers, excused: StandingAnswers): number {
	if (pointsOf(answers, 'S1') === 0) return 0;
	const sum = total(answers, excused, ['S1', 'S2', 'S4', 'S5']);
	return within(answers.get('S3') === 'yes' ? Math.min(sum, answerPoints.bentAtMost) : sum);
}

function selfCritique(answers: StandingAnswers, excused: StandingAnswers): number {
	if (pointsOf(answers, 'C1') === 0) return 0;
	const sum = total(answers, excused, ['C1', 'C2', 'C3', 'C5']);
	return within(answers.get('C4') === 'yes' ? Math.min(sum, answerPoints.takenBackAtMost) : sum);
}

function frameworkConsistency(answers: StandingAnswers): number {
	const grounded = pointsOf(answers, 'F1');
	const foreign = answers.get('V');
	if (foreign === 'major') return within(Math.min(grounded, answerPoints.foreignAtMost));
	return within(foreign === 'minor' ? grounded - answerPoints.foreignAside : grounded);
}

function intellectualHonesty(answers: StandingAnswers): number {
	const {lapses, inventedAtMost, honestyWithStrawMan, honestyWithFalseQuotation} = answerPoints;
	const lost =
		honestyItems.reduce((sum, id) => sum + (lapses[answers.get(id) ?? 'none'] ?? 0), 0) +
		(answerPoints.sourceLapses[answers.get(misrepresentedSource) ?? 'none'] ?? 0) +
		(isTakenBack(answers) ? (lapses['minor'] ?? 0) : 0);
	const invented = (answers.get('invented_source') ?? 'none') !== 'none';
	const kept = [
		1 - lost,
		...(invented ? [inventedAtMost] : []),
		...(answers.get('X1') === 'major' ? [honestyWithStrawMan] : []),
		...(answers.get('X2') === 'major' ? [honestyWithFalseQuotation] : []),
	];
	return within(Math.min(...kept));
}

const pointsOf = (answers: StandingAnswers, id: RubricId): number =>
	answerPoints.worth[id]?.[answers.get(id) ?? ''] ?? 0;

/** The points of these items as a share of what those of them that are not excused are worth at most. */
function total(answers: StandingAnswers, excused: StandingAnswers, ids: readonly RubricId[]): number {
	const sum = ids.reduce((points, id) => points + pointsOf(answers, id), 0);
	const left = ids.filter(id => excused.has(id)).reduce((points, id) => points + mostOf(id), 0);
	return sum / (1 - left);
}

const mostOf = (id: RubricId): number => Math.max(0, ...Object.values(answerPoints.worth[id] ?? {}));

/** Between 0 and 1, without the noise of binary fractions. */
const within = (value: number): number => Number(Math.min(1, Math.max(0, value)).toFixed(6));

type FrameworkLevel = NonNullable<EvaluationEvent['frameworkConsistency']>['level'];
type HonestyLevel = NonNullable<EvaluationEvent['intellectualHonesty']>['score'];

export const qualityOf = (value: number): Quality =>
	value === 0 ? 'absent' : value < 0.5 ? 'weak' : value < 0.8 ? 'adequate' : 'strong';

export const frameworkLevelOf = (value: number): FrameworkLevel =>
	value >= 0.8 ? 'consistent' : value >= 0.6 ? 'minor_drift' : value >= 0.01 ? 'major_drift' : 'abandoned';

export function honestyLevelOf(value: number): HonestyLevel {
	const {high, medium} = answerPoints.honestyLevels;
	return value >= high ? 'high' : value >= medium ? 'medium' : 'low';
}

/** Levels from best to worst, by dimension: judges who differ by two of them contest it. */
export const levelNames = {
	steelManning: ['strong', 'adequate', 'weak', 'absent'],
	selfCritique: ['strong', 'adequate', 'weak', 'absent'],
	frameworkConsistency: ['consistent', 'minor_drift', 'major_drift', 'abandoned'],
	intellectualHonesty: ['high', 'medium', 'low'],
} as const satisfies Readonly<Record<Dimension, readonly string[]>>;

/** In the order in which they are shown. */
export const dimensions = [
	'steelManning',
	'selfCritique',
	'frameworkConsistency',
	'intellectualHonesty',
] as const satisfies readonly Dimension[];

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

/** What a misstatement that the bench affirmed leaves of a score at most. */
function capBy(answers: StandingAnswers): PointScore['cap'] {
	if (answers.get('X1') === 'major')
		return {at: answerPoints.strawManAtMost, because: 'a straw man that the bench affirmed'};
	if (answers.get('X2') === 'major')
		return {at: answerPoints.falseQuotationAtMost, because: 'a false quotation that the bench affirmed'};
	if (answers.get(misrepresentedSource) === 'major')
		return {at: answerPoints.misrepresentedSourceAtMost, because: 'a source that says otherwise, not put right'};
	if (isTakenBack(answers))
		return {at: answerPoints.takenBackWordsAtMost, because: 'words that no opponent said, taken back in the same turn'};
	return undefined;
}

const isTakenBack = (answers: StandingAnswers): boolean =>
	answers.get('X1') === takenBack || answers.get('X2') === takenBack;

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
	if (!sameSums.has(rules) || adherenceScore === null) return undefined;
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
			return id === 'C5' ? [['C5', 'yes']] : [];
		}),
	);
	const excused = new Map(
		items.flatMap(({id, state, grade}) => (state === 'excused' && grade !== undefined ? [[id, grade]] : [])),
	);
	return turnScore(standing, excused, owed, weights).score.score;
}
