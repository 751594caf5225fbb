import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {z} from 'zod';
import {describe, expect, it} from 'vitest';
import type {JournalEvent, UserAction} from '../../../src/debate/events.ts';
import {withUnknownConfig, type Prompt, type Protocol, type TurnWatch} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import type {DebateState} from '../../../src/debate/state.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import type {RunningDebate} from '../../../src/engine/run.ts';
import type {Voice, VoiceDelta} from '../../../src/voices/voice.ts';
import {essence} from '../laws.ts';
import {folder, runToy, toyVoice} from '../toy.ts';
import {cutAfter, cutBy} from '../watches.ts';
import {every} from '../../hunt/every.ts';

const sentence = (n: number): string => `This is sentence ${n}. `;
const whole = Array.from({length: 20}, (_, n) => sentence(n + 1))
	.join('')
	.trim();
const first = (count: number): string => Array.from({length: count}, (_, n) => sentence(n + 1)).join('');

/** Says its twenty sentences, or what is left of them after the words that it is asked to go on from. */
const speakerAt = (msAWord: number): Voice => ({
	...toyVoice('a'),
	async *answer({messages}, {signal, clock}): AsyncGenerator<VoiceDelta> {
		const anchor = /<last_words>\n([^]*?)\n<\/last_words>/u.exec(messages.at(-1)?.content ?? '')?.[1];
		const text = anchor === undefined ? whole : whole.slice(whole.indexOf(anchor));
		await clock.sleep(100, signal);
		for (const word of text.match(/\S+\s*/gu) ?? []) {
			yield {type: 'text', text: word};
			await clock.sleep(msAWord, signal);
		}
		yield {type: 'finish', finish: 'stop'};
	},
});
const speaker = speakerAt(20);
const slower = speakerAt(50);
const quick: Voice = {
	...toyVoice('b'),
	async *answer(): AsyncGenerator<VoiceDelta> {
		yield {type: 'text', text: 'No. Not so.'};
		yield {type: 'finish', finish: 'stop'};
	},
};

const prompt = (text: string): Prompt => ({messages: [{role: 'user', content: text}]});

/** Virtual time, at every pace. */
const hurrying = () => Object.defineProperty(steppedClock({hurry: true}), 'hurry', {get: () => true, set() {}});

/** One watched turn of `a`, with the interruption by `b` if it is cut, and a last word. */
const watched = (watch: TurnWatch): Protocol =>
	withUnknownConfig({
		id: 'watched',
		name: 'Watched',
		summary: '',
		version: 1,
		config: z.looseObject({}),
		minSpeakers: 2,
		estimate: () => ({words: 0, use: {}}),
		speakers: () => ['a', 'b'],
		openSeats: () => [],
		async script(_setup, floor) {
			floor.on('barge-in', async ({text}, own) => void (await own.say('user', text, {kind: 'barge-in', amid: true})));
			const turn = await floor.speak('a', prompt('go'), {kind: 'reply', watch});
			if (turn.cut) await floor.speak('b', prompt('cut in'), {kind: 'interruption', replyTo: turn.id});
			if (!floor.stopping) await floor.speak('host', prompt('close'), {kind: 'synthesis'});
			return {outcome: 'completed' as const};
		},
	});

type Held = {
	readonly pace?: number;
	readonly file?: string;
	readonly onEvent?: (event: JournalEvent, debate: RunningDebate) => void;
	readonly signal?: AbortSignal;
};

async function hold(watch: TurnWatch, {onEvent, ...options}: Held = {}) {
	const done = await runToy({
		clock: hurrying(),
		config: {},
		protocol: watched(watch),
		voices: new Map([
			['a', speaker],
			['b', quick],
			['host', quick],
		]),
		...options,
		...(onEvent && {onEvent: (event, debate) => void ('seq' in event && onEvent(event, debate))}),
	});
	const state = fold(done.events);
	const [turn] = state.turns.filter(({kind}) => kind === 'reply');
	return {...done, state, turn, calls: done.events.filter(event => event.type === 'voice-call')};
}

/** A watch whose look takes this long on the debate's clock. */
const slow = (ms: number, more: Partial<TurnWatch> = {}): TurnWatch =>
	cutAfter(3, {
		async look(written, _seen, floor) {
			await floor.ask('host', prompt(`look ${ms}`), z.object({}), {purpose: 'wish', once: true});
			return cutBy('b', written);
		},
		...more,
	});
