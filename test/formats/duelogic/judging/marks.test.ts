/** Scores beside what labellers made of the same turns, by a guideline that knows nothing of points. */
import {expect, it} from 'vitest';
import {
	distanceFromMarks,
	distanceOfBench,
	heldOutTurns,
	markedTurns,
	scoreOfLabels,
	strongTurns,
	type Labels,
} from './label-scores.ts';

const labelled = markedTurns('test/fixtures/panel-marks.jsonl');
const heldOut = heldOutTurns();
const bySecondRules = (labels: Labels): number => scoreOfLabels(labels, 2);

it.each([
	['labelled', labelled, 91],
	['held-out', heldOut, 50],
])('scores of the %s turns come nearer to the median mark than by the second rules', (_, turns, many) => {
	expect(turns).toHaveLength(many);
	expect(distanceFromMarks(turns).apart).toBeLessThan(distanceFromMarks(turns, bySecondRules).apart - 1.5);
});

it('a debate of strong models scores within six points of its marks, by the median of three labellings', () => {
	const debate = strongTurns().filter(turn => turn.debate.includes('strong-models'));
	expect(debate).toHaveLength(6);
	expect(distanceOfBench(debate).apart).toBeLessThanOrEqual(6);
});

it.each([
	['labelled', labelled],
	['held-out', heldOut],
])('of the %s turns at most one in five scores 100', (_, turns) => {
	const scores = turns.map(({labels}) => scoreOfLabels(labels));
	expect(scores.filter(score => score === 100).length).toBeLessThanOrEqual(turns.length / 5);
});
