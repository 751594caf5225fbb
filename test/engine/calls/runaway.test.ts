/** Voices that go on and on: nothing they do takes more than the budget, or than a model ever needs. */
import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {totalSpending} from '../../../src/debate/state.ts';
import {account, promptTokens, withinLimits} from '../../../src/engine/calls/budget.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import type {Voice, VoiceDelta} from '../../../src/voices/voice.ts';
import {context, events, handServer, hear, said, stopped, turn, voiceAt} from '../../fixtures/http-voice.ts';
import {thorough} from '../../hunt/every.ts';
import {runToy, toyVoice} from '../toy.ts';

const price = {input: 1, output: 10};

/** Never ends by itself, whatever limit the request has; ten million tokens are enough to be sure of that. */
function endless(id: string, type: 'text' | 'thinking', made: {tokens: number}): Voice {
	return {
		...toyVoice(id),
		price,
		async *answer(_request, {signal, clock}): AsyncGenerator<VoiceDelta> {
			for (let piece = 0; piece < 100_000; piece++) {
				signal.throwIfAborted();
				await clock.sleep(1, signal);
				made.tokens += 100;
				yield {type, text: `Sentence ${piece} of many says something new ${piece * 7}. `.repeat(8)};
			}
		},
	};
}

async function debate(type: 'text' | 'thinking', budget?: {tokens?: number; usd?: number}) {
	const made = {tokens: 0};
	const voices = new Map(['a', 'b', 'host'].map(id => [id, endless(id, type, made)]));
	const run = await runToy({voices, clock: steppedClock({hurry: true}), ...(budget && {budget})});
	return {...run, made: made.tokens, spent: totalSpending(fold(run.events))};
}

describe('a model that never ends', () => {
	it.each(['text', 'thinking'] as const)('stays within a budget of tokens: %s', async type => {
		const {done, spent, made} = await debate(type, {tokens: 20_000});
		expect(['budget', 'failed']).toContain(done.outcome);
		expect(spent.input + spent.output).toBeLessThanOrEqual(20_000);
		expect(made).toBeLessThan(25_000);
	});

	it.each(['text', 'thinking'] as const)('stays within a budget of dollars: %s', async type => {
		const {done, spent} = await debate(type, {usd: 0.2});
		expect(['budget', 'failed']).toContain(done.outcome);
		expect(spent.cost).toBeLessThanOrEqual(0.2);
	});

	it('is stopped while it thinks, also without a budget, and the user is told', async () => {
		const {done, events: written, made} = await debate('thinking');
		expect(done.outcome).toBe('failed');
		expect(made).toBeLessThan(1_000_000);
		expect(fold(written).notices.map(({text}) => text)).toContainEqual(
			expect.stringMatching(/^\w+ thought for more than 32,000 tokens, and was stopped there\.$/u),
		);
	});

	it('for it says a word now and then has ten times the time-out, and is not asked for its rest', async () => {
		const slow = async function* (
			...[, {clock, signal, timeoutMs}]: Parameters<Voice['answer']>
		): AsyncGenerator<VoiceDelta> {
			for (let word = 0; ; word++) {
				await clock.sleep(timeoutMs / 2, signal);
				yield {type: 'text', text: `word${word} `};
			}
		};
		const voices = new Map(['a', 'b', 'host'].map((id): [string, Voice] => [id, {...toyVoice(id), answer: slow}]));
		const {turns, notices} = fold((await runToy({voices, clock: steppedClock({hurry: true})})).events);
		expect(turns[0]).toMatchObject({finish: 'truncated'});
		const told = notices.map(({text}) => text).join('\n');
		expect(told).toContain('ten times the time-out, and was stopped there.');
		expect(told).not.toContain('its rest is asked for');
	});

	it('and writes no spaces is stopped by its length', async () => {
		const voices = new Map(
			['a', 'b', 'host'].map((id): [string, Voice] => [
				id,
				{
					...toyVoice(id),
					async *answer(): AsyncGenerator<VoiceDelta> {
						for (let piece = 0; piece < (thorough ? 10_000 : 2_000); piece++)
							yield {type: 'text', text: `${piece}x`.repeat(20)};
						yield {type: 'finish', finish: 'stop'};
					},
				},
			]),
		);
		const {events: written} = await runToy({voices});
		const [first] = fold(written).turns;
		expect(first).toMatchObject({finish: 'truncated', reason: expect.stringContaining('characters')});
		expect(first?.text.length).toBeLessThan(20_000);
	});
});

