/** Votes that listeners cast faster than they are written. */
import {expect, test} from 'vitest';
import type {UserAction} from '../../../src/debate/events.ts';
import {sampleDebate} from '../../ui/support/sample-debate.ts';
import {sampleSession} from '../../ui/support/sample-port.ts';
import {show} from '../../ui/support/show.tsx';

type Vote = Extract<UserAction, {action: 'vote'}>;

const right = '\u001B[C';

/** A debate that has ended, at its ballot, whose votes are written when the test says so. */
async function slowBallot() {
	const asked: {vote: Vote; settle: PromiseWithResolvers<undefined>}[] = [];
	const session = sampleSession(sampleDebate(), {
		async vote(vote) {
			const settle = Promise.withResolvers<undefined>();
			asked.push({vote, settle});
			return settle.promise;
		},
	});
	const app = show({session});
	await app.sees('enter results');
	await app.press('\r');
	await app.press('v');
	await app.sees('Where do you stand now?');
	return {app, asked};
}

test('the ballot says what Esc does', async () => {
	const {app} = await slowBallot();
	expect(app.text()).toContain('esc back');
	app.close();
});

test('a vote takes no key from the next listener, whatever time the disk takes', async () => {
	const {app, asked} = await slowBallot();
	await app.press(`${right}\r`);
	await app.press('\r');
	const names = asked.map(({vote}) => vote.listener);
	expect(names).toHaveLength(2);
	expect(new Set(names).size).toBe(2);
	app.close();
});

test('a vote that could not be written is back on the ballot, and the reason beside it', async () => {
	const {app, asked} = await slowBallot();
	await app.press(`${right}${right}\r`);
	asked[0]?.settle.reject(new Error('the disk is full'));
	await app.sees('not written down: the disk is full');
	expect(app.text()).toContain('[+2]');
	await app.press('\r');
	expect(asked[1]?.vote).toEqual(asked[0]?.vote);
	app.close();
});
