import {expect, test, vi} from 'vitest';
import {StartCancelled} from '../../src/app/context.ts';
import type {Session} from '../../src/app/session/session.ts';
import {halted, sampleDebate} from './support/sample-debate.ts';
import {samplePort, sampleSession} from './support/sample-port.ts';
import {show} from './support/show.tsx';

const spoken = sampleDebate({words: true, rounds: 12});

/** A debate that runs, and counts how often it was let go. */
function leavable(leave: () => Promise<void> = async () => undefined): Session & {readonly left: () => number} {
	let left = 0;
	return {
		...sampleSession([], {events: halted(spoken, 600)}),
		left: () => left,
		leave() {
			left++;
			return leave();
		},
	};
}

test('a debate that is there only when the user has gone elsewhere is let go, and they stay where they are', async () => {
	const late = Promise.withResolvers<Session>();
	const app = show({port: samplePort(() => leavable(), {start: () => late.promise})});
	await app.sees('enter start');
	await app.press('\r');
	await app.sees('Starting…');
	await app.press('s');
	await app.sees('Settings');
	const session = leavable();
	late.resolve(session);
	await expect.poll(() => session.left()).toBe(1);
	expect(app.text()).toContain('Settings');
	expect(app.shown.store).toBeUndefined();
	app.close();
});

test('a debate that cannot start leaves the user where they have gone meanwhile', async () => {
	const late = Promise.withResolvers<Session>();
	const port = samplePort(() => leavable(), {start: () => late.promise});
	const read = vi.fn(async () => port);
	const app = show({port: {...port, renewed: read}});
	await app.sees('enter start');
	await app.press('\r');
	await app.sees('Starting…');
	await app.press('s');
	await app.sees('Settings');
	late.reject(new Error('The server is away.'));
	await expect.poll(() => read.mock.calls.length).toBe(1);
	await app.press('j');
	expect(app.text()).toContain('Settings');
	expect(app.text()).not.toContain('enter start');
	app.close();
});

test('a start that the user gave up reads no list anew', async () => {
	const given = Promise.withResolvers<Session>();
	const port = samplePort(() => leavable(), {start: () => given.promise});
	const read = vi.fn(async () => port);
	const app = show({port: {...port, renewed: read}});
	await app.sees('enter start');
	await app.press('\r');
	await app.sees('Starting…');
	given.reject(new StartCancelled());
	await app.sees('Found');
	expect(read).not.toHaveBeenCalled();
	app.close();
});

test('another run of what cost money takes one more key, and who presses it twice gets one', async () => {
	const sessions: (Session & {readonly left: () => number})[] = [];
	const again = async () => {
		const session = leavable();
		sessions.push(session);
		return session;
	};
	const app = show({session: sampleSession(sampleDebate(), {again})});
	await app.sees('enter results');
	await app.press('\r');
	await app.sees('run again');
	await app.press('r');
	await app.sees('It cost $');
	expect(sessions).toHaveLength(0);
	await app.press('\r\r');
	await app.sees('space pause');
	expect(sessions).toHaveLength(1);
	expect(app.shown.store?.session).toBe(sessions[0]);
	app.close();
});

test('that a debate could not be closed does not lead away from the one that was opened since', async () => {
	const closing = Promise.withResolvers<void>();
	const sessions = [leavable(() => closing.promise), leavable()];
	const app = show({port: samplePort(() => sessions.shift() ?? leavable())});
	await app.sees('enter start');
	await app.press('\r');
	await app.sees('space pause');
	await app.press('q\r');
	await app.sees('enter start');
	await app.press('\r');
	await app.sees('space pause');
	closing.reject(new Error('The journal cannot be written: the disk is full.'));
	await app.press('?');
	await app.press('\u001B');
	await app.sees('space pause');
	app.close();
});

test('that a debate could not be closed is told where one went from it', async () => {
	const app = show({port: samplePort(() => leavable(async () => Promise.reject(new Error('The disk is full.'))))});
	await app.sees('enter start');
	await app.press('\r');
	await app.sees('space pause');
	await app.press('q\r');
	await app.sees('The disk is full.');
	app.close();
});
