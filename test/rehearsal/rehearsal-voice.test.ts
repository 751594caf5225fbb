import {describe, expect, it} from 'vitest';
import {rehearsalVoice, rehearse} from '../../src/rehearsal/rehearse.ts';
import type {VoiceDelta} from '../../src/voices/voice.ts';

/** A clock that only advances when somebody sleeps. */
const steppedClock = () => {
	const slept: number[] = [];
	return {
		slept,
		now: () => slept.reduce((sum, ms) => sum + ms, 0),
		sleep: (ms: number, signal?: AbortSignal) => {
			signal?.throwIfAborted();
			slept.push(ms);
			return Promise.resolve();
		},
	};
};
const messages = [{role: 'user', content: 'What should a harbour town do about its empty fish market?'}] as const;

async function collect(stream: AsyncIterable<VoiceDelta>): Promise<VoiceDelta[]> {
	const deltas: VoiceDelta[] = [];
	for await (const delta of stream) deltas.push(delta);
	return deltas;
}

describe('the rehearsal voice', () => {
	it('streams the rehearsed answer word by word, and ends with usage and finish', async () => {
		const clock = steppedClock();
		const deltas = await collect(
			rehearsalVoice().answer(
				{purpose: 'reply', messages, seed: 7},
				{signal: new AbortController().signal, timeoutMs: 1000, clock},
			),
		);
		const texts = deltas.flatMap(delta => (delta.type === 'text' ? [delta.text] : []));
		const {text} = rehearse(messages, {seed: 7});
		expect(texts.join('')).toBe(text);
		expect(texts.every(piece => piece.trim().split(/\s+/u).length === 1)).toBe(true);
		expect(deltas.slice(-2)).toEqual([
			{
				type: 'usage',
				usage: {input: Math.ceil(messages[0].content.length / 4), output: Math.ceil(text.length / 4), estimated: true},
			},
			{type: 'finish', finish: 'stop'},
		]);
	});

	it('takes as long as its rate implies, in whole milliseconds', async () => {
		const clock = steppedClock();
		const voice = rehearsalVoice({tokensPerSecond: 50, firstTokenMs: 100});
		const deltas = await collect(
			voice.answer(
				{purpose: 'reply', messages, seed: 7},
				{signal: new AbortController().signal, timeoutMs: 1000, clock},
			),
		);
		const texts = deltas.flatMap(delta => (delta.type === 'text' ? [delta.text] : []));
		expect(clock.slept[0]).toBe(100);
		expect(clock.slept.every(Number.isInteger)).toBe(true);
		expect(clock.now()).toBe(Math.round(100 + texts.slice(0, -1).join('').length * 5));
	});

	it('stops at once when aborted', async () => {
		const controller = new AbortController();
		const heard: VoiceDelta[] = [];
		const reason = new Error('enough');
		await expect(
			(async () => {
				for await (const delta of rehearsalVoice().answer(
					{purpose: 'reply', messages, seed: 7},
					{signal: controller.signal, timeoutMs: 1000, clock: steppedClock()},
				)) {
					heard.push(delta);
					if (heard.length === 5) controller.abort(reason);
				}
			})(),
		).rejects.toBe(reason);
		expect(heard).toHaveLength(5);
	});

	it('reports that it hit its limit', async () => {
		const deltas = await collect(
			rehearsalVoice().answer(
				{purpose: 'reply', messages, seed: 7, maxTokens: 10},
				{signal: new AbortController().signal, timeoutMs: 1000, clock: steppedClock()},
			),
		);
		expect(deltas.at(-1)).toEqual({type: 'finish', finish: 'length'});
	});

	it('is free, deterministic, and has the given name', () => {
		expect(rehearsalVoice()).toMatchObject({
			id: 'rehearsal',
			provider: 'rehearsal',
			deterministic: true,
			price: {input: 0, output: 0},
		});
		expect(rehearsalVoice({name: 'Grok 3 in rehearsal'}).name).toBe('Grok 3 in rehearsal');
	});
});
