/**
 * From checked answers to a score, by the rules from the second on. Each dimension is the sum of what its answers are
 * worth, never under 0 and never over 1, times its weight; the score is 100 × Σ weight·value / Σ weight over the
 * dimensions that are owed, rounded.
 */
import type {EvaluationEvent, Quality, ScoreTerm, ChecklistItem} from '../../debate/formats/duelogic.ts';
import type {Weights} from './config.ts';
import {
	presentPoints,
	type AnswerPoints,
	type Dimension,
	type Owed,
	type RubricId,
	pointRules,
	rulesVersion,
} from './rubric.ts';
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

/** From 0 to 1 each; undefined where the turn did not owe it. */
export type DimensionValues = Readonly<Record<Dimension, number | undefined>>;

export function valuesOf(answers: StandingAnswers, owed: Owed, by = presentPoints): DimensionValues {
	return {
		steelManning: owed.steelManning ? steelManning(answers, by) : undefined,
		selfCritique: owed.selfCritique ? selfCritique(answers, by) : undefined,
		frameworkConsistency: frameworkConsistency(answers, by),
		intellectualHonesty: intellectualHonesty(answers, by),
	};
}

function steelManning(answers: StandingAnswers, {worth, bentAtMost}: AnswerPoints): number {
	if (pointsOf(answers, worth, 'S1') === 0) return 0;
	const sum = total(answers, worth, ['S1', 'S2', 'S4', 'S5']);
	return within(answers.get('S3') === 'yes' ? Math.min(sum, bentAtMost) : sum);
}

function selfCritique(answers: StandingAnswers, {worth, takenBackAtMost}: AnswerPoints): number {
	if (pointsOf(answers, worth, 'C1') === 0) return 0;
	const sum = total(answers, worth, ['C1', 'C2', 'C3', 'C5']);
	return within(answers.get('C4') === 'yes' ? Math.min(sum, takenBackAtMost) : sum);
}

function frameworkConsistency(answers: StandingAnswers, {worth, foreignAtMost, foreignAside}: AnswerPoints): number {
	const grounded = pointsOf(answers, worth, 'F1');
	const foreign = answers.get('V');
	if (foreign === 'major') return within(Math.min(grounded, foreignAtMost));
	return within(foreign === 'minor' ? grounded - foreignAside : grounded);
}

function intellectualHonesty(answers: StandingAnswers, by: AnswerPoints): number {
	const {lapses, inventedAtMost, honestyWithStrawMan} = by;
	const lost = honestyItems.reduce((sum, id) => sum + (lapses[answers.get(id) ?? 'none'] ?? 0), 0);
	const invented = (answers.get('invented_source') ?? 'none') !== 'none';
	const strawMan = answers.get('X1') === 'major';
	return within(Math.min(1 - lost, invented ? inventedAtMost : 1, strawMan ? honestyWithStrawMan : 1));
}

const pointsOf = (answers: StandingAnswers, worth: AnswerPoints['worth'], id: RubricId): number =>
	worth[id]?.[answers.get(id) ?? ''] ?? 0;

const total = (answers: StandingAnswers, worth: AnswerPoints['worth'], ids: readonly RubricId[]): number =>
	ids.reduce((sum, id) => sum + pointsOf(answers, worth, id), 0);

/** Between 0 and 1, without the noise of binary fractions. */
const within = (value: number): number => Number(Math.min(1, Math.max(0, value)).toFixed(6));

type FrameworkLevel = NonNullable<EvaluationEvent['frameworkConsistency']>['level'];
type HonestyLevel = NonNullable<EvaluationEvent['intellectualHonesty']>['score'];

export const qualityOf = (value: number): Quality =>
	value === 0 ? 'absent' : value < 0.5 ? 'weak' : value < 0.8 ? 'adequate' : 'strong';