const slowHost = (ms: number): Voice => ({
	...quick,
	async *answer(request, context): AsyncGenerator<VoiceDelta> {
		if (request.purpose === 'wish') {
			const [, own] = /^(\d+) ms$/u.exec(request.messages.at(-1)?.content ?? '') ?? [];
			await context.clock.sleep(own === undefined ? ms : Number(own), context.signal);
			yield {type: 'text', text: '{}'};
			yield {type: 'finish', finish: 'stop'};
		} else yield* quick.answer(request, context);
	},
});

type HeldSlow = Held & {readonly watch?: Partial<TurnWatch>; readonly speaker?: Voice};

async function holdSlow(ms: number, options: HeldSlow = {}) {
	const {watch, onEvent, speaker: voice = speaker, ...rest} = options;
	const done = await runToy({
		clock: hurrying(),
		config: {},
		protocol: watched(slow(ms, watch)),
		voices: new Map([
			['a', voice],
			['b', quick],
			['host', slowHost(ms)],
		]),
		...rest,
		...(onEvent && {onEvent: (event, debate) => void ('seq' in event && onEvent(event, debate))}),
	});
	const state = fold(done.events);
	return {...done, state, turn: state.turns.find(({kind}) => kind === 'reply')};
}

/** Does something once, at the first event that fits. */
const once = (
	when: (event: JournalEvent) => boolean,
	...actions: readonly UserAction[]
): NonNullable<Held['onEvent']> => {
	let done = false;
	return (event, debate) => {
		if (done || !when(event)) return;
		done = true;
		for (const action of actions) debate.act(action);
	};
};
const isDelta = (count: number) => {
	let deltas = 0;
	return (event: JournalEvent): boolean => event.type === 'turn-delta' && event.turnId === 't1' && ++deltas === count;
};

