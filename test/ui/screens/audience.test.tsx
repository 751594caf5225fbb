import {expect, test} from 'vitest';
import type {AudienceLook, AudiencePort} from '../../../src/app/session/session.ts';
import type {UserAction} from '../../../src/debate/events.ts';
import type {Swing} from '../../../src/debate/audience.ts';
import {swingBars, swingRows} from '../../../src/view/audience.ts';
import {expectToFit} from '../support/expect-to-fit.ts';
import {halted, sampleDebate} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';
import {show} from '../support/show.tsx';
import {textOf} from '../support/text-of.ts';

const qr = Array.from({length: 19}, () => '█'.repeat(37));
const shown: AudienceLook = {
	address: 'http://127.0.0.1:41211/hqpabcc4iy4e/',
	qr,
	reach: 'Only this machine can reach it.',
	listening: 12,
	open: 'before',
	voted: {before: 7, after: 0},
	questions: [
		{id: 'q2', text: 'What about people who cannot reach a polling place?', count: 4},
		{id: 'q1', text: 'Who pays?', count: 1},
	],
};

/** A page that is served already; `done` is what was asked of it. */
function port(): {readonly audience: AudiencePort; readonly done: string[]} {
	const done: string[] = [];
	let look = shown;
	let redraw = () => {};
	const audience = {
		open: async () => void done.push('open'),
		look: () => look,
		subscribe(listener: () => void) {
			redraw = listener;
			return () => undefined;
		},
		closeVote: async () => void done.push('close the vote'),
		async decide(question: string, fate: string) {
			done.push(`${fate} ${question}`);
			look = {...look, questions: look.questions.filter(({id}) => id !== question)};
			redraw();
		},
		settle: async () => undefined,
		close: async () => undefined,
	};
	return {audience, done};
}

const paused: UserAction = {action: 'pause'};

test.concurrent('stands before the debate with its code, and the debate begins when it is closed', async () => {
	const events = sampleDebate().slice(0, 2);
	const {audience, done} = port();
	const pause = {type: 'user-action' as const, data: paused, seq: 2, at: 0, hash: ''};
	const session = sampleSession([], {events: halted([...events.slice(0, 1), pause], 2), audience});
	const app = show({session, columns: 100, rows: 30});
	await app.sees('The debate waits for listeners.');
	expect(app.text()).toContain('█'.repeat(37));
	expect(app.text()).toContain('http://127.0.0.1:41211/hqpabcc4iy4e/');
	expect(app.text()).toContain('Only this machine can reach it.');
	expect(app.text()).toContain('The vote before the debate is open: 7 votes.');
	expectToFit(app.text(), 100, 30);
	await app.resize(60, 20);
	expect(app.text()).not.toContain('█'.repeat(37));
	expectToFit(app.text(), 60, 20);
	await app.press('c');
	await app.press('\u001B[B');
	await app.press('x');
	await app.press('\r');
	expect(done).toEqual(['close the vote', 'refused q1', 'let-in q2']);
	await app.press('\u001B');
	expect(session.sent).toEqual([{action: 'resume'}]);
	await app.sees('12 listening');
	app.close();
});

const swing: Swing = {
	both: 20,
	voted: 24,
	isClosed: true,
	flows: [
		{from: 'for', to: 'for', count: 9},
		{from: 'undecided', to: 'for', count: 5},
		{from: 'undecided', to: 'against', count: 1},
		{from: 'against', to: 'against', count: 5},
	],
};

test('shows both times and every flow, with how many voted, and nothing before the vote is closed', () => {
	expect(textOf(swingBars(swing, 70), 70).split('\n')).toEqual([
		'audience  ███████████▒▒▒▒▒▒▒░░░░░░  9 for · 6 undecided · 5 against',
		'          █████████████████░░░░░░░  14 for · 0 undecided · 6 against',
	]);
	const rows = textOf(swingRows(swing, 80), 80);
	expect(rows).toContain('undecided → for');
	expect(rows).toContain('Counted from the 20 listeners who voted both times, one vote a browser');
	expect(swingBars({...swing, isClosed: false}, 70)).toEqual([]);
	expect(textOf(swingRows({...swing, isClosed: false}, 80), 80)).not.toMatch(/against|for ·/u);
	expect(textOf(swingBars({...swing, both: 0, flows: []}, 70), 70)).toContain('nobody voted both before and after');
});
