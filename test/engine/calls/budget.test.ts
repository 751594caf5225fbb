import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Budget, RunEvent, UserAction} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {totalSpending} from '../../../src/debate/state.ts';
import {account, added} from '../../../src/engine/calls/budget.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {parseJournal} from '../../../src/engine/journal/journal.ts';
import {essence} from '../laws.ts';
import {estimatedUsage} from '../../../src/voices/usage.ts';
import {VoiceError, type Voice} from '../../../src/voices/voice.ts';
import {folder, runToy, toyConfig, toyVoice, type Toy} from '../toy.ts';

type Doing = (event: RunEvent, act: (action: UserAction) => void) => void;
/** A voice that counts what it takes in and says, as servers do. */
const counting = (id: string, price = {input: 0, output: 0}): Voice => {
	const voice = toyVoice(id);
	return {
		...voice,
		price,
		async *answer(request, context) {
			let text = '';
			for await (const delta of voice.answer(request, context)) {
				if (delta.type === 'text') text += delta.text;
				yield delta.type === 'usage' ? {...delta, usage: estimatedUsage(request.messages, text.length)} : delta;
			}
		},
	};
};
const voices = (price?: {input: number; output: number}) =>
	new Map(['a', 'b', 'host'].map(id => [id, counting(id, price)]));

const run = (budget: Budget, doing: Doing, toy: Toy = {}) =>
	runToy({
		budget,
		voices: voices(),
		config: toyConfig.parse({rounds: 9}),
		headless: false,
		keepsClosing: true,
		clock: steppedClock({hurry: true}),
		...toy,
		onEvent: (event, debate) => doing(event, debate.act),
	});
const whenAsked = (...answers: readonly ((id: string) => UserAction)[]): Doing => {
	let asked = 0;
	return (event, act) => {
		const answer = event.type === 'question' ? answers[Math.min(asked++, answers.length - 1)] : undefined;
		if (event.type === 'question' && answer) act(answer(event.id));
	};
};
const choose =
	(choice: string) =>
	(question: string): UserAction => ({action: 'choose', question, choice});
const used = (events: readonly RunEvent[]) => {
	const {input, output} = totalSpending(fold(events));
	return input + output;
};
const kinds = (events: readonly RunEvent[]) =>
	fold(events)
		.turns.filter(({text}) => text !== '')
		.map(({kind}) => kind);