describe('a cut', () => {
	it('at instant is made at the end of the sentence that caused it, since hearing waits for a look while the writer writes', async () => {
		const {turn, events} = await holdSlow(300);
		expect(turn).toMatchObject({
			finish: 'interrupted',
			text: first(3),
			cut: {sentence: 3, trigger: sentence(3).trim()},
		});
		const taken = events.find(event => event.type === 'voice-call' && event.withdrawn === 'cut off');
		const look = events.find(event => event.type === 'step-end' && event.step?.includes('ask host'));
		expect(taken?.at).toBe(look?.at);
	});

	it('at instant is made there too where all has been written meanwhile: nobody has heard it yet', async () => {
		const {turn, events} = await holdSlow(3_000);
		const written = events.find(event => event.type === 'voice-call' && event.participant === 'a')?.at ?? 0;
		const look = events.find(event => event.type === 'step-end' && event.step?.includes('ask host'))?.at ?? 0;
		expect(look).toBeGreaterThan(written);
		expect(turn).toMatchObject({finish: 'interrupted', text: first(3), cut: {sentence: 3}, endedAt: look});
	});

	it('at instant waits for a look that hangs no longer than two seconds after the last word', async () => {
		const {turn, state} = await holdSlow(60_000);
		expect(turn).toMatchObject({finish: 'complete', text: whole});
		expect((turn?.endedAt ?? 0) - (turn?.startedAt ?? 0)).toBe((turn?.totalMs ?? 0) + 2_000);
		expect(state.interruptions).toEqual([]);
	});

	it('at instant waits as long again as a turn took to write, where that is longer', async () => {
		const {turn} = await holdSlow(60_000, {speaker: slower});
		expect(turn?.totalMs).toBeGreaterThan(4_000);
		expect((turn?.endedAt ?? 0) - (turn?.startedAt ?? 0)).toBe(2 * (turn?.totalMs ?? 0));
	});

	/** Looks at the third sentence and, once all is written, at the sixteenth; each takes as long as it is told. */
	const twice = (ms: readonly [number, number], cuts: readonly (number | undefined)[], missed: string[] = []) => {
		let count = 0;
		return holdSlow(0, {
			watch: {
				lookAt: ({sentences: {length}}, _heard, looks) =>
					[length > 2 ? 3 : undefined, length > 19 ? 16 : undefined][looks.length],
				async look(written, _seen, floor) {
					const look = count++;
					await floor.ask('host', prompt(`${ms[look] ?? 0} ms`), z.object({}), {purpose: 'wish', once: true});
					const sentence = cuts[look];
					return sentence === undefined ? undefined : cutBy('b', written, sentence);
				},
				missed: async ({trigger}) => void missed.push(trigger),
			},
		});
	};

	it('at instant waits for two looks no longer than for the longer one: the last goes beside the other', async () => {
		const {turn} = await twice([3_000, 1_500], []);
		const looked = [3_300, (turn?.totalMs ?? 0) + 1_500];
		expect((turn?.endedAt ?? 0) - (turn?.startedAt ?? 0)).toBeLessThanOrEqual(Math.max(...looked) + 100);
		expect((turn?.endedAt ?? 0) - (turn?.startedAt ?? 0)).toBeGreaterThanOrEqual(Math.max(...looked));
	});

	it('at instant is made where the earlier look finds cause, though the later one was back before it', async () => {
		const missed: string[] = [];
		const {turn, state} = await twice([3_000, 500], [3, 12], missed);
		expect(turn).toMatchObject({finish: 'interrupted', text: first(3), cut: {sentence: 3}});
		// The twelfth sentence was never said.
		expect([state.interruptions.length, missed]).toEqual([1, []]);
	});

	it('at instant is made where the later look finds cause, once the earlier one has found none', async () => {
		const {turn} = await twice([3_000, 500], [undefined, 12]);
		expect(turn).toMatchObject({finish: 'interrupted', text: first(12), cut: {sentence: 12}});
		expect((turn?.endedAt ?? 0) - (turn?.startedAt ?? 0)).toBeGreaterThanOrEqual(3_000);
	});

	it('at instant comes after a stop while hearing waits', async () => {
		const {turn, state} = await holdSlow(60_000, {
			onEvent: once(isDelta(3), {action: 'stop', closing: true}),
		});
		expect(turn).toMatchObject({finish: 'interrupted', text: first(3), cut: undefined});
		expect(state.outcome).toBe('stopped');
	});

	it('at a pace is made there too, though all has been written long before', async () => {
		const {turn, calls} = await hold(cutAfter(12), {pace: 150});
		expect(turn).toMatchObject({finish: 'interrupted', text: first(12)});
		expect(calls[0]).toMatchObject({withdrawn: 'cut off'});
	});

	it('is made one sentence later where that one has begun, and not where more was heard', async () => {
		const late = (ms: number) => holdSlow(ms, {pace: 150});
		// At 150 words a minute a sentence of four words takes 1.6 seconds; the look begins with the third one written.
		expect((await late(5_000)).turn).toMatchObject({finish: 'interrupted', text: first(4)});
		const missed: string[] = [];
		const {turn} = await holdSlow(8_000, {
			pace: 150,
			watch: {missed: async ({trigger}) => void missed.push(trigger)},
		});
		expect([turn?.finish, missed]).toEqual(['complete', [sentence(3).trim()]]);
	});

	it('is made by one look at a time, and once a turn', async () => {
		const looks: number[] = [];
		const {state} = await hold({
			...cutAfter(2),
			lookAt: ({sentences}, _heard, before) => (sentences.length > (before.at(-1) ?? 1) ? sentences.length : undefined),
			look: async written => {
				looks.push(written.sentences.length);
				return written.sentences.length >= 4 ? cutBy('b', written) : undefined;
			},
		});
		expect([looks, state.interruptions.length]).toEqual([[2, 3, 4], 1]);
	});
});

