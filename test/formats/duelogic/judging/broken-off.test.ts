import {expect, test} from 'vitest';
import {itemsOwed} from '../../../../src/debate/rubric.ts';
import {verdictFor} from '../../../../src/formats/duelogic/check-answers.ts';

const owed = {steelManning: true, selfCritique: true};
const found = {answer: 'exact', sentence: 1, phrase: 'I grant', other: 't1 1'};
const required = itemsOwed(owed).filter(item => item.required);
const whole = Object.fromEntries(required.map(({id, answers}) => [id, {...found, answer: answers[1]}]));

test('a verdict without its empty list is taken, one that broke off in an answer is asked for again', () => {
	const last = required.at(-1);
	expect(verdictFor(owed).safeParse(whole).success).toBe(true);
	const broken = {...whole, [last?.id ?? '']: {answer: last?.answers[1]}};
	expect(verdictFor(owed).safeParse(broken).success).toBe(false);
});
