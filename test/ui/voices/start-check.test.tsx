/** The check before a debate starts, as the home screen shows it. */
import {expect, test} from 'vitest';
import type {SeatReach, StartAnswer} from '../../../src/app/plan/start-check.ts';
import {StartCancelled} from '../../../src/app/context.ts';
import {halted, sampleDebate} from '../support/sample-debate.ts';
import {samplePort, sampleSession} from '../support/sample-port.ts';
import {expectToFit} from '../support/expect-to-fit.ts';
import {show} from '../support/show.tsx';

const enter = '\r';
const escape = '\u001B';
const running = () => sampleSession([], {events: halted(sampleDebate(), 100)});

const silent: SeatReach = {
	voice: 'ollama:qwen3',
	is: 'silent',
	says: 'Nothing answers at http://127.0.0.1:11434/v1: is Ollama running?',
	instead: ['lmstudio:gemma'],
	seats: [{id: 'chair_1', role: 'debater', framework: 'utilitarian', voice: 'ollama:qwen3'}],
};
const voices: readonly SeatReach[] = [
	silent,
	{...silent, voice: 'rehearsal', is: 'here', says: 'is here', instead: []},
	{...silent, voice: 'openai:gpt-4o', is: 'slow', says: 'OpenAI has not answered for 3 s; it is waited for'},
];

/** The home screen, whose debate asks about one voice before it starts. */
function home(size: {columns?: number; rows?: number} = {}) {
	const answers: StartAnswer[] = [];
	const port = samplePort(running, {
		async start({dialog}) {
			dialog?.show(voices);
			const answer = await dialog?.ask(silent, {
				voices: async () => ({voices: [{voice: 'lmstudio:gemma', about: 'Gemma'}], troubles: []}),
				check: async voice => (voice === 'lmstudio:gemma' ? undefined : `nobody knows ${voice}`),
			});
			if (answer) answers.push(answer);
			if (answer?.do === 'cancel') throw new StartCancelled();
			return running();
		},
	});
	return {app: show({port, ...size}), answers};
}

async function asked(size: {columns?: number; rows?: number} = {}) {
	const {app, answers} = home(size);
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('Rehearse this seat');
	return {app, answers};
}

test.concurrent.for([
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
] as const)('names who does not answer, and why, at %i × %i', async ([columns, rows], {expect: own}) => {
	const {app} = await asked({columns, rows});
	const words = app.text().replaceAll(/\s+/gu, ' ');
	own(words).toContain('Nothing answers at http://127.0.0.1:11434/v1: is Ollama running?');
	own(words).toContain('chair_1 (utilitarian)');
	own(words).toContain('Cancel');
	expectToFit(app.text(), columns, rows);
	app.close();
});

test.concurrent('a seat is rehearsed with one key, and the debate begins', async () => {
	const {app, answers} = await asked();
	await app.press('3');
	await app.sees('space pause');
	expect(answers).toEqual([{do: 'voice', voice: 'rehearsal'}]);
	app.close();
});

test.concurrent('another voice is reached before it is taken', async () => {
	const {app, answers} = await asked();
	await app.press('2');
	await app.sees('Who speaks instead of ollama:qwen3?');
	await app.press('ollama:nonsense');
	await app.press(enter);
	await app.sees('nobody knows ollama:nonsense');
	await app.press(escape);
	await app.sees('Rehearse this seat');
	await app.press('2');
	await app.sees('lmstudio:gemma');
	await app.press(enter);
	await app.sees('space pause');
	expect(answers).toEqual([{do: 'voice', voice: 'lmstudio:gemma'}]);
	app.close();
});

test.concurrent('whoever cancels is back where they were, and no problem is told', async () => {
	const {app, answers} = await asked();
	await app.press(escape);
	await app.sees('enter start');
	expect(answers).toEqual([{do: 'cancel'}]);
	expect(app.text()).not.toContain('✗');
	app.close();
});

test.concurrent(
	'the price of other voices has the cheaper one below the voices that is proposed for some of it',
	async () => {
		const proposal = 'Judging: about 40 % of the cost. --judge shop:small would save about $0.30; not checked.';
		const agreed: (boolean | undefined)[] = [];
		const port = samplePort(running, {
			async start({dialog}) {
				dialog?.show(voices);
				const expected = {minutes: 20, pace: 150, tokens: 90_000, cost: 0.7, voices: [], prices: '', proposal};
				agreed.push(await dialog?.agree?.(expected, 'debate'));
				return running();
			},
		});
		const app = show({port, columns: 60, rows: 20});
		await app.sees('enter start');
		await app.press(enter);
		await app.sees('This takes about 20 min');
		expect(app.text().replaceAll(/\s+/gu, ' ')).toContain(proposal);
		expectToFit(app.text(), 60, 20);
		await app.press('1');
		await app.sees('space pause');
		expect(agreed).toEqual([true]);
		app.close();
	},
);
