import {expect, it} from 'vitest';
import {lengthNote} from '../../../src/formats/model-duel/config.ts';

it.each([
	[
		'Explain it in at most 5 words.',
		'one two three four five six seven',
		'at most 5 words; the draft has 7 (counted by program: 2 too many)',
	],
	[
		'No more than 1,000 characters, please',
		'abc',
		'at most 1000 characters; the draft has 3 (counted by program: 997 left)',
	],
	[
		'List three in at most 6 words',
		'- one two\n- three\n* four – five',
		'at most 6 words; the draft has 5 (counted by program: 1 left)',
	],
	['A poem of up to 4 lines', 'a\nb\n', 'at most 4 lines; the draft has 2 (counted by program: 2 left)'],
])('a limit in the task is counted: %s', (task, text, note) => {
	expect(lengthNote(task, text)).toContain(note);
});

it('a task without a limit has none', () => {
	expect(lengthNote('Retry at most 5 times', 'x')).toBe('');
});
