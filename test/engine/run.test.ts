import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import type {RunEvent} from '../../src/debate/events.ts';
import {withUnknownConfig, type Floor, type Protocol} from '../../src/debate/protocol.ts';
import {fold} from '../../src/debate/reduce.ts';
import {steppedClock, type DebateClock} from '../../src/engine/clock.ts';
import type {RunningDebate} from '../../src/engine/run.ts';
import {VoiceError, type Voice} from '../../src/voices/voice.ts';
import {essence} from './laws.ts';
import {compose, runToy, toyConfig, toyVoice} from './toy.ts';
import {cutAfter} from './watches.ts';

const none = z.object({});

/** A protocol with a script of the test's own. */
const scripted = (script: (floor: Floor) => Promise<void>): Protocol =>
	withUnknownConfig({
		id: 'scripted',
		name: 'Scripted',
		summary: '',
		version: 1,
		config: none,
		minSpeakers: 2,
		estimate: () => ({words: 0, use: {}}),
		speakers: () => ['a', 'b'],
		openSeats: () => [],
		async script(_setup, floor) {
			await script(floor);
			return {outcome: 'completed' as const};
		},
	});

const say = (text: string) => ({messages: [{role: 'user' as const, content: text}], words: 40});
const failing = (id: string, error: () => Error): Voice => ({
	...toyVoice(id),
	async *answer() {
		yield* [];
		throw error();
	},
});
const voices = (changed: Record<string, Voice>) =>
	new Map(['a', 'b', 'host'].map(id => [id, changed[id] ?? toyVoice(id)]));
const types = (events: readonly RunEvent[]) => events.map(event => event.type);

describe('a turn', () => {
	it('is in the journal by sentences that add up to its text, with live words between', async () => {
		const {events, seen} = await runToy({config: toyConfig.parse({rounds: 1})});
		const ends = events.filter(event => event.type === 'turn-end');
		for (const end of ends) {
			const deltas = events
				.filter(event => event.type === 'turn-delta' && event.turnId === end.turnId)
				.map(event => ('text' in event ? event.text : ''));
			expect(deltas.join('')).toBe(end.text);
			expect(deltas.length).toBeGreaterThan(1);
		}
		expect(types(seen)).toContain('turn-token');
		expect(types(events)).not.toContain('turn-token');
	});

	it('that is cut ends at a sentence end, keeps only what was heard, and takes its request back', async () => {
		let written = 0;
		const long = toyVoice('a', request =>
			request.purpose === 'reply'
				? Array.from({length: 50}, (_, n) => `This is sentence ${n}.`).join(' ')
				: compose(request),
		);
		const counting: Voice = {
			...long,
			async *answer(request, context) {
				for await (const delta of long.answer(request, context)) {
					if (delta.type === 'text') written += delta.text.length;
					yield delta;
				}
			},
		};
		const {events} = await runToy({
			voices: voices({a: counting}),
			config: {},
			protocol: scripted(async floor => {
				await floor.speak('a', say('go'), {
					kind: 'reply',
					watch: cutAfter(3),
				});
			}),
		});
		const state = fold(events);
		const [turn] = state.turns;
		expect(turn?.finish).toBe('interrupted');
		expect(turn?.text).toBe('This is sentence 0. This is sentence 1. This is sentence 2. ');
		expect(turn?.cut).toMatchObject({interrupter: 'b', interrupted: 'a'});
		expect(written).toBeLessThan(80);
	});

	it('without a word is failed with the reason, and two running put the seat out', async () => {
		const {events, done} = await runToy({
			voices: voices({host: failing('host', () => new VoiceError('server', 'the server answered 500'))}),
			config: {},
			protocol: scripted(async floor => {
				expect((await floor.speak('host', say('one'), {kind: 'reply'})).finish).toBe('failed');
				expect(floor.heard.seats.find(seat => seat.id === 'host')?.out).toBeUndefined();
				await floor.speak('host', say('two'), {kind: 'reply'});
				expect(floor.heard.seats.find(seat => seat.id === 'host')?.out).toContain('the server answered 500');
			}),
		});
		expect(events.filter(event => event.type === 'participant-out')).toHaveLength(1);
		expect(done.outcome).toBe('degraded');
	});

	it('makes the debate degraded where it was never said, though its seat went on', async () => {
		let asked = 0;
		const refusing = failing('host', () => new VoiceError('refused-request', 'it is refused'));
		const once: Voice = {
			...refusing,
			async *answer(request, context) {
				yield* (asked++ === 0 ? refusing : toyVoice('host')).answer(request, context);
			},
		};
		const {done} = await runToy({
			voices: voices({host: once}),
			config: {},
			protocol: scripted(async floor => {
				await floor.speak('host', say('one'), {kind: 'reply'});
				await floor.speak('host', say('two'), {kind: 'reply'});
			}),
		});
		expect(done).toMatchObject({outcome: 'degraded', reason: '1 turn failed'});
	});
});

