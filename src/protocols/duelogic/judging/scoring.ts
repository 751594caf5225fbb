/**
 * From checklist to levels to score. Score = round(100 × Σ weight·value / Σ weight) over the parts that apply; a
 * verified straw man caps it at 55. Deterministic: the same annotations always give the same score.
 */
import type {ChecklistItem, EvaluationEvent, Quality, ScoreTerm} from '../../../debate/formats/duelogic/events.ts';
import {isProvenYes, isVerified, type Checklist} from './checklist.ts';
import type {Weights} from '../config/config.ts';
import type {Dimension} from '../config/obligations.ts';

type FrameLevel = NonNullable<EvaluationEvent['frameworkConsistency']>['level'];
type HonestyLevel = NonNullable<EvaluationEvent['intellectualHonesty']>['score'];

/** `undefined` if a part does not apply to the turn. */
export type Levels = {
	readonly steelManning: Quality | undefined;
	readonly selfCritique: Quality | undefined;
	readonly frameworkConsistency: FrameLevel;
	readonly intellectualHonesty: HonestyLevel;
};

const qualityValues: Readonly<Record<Quality, number>> = {absent: 0, weak: 0.4, adequate: 0.75, strong: 1};
const frameValues: Readonly<Record<FrameLevel, number>> = {
	consistent: 1,
	minor_drift: 0.6,
	major_drift: 0.2,
	abandoned: 0,
};
const honestyValues: Readonly<Record<HonestyLevel, number>> = {high: 1, medium: 0.6, low: 0.1};

const strawManCap = 55;

/** The levels of a verified checklist. */
export function levelsOf({items, violations, owed}: Checklist): Levels {
	const says = (id: string) => items.find(item => item.id === id);
	return {
		steelManning: owed.steelManning && says('S1')?.answer !== 'na' ? steelLevel(items) : undefined,
		selfCritique: owed.selfCritique && says('C1')?.answer !== 'na' ? selfLevel(items) : undefined,
		frameworkConsistency: frameLevel(
			says('F1')?.answer !== 'no',
			violations.filter(({id}) => id === 'V'),
		),
		intellectualHonesty: honestyLevel(violations.filter(({id}) => id !== 'V' && id !== 'X1')),
	};
}

function steelLevel(items: readonly ChecklistItem[]): Quality {
	const has = (id: string) => isProvenYes(items.find(item => item.id === id));
	if (isVoid(items, 'S')) return 'weak';
	if (!has('S1')) return 'absent';
	if (!has('S2') || !has('S3')) return 'weak';
	return (has('S4') || has('S5')) && has('S6') ? 'strong' : 'adequate';
}

function selfLevel(items: readonly ChecklistItem[]): Quality {
	const has = (id: string) => isProvenYes(items.find(item => item.id === id));
	if (isVoid(items, 'C')) return 'weak';
	if (!has('C1')) return 'absent';
	if (!has('C2')) return 'weak';
	return has('C3') && has('C4') ? 'strong' : 'adequate';
}

/**
 * A claimed item has no verified quotation: more than weak is not proven, and less would blame the chair for its
 * judge.
 */
const isVoid = (items: readonly ChecklistItem[], letter: 'S' | 'C'): boolean =>
	items.some(item => item.id.startsWith(letter) && item.answer === 'yes' && !isVerified(item)) &&
	items.some(item => item.id === `${letter}1` && item.answer === 'yes');

function frameLevel(grounded: boolean, drifts: readonly ChecklistItem[]): FrameLevel {
	const verified = drifts.filter(isProvenYes);
	const major = verified.some(({severity}) => severity === 'major');
	if (!grounded) return major ? 'abandoned' : 'major_drift';
	if (major) return 'major_drift';
	return verified.length <= 1 ? 'consistent' : 'minor_drift';
}

function honestyLevel(issues: readonly ChecklistItem[]): HonestyLevel {
	const verified = issues.filter(isProvenYes);
	const majors = verified.filter(({severity}) => severity === 'major').length;
	if (majors >= 2 || verified.some(({id}) => id === 'invented_source')) return 'low';
	return majors === 1 || verified.length >= 2 ? 'medium' : 'high';
}

export type TurnScore = {
	readonly score: number;
	readonly working: ScoreTerm[];
	readonly cap?: {readonly at: number; readonly because: string};
};

/** The score, 0 to 100, and its working in whole points, such as `88 = 19 + 19 + 25 + 25`. */
export function scoreOf(levels: Levels, weights: Weights, strawMan: boolean): TurnScore {
	const terms = valuesOf(levels).map(term => ({...term, weight: weights[term.dimension]}));
	const whole = terms.reduce((sum, {weight}) => sum + weight, 0);
	const exact = terms.map(({weight, value}) => (whole === 0 ? 0 : (100 * weight * value) / whole));
	const score = Math.round(round(exact.reduce((sum, part) => sum + part, 0)));
	const points = distributePoints(exact, score);
	const working = terms.map((term, index) => ({...term, points: points[index] ?? 0}));
	if (!strawMan || score <= strawManCap) return {score, working};
	return {score: strawManCap, working, cap: {at: strawManCap, because: 'a straw man that its quotations bear out'}};
}

function valuesOf(levels: Levels): {dimension: Dimension; level: string; value: number}[] {
	const {steelManning, selfCritique, frameworkConsistency, intellectualHonesty} = levels;
	return [
		...(steelManning === undefined
			? []
			: [{dimension: 'steelManning' as const, level: steelManning, value: qualityValues[steelManning]}]),
		...(selfCritique === undefined
			? []
			: [{dimension: 'selfCritique' as const, level: selfCritique, value: qualityValues[selfCritique]}]),
		{dimension: 'frameworkConsistency', level: frameworkConsistency, value: frameValues[frameworkConsistency]},
		{dimension: 'intellectualHonesty', level: intellectualHonesty, value: honestyValues[intellectualHonesty]},
	];
}

/** Whole points that add up to the score, by largest remainder. */
function distributePoints(exact: readonly number[], score: number): number[] {
	const points = exact.map(part => Math.floor(round(part)));
	const byRemainder = exact
		.map((part, index) => ({index, rest: round(part) - (points[index] ?? 0)}))
		.sort((a, b) => b.rest - a.rest);
	const missing = score - points.reduce((sum, part) => sum + part, 0);
	for (const {index} of byRemainder.slice(0, Math.max(0, missing))) points[index] = (points[index] ?? 0) + 1;
	return points;
}

/** Removes floating-point noise: 87.49999999999999 becomes 87.5. */
const round = (value: number): number => Number(value.toFixed(6));
