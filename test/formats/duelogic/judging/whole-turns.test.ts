import {describe, expect, it} from 'vitest';
import {numberedSentences} from '../../../../src/debate/judged-text.ts';
import {checkAnswers, partWith, wholeTurns} from '../../../../src/formats/duelogic/check-answers.ts';
import {turn} from './turn.ts';

const cutBy = (interrupter: string) => ({
	finish: 'interrupted' as const,
	cut: {
		type: 'interruption' as const,
		turnId: 't2',
		interrupted: 'chair_2',
		interrupter,
		reason: 'direct_challenge' as const,
		trigger: 'We pay for it.',
		opener: 'Wait:',
		line: '',
		urgency: 0.85,
		atMs: 1,
	},
});

const cut = turn('t2', 'chair_2', 'Rules bind us. We pay for it.', cutBy('chair_1'));
const interruption = turn('t3', 'chair_1', 'Who is we?', {kind: 'interruption', replyTo: 't2'});
const resumption = turn('t4', 'chair_2', 'All of us. Rules bind us.', {kind: 'resumption', replyTo: 't3'});
const turns = [turn('t1', 'chair_1', 'Let them choose.'), cut, interruption, resumption];

describe('a turn that was cut and resumed', () => {
	it('stands once, as one text, in its place', () => {
		const whole = wholeTurns(turns);
		expect(whole.map(({id}) => id)).toEqual(['t1', 't2', 't3']);
		expect(whole[1]).toMatchObject({text: 'Rules bind us. We pay for it. All of us. Rules bind us.', cutAfter: 2});
	});

	it('is the same object as long as its parts are the same', () => {
		expect(wholeTurns(turns)[1]).toBe(wholeTurns(turns)[1]);
	});

	it('stays as it is where it was not resumed yet', () => {
		expect(wholeTurns(turns.slice(0, 3))[1]).toBe(cut);
	});

	it('knows in which of its parts a sentence was said, the same words twice included', () => {
		const [, whole] = wholeTurns(turns);
		const parts = whole && numberedSentences(whole.text).map(sentence => partWith(whole, sentence));
		expect(parts?.map(({turnId, sentence: {number}}) => [turnId, number])).toEqual([
			['t2', 1],
			['t2', 2],
			['t4', 1],
			['t4', 2],
		]);
	});

	it('is evidence under the numbers of the whole, and under those of its parts as older prompts had them', () => {
		const judged = {
			text: 'You said that all of us pay. My way overlooks that. Freedom counts.',
			opponents: wholeTurns(turns).filter(({speaker}) => speaker === 'chair_2'),
			earlier: [],
			owed: {steelManning: true, selfCritique: false},
			inCopy: (text: string) => text,
		};
		const found = (other_turn: string, other_sentence: number) => {
			const raw = {S1: {answer: 'exact', sentence: 1, phrase: 'all of us pay', other_turn, other_sentence}};
			return checkAnswers(raw, judged).find(({item}) => item.id === 'S1');
		};
		for (const answer of [found('t2', 3), found('t4', 1)])
			expect(answer).toMatchObject({
				state: 'standing',
				other: {turnId: 't4', sentence: {number: 1, text: 'All of us.'}},
			});
		expect(found('t2', 5)).toMatchObject({state: 'void', why: 't2 has no such sentence'});
	});
});
