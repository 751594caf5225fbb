/**
 * A recorded score worked out again from its items, by the rules that its evaluation names: what `verify` holds it to.
 */
import {median} from '../../../debate/evidence/agreement.ts';
import type {ChecklistItem, EvaluationEvent} from '../../../debate/formats/duelogic/events.ts';
import {pointRules, type AnswerPoints} from './point-rules.ts';
import {pointScore, valuesOf} from './points.ts';
import {rulesVersion, type Owed} from './rubric.ts';
import {rules1Score} from './rules-1.ts';

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