describe('a connection that breaks', () => {
	/** Says these words and breaks, the first time; then speaks as ever. */
	const breakingAfter = (...words: string[]): Voice => {
		const speaker = toyVoice('a');
		let asked = 0;
		return {
			...speaker,
			async *answer(request, context) {
				if (asked++ > 0) return yield* speaker.answer(request, context);
				for (const text of words) yield {type: 'text', text};
				throw new VoiceError('network', 'the connection broke');
			},
		};
	};
	const spoken = async (voice: Voice) => {
		const {events} = await runToy({
			voices: voices({a: voice}),
			config: {},
			protocol: scripted(async floor => void (await floor.speak('a', say('go'), {kind: 'reply'}))),
		});
		return fold(events);
	};

	it.each([['Sorry'], ['I believe', ' that the <'], ['token=abc']])(
		'after %j leaves what came before it heard, held back or not',
		async (...words) => {
			const {
				turns: [turn],
			} = await spoken(breakingAfter(...words));
			expect(turn).toMatchObject({finish: 'failed', reason: 'the connection broke'});
			expect(turn?.text).not.toBe('');
			expect(words.join('').startsWith(turn?.text.slice(0, 5) ?? '-')).toBe(true);
		},
	);

	it('before there is anything to hear is tried again', async () => {
		const {
			turns: [turn],
			notices,
		} = await spoken(breakingAfter('\n', ' '));
		expect(turn).toMatchObject({finish: 'complete', text: expect.stringContaining('Sentence 1')});
		expect(notices.map(({text}) => text)).toEqual([expect.stringContaining('Trying again')]);
	});
});

describe('a debate that cannot go on', () => {
	it('ends as failed, with the reason, as soon as fewer speakers are left than it needs', async () => {
		const {events, done} = await runToy({
			voices: voices({a: failing('a', () => new VoiceError('unusable', 'the key was refused (401)'))}),
		});
		expect(done).toMatchObject({outcome: 'failed'});
		expect(done.reason).toContain('the key was refused (401)');
		expect(events.at(-1)).toMatchObject({type: 'debate-end', outcome: 'failed'});
		expect(events.filter(event => event.type === 'debate-end')).toHaveLength(1);
	});

	it('ends within its budget, before the request that would pass it', async () => {
		const {events, done} = await runToy({budget: {tokens: 2000}});
		expect(done.outcome).toBe('budget');
		const used = fold(events).stats;
		expect((used?.input ?? 0) + (used?.output ?? 0)).toBeLessThanOrEqual(3000);
	});
});

describe('a judgement', () => {
	it('that fails gives no score, and the reason is kept', async () => {
		const mute = toyVoice('host', request => (request.purpose === 'judge' ? 'no idea' : compose(request)));
		const {events} = await runToy({voices: voices({host: mute})});
		const evaluations = events.filter(event => event.type === 'evaluation');
		expect(evaluations.length).toBeGreaterThan(0);
		for (const evaluation of evaluations)
			expect(evaluation).toMatchObject({adherenceScore: null, reason: expect.any(String)});
	});

	it('is asked again once with what was wrong', async () => {
		let asked = 0;
		const sloppy = toyVoice('host', request => {
			if (request.purpose !== 'judge') return compose(request);
			asked++;
			return asked % 2 === 1 ? '{"score": "high"}' : '{"score": 70, "bad": false}';
		});
		const {events} = await runToy({voices: voices({host: sloppy}), config: toyConfig.parse({rounds: 1})});
		expect(
			events
				.filter(event => event.type === 'evaluation')
				.map(event => ('adherenceScore' in event ? event.adherenceScore : undefined)),
		).toEqual([70, 70]);
	});
});

