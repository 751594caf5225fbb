/** What must not change a score: who sits where, in which order judges are read, and what a judge gets wrong. */
import {describe, expect, it} from 'vitest';
import * as fc from 'fast-check';
import type {EvaluationEvent} from '../../../../src/debate/evaluation.ts';
import {checkAnswers, unusable, type CheckedAnswer} from '../../../../src/formats/duelogic/check-answers.ts';
import {crossChecked, crossQuestions} from '../../../../src/formats/duelogic/second-look.ts';
import {evaluate, type JudgeReading} from '../../../../src/formats/duelogic/evaluate.ts';
import {scoreFault} from '../../../../src/formats/duelogic/turn-score.ts';
import {asksForFault, itemsOwed, rubric} from '../../../../src/debate/rubric.ts';

const owed = {steelManning: false, selfCritique: true};
const weights = {steelManning: 25, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25};
const text = 'First I restate your claim. Then I admit a limit here. What counts is the good of all. And so I say yes.';
const judged = {text, opponents: [], earlier: [], owed, inCopy: (sentence: string) => sentence};

/** Sentences with words that stand in them, and now and then with words that do not. */
const proofs = [
	[1, 'First I restate'],
	[2, 'Then I admit a limit'],
	[3, 'What counts is the'],
	[4, 'so I say'],
	[2, 'I admit a limit here'],
	[3, 'never said this'],
	[99, 'What counts is'],
] as const;

/** Any answer that a judge may give to an item. */
const anyAnswer = (answers: readonly string[]) =>
	fc
		.record({answer: fc.constantFrom(...answers), proof: fc.constantFrom(...proofs)})
		.map(({answer, proof: [sentence, phrase]}) => ({answer, sentence, phrase, other_turn: null, other_sentence: null}));
const anyAnswers = fc.record(Object.fromEntries(itemsOwed(owed).map(({id, answers}) => [id, anyAnswer(answers)])));

const stakes = {judged, weights};

const readingOf = (judge: string, answers: readonly CheckedAnswer[]): JudgeReading => {
	const why = unusable(answers);
	return why === undefined ? {judge, answers} : {judge, answers, reason: why};
};

const evaluated = (readings: readonly JudgeReading[], judges = readings.map(({judge}) => judge)): EvaluationEvent => {
	const {settled: _settled, ...evaluation} = evaluate(
		{turnId: 't7', owed, ownLength: text.length, heardLength: text.length},
		{judges, selfJudged: false},
		readings,
		{questions: [], answers: [], sway: []},
		weights,
	);
	return {...evaluation, requiresInterjection: false, violations: []};
};

describe('a score', () => {
	it('does not depend on the order of the judges, and follows from the recorded items', () => {
		fc.assert(
			fc.property(fc.array(anyAnswers, {minLength: 1, maxLength: 3}), given => {
				const readings = given.map((raw, index) => readingOf(`judge_${index}`, checkAnswers(raw, judged)));
				const there = evaluated(readings);
				const back = evaluated(readings.toReversed());
				expect(back.adherenceScore).toBe(there.adherenceScore);
				expect(back.contested).toEqual(there.contested);
				expect(scoreFault(there)).toBeUndefined();
			}),
		);
	});

	it.each([
		[1, 2, []],
		[2, 2, ['V']],
		[1, 3, []],
		[2, 3, ['V']],
	])('has a fault that more than half of the bench finds: %i of %i', (finding, of, drifts) => {
		const [merits, fault] = [
			{
				C1: {answer: 'plan', sentence: 2, phrase: 'Then I admit a limit'},
				F1: {answer: 'carries', sentence: 3, phrase: 'What counts is the'},
			},
			{V: {answer: 'minor', sentence: 4, phrase: 'And so I say'}},
		];
		const readings = Array.from({length: of}, (_, index) =>
			readingOf(`judge_${index}`, checkAnswers({...merits, ...(index < finding ? fault : {})}, judged)),
		);
		expect(evaluated(readings).frameworkConsistency?.violations ?? []).toEqual(drifts);
	});

	it('neither rises nor falls with an answer that is void', () => {
		const bonuses = rubric.filter(({id}) => ['C2', 'C3', 'V', 'cherry_picked'].includes(id));
		fc.assert(
			fc.property(anyAnswers, fc.constantFrom(...bonuses), (raw, {id, answers}) => {
				const without = checkAnswers({...raw, [id]: {answer: answers[0] ?? ''}}, judged);
				const voided = checkAnswers(
					{...raw, [id]: {answer: answers.at(-1) ?? '', sentence: 99, phrase: 'not said at all'}},
					judged,
				);
				fc.pre(unusable(without) === undefined && unusable(voided) === undefined);
				expect(evaluated([readingOf('judge', voided)]).adherenceScore).toBe(
					evaluated([readingOf('judge', without)]).adherenceScore,
				);
			}),
		);
	});

	it('is not raised by a second look that refuses merits, nor lowered by one that refuses faults', () => {
		const ids = (faults: boolean) => itemsOwed(owed).filter(({id}) => asksForFault(id) === faults);
		const nothingFor = (faults: boolean) =>
			Object.fromEntries(ids(faults).map(({id, answers}) => [id, {answer: answers[0] ?? ''}]));
		fc.assert(
			fc.property(anyAnswers, fc.boolean(), fc.boolean(), fc.boolean(), (raw, faults, affirms, toTheScorer) => {
				const answers = checkAnswers({...raw, ...nothingFor(!faults)}, judged);
				fc.pre(unusable(answers) === undefined);
				const readings = [{judge: 'judge', answers}];
				const questions = crossQuestions(readings, stakes);
				const given = questions.map(({key}) => ({judge: 'judge', key, affirms, toTheScorer}));
				const [after] = crossChecked(readings, questions, given, stakes).readings;
				const scoreOf = (each: readonly CheckedAnswer[]) =>
					evaluated([{judge: 'judge', answers: each}]).adherenceScore ?? 0;
				const change = scoreOf(after?.answers ?? []) - scoreOf(answers);
				if (faults) expect(change).toBeGreaterThanOrEqual(0);
				else expect(change).toBeLessThanOrEqual(0);
				if (affirms && !toTheScorer) expect(after?.answers).toEqual(answers);
			}),
		);
	});
});