describe('between decision and cut', () => {
	/** Decided when the third sentence is written, for the end of the tenth; at this pace that is some ten seconds off. */
	const foretold = (more: Partial<TurnWatch> = {}): TurnWatch => cutAfter(10, {...more});
	const goesOn = {finish: 'complete', text: whole};

	it('a condition that does not hold any more lets it lapse: the voice goes on, and nothing is said twice', async () => {
		let asked = 0;
		const missed: string[] = [];
		const {turn, calls, state} = await hold(
			foretold({
				allows: () => ++asked === 1,
				missed: async ({trigger}) => void missed.push(trigger),
			}),
			{pace: 150},
		);
		expect(turn).toMatchObject(goesOn);
		expect(state.interruptions).toEqual([]);
		expect(missed).toEqual([sentence(10).trim()]);
		expect(calls.filter(({participant}) => participant === 'a').map(({withdrawn}) => withdrawn)).toEqual([
			'cut off',
			undefined,
		]);
	});

	it('a pause holds it back, and it is made when the debate goes on', async () => {
		const done = await hold(foretold(), {
			pace: 150,
			onEvent: once(isDelta(5), {action: 'pause'}, {action: 'resume'}),
		});
		expect(done.turn).toMatchObject({finish: 'interrupted', text: first(10)});
	});

	it("a listener's words let it lapse", async () => {
		const {turn, state} = await hold(foretold(), {
			pace: 150,
			onEvent: once(isDelta(5), {action: 'barge-in', text: 'And what of me?'}),
		});
		expect(turn).toMatchObject(goesOn);
		expect(state.turns.find(({kind}) => kind === 'barge-in')?.amid?.offset).toBe(first(6).length);
	});

	it('a stop comes first: the turn ends there, and nobody cuts in', async () => {
		const {turn, state} = await hold(foretold(), {
			pace: 150,
			onEvent: once(isDelta(5), {action: 'stop', closing: true}),
		});
		expect(turn).toMatchObject({finish: 'interrupted', reason: 'stopped by the user', cut: undefined});
		expect([state.interruptions, state.outcome]).toEqual([[], 'stopped']);
	});

	it('a skip comes first, too', async () => {
		const {turn} = await hold(foretold(), {pace: 150, onEvent: once(isDelta(5), {action: 'skip'})});
		expect(turn).toMatchObject({finish: 'interrupted', reason: 'skipped by the user', cut: undefined});
	});

	it('an interrupter who goes out cannot cut in', async () => {
		const {turn} = await hold(
			foretold({
				allows: ({interrupter}, _spoken, heard) => heard.seats.find(({id}) => id === interrupter)?.out === undefined,
				missed: async () => {},
				async look(written, _seen, floor) {
					await floor.record({type: 'participant-out', participant: 'b', reason: 'gone'});
					return cutBy('b', written);
				},
			}),
			{pace: 150},
		);
		expect(turn).toMatchObject(goesOn);
	});

	it('another pace changes when it is made, and not where', async () => {
		for (const pace of [0, 600, 60]) {
			const {turn} = await hold(foretold(), {pace: 150, onEvent: once(isDelta(5), {action: 'pace', pace})});
			expect(turn).toMatchObject({finish: 'interrupted', text: first(10)});
		}
	});

	it.each([0, 150])('a kill leaves the same debate behind, from every line on, at pace %i', async pace => {
		for (const watch of [foretold(), foretold({allows: (_cut, {sentences}) => sentences.length > 40 || pace < 0})]) {
			const done = await hold(watch, {pace});
			const lines = readFileSync(done.file, 'utf8').split('\n').slice(0, -1);
			for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
				const file = path.join(folder(), 'debate.jsonl');
				writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
				const resumed = await hold(watch, {pace, file});
				expect(essence(resumed.state), `after line ${kept}`).toEqual(essence(done.state));
			}
		}
	});
});

describe('a look that comes too late', () => {
	const noting: Partial<TurnWatch> = {
		missed: async ({trigger}, about, floor) =>
			floor.record({type: 'notice', level: 'info', participant: 'b', about, text: `missed ${trigger}`}),
	};

	it('is passed on once, also where the debate was killed meanwhile, from every line on', async () => {
		const done = await holdSlow(9_000, {watch: noting});
		const notices = done.state.notices.map(({text, about}) => [text, about]);
		expect(notices).toEqual([[`missed ${sentence(3).trim()}`, 't1']]);
		const lines = readFileSync(done.file, 'utf8').split('\n').slice(0, -1);
		for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
			const file = path.join(folder(), 'debate.jsonl');
			writeFileSync(file, `${lines.slice(0, kept).join('\n')}\n`);
			const {state} = await holdSlow(9_000, {watch: noting, file});
			expect(
				state.notices.map(({text}) => text),
				`after line ${kept}`,
			).toEqual(notices.map(([text]) => text));
		}
	});
});

