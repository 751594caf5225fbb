import {describe, expect, it} from 'vitest';
import type {Usage} from '../../../src/debate/events.ts';
import {promptWatch} from '../../../src/engine/calls/call-context.ts';
import type {Voice} from '../../../src/voices/voice.ts';

const voice: Voice = {id: 'test:m', name: 'M', provider: 'test', deterministic: false, async *answer() {}};
/** A prompt of about so many tokens, of which the first are those of every prompt. */
const prompt = (tokens: number, own = 'x') => [
	{role: 'system' as const, content: 'The same for all. '.repeat(60)},
	{role: 'user' as const, content: own.repeat(Math.max(0, tokens * 4 - 1_080))},
];

describe('a prompt that the server counts', () => {
	const note = (tokens: number, usage: Partial<Usage>, watch = promptWatch(), seat = 'a') =>
		watch.note(seat, voice, {messages: prompt(tokens), usage: {input: 0, output: 10, ...usage}});

	it.each([
		[1_700, 60],
		[8_000, 2_048],
		[300, 100],
	])('of some %i tokens as %i was cut', (sent, counted) => {
		expect(note(sent, {input: counted})).toMatchObject({
			reads: counted,
			text: expect.stringContaining('cut the rest without a word'),
		});
	});

	it.each([
		[1_700, {input: 1_650}],
		[1_700, {input: 900}],
		[1_700, {input: 60, estimated: true}],
		[300, {input: 151}],
		[1_000, {input: 3_000}],
	] as const)('of some %i tokens as %j was not', (sent, usage) => expect(note(sent, usage)).toBeUndefined());

	it('is told of once a seat', () => {
		const watch = promptWatch();
		expect(note(2_000, {input: 60}, watch)).toBeDefined();
		expect(note(2_200, {input: 60}, watch)).toBeUndefined();
		expect(note(2_400, {input: 60}, watch, 'b')).toBeDefined();
	});

	it('without what was in the cache was not cut', () => {
		const watch = promptWatch();
		const grown = (tokens: number) => [...prompt(3_000), {role: 'user' as const, content: 'y'.repeat(tokens * 4)}];
		expect(watch.note('a', voice, {messages: prompt(3_000), usage: {input: 3_000, output: 1}})).toBeUndefined();
		expect(watch.note('a', voice, {messages: grown(400), usage: {input: 410, output: 1}})).toBeUndefined();
	});

	it('to the same number as longer and shorter ones was cut to the window', () => {
		const watch = promptWatch();
		const lengths = [4_200, 4_700, 5_300, 6_000].map(tokens => note(tokens, {input: 4_096}, watch));
		expect(lengths.map(told => told?.reads)).toEqual([undefined, undefined, 4_096, undefined]);
	});
});