describe('judges that disagree', () => {
	const raw = (id: 'C1' | 'F1', answer: string, sentence: number, phrase: string) => ({
		[id]: {answer, sentence, phrase},
	});
	const full = {
		...Object.fromEntries(itemsOwed(owed).map(({id, answers}) => [id, {answer: answers[0]}])),
		...raw('C1', 'framework', 2, 'Then I admit a limit'),
		...raw('F1', 'carries', 3, 'What counts is the'),
	};
	const none = Object.fromEntries(itemsOwed(owed).map(({id, answers}) => [id, {answer: answers[0]}]));
	const readings = (...pattern: readonly boolean[]): JudgeReading[] =>
		pattern.map((found, index) => ({judge: `judge_${index}`, answers: checkAnswers(found ? full : none, judged)}));

	it.each<readonly [readonly boolean[], number, readonly string[]]>([
		[[true, true], 85, []],
		[[true, false], 59, ['selfCritique', 'frameworkConsistency']],
		[[false, false], 33, []],
		[[true, true, true], 85, []],
		[[true, true, false], 85, ['selfCritique', 'frameworkConsistency']],
		[[true, false, false], 33, ['selfCritique', 'frameworkConsistency']],
		[[false, false, false], 33, []],
	])('%j come to %i', (pattern, score, contested) => {
		const evaluation = evaluated(readings(...pattern));
		expect(evaluation.adherenceScore).toBe(score);
		expect(evaluation.contested ?? []).toEqual(contested);
	});

	it('show the verdict that is nearest to what they come to together', () => {
		for (const pattern of [
			[true, true, false],
			[false, true, true],
			[true, false, true],
		]) {
			const {adherenceScore, working, items} = evaluated(readings(...pattern));
			expect([adherenceScore, working.reduce((sum, {points}) => sum + points, 0)]).toEqual([85, 85]);
			expect(items.find(({id}) => id === 'C1')?.answer).toBe('yes');
		}
	});

	it('are not at odds where they are one level apart', () => {
		const graded = (grade: object, index: number): JudgeReading => ({
			judge: `judge_${index}`,
			answers: checkAnswers({...full, ...grade}, judged),
		});
		const apart = evaluated([{F1: {...full['F1'], answer: 'named'}}, {}].map(graded));
		expect(apart.verdicts?.map(({score}) => score)).not.toEqual([85, 85]);
		expect(apart.contested).toBeUndefined();
	});

	it('leave a turn without a score where fewer than half of them were of use', () => {
		const [one] = readings(true);
		const failed = (judge: string): JudgeReading => ({judge, reason: 'no answer'});
		expect(evaluated([...(one ? [one] : []), failed('judge_1')]).adherenceScore).toBe(85);
		expect(evaluated([...(one ? [one] : []), failed('judge_1'), failed('judge_2')]).adherenceScore).toBeNull();
	});
});