describe('a budget that is used up', () => {
	it('is asked about, and raised as often as the user likes', async () => {
		const {events, seen, done} = await run(
			{tokens: 6000},
			whenAsked(
				() => ({action: 'raise', tokens: 6000}),
				() => ({action: 'raise', tokens: 1_000_000}),
			),
		);
		expect(done.outcome).toBe('completed');
		expect(seen.filter(({type}) => type === 'question')).toHaveLength(2);
		expect(seen.find(({type}) => type === 'question')).toMatchObject({
			budget: {tokens: 6000},
			text: expect.stringContaining('The budget of 6,000 tokens leaves too little for the next request'),
			options: ['close it with what is left', 'end it at once'],
		});
		expect(fold(events).start?.budget).toEqual({tokens: 6000});
		expect(fold(seen).question).toBeUndefined();
	});

	it('leaves room for a closing, which the user may choose', async () => {
		const {events, done} = await run({tokens: 8000}, whenAsked(choose('close it with what is left')));
		expect(done).toMatchObject({
			outcome: 'budget',
			reason: expect.stringContaining('it was closed with what was left'),
		});
		expect(kinds(events).at(-1)).toBe('synthesis');
		expect(used(events)).toBeLessThanOrEqual(8000);
		expect(events.some(({type}) => type === 'participant-out')).toBe(false);
	});

	it('ends it at once, where the user chooses that', async () => {
		const {events, done} = await run({tokens: 8000}, whenAsked(choose('end it at once')));
		expect(done.outcome).toBe('budget');
		expect(kinds(events)).not.toContain('synthesis');
	});

	it('is asked about once, however many requests wait for it, and no more after a stop', async () => {
		let questions = 0;
		const {done} = await run({tokens: 6000}, (event, act) => {
			if (event.type === 'question' && ++questions === 1) setTimeout(() => act({action: 'stop', closing: false}), 20);
		});
		expect(questions).toBe(1);
		expect(done.outcome).toBe('stopped');
	});

	it('without anybody to ask ends the debate, with a closing where room was kept for it, and never goes past', async () => {
		for (const tokens of [3000, 5000, 8000, 12_000]) {
			for (const seed of [1, 2, 3]) {
				const plain = await run({tokens}, () => {}, {headless: true, keepsClosing: false, seed});
				expect(plain.done.outcome, `${tokens} ${seed}`).toBe('budget');
				expect(used(plain.events)).toBeLessThanOrEqual(tokens);
				const closed = await run({tokens}, () => {}, {headless: true, keepsClosing: true, seed});
				expect(closed.done.outcome).toBe('budget');
				expect(used(closed.events)).toBeLessThanOrEqual(tokens);
				if (tokens >= 8000) expect(kinds(closed.events).at(-1), `${tokens} ${seed}`).toBe('synthesis');
			}
		}
	});

	it('in dollars counts by the dearest voice for what is kept', async () => {
		const {events, done} = await run({usd: 0.12}, whenAsked(choose('close it with what is left')), {
			voices: voices({input: 10, output: 30}),
		});
		expect(done.outcome).toBe('budget');
		expect(kinds(events).at(-1)).toBe('synthesis');
		expect(totalSpending(fold(events)).cost).toBeLessThanOrEqual(0.12);
	});

	it('counts tries that the model has read, and is not passed by them', async () => {
		let tries = 0;
		const slow: Voice = {
			...counting('a'),
			async *answer(request, context) {
				if (tries++ % 2 === 0) throw new VoiceError('empty', 'nothing came');
				yield* counting('a').answer(request, context);
			},
		};
		const {events, done} = await run({tokens: 9000}, () => {}, {
			headless: true,
			keepsClosing: false,
			voices: new Map([...voices(), ['a', slow]]),
		});
		expect(done.outcome).toBe('budget');
		expect(used(events)).toBeLessThanOrEqual(9000);
		const calls = events.filter(event => event.type === 'voice-call' && event.participant === 'a' && event.tries > 1);
		expect(calls.length).toBeGreaterThan(0);
		for (const call of calls) expect(call).toMatchObject({usage: {estimated: true}});
	});

	it('is not taken up by requests that are over, nor by their failed tries', async () => {
		let tries = 0;
		const failing: Voice = {
			...counting('a'),
			async *answer(request, context) {
				if (tries++ % 3 === 0) throw new VoiceError('empty', 'nothing came');
				yield* counting('a').answer(request, context);
			},
		};
		const toy = {
			config: toyConfig.parse({rounds: 4}),
			headless: true,
			keepsClosing: false,
			voices: new Map([...voices(), ['a', failing]]),
		};
		const free = used((await run({}, () => {}, toy)).events);
		// Room for what a debate uses and for a few requests at once, and far from enough for all that it reserves.
		const {events, done} = await run({tokens: free + 10_000}, () => {}, toy);
		expect(done).toMatchObject({outcome: 'completed'});
		expect(events.some(event => event.type === 'voice-call' && event.tries > 1)).toBe(true);
	});

	it('counts no request that was turned away before the model saw it', async () => {
		const away: Voice = {
			...counting('a', {input: 10, output: 30}),
			async *answer() {
				yield* [];
				throw new VoiceError('unusable', 'The key is not accepted.');
			},
		};
		const {events} = await run({usd: 5}, () => {}, {headless: true, voices: new Map([...voices(), ['a', away]])});
		const calls = events.filter(event => event.type === 'voice-call' && event.participant === 'a');
		expect(calls.length).toBeGreaterThan(0);
		for (const call of calls)
			expect(call).toMatchObject({usage: {input: 0, output: 0}, cost: 0, error: 'The key is not accepted.'});
	});

	it('is asked about again where the debate was cut off meanwhile', async () => {
		const raise = whenAsked(() => ({action: 'raise', tokens: 1_000_000}));
		const whole = await run({tokens: 6000}, raise);
		const lines = readFileSync(whole.file, 'utf8').split('\n').slice(0, -1);
		const raised = lines.findIndex(line => line.includes('"raise"'));
		expect(raised).toBeGreaterThan(0);
		for (const kept of [raised - 3, raised, raised + 1, raised + 4]) {
			const file = path.join(folder(), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			const {events: past} = parseJournal(readFileSync(file, 'utf8'));
			const budget = past.reduce<Budget>(
				(sum, event) => (event.type === 'user-action' && event.data.action === 'raise' ? added(sum, event.data) : sum),
				{tokens: 6000},
			);
			const resumed = await run(
				budget,
				whenAsked(() => ({action: 'raise', tokens: 1_000_000})),
				{file},
			);
			expect(resumed.done.outcome).toBe('completed');
			expect(
				resumed.seen.some(({type}) => type === 'question'),
				`cut after line ${kept}`,
			).toBe(kept <= raised);
			expect(essence(fold(resumed.events))).toMatchObject({outcome: 'completed'});
		}
	});
});

describe('an account', () => {
	const request = {purpose: 'reply', messages: [{role: 'user' as const, content: 'x'.repeat(400)}], maxTokens: 100};
	const nothing = {
		calls: 0,
		tries: 0,
		failed: 0,
		withdrawn: 0,
		input: 0,
		cached: 0,
		output: 0,
		reasoning: 0,
		cost: 0,
		saved: 0,
		unpriced: 0,
	};

	it('keeps what is still to come, but never more than half', () => {
		const {reserve} = account({tokens: 1000});
		expect(reserve(request, undefined, {...nothing, input: 200}, {heldBack: {usd: 0, tokens: 100_000}})).toHaveProperty(
			'settle',
		);
		expect(reserve(request, undefined, {...nothing, input: 400}, {heldBack: {usd: 0, tokens: 100_000}})).toMatchObject({
			lacking: expect.stringContaining('500 are kept for the closing'),
		});
	});

	it('says what requests under way may still take, as long as they are under way', () => {
		const {reserve} = account({tokens: 350, usd: 1});
		const first = reserve(request, undefined, {...nothing, input: 100});
		expect(reserve(request, undefined, {...nothing, input: 100})).toMatchObject({
			lacking: expect.stringMatching(/\(100 used, \d{3} more for requests under way, and it may take \d{3}\)/u),
		});
		if ('settle' in first) first.settle();
		expect(reserve(request, undefined, {...nothing, input: 300})).toMatchObject({
			lacking: expect.stringContaining('(300 used, and it may'),
		});
	});

	it('counts dollars as it counts tokens', () => {
		const price = {input: 1000, output: 1000};
		// A request is 100 tokens of prompt and 100 of answer: 20 cents.
		const {reserve} = account({usd: 0.5});
		expect(reserve(request, price, {...nothing, cost: 0.05}, {heldBack: {usd: 100, tokens: 0}})).toHaveProperty(
			'settle',
		);
		expect(reserve(request, price, {...nothing, cost: 0.2})).toMatchObject({
			lacking: expect.stringMatching(
				/\(\$0\.2000 used, \$0\.2\d+ more for requests under way, and it may take \$0\.2000/u,
			),
		});
	});

	it('counts what is surely cached at its price', () => {
		const {reserve} = account({usd: 0.1});
		const price = {input: 1000, cached: 100, output: 500};
		expect(reserve(request, price, nothing, {cached: 50})).toMatchObject({
			lacking: expect.any(String),
			freed: undefined,
		});
		expect(reserve(request, price, nothing, {cached: 100})).toHaveProperty('settle');
	});

	it('says when a request under way has been counted', async () => {
		const {reserve} = account({tokens: 350});
		const first = reserve(request, undefined, nothing);
		const refused = reserve(request, undefined, {...nothing, input: 100});
		expect(refused).toMatchObject({freed: expect.any(Promise)});
		if ('settle' in first) first.settle();
		if ('freed' in refused) await refused.freed;
		expect(reserve(request, undefined, {...nothing, input: 100})).toHaveProperty('settle');
	});

	it('adds what is given, to what is limited only', () => {
		expect(added({usd: 0.1}, {usd: 0.2, tokens: 5})).toEqual({usd: 0.3});
		expect(added({usd: 1, tokens: 10}, {tokens: 5})).toEqual({usd: 1, tokens: 15});
	});
});
