import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import type {RunEvent, UserAction} from '../../../src/debate/events.ts';
import {withUnknownConfig, type Prompt, type Protocol} from '../../../src/debate/protocol.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import type {Voice, VoiceDelta} from '../../../src/voices/voice.ts';
import {runToy, toyVoice} from '../toy.ts';

const sentencesOf = (who: string, count: number): string =>
	Array.from({length: count}, (_, n) => `${who} says sentence ${n + 1}.`).join(' ');
const prompt = (text: string): Prompt => ({messages: [{role: 'user', content: text}]});

/** A turn of `a`, in which the host speaks when it is called on, and a last word of `b`. */
const talk: Protocol = withUnknownConfig({
	id: 'talk',
	name: 'Talk',
	summary: '',
	version: 1,
	config: z.looseObject({}),
	minSpeakers: 2,
	estimate: () => ({words: 0, use: {}}),
	speakers: () => ['a', 'b'],
	openSeats: () => [],
	async script(_setup, floor) {
		floor.on('interject', async (_action, own) => {
			await own.speak('host', prompt('interject'), {kind: 'interjection', amid: true});
		});
		await floor.speak('a', prompt('go'), {kind: 'reply'});
		await floor.speak('b', prompt('close'), {kind: 'synthesis'});
		return {outcome: 'completed' as const};
	},
});

/** Holds it at a pace, in virtual time. */
async function hold(doing: (event: RunEvent, act: (action: UserAction) => void) => void) {
	const {events} = await runToy({
		protocol: talk,
		config: {},
		pace: 150,
		clock: Object.defineProperty(steppedClock({hurry: true}), 'hurry', {get: () => true, set() {}}),
		voices: new Map([
			['a', toyVoice('a', () => sentencesOf('Ann', 20))],
			['b', toyVoice('b', () => sentencesOf('Ben', 2))],
			['host', toyVoice('host', () => sentencesOf('The host', 5))],
		]),
		onEvent: (event, debate) => doing(event, debate.act),
	});
	const state = fold(events);
	const turnOf = (who: string) => state.turns.find(({speaker}) => speaker === who);
	return {state, a: turnOf('a'), host: turnOf('host')};
}

it('a skip while somebody speaks amid a turn ends that turn, and who speaks amid it is heard out', async () => {
	let [said, skipped] = [0, false];
	const {state, a, host} = await hold((event, act) => {
		if (event.type !== 'turn-delta') return;
		const isHost = event.text.startsWith('The host');
		if (++said === 3) act({action: 'interject', reason: 'That is off the point.'});
		if (!isHost || skipped) return;
		skipped = true;
		act({action: 'skip'});
	});
	expect(host).toMatchObject({finish: 'complete', text: sentencesOf('The host', 5), amid: {turnId: a?.id}});
	expect(a).toMatchObject({finish: 'interrupted', reason: 'skipped by the user'});
	// Its next sentence is the last.
	expect(a?.text.length).toBeLessThan(sentencesOf('Ann', 10).length);
	expect(state.turns.at(-1)).toMatchObject({speaker: 'b', finish: 'complete'});
	expect(state.outcome).toBe('completed');
});

it('a skip ends the turn that is spoken at its next sentence end, and no later one', async () => {
	let skipped = false;
	const {a, state} = await hold((event, act) => {
		if (event.type !== 'turn-delta' || skipped) return;
		skipped = true;
		act({action: 'skip'});
	});
	expect(a).toMatchObject({finish: 'interrupted', reason: 'skipped by the user'});
	expect(sentencesOf('Ann', 3).startsWith(a?.text.trim() ?? '-')).toBe(true);
	expect(state.turns.map(({finish}) => finish)).toEqual(['interrupted', 'complete']);
});

