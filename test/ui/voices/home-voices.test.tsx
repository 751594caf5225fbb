/** Who speaks, chosen on the home screen: everywhere, in all seats of the next debate, or in one. */
import {expect, test} from 'vitest';
import {expectToFit} from '../support/expect-to-fit.ts';
import {halted, sampleDebate} from '../support/sample-debate.ts';
import {samplePort, sampleSession, sampleVoices} from '../support/sample-port.ts';
import {show} from '../support/show.tsx';

const enter = '\r';
const tab = '\t';
const escape = '\u001B';
const running = () => sampleSession([], {events: halted(sampleDebate(), 100)});

async function opened(port: ReturnType<typeof samplePort>, size: {columns?: number; rows?: number} = {}) {
	const app = show({port, ...size});
	await app.sees('enter start');
	await app.press('v');
	await app.sees('ollama:qwen3:8b');
	return app;
}

test.concurrent.for([
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
] as const)('lists all that was found, at %i × %i', async ([columns, rows], {expect: own}) => {
	const app = await opened(samplePort(running), {columns, rows});
	own(app.text()).toContain('for every debate, from now on');
	for (const voice of ['ollama:qwen3:8b', 'agent:claude', 'human', 'rehearsal']) own(app.text()).toContain(voice);
	expectToFit(app.text(), columns, rows);
	app.close();
});

test.concurrent('for every debate: what is chosen is kept, once it was reached', async () => {
	const kept: string[] = [];
	const keep = async (voice: string) => {
		kept.push(voice);
		return 'ROSTRUM_VOICE goes before it.';
	};
	const app = await opened(samplePort(running, {voices: sampleVoices({keep})}));
	await app.press('ollama:nonsense');
	await app.press(enter);
	await app.sees('nobody knows ollama:nonsense');
	expect(kept).toEqual([]);
	await app.press('\u0015');
	await app.press('qwen3');
	await app.press(enter);
	await app.sees('ROSTRUM_VOICE goes before it.');
	expect(kept).toEqual(['ollama:qwen3:8b']);
	app.close();
});

test.concurrent('for all seats of the next debate, then another for one: it starts with those', async () => {
	const port = samplePort(running);
	const app = await opened(port);
	await app.press(tab);
	await app.sees('for the next Three-Way Ethics Showdown, in all 3 seats');
	await app.press('qwen3');
	await app.press(enter);
	await app.sees('utilitarian · ollama:qwen3:');
	await app.press('v');
	await app.sees('for every debate');
	await app.press(`${tab}${tab}${tab}`);
	await app.sees('as virtue ethics (chair_2)');
	await app.press('rehearsal');
	await app.press(enter);
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('space pause');
	expect(port.started).toMatchObject([
		{voices: {chair_1: 'ollama:qwen3:8b', chair_2: 'rehearsal', chair_3: 'ollama:qwen3:8b'}},
	]);
	app.close();
});

test.concurrent('a voice that costs money has the cost asked before the start', async () => {
	const port = samplePort(running);
	const app = await opened(port);
	await app.press(tab);
	await app.press('claude-sonnet');
	await app.press(enter);
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('This takes about 24 min');
	expect(app.text()).toContain('$0.90');
	expect(port.started).toEqual([]);
	await app.press(escape);
	app.close();
});

test.concurrent('a seat that does not take the voice says so, and nothing has changed', async () => {
	const seated = () => {
		throw new Error('A person cannot sit as chair_1.');
	};
	const port = samplePort(running, {voices: sampleVoices({seated})});
	const app = await opened(port);
	await app.press(tab);
	await app.press('human');
	await app.press(enter);
	await app.sees('A person cannot sit as chair_1.');
	await app.press(escape);
	await app.sees('enter start');
	await app.press(enter);
	await app.sees('space pause');
	expect(port.started).toEqual([expect.not.objectContaining({voices: expect.anything()})]);
	app.close();
});