describe('the user', () => {
	it('makes the arbiter interject amid a turn, at a sentence end, and the speaker goes on', async () => {
		let asked = false;
		const {events} = await runToy({
			config: toyConfig.parse({rounds: 2}),
			onEvent(event, debate) {
				if (asked || event.type !== 'turn-delta') return;
				asked = true;
				debate.act({action: 'interject', reason: 'define your terms'});
			},
		});
		const state = fold(events);
		const own = state.turns.find(turn => turn.kind === 'interjection' && turn.text.includes('interject define'));
		const host = state.turns.find(turn => turn.id === own?.amid?.turnId);
		const offset = own?.amid?.offset ?? 0;
		expect(host?.text.slice(0, offset)).toMatch(/\. $/u);
		expect(host?.text.length).toBeGreaterThan(offset);
	});

	it('stops with a closing, or at once', async () => {
		const stopping = (closing: boolean) => {
			let stopped = false;
			return runToy({
				onEvent(event, debate) {
					if (stopped || event.type !== 'turn-delta') return;
					stopped = true;
					debate.act({action: 'stop', closing});
				},
			});
		};
		const closed = await stopping(true);
		expect(closed.done.outcome).toBe('stopped');
		expect(fold(closed.events).turns.map(turn => turn.kind)).toContain('synthesis');
		const cut = await stopping(false);
		expect(cut.done.outcome).toBe('stopped');
		const state = fold(cut.events);
		expect(state.turns).toHaveLength(1);
		expect(state.turns[0]?.finish).toBe('interrupted');
	});

	describe('changes the pace', () => {
		const hour = 3_600_000;
		/** Takes an hour before the closing. */
		const slow: Voice = {
			...toyVoice('host'),
			async *answer(request, context) {
				if (request.messages.at(-1)?.content === 'closing') await context.clock.sleep(hour, context.signal);
				yield* toyVoice('host').answer(request, context);
			},
		};
		/** At a pace, and at `instant` from the first sentence on. */
		const hastened = (hurry: boolean, onEnd?: (clock: DebateClock, act: RunningDebate['act']) => void) => {
			const clock = steppedClock({hurry});
			let deltas = 0;
			return runToy({
				config: toyConfig.parse({rounds: 1}),
				pace: 3000,
				timeoutMs: 2 * hour,
				clock,
				voices: voices({host: slow}),
				onEvent(event, {act}) {
					if (event.type === 'turn-delta' && deltas++ === 0) act({action: 'pace', pace: 0});
					if (event.type === 'turn-start' && event.kind === 'synthesis') onEnd?.(clock, act);
				},
			});
		};

		it('to instant, and models that take their time are not waited for either', async () => {
			const {events} = await hastened(false);
			expect(fold(events)).toMatchObject({outcome: 'completed'});
			expect(fold(events).at).toBeGreaterThan(hour);
		});

		it('and the debate is the same as on a clock that always hurries', async () => {
			const [waited, hurried] = [await hastened(false), await hastened(true)];
			expect(essence(fold(waited.events))).toEqual(essence(fold(hurried.events)));
			expect(fold(waited.events).at).toBe(fold(hurried.events).at);
		});

		it('to a slower one, and they take their time again', async () => {
			const hurries: boolean[] = [];
			await hastened(false, (clock, act) => {
				hurries.push(clock.hurry);
				act({action: 'pace', pace: 150});
				hurries.push(clock.hurry);
				act({action: 'pace', pace: 0});
			});
			expect(hurries).toEqual([true, false]);
		});
	});

	it('pauses it, and it goes on where it was', async () => {
		let paused = 0;
		const {events} = await runToy({
			config: toyConfig.parse({rounds: 1}),
			pace: 250,
			clock: steppedClock({hurry: true}),
			onEvent(event, debate) {
				if (event.type !== 'turn-delta' || paused++ > 0) return;
				debate.act({action: 'pause'});
				setTimeout(() => debate.act({action: 'resume'}), 30);
			},
		});
		expect(fold(events).outcome).toBe('completed');
	});
});

describe('a debate that is suspended', () => {
	it('gets no ending, and goes on to the same one', async () => {
		const whole = await runToy();
		const stop = new AbortController();
		let deltas = 0;
		const half = await runToy({
			signal: stop.signal,
			onEvent(event) {
				if (event.type === 'turn-delta' && ++deltas === 7) stop.abort();
			},
		});
		expect(half.done).toEqual({});
		expect(types(half.events)).not.toContain('debate-end');
		const resumed = await runToy({file: half.file});
		expect(fold(resumed.events).turns.map(turn => turn.text)).toEqual(fold(whole.events).turns.map(turn => turn.text));
	});

	it('is not gone on with by a script that asks for something else', async () => {
		const stop = new AbortController();
		const half = await runToy({
			signal: stop.signal,
			onEvent(event) {
				if (event.type === 'turn-end') stop.abort();
			},
		});
		await expect(
			runToy({
				file: half.file,
				config: {},
				protocol: scripted(async floor => void (await floor.ask('a', say('x'), none, {purpose: 'x'}))),
			}),
		).rejects.toThrow(/made by another version/u);
	});
});

describe('reading ahead', () => {
	it('leaves no silence between turns at a pace', async () => {
		const {events} = await runToy({pace: 250, clock: steppedClock({hurry: true})});
		const state = fold(events);
		expect(state.outcome).toBe('completed');
		const gaps = state.turns.slice(1).flatMap((turn, index) => {
			const before = state.turns[index];
			const first = events.find(event => event.type === 'turn-delta' && event.turnId === turn.id);
			return before?.finish === 'complete' && turn.kind === 'reply' && !turn.amid && before.kind === 'reply' && first
				? [turn.startedAt - (before.endedAt ?? 0)]
				: [];
		});
		expect(gaps.length).toBeGreaterThan(0);
		for (const gap of gaps) expect(gap).toBeLessThanOrEqual(5);
	});
});
