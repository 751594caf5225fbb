/** Scores beside what labellers made of the same turns, by a guideline that knows nothing of points. */
import {expect, it} from 'vitest';
import {
	distanceFromMarks,
	distanceOfBench,
	heldOutTurns,
	markedTurns,
	scoreOfLabels,
	strongTurns,
} from './label-scores.ts';

const labelled = markedTurns('test/fixtures/panel-marks.jsonl');
const heldOut = heldOutTurns();

it.each([
	['labelled', labelled, 91, 11],
	['held-out', heldOut, 50, 12],
])('scores of the %s turns lie no farther from the median mark than was measured', (_, turns, many, points) => {
	expect(turns).toHaveLength(many);
	expect(distanceFromMarks(turns).apart).toBeLessThan(points);
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