describe('what comes next', () => {
	it('is asked ahead only when nobody can cut the turn any more', async () => {
		const ahead: number[] = [];
		const run = (isPast: TurnWatch['isPast'], ms: number) =>
			runToy({
				clock: hurrying(),
				pace: 150,
				config: {},
				protocol: withUnknownConfig({
					...watched(cutAfter(1)),
					config: z.looseObject({}),
					async script(_setup, floor) {
						const watch = slow(ms, {allows: () => false, isPast});
						const turn = await floor.speak('a', prompt('go'), {
							kind: 'reply',
							watch,
							prefetch: () => [{speak: 'b', prompt: prompt('next')}],
						});
						ahead.push(turn.endedAt ?? 0);
						await floor.speak('b', prompt('next'), {kind: 'reply'});
						return {outcome: 'completed' as const};
					},
				}),
				voices: new Map([
					['a', speaker],
					['b', quick],
					['host', slowHost(ms)],
				]),
			});
		const begun = ({events}: Awaited<ReturnType<typeof run>>) =>
			events.find(event => event.type === 'voice-call' && event.participant === 'b')?.at ?? 0;
		// The look is out for twenty seconds of a turn that takes thirty-two, and was written in two.
		const answered = await run(() => false, 20_000);
		expect(begun(answered)).toBeGreaterThanOrEqual(20_000);
		expect(begun(answered)).toBeLessThan(ahead[0] ?? 0);
		const past = await run(({sentences}) => sentences.length >= 5, 20_000);
		expect(begun(past)).toBeGreaterThanOrEqual(8_000);
		expect(begun(past)).toBeLessThan(10_000);
	});

	const asksAhead = (watch: TurnWatch, claimed: string) =>
		runToy({
			clock: hurrying(),
			config: {},
			protocol: withUnknownConfig({
				...watched(watch),
				config: z.looseObject({}),
				async script(_setup, floor) {
					const turn = await floor.speak('a', prompt('go'), {
						kind: 'reply',
						watch,
						prefetch: () => [
							{speak: 'b', prompt: prompt('next')},
							{ask: 'host', prompt: prompt('judge'), schema: z.object({}), name: 'judge'},
						],
					});
					await floor.speak('b', prompt(turn.cut ? 'cut in' : claimed), {kind: 'reply'});
					return {outcome: 'completed' as const};
				},
			}),
			voices: new Map([
				['a', speaker],
				['b', speaker],
				['host', slowHost(3_000)],
			]),
		});
	const turnsOf = ({events}: Awaited<ReturnType<typeof asksAhead>>) => fold(events).turns;
	const callsTo = ({events}: Awaited<ReturnType<typeof asksAhead>>, id: string) =>
		events.flatMap(event => (event.type === 'voice-call' && event.participant === id ? [event.withdrawn] : []));

	it('is asked ahead at instant while hearing waits for a look, so that a look that finds nothing costs no time', async () => {
		const done = await asksAhead(slow(3_000, {allows: () => false}), 'next');
		const [turn, next] = turnsOf(done);
		// It has been written for the 1.6 seconds that hearing waited.
		const waited = (turn?.endedAt ?? 0) - (turn?.totalMs ?? 0) - (turn?.startedAt ?? 0);
		expect(waited).toBeGreaterThan(1_000);
		expect((next?.endedAt ?? 0) - (turn?.endedAt ?? 0)).toBe((next?.totalMs ?? 0) - waited);
		expect(callsTo(done, 'b')).toEqual([undefined]);
	});

	it('asked ahead so, is withdrawn by a cut, and no judge is asked before it is clear what was heard', async () => {
		const done = await asksAhead(slow(3_000), 'next');
		expect(turnsOf(done).map(({finish}) => finish)).toEqual(['interrupted', 'complete']);
		expect(callsTo(done, 'b')).toEqual([expect.stringContaining('the debate took another turn'), undefined]);
		expect(callsTo(done, 'host')).toEqual([undefined]);
	});

	it('is asked anew where what it rests on was recorded meanwhile', async () => {
		const {events} = await runToy({
			clock: hurrying(),
			config: {},
			protocol: withUnknownConfig({
				...watched(cutAfter(1)),
				config: z.looseObject({}),
				async script(_setup, floor) {
					floor.background('note', async own => {
						await own.ask('host', prompt('2000 ms'), z.object({}), {purpose: 'wish', once: true});
						await own.record({type: 'notice', level: 'info', text: 'noted'});
					});
					const next = ({notices}: DebateState) => prompt(`next after ${notices.length}`);
					await floor.speak('a', prompt('go'), {
						kind: 'reply',
						watch: slow(3_000, {allows: () => false}),
						prefetch: heard => [{speak: 'b', prompt: next(heard)}],
					});
					await floor.speak('b', next(floor.heard), {kind: 'reply'});
					return {outcome: 'completed' as const};
				},
			}),
			voices: new Map([
				['a', speaker],
				['b', speaker],
				['host', slowHost(3_000)],
			]),
		});
		const calls = events.filter(event => event.type === 'voice-call' && event.participant === 'b');
		expect(calls).toMatchObject([{withdrawn: expect.any(String), at: 2_000}, {ms: 1_700}]);
		const [turn, next] = fold(events).turns;
		expect((next?.endedAt ?? 0) - (turn?.endedAt ?? 0)).toBeLessThan((next?.totalMs ?? 0) - 1_000);
	});
});
