import {describe, expect, it} from 'vitest';
import {inNumberedLines, numberedSentences} from '../../../src/debate/judged-text.ts';
import {tag} from '../../../src/debate/prompt.ts';
import {InterruptionAnswer} from '../../../src/formats/duelogic/config.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {countWords} from '../../../src/rehearsal/text.ts';
import {seatsOf, systemMessage, Table} from '../table.ts';

const system = systemMessage(
	{proposition: 'Voting should be compulsory'},
	seatsOf(['utilitarian', 'libertarian', 'pragmatic']),
);

const wish = (heard: string, candidates = 'chair_1 chair_3'): InterruptionAnswer => {
	const task = tag(
		'task',
		{kind: 'wish', speaker: 'arbiter', turn: 't9', target: 'chair_2', candidates},
		`chair_1 has said:\n- claim: count everyone badly.\n${tag('new', {}, inNumberedLines(numberedSentences(heard)))}`,
	);
	const messages = [
		system,
		{role: 'user', content: task},
		{role: 'assistant', content: '{'},
		{role: 'user', content: 'Not valid JSON.'},
	] as const;
	return InterruptionAnswer.parse(
		JSON.parse(rehearse(messages, {seed: 4, schema: {name: 'wish', json: {type: 'object'}}}).text),
	);
};

describe('the wish to interrupt depends on what was heard', () => {
	it.each([
		[
			'a straw man of a candidate',
			'Well then. Claude Sonnet 4 says that we should simply drag everyone to the polls, come what may.',
			'straw_man_detected',
			'high',
			'chair_1',
		],
		[
			'a straw man by framework',
			'The utilitarian believes in nothing but totals and forgets everyone else.',
			'straw_man_detected',
			'high',
			'chair_1',
		],
		[
			'an overclaim',
			'Obviously everyone knows that fines breed contempt for the law.',
			'direct_challenge',
			'medium',
			undefined,
		],
		[
			'a decisive claim',
			'In the end what settles the matter is whether anyone is forced at all.',
			'pivotal_point',
			'medium',
			undefined,
		],
		[
			'a question by name',
			'So tell me, GPT-4o, who would carry that out on a Monday?',
			'direct_challenge',
			'low',
			'chair_3',
		],
	])('%s', (_, heard, reason, severity, chair) => {
		const answer = wish(heard);
		expect(answer).toMatchObject({reason, severity, ...(chair === undefined ? {} : {chair})});
		expect(answer.sentence).toBe(numberedSentences(heard).length);
	});

	it.each([
		['plain argument', 'A vote that is forced says little. The clerk who counts it cannot tell a choice from a shrug.'],
		[
			'a fair restatement',
			'At its strongest, Claude Sonnet 4’s case turns on the words “count everyone badly”, and I grant it.',
		],
		['an admission', 'I admit that my own framework is blind to those who never choose anything at all.'],
		['nothing', ''],
	])('is absent for %s', (_, heard) => {
		expect(wish(heard)).toEqual({reason: 'none', severity: 'low', chair: null, sentence: null});
	});

	it('never names a chair that may not interrupt', () => {
		expect(
			wish('Claude Sonnet 4 says that we should simply drag everyone along, whatever happens.', 'chair_3').chair,
		).not.toBe('chair_1');
		expect(wish('Claude Sonnet 4 says that we should simply drag everyone along.', '').reason).toBe('none');
	});

	it('is rare over whole turns', () => {
		const table = new Table({
			proposition: 'Should zoos be banned?',
			frameworks: ['utilitarian', 'virtue_ethics', 'care_ethics'],
			seed: 9,
			exchanges: 5,
		}).play();
		const replies = table.said.filter(({kind, round}) => kind === 'reply' && round > 2);
		const wishes = replies.flatMap(turn =>
			[3, 5, 7, 9].map(count => table.wish(turn.text, count, turn.speaker).reason),
		);
		expect(wishes.filter(reason => reason === 'none').length / wishes.length).toBeGreaterThan(0.5);
	});

	it('interruptions start with any given opener and stay short', () => {
		for (const opener of ['Hold on', 'I never said that:', 'Wait, this is where we part:', 'Stop there, Grok 3.'])
			for (const reason of InterruptionAnswer.shape.reason.options.filter(each => each !== 'none')) {
				const task = tag(
					'task',
					{kind: 'interruption', speaker: 'chair_1', words: '40', round: 2, reason, opener, target: 'chair_2'},
					'You cut in.\nTrigger: “Obviously nobody can doubt that this is wrong”\n- voice: talk',
				);
				const {text} = rehearse([system, {role: 'user', content: task}], {seed: 4});
				expect([text.startsWith(opener), countWords(text) <= 40, /[.!?]$/u.test(text)], text).toEqual([
					true,
					true,
					true,
				]);
			}
	});
});
