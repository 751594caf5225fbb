/**
 * The rules of version 0.1.0, kept for its journals: a checklist of yes and no, four levels, a number. Nothing is
 * scored by them any more; `verify` holds old scores to them.
 */
import type {ChecklistItem, EvaluationEvent, Quality} from '../../../debate/formats/duelogic/events.ts';

type Evaluation = Pick<EvaluationEvent, 'items' | 'working' | 'steelManning' | 'selfCritique'>;

const qualityValues: Readonly<Record<Quality, number>> = {absent: 0, weak: 0.4, adequate: 0.75, strong: 1};
const strawManCap = 55;

/**
 * The score that the items come to: 100 × Σ weight·value / Σ weight over the parts that applied; undefined without a
 * working.
 */
export function rules1Score({items, working, steelManning, selfCritique}: Evaluation): number | undefined {
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
