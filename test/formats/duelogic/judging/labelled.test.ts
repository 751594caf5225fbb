import {describe, expect, it} from 'vitest';
import type {Turn} from '../../../../src/debate/state.ts';
import {frameworks} from '../../../../src/formats/duelogic/frameworks.ts';
import {checkAnswers, countedAnswers, type CheckedAnswer} from '../../../../src/formats/duelogic/check-answers.ts';
import {pointScore, valuesOf} from '../../../../src/formats/duelogic/turn-score.ts';
import {turn} from './turn.ts';
import type {LabelledTurn} from '../../../../src/formats/duelogic/figures.ts';
import {allAnswersOf, labelledTurns} from './labelled.ts';

const owed = {steelManning: true, selfCritique: true};
const weights = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};
const honest = labelledTurns.filter(({kind}) => kind === 'honest');
const traps = labelledTurns.filter(({kind}) => kind !== 'honest');

function checked(labelled: LabelledTurn): readonly CheckedAnswer[] {
	const earlier = labelled.earlier.map(({id, seat, text}): Turn => turn(id, seat, text));
	const own = ({speaker}: Turn) => speaker === labelled.speaker.seat;
	return checkAnswers(allAnswersOf(labelled), {
		text: labelled.text,
		opponents: earlier.filter(each => !own(each)),
		earlier: earlier.filter(own),
		owed,
		inCopy: sentence => sentence,
	});
}

const scoreOf = (answers: readonly CheckedAnswer[]): number => {
	const {standing} = countedAnswers(answers);
	return pointScore(valuesOf(standing, owed), weights, standing).score;
};

describe('the labelled turns', () => {
	it('are at least 80 honest ones over all frameworks, and 100 traps', () => {
		expect(honest.length).toBeGreaterThanOrEqual(80);
		expect(traps.length).toBeGreaterThanOrEqual(100);
		expect(new Set(honest.map(({speaker}) => speaker.framework))).toEqual(new Set(Object.keys(frameworks)));
		expect(new Set(labelledTurns.map(({id}) => id)).size).toBe(labelledTurns.length);
	});

	it('are labelled by sentences that a judge could name', () => {
		const voided = labelledTurns.flatMap(labelled =>
			checked(labelled).flatMap(({item, state, why}) =>
				state === 'void' ? [`${labelled.id} ${item.id}: ${why}`] : [],
			),
		);
		expect(voided).toEqual([]);
	});

	it('spread over the scale: at most one honest turn in five scores 100', () => {
		const scores = honest.map(labelled => scoreOf(checked(labelled)));
		expect(scores.filter(score => score === 100).length).toBeLessThanOrEqual(honest.length / 5);
		expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(60);
	});

	it('rank as their labeller ranks them', () => {
		const scores = honest.map(labelled => scoreOf(checked(labelled)));
		expect(
			spearman(
				scores,
				honest.map(({mark}) => mark),
			),
		).toBeGreaterThan(0.8);
	});

	it('give traps no merit where they set one', () => {
		for (const labelled of traps) {
			const {standing} = countedAnswers(checked(labelled));
			for (const id of labelled.mustNot ?? [])
				expect([labelled.id, id, standing.get(id)]).toEqual([labelled.id, id, undefined]);
		}
	});
});

/** Spearman's rank correlation: Pearson's of the ranks, equal values sharing their mean rank. */
function spearman(one: readonly number[], other: readonly number[]): number {
	const [a, b] = [ranks(one), ranks(other)];
	const mean = (one.length - 1) / 2;
	const dot = (left: readonly number[], right: readonly number[]): number =>
		left.reduce((sum, rank, index) => sum + (rank - mean) * ((right[index] ?? 0) - mean), 0);
	return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function ranks(values: readonly number[]): number[] {
	const sorted = values.toSorted((one, other) => one - other);
	return values.map(value => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}