describe('a request under a budget', () => {
	const request = {...turn, maxTokens: 900};

	it('is allowed no more than what is left, on the server too', async () => {
		const {url, bodies} = await handServer((_, response) => events(response, said('Yes.'), stopped()));
		await hear(voiceAt(url).answer({...request, mostTokens: 1234.5}, context()));
		await hear(voiceAt(url).answer({...request, mostTokens: 300}, context()));
		const {maxTokens: _, ...unlimited} = request;
		await hear(voiceAt(url).answer({...unlimited, mostTokens: 300}, context()));
		expect(bodies.map(body => body['max_tokens'] ?? body['max_completion_tokens'])).toEqual([900, 300, 300]);
	});

	it('gets room to think while there is much left, and what it may take adds up', () => {
		const nothing = totalSpending({spending: {}});
		const {reserve} = account({tokens: 10_000});
		const held = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(() => reserve(request, undefined, nothing));
		const outputs = held.flatMap(one => ('output' in one ? [one.output] : []));
		expect(outputs[0]).toBeGreaterThan(2000);
		expect(outputs.at(-1)).toBeGreaterThanOrEqual(900);
		expect(outputs.reduce((sum, output) => sum + output + promptTokens(request.messages), 0)).toBeLessThanOrEqual(
			10_000,
		);
		expect(held.at(-1)).toHaveProperty('lacking');
	});

	it('ends far above what was asked for, also without a budget, and passes on no more of a huge piece', async () => {
		async function* huge(): AsyncGenerator<VoiceDelta> {
			for (;;) yield {type: 'text', text: 'Word. '.repeat(20_000)};
		}
		const voices = new Map(['a', 'b', 'host'].map((id): [string, Voice] => [id, {...toyVoice(id), answer: huge}]));
		const {events: written} = await runToy({voices});
		expect(fold(written).notices.map(({text}) => text)).toContainEqual(
			expect.stringMatching(
				/ wrote more than [\d,]+ tokens, far more than it was asked for, and was stopped there\.$/u,
			),
		);
		let passed = '';
		const limits = {tokens: Infinity, words: 1000, onPassed: (what: string) => void (passed = what)};
		const {text, finish} = await hear(withinLimits(huge(), turn.messages, undefined, limits));
		expect([text.length, finish]).toEqual([4000, 'length']);
		expect(passed).toBe('wrote more than 1,000 tokens, far more than it was asked for');
	});

	it.each(['text', 'thinking'] as const)('that says a word now and then has ten times the time-out: %s', async type => {
		let now = 0;
		async function* slow(): AsyncGenerator<VoiceDelta> {
			for (; now < 1_000_000; now += 2_500) yield {type, text: 'word '};
		}
		let passed = '';
		const {finish} = await hear(
			withinLimits(slow(), turn.messages, undefined, {
				tokens: Infinity,
				words: 4_000,
				wait: {clock: {now: () => now}, ms: 3_000},
				onPassed: what => void (passed = what),
			}),
		);
		expect([now, finish, passed]).toEqual([32_500, 'length', 'took longer than 30 s, ten times the time-out']);
	});

	it('counts every script by its bytes', async () => {
		async function* chinese(): AsyncGenerator<VoiceDelta> {
			for (;;) yield {type: 'text', text: '投票は義務である。'};
		}
		let passed = '';
		const {text, finish} = await hear(
			withinLimits(chinese(), turn.messages, undefined, {
				tokens: 100,
				words: 1000,
				onPassed: what => void (passed = what),
			}),
		);
		expect(Buffer.byteLength(text)).toBeLessThan(500);
		expect(finish).toBe('length');
		expect(passed).toBe('passed the 100 tokens that the budget had for its answer');
	});
});