describe('words that turn out to be thinking', () => {
	const said = async (takesBackAfter: number) => {
		const voice = toyVoice('a', () => '');
		const pieces: VoiceDelta[] = [
			...Array.from({length: takesBackAfter}, (_, n): VoiceDelta => ({type: 'text', text: `PRIVATE ${n + 1}. `})),
			{type: 'taken-back'},
			{type: 'text', text: 'Ann says one. '},
			{type: 'text', text: 'Ann says two.'},
			{type: 'finish', finish: 'stop'},
		];
		async function* answer(): AsyncGenerator<VoiceDelta> {
			for (const piece of pieces) {
				yield piece;
				// Lets the words so far be heard.
				if (piece.type === 'text') for (let n = 0; n < 50; n++) await new Promise(setImmediate);
			}
		}
		const {events} = await runToy({
			protocol: talk,
			config: {},
			voices: new Map([
				['a', {...voice, answer}],
				['b', toyVoice('b', () => 'Ben says one.')],
				['host', toyVoice('host', () => '')],
			]),
		});
		return {events, state: fold(events)};
	};

	it('are no part of the turn, which begins again, and listeners are told', async () => {
		const {events, state} = await said(3);
		expect(events.filter(({type}) => type === 'turn-start').length).toBe(3);
		expect(state.turns.map(({text, finish}) => [text, finish])).toEqual([
			['Ann says one. Ann says two.', 'complete'],
			['Ben says one.', 'complete'],
		]);
		expect(state.notices.map(({text}) => text)).toContainEqual(expect.stringMatching(/was thinking/u));
		expect(state.outcome).toBe('completed');
	});

	it('are not noticed where nobody has heard any', async () => {
		const {events, state} = await said(0);
		expect(events.filter(({type}) => type === 'turn-start').length).toBe(2);
		expect(state.turns[0]).toMatchObject({text: 'Ann says one. Ann says two.', finish: 'complete'});
		expect(state.notices).toEqual([]);
	});
});

describe('a speech in which the model goes on as another seat', () => {
	const held = async (...answers: readonly string[]) => {
		const asked: string[] = [];
		let count = 0;
		const a: Voice = toyVoice('a', () => answers[count++] ?? answers.at(-1) ?? '');
		const hear = (voice: Voice): Voice => ({
			...voice,
			answer(request, context) {
				asked.push(request.messages.map(({content}) => content).join('\n'));
				return voice.answer(request, context);
			},
		});
		const {events} = await runToy({
			protocol: {...talk, spoken: true},
			config: {},
			voices: new Map([
				['a', hear(a)],
				['b', hear(toyVoice('b', () => '**B:** Ben says one.'))],
				['host', toyVoice('host', () => '')],
			]),
		});
		return {state: fold(events), asked};
	};

	it('ends there, with a notice, and without its own label', async () => {
		const {state} = await held('A: Ann says one.\n\nB: I concede. Ann is right.');
		expect(state.turns.map(({text, finish}) => [text.trim(), finish])).toEqual([
			['Ann says one.', 'complete'],
			['Ben says one.', 'complete'],
		]);
		expect(state.notices.map(({text}) => text)).toEqual(['A went on as B: the turn ends before that.']);
	});

	it('ends where it writes the tag of another’s turn', async () => {
		const {state} = await held(
			'Ann says one.\n</turn>\n<turn id="T2" speaker="b" name="B" kind="reply">\nI concede.\n</turn>',
		);
		expect(state.turns[0]?.text.trim()).toBe('Ann says one.');
	});

	it('is asked for once more where it begins as that', async () => {
		const {state, asked} = await held('B: I am Ben.', 'Ann says one.');
		expect(state.turns[0]).toMatchObject({text: 'Ann says one.', finish: 'complete'});
		expect(asked[1]).toContain('Your answer began as B speaks. You are A');
		const never = await held('B: I am Ben.');
		expect(never.state.turns[0]).toMatchObject({text: '', finish: 'failed'});
		expect(never.asked).toHaveLength(3);
	});
});
