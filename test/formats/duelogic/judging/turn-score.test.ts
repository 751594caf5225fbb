import {describe, expect, it} from 'vitest';
import {honestyLevelOf, pointScore, valuesOf} from '../../../../src/formats/duelogic/turn-score.ts';

const owed = {steelManning: true, selfCritique: true};
const weights = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};
const best = {
	S1: 'exact',
	S2: 'concrete',
	S4: 'yes',
	S5: 'yes',
	C1: 'framework',
	C2: 'concrete',
	C3: 'yes',
	C5: 'yes',
	F1: 'carries',
};

const values = (answers: Readonly<Record<string, string>>) => valuesOf(new Map(Object.entries(answers)), owed);

describe('the value of a dimension', () => {
	it.each<readonly [string, Readonly<Record<string, string>>, keyof ReturnType<typeof values>, number]>([
		['a steel-man with everything', best, 'steelManning', 1],
		['a loose restatement', {S1: 'loose'}, 'steelManning', 0.35],
		['an exact one with its reason named', {S1: 'exact', S2: 'named'}, 'steelManning', 0.65],
		['a bent one, whatever else it has', {...best, S3: 'yes'}, 'steelManning', 0.55],
		['bonuses without a restatement', {S2: 'concrete', S4: 'yes', S5: 'yes'}, 'steelManning', 0],
		['an admission with everything', best, 'selfCritique', 1],
		['a cost of the proposal, said before', {C1: 'plan'}, 'selfCritique', 0.25],
		['an admission taken back', {...best, C4: 'yes'}, 'selfCritique', 0.1],
		['no admission', {C2: 'concrete', C3: 'yes', C5: 'yes'}, 'selfCritique', 0],
		['the framework named and not used', {F1: 'named'}, 'frameworkConsistency', 0.6],
		['foreign ground in passing', {F1: 'carries', V: 'minor'}, 'frameworkConsistency', 0.8],
		['foreign ground that carries', {F1: 'carries', V: 'major'}, 'frameworkConsistency', 0.05],
		['foreign ground and none of its own', {V: 'minor'}, 'frameworkConsistency', 0],
		['honesty without a lapse', {}, 'intellectualHonesty', 1],
		['two small lapses', {cherry_picked: 'minor', moved_goalposts: 'minor'}, 'intellectualHonesty', 0.7],
		['one grave lapse', {false_equivalence: 'major'}, 'intellectualHonesty', 0.2],
		['an invented source', {invented_source: 'minor'}, 'intellectualHonesty', 0.1],
		['a straw man', {X1: 'major'}, 'intellectualHonesty', 0],
		[
			'more lapses than honesty can bear',
			{cherry_picked: 'major', moved_goalposts: 'major', overclaimed_certainty: 'major'},
			'intellectualHonesty',
			0,
		],
	])('%s', (_, answers, dimension, value) => {
		expect(values(answers)[dimension]).toBeCloseTo(value);
	});

	it.each([
		[{}, 'high'],
		[{cherry_picked: 'minor'}, 'high'],
		[{cherry_picked: 'minor', moved_goalposts: 'minor'}, 'medium'],
		[{cherry_picked: 'major'}, 'medium'],
		[{cherry_picked: 'major', moved_goalposts: 'major'}, 'low'],
		[{invented_source: 'minor'}, 'low'],
	])('honesty after %o is %s', (answers, level) => {
		expect(honestyLevelOf(values(answers).intellectualHonesty ?? 0)).toBe(level);
	});

	it('is none where the turn did not owe it', () => {
		expect(valuesOf(new Map(Object.entries(best)), {steelManning: false, selfCritique: false})).toMatchObject({
			steelManning: undefined,
			selfCritique: undefined,
			frameworkConsistency: 1,
		});
	});
});

describe('a score', () => {
	it('is 100 for everything, and its terms add up', () => {
		const {score, working} = pointScore(values(best), weights, new Map());
		expect(score).toBe(100);
		expect(working.map(({points, level}) => [points, level])).toEqual([
			[25, 'strong'],
			[25, 'strong'],
			[25, 'consistent'],
			[25, 'high'],
		]);
	});

	it('counts only what is owed, by its weight', () => {
		const answers = valuesOf(new Map([['F1', 'named']]), {steelManning: false, selfCritique: false});
		expect(pointScore(answers, {...weights, frameworkConsistency: 75}, new Map()).score).toBe(70);
		expect(
			pointScore(
				answers,
				{steelManning: 25, selfCritique: 25, frameworkConsistency: 0, intellectualHonesty: 0},
				new Map(),
			).score,
		).toBe(0);
	});

	it.each([
		['X1', 30, 'straw man'],
		['X2', 60, 'false quotation'],
	])('is held down by %s to %i, and says so', (id, at, because) => {
		const found = new Map([[id, 'major']]);
		const capped = pointScore(values(best), weights, found);
		expect(capped).toMatchObject({score: at, cap: {at}});
		expect(capped.cap?.because).toContain(because);
		expect(pointScore(values({}), weights, found)).not.toHaveProperty('cap');
	});

	it('rounds up first what has most behind its point', () => {
		const graded = {steelManning: 0.65, selfCritique: 0.55, frameworkConsistency: 0.8, intellectualHonesty: 0.7};
		const uneven = {steelManning: 30, selfCritique: 30, frameworkConsistency: 25, intellectualHonesty: 17};
		const {score, working} = pointScore(graded, uneven, new Map());
		// Of 102 parts 19.12, 16.18, 19.61 and 11.67 points: 67 in all, two of them rounded up.
		expect([score, working.map(({points}) => points)]).toEqual([67, [19, 16, 20, 12]]);
	});

	it('has whole points that add up to it', () => {
		const {score, working} = pointScore(
			values({...best, S5: 'no', S2: 'named', C3: 'no', cherry_picked: 'minor'}),
			weights,
			new Map(),
		);
		expect(working.reduce((sum, {points}) => sum + points, 0)).toBe(score);
	});
});
