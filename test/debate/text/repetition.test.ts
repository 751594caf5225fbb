import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {repetitionDetector} from '../../../src/debate/text/repetition.ts';
import {compose, runToy, toyVoice} from '../../engine/toy.ts';

const goesRound = (text: string): boolean => {
	const watch = repetitionDetector();
	return (text.match(/\S+\s*/gu) ?? []).map(word => watch.goesRound(word)).includes(true);
};
const again = 'The answer is yes, and it is not about what others think of us. ';

describe('going round in circles', () => {
	it.each([
		['a sentence for the third time', `${again}But first. ${again}Hm. ${again}And`],
		['words without an end', 'it is and it is and it is and it is and '.repeat(12)],
		['a list of one thing', '1. We should vote. 2. We should vote. '.repeat(12)],
	])('is %s', (_, text) => expect(goesRound(text)).toBe(true));

	it.each([
		['a sentence said twice', `${again}But first, something else. ${again}So much for that.`],
		[
			'a short refrain',
			'I have a dream. It is a large one. I have a dream. It is a fine one. I have a dream. It is here. I have a dream. That is all.',
		],
		['a rule of dashes', `A table follows.\n\n${'-'.repeat(30)}\n\nIt was empty.`],
	])('is not %s', (_, text) => expect(goesRound(text)).toBe(false));
});

it('ends a turn there, and does not ask for its rest', async () => {
	const rests: string[] = [];
	const caught = toyVoice('a', request => {
		const task = request.messages.at(-1)?.content ?? '';
		if (task.includes('<last_words>')) rests.push(task);
		return ['reply', 'turn'].includes(request.purpose) ? again.repeat(50) : compose(request);
	});
	const {events} = await runToy({
		voices: new Map([
			['a', caught],
			['b', toyVoice('b')],
			['host', toyVoice('host', request => (request.purpose === 'wish' ? '{"cut": false}' : compose(request)))],
		]),
	});
	const turns = fold(events).turns.filter(({speaker, kind}) => speaker === 'a' && kind === 'reply');
	expect(turns.length).toBeGreaterThan(0);
	expect(rests).toEqual([]);
	for (const turn of turns) {
		expect(turn).toMatchObject({finish: 'truncated', reason: 'it kept repeating itself'});
		expect(turn.text.split('The answer is yes').length - 1).toBeLessThan(6);
	}
});
