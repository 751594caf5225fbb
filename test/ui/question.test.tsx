import {expect, test} from 'vitest';
import type {RunEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {halted, sampleDebate} from './support/sample-debate.ts';
import {sampleSession} from './support/sample-port.ts';
import {show} from './support/show.tsx';

const question = {
	type: 'question',
	id: 'accept-1',
	text: 'Take the change over?',
	options: ['take it', 'leave it'],
} as const satisfies RunEvent;
const begun = sampleDebate({words: true}).slice(0, 40);

test('a question opens as a dialog, and the chosen answer is sent', async () => {
	const session = sampleSession([], {events: halted([...begun, question], begun.length + 1)});
	const app = show({session});
	await app.sees('Take the change over?');
	await app.press('\u001B[B');
	await app.press('\r');
	expect(session.sent).toEqual([{action: 'choose', question: 'accept-1', choice: 'leave it'}]);
	app.close();
});

test('closed it does not come back by itself, but by its key', async () => {
	const session = sampleSession([], {events: halted([...begun, question], begun.length + 1)});
	const app = show({session});
	await app.sees('Take the change over?');
	await app.press('\u001B');
	await app.sees('a answer');
	expect(app.text()).not.toContain('Take the change over?');
	await app.press('a');
	await app.sees('Take the change over?');
	expect(session.sent).toEqual([]);
	app.close();
});

test('an answer takes the question off, whoever gave it; another question stays', () => {
	const asked = fold([...begun, question]);
	const answer = (id: string): RunEvent => ({
		type: 'user-action',
		data: {action: 'choose', question: id, choice: 'take it'},
		seq: 999,
		at: 9,
		hash: '',
	});
	expect(asked.question?.id).toBe('accept-1');
	expect(fold([answer('another')], asked).question?.id).toBe('accept-1');
	expect(fold([answer('accept-1')], asked).question).toBeUndefined();
});