export const frameworkLevelOf = (value: number): FrameworkLevel =>
	value >= 0.8 ? 'consistent' : value >= 0.6 ? 'minor_drift' : value >= 0.01 ? 'major_drift' : 'abandoned';

export const honestyLevelOf = (value: number, {honestyLevels} = presentPoints): HonestyLevel =>
	value >= honestyLevels.high ? 'high' : value >= honestyLevels.medium ? 'medium' : 'low';

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

export function levelOf(dimension: Dimension, value: number, by = presentPoints): string {
	if (dimension === 'frameworkConsistency') return frameworkLevelOf(value);
	return dimension === 'intellectualHonesty' ? honestyLevelOf(value, by) : qualityOf(value);
}

export type PointScore = {
	/** From 0 to 100. */
	readonly score: number;
	/** One term a dimension that is owed; the points add up to the score before a cap. */
	readonly working: readonly ScoreTerm[];
	readonly cap?: {readonly at: number; readonly because: string};
};

/** The score and its working, such as `88 = 19 + 19 + 25 + 25`. */
export function pointScore(
	values: DimensionValues,
	weights: Weights,
	strawMan: boolean,
	by = presentPoints,
): PointScore {
	const terms = dimensions.flatMap(dimension => {
		const value = values[dimension];
		return value === undefined
			? []
			: [{dimension, level: levelOf(dimension, value, by), value, weight: weights[dimension]}];
	});
	const whole = terms.reduce((sum, {weight}) => sum + weight, 0);
	const exact = terms.map(({weight, value}) => (whole === 0 ? 0 : (100 * weight * value) / whole));
	const score = Math.round(Number(exact.reduce((sum, part) => sum + part, 0).toFixed(6)));
	const shares = wholeShares(exact, score);
	const working = terms.map((term, index) => ({...term, points: shares[index] ?? 0}));
	const {strawManAtMost: at} = by;
	if (!strawMan || score <= at) return {score, working};
	return {score: at, working, cap: {at, because: 'a straw man that the bench affirmed'}};
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

// The rules of version 0.1.0, kept for its journals: a checklist of yes and no, four levels, a number. Nothing is
// scored by them any more; `verify` holds old scores to them.

type Evaluation = Pick<EvaluationEvent, 'items' | 'working' | 'steelManning' | 'selfCritique'>;

const qualityValues: Readonly<Record<Quality, number>> = {absent: 0, weak: 0.4, adequate: 0.75, strong: 1};
const strawManCap = 55;

/**
 * The score that the items come to: 100 × Σ weight·value / Σ weight over the parts that applied; undefined without a
 * working.
 */
function rules1Score({items, working, steelManning, selfCritique}: Evaluation): number | undefined {
	if (working.length === 0) return undefined;
	const values: Readonly<Record<string, number | undefined>> = {
		steelManning: steelManning?.applicable ? qualityValues[steelLevel(items)] : undefined,
		selfCritique: selfCritique?.applicable ? qualityValues[selfLevel(items)] : undefined,
		frameworkConsistency: frameworkValue(items),
		intellectualHonesty: honestyValue(items),
	};
	const terms = working.map(({dimension, weight}) => ({weight, value: values[dimension] ?? 0}));
	const whole = terms.reduce((sum, {weight}) => sum + weight, 0);
	const exact = terms.reduce((sum, {weight, value}) => sum + (whole === 0 ? 0 : (100 * weight * value) / whole), 0);
	const score = Math.round(Number(exact.toFixed(6)));
	return items.some(item => item.id === 'X1' && holds(item)) ? Math.min(score, strawManCap) : score;
}

const stands = (match: ChecklistItem['match']): boolean => match === 'exact' || match === 'fuzzy';

const isVerified = ({match, targetMatch}: ChecklistItem): boolean =>
	stands(match) && (targetMatch === undefined || stands(targetMatch));

const holds = (item: ChecklistItem | undefined): boolean => item?.answer === 'yes' && isVerified(item);

function steelLevel(items: readonly ChecklistItem[]): Quality {
	const has = (id: string) => holds(items.find(item => item.id === id));
	if (hasVoid(items, 'S')) return 'weak';
	if (!has('S1')) return 'absent';
	if (!has('S2') || !has('S3')) return 'weak';
	return (has('S4') || has('S5')) && has('S6') ? 'strong' : 'adequate';
}

function selfLevel(items: readonly ChecklistItem[]): Quality {
	const has = (id: string) => holds(items.find(item => item.id === id));
	if (hasVoid(items, 'C')) return 'weak';
	if (!has('C1')) return 'absent';
	if (!has('C2')) return 'weak';
	return has('C3') && has('C4') ? 'strong' : 'adequate';
}

/** A yes whose quotation does not stand made the whole part weak. */
const hasVoid = (items: readonly ChecklistItem[], letter: 'S' | 'C'): boolean =>
	items.some(item => item.id.startsWith(letter) && item.answer === 'yes' && !isVerified(item)) &&
	items.some(item => item.id === `${letter}1` && item.answer === 'yes');

function frameworkValue(items: readonly ChecklistItem[]): number {
	const drifts = items.filter(item => item.id === 'V' && holds(item));
	const major = drifts.some(({severity}) => severity === 'major');
	if (items.find(({id}) => id === 'F1')?.answer === 'no') return major ? 0 : 0.2;
	if (major) return 0.2;
	return drifts.length <= 1 ? 1 : 0.6;
}

function honestyValue(items: readonly ChecklistItem[]): number {
	const issues = items.filter(item => item.id.includes('_') && holds(item));
	const majors = issues.filter(({severity}) => severity === 'major').length;
	if (majors >= 2 || issues.some(({id}) => id === 'invented_source')) return 0.1;
	return majors === 1 || issues.length >= 2 ? 0.6 : 1;
}

// A recorded score worked out again from its items, by the rules that its evaluation names: what `verify` holds it to.

/** What is wrong with a recorded evaluation, in words; undefined where its number follows from its items. */
export function scoreFault(evaluation: EvaluationEvent): string | undefined {
	const {adherenceScore, rules = 1, turnId} = evaluation;
	if (rules > rulesVersion) return undefined;
	if (adherenceScore === null) return undefined;
	const by = pointRules.get(rules);
	const expected = by ? gradedScore(evaluation, by) : rules1Score(evaluation);
	if (expected === adherenceScore) return undefined;
	const found = expected === undefined ? 'come to no score' : `come to ${expected}`;
	return `the score of ${turnId} is ${adherenceScore}, but its items ${found} (rules ${rules})`;
}

/** The median of the usable verdicts, each by its own items. */
function gradedScore(
	{verdicts = [], weights, owed, judges, judge}: EvaluationEvent,
	by: AnswerPoints,
): number | undefined {
	if (!weights || !owed) return undefined;
	const usable = verdicts.filter(({score}) => score !== null);
	const scores = usable.map(({items}) => verdictScore(items, {weights, owed, by}));
	const bench = judges?.length ?? (judge === 'nobody' ? 0 : 1);
	if (scores.length === 0 || scores.length * 2 < bench) return undefined;
	if (usable.some(({score}, index) => score !== scores[index])) return undefined;
	return Math.round(median(scores) ?? 0);
}

type Terms = {
	readonly weights: NonNullable<EvaluationEvent['weights']>;
	readonly owed: Owed;
	readonly by: AnswerPoints;
};

function verdictScore(items: readonly ChecklistItem[], {weights, owed, by}: Terms): number {
	const standing = new Map(
		items.flatMap(({id, answer, grade}): [string, string][] => {
			if (answer === 'yes' && grade !== undefined) return [[id, grade]];
			return id === 'C5' ? [['C5', 'yes']] : [];
		}),
	);
	return pointScore(valuesOf(standing, owed, by), weights, standing.get('X1') === 'major', by).score;
}
