import {describe, expect, it} from 'vitest';
import {tag} from '../../../src/debate/prompt.ts';
import {StanceAnswer} from '../../../src/formats/duelogic/config.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {seatsOf, systemMessage} from '../table.ts';

const stanceOn = (
	proposition: string,
	{
		when = 'before',
		judge = 'judge',
		said = [],
	}: {when?: string; judge?: string; said?: readonly (readonly [string, string])[]} = {},
): StanceAnswer => {
	const turns = said.map(([speaker, text], index) => ({
		role: 'user' as const,
		content: tag('turn', {id: `t${index + 1}`, speaker, name: speaker, kind: 'reply', segment: 'exchange'}, text),
	}));
	const task = tag('task', {kind: 'stance', speaker: judge, when, words: 30}, 'Where do you stand?');
	const messages = [
		systemMessage({proposition}, seatsOf(['utilitarian', 'libertarian'])),
		...turns,
		{role: 'user' as const, content: task},
	];
	return StanceAnswer.parse(
		JSON.parse(rehearse(messages, {seed: 4, schema: {name: 'stance', json: {type: 'object'}}}).text),
	);
};

const voting = 'Voting should be compulsory';
const forIt =
	'I stand for compulsory voting, because those who stay at home still live under the law. A limit of my framework is that it cannot weigh a silence.';
const againstIt =
	'I am against compulsory voting, because a vote that is forced says nothing. A limit of my framework is that it has no answer for those who never learned to ask.';
const sweeping = 'Obviously everyone knows that compulsory voting is nonsense, and I am against it whatever happens.';

describe('a judge’s own stance', () => {
	it('goes by the words of the proposition where nobody has spoken', () => {
		expect(stanceOn(voting).reason).toContain('make people do what some of them would not choose');
		expect(stanceOn('People should be allowed to sell a kidney').reason).toContain('choose for themselves');
		expect(stanceOn('People should be allowed to sell a kidney').stance).toBeGreaterThan(stanceOn(voting).stance);
	});

	it('moves with the better case, which it quotes', () => {
		const before = stanceOn(voting).stance;
		const [up, down] = [
			stanceOn(voting, {
				when: 'after',
				said: [
					['chair_1', forIt],
					['chair_2', sweeping],
				],
			}),
			stanceOn(voting, {
				when: 'after',
				said: [
					['chair_1', sweeping],
					['chair_2', againstIt],
				],
			}),
		];
		expect(up.stance).toBeGreaterThan(before);
		expect(down.stance).toBeLessThan(before);
		expect(up.reason).toContain('those who stay at home still live under the law');
		expect(down.reason).toContain('a vote that is forced says nothing');
	});

	it('stays where it was between cases that are as good', () => {
		expect(
			stanceOn(voting, {
				when: 'after',
				said: [
					['chair_1', forIt],
					['chair_2', againstIt],
				],
			}).stance,
		).toBe(stanceOn(voting).stance);
	});

	it('is each judge’s own, and the same whenever it is asked', () => {
		const stances = Array.from({length: 8}, (_, index) => stanceOn(voting, {judge: `judge_${index}`}).stance);
		expect(new Set(stances).size).toBeGreaterThan(1);
		expect(stanceOn(voting)).toEqual(stanceOn(voting));
	});
});
