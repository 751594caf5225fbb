import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {emptyState, type DebateState, type SessionEvent} from '../../../src/debate/state.ts';
import {fold, reduce} from '../../../src/debate/reduce.ts';
import {
	readRecording,
	recordingOf,
	replay,
	type Rhythm,
	statesOf,
	targetOf,
} from '../../../src/engine/replay/replay.ts';
import {runToy} from '../toy.ts';
import {writtenSpeech, type Told} from '../../fixtures/speech-output.ts';

const {events} = await runToy();
const starts = events.flatMap((event, place) => (event.type === 'turn-start' ? [place + 1] : []));
const segments = events.flatMap((event, place) => (event.type === 'segment-start' ? [place + 1] : []));

/** A replay that is being watched: its state, and what it told. */
function watched(speed: number, past: readonly JournalEvent[] = events) {
	const leaving = new AbortController();
	const player = replay(recordingOf(past), {rhythm: {speed}, signal: leaving.signal});
	const seen: {state: DebateState; told: SessionEvent[]; ended: number} = {state: emptyState, told: [], ended: 0};
	async function listen(): Promise<void> {
		for await (const event of player.events) {
			seen.state = reduce(seen.state, event);
			seen.told.push(event);
		}
		seen.ended++;
	}
	const until = async (what: () => boolean) => {
		for (let left = 2000; !what(); left--) {
			if (left === 0) throw new Error(`it did not come; ${seen.told.length} events were told`);
			await wait(2);
		}
	};
	return {player, seen, listen, until, leave: () => leaving.abort()};
}

describe('the goal of a seek', () => {
	it('is the beginning of a turn or segment; first of the one that runs', () => {
		const [first = 0, second = 0, third = 0] = starts;
		expect(targetOf(recordingOf(events), 0, {unit: 'turn', by: 1})).toBe(first);
		expect(targetOf(recordingOf(events), first, {unit: 'turn', by: 2})).toBe(third);
		expect(targetOf(recordingOf(events), second + 1, {unit: 'turn', by: -1})).toBe(second);
		expect(targetOf(recordingOf(events), second, {unit: 'turn', by: -1})).toBe(first);
		expect(targetOf(recordingOf(events), third, {unit: 'segment', by: 1})).toBe(segments.find(place => place > third));
	});

	it('stays within the debate', () => {
		expect(targetOf(recordingOf(events), 5, {unit: 'turn', by: -1000})).toBe(starts[0]);
		expect(targetOf(recordingOf(events), 5, {unit: 'segment', by: 1000})).toBe(events.length);
		expect(targetOf(recordingOf([]), 0, {unit: 'turn', by: -1})).toBe(0);
	});

	it('has the state that a fold over all that came before it has, from anywhere to anywhere', () => {
		const many = Array.from({length: 40}, () => events).flat();
		const states = statesOf(recordingOf(many));
		for (const told of [0, 1, 999, 1000, 1001, many.length, 500, 2000, starts[2] ?? 0])
			expect(states.after(told)).toEqual(fold(many.slice(0, told)));
	});
});

describe('the states of a recording', () => {
	it('are right from anywhere to anywhere where a debate is so long that not all that were passed are kept', () => {
		const [start] = events;
		if (!start) throw new Error('no events');
		const many = [
			start,
			...Array.from({length: 90_000}, (_, place): JournalEvent => ({
				...start,
				type: 'notice',
				level: 'info',
				text: 'n',
				seq: place + 2,
				at: place,
			})),
		];
		const states = statesOf(recordingOf(many));
		for (const told of [many.length, 41_000, 40_999, 82_001, 1, 7999, 8000]) {
			const {at, notices} = states.after(told);
			expect({at, notices: notices.length}).toEqual({at: Math.max(0, told - 2), notices: told - 1});
		}
	});

	it('stay as they were given while more is told, and need nothing read that was told', () => {
		const read: number[] = [];
		const recording = recordingOf(events);
		const states = statesOf({
			...recording,
			at(place) {
				read.push(place);
				return recording.at(place);
			},
		});
		for (const [place, event] of events.slice(0, 20).entries()) states.follow(event, place);
		const given = states.after(20);
		for (const [place, event] of events.entries()) states.follow(event, place);
		expect(given).toEqual(fold(events.slice(0, 20)));
		expect(states.after(events.length)).toEqual(fold(events));
		expect(read).toEqual([]);
	});
});

describe('a replay', () => {
	it('goes back after its end, and on from there to the same end', async () => {
		const {player, seen, listen} = watched(Infinity);
		await listen();
		const whole = seen.state;
		expect(whole).toEqual(fold(events));
		player.seek({unit: 'turn', by: -3});
		expect(player.place()).toMatchObject({turn: starts.length - 2, turns: starts.length});
		await listen();
		expect(seen.ended).toBe(2);
		expect(seen.state).toEqual(whole);
		const jump = seen.told.find(event => event.type === 'jump');
		expect(jump?.type === 'jump' && jump.state.turns).toHaveLength(starts.length - 2);
	});

	it('minds a seek while it is paused, and stays paused there until it is resumed', async () => {
		const {player, seen, listen, until, leave} = watched(1);
		player.pause();
		const done = listen();
		player.seek({unit: 'turn', by: 4});
		await until(() => seen.state.turns.length === 4);
		const told = seen.told.length;
		player.seek({unit: 'turn', by: -1});
		player.seek({unit: 'turn', by: -1});
		await until(() => seen.state.turns.length === 2);
		expect(seen.told).toHaveLength(told + 1);
		player.setSpeed(Infinity);
		player.resume();
		await done;
		expect(seen.state).toEqual(fold(events));
		leave();
	});

	it('steps by a sentence while it is paused', async () => {
		const {player, seen, listen, until, leave} = watched(50);
		player.pause();
		const done = listen();
		player.seek({unit: 'turn', by: 1});
		await until(() => seen.state.turns.length === 1);
		for (const sentences of [1, 2]) {
			player.step();
			await until(() => seen.told.filter(({type}) => type === 'turn-delta').length === sentences);
		}
		expect(seen.told.some(({type}) => type === 'turn-token')).toBe(true);
		leave();
		await expect(done).rejects.toThrow('aborted');
	});

	it('lets words come in their rhythm after a seek', async () => {
		const slow = events.map(event => ({...event, at: event.at * 10 + event.seq * 40}));
		const {player, seen, listen, until, leave} = watched(8, slow);
		const done = listen();
		player.seek({unit: 'segment', by: 2});
		await until(() => seen.told.filter(({type}) => type === 'turn-token').length > 3);
		const words = seen.told.filter(({type}) => type === 'turn-token');
		expect(words.every(event => event.type === 'turn-token' && event.text.trim().split(' ').length === 1)).toBe(true);
		leave();
		await expect(done).rejects.toThrow('aborted');
	});
});

it('a wait that was reckoned at a slow speed ends when it is made faster', async () => {
	const {player, seen, listen, until, leave} = watched(0.001);
	const over = listen();
	await until(() => seen.told.length > 0);
	player.setSpeed(Number.POSITIVE_INFINITY);
	await over;
	expect(seen.state).toEqual(fold(events));
	leave();
});

describe('a spoken replay', () => {
	const heard = events.flatMap(event => (event.type === 'turn-delta' ? [event.text] : []));
	const speakers = new Map(
		events.flatMap(event => (event.type === 'turn-start' ? [[event.turnId, event.speaker] as const] : [])),
	);
	const speakerOf = events.flatMap(event => (event.type === 'turn-delta' ? [speakers.get(event.turnId)] : []));

	it('says each sentence in step with its words, whatever the rhythm of the journal', async () => {
		const told: Told[] = [];
		const player = replay(recordingOf(events), {
			rhythm: {speed: 200},
			signal: new AbortController().signal,
			speech: writtenSpeech(told, 1),
		});
		for await (const event of player.events)
			if (event.type === 'turn-token' || event.type === 'turn-delta') told.push({what: event.type, text: event.text});
		const begun = told.filter(({what}) => what === 'begins');
		expect(begun.map(({text}) => text)).toEqual(heard);
		expect(begun.map(({speaker}) => speaker)).toEqual(speakerOf);
		let shown = '';
		for (const {what, text = ''} of told) {
			if (what === 'begins') shown = '';
			if (what === 'turn-token') shown += text;
			if (what === 'turn-delta') expect(shown).toBe(text);
		}
		// The next sentence is ready before it is due.
		expect(told.filter(({what}) => what === 'prepared').map(({text}) => text)).toEqual(heard.slice(1));
	});

	it('is silenced by a jump, goes on there, and ends at once when it is left', async () => {
		const told: Told[] = [];
		const leaving = new AbortController();
		const speech = writtenSpeech(told, 60_000);
		leaving.signal.addEventListener('abort', speech.silence);
		const player = replay(recordingOf(events), {rhythm: {speed: 1}, signal: leaving.signal, speech});
		const jumps: string[] = [];
		const listening = (async () => {
			for await (const event of player.events) {
				if (event.type === 'turn-token' && jumps.length === 0) player.seek({by: 2, unit: 'turn'});
				else if (event.type === 'turn-token') leaving.abort();
				if (event.type === 'jump') jumps.push('jump');
			}
		})();
		await expect(listening).rejects.toThrow();
		const [first, second] = told.filter(({what}) => what === 'begins');
		expect([first?.text, jumps]).toEqual([heard[0], ['jump']]);
		expect(heard.indexOf(second?.text ?? '')).toBeGreaterThan(1);
	});
});

/** The longest time without a word until the tenth one, and all of it, of a recording that is played. */
async function beginning(file: string, rhythm: Rhythm): Promise<{readonly longest: number; readonly tenth: number}> {
	vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']});
	onTestFinished(() => void vi.useRealTimers());
	const leaving = new AbortController();
	const {events: player} = replay(readRecording(file).recording, {rhythm, signal: leaving.signal});
	const began = performance.now();
	let [last, longest, words] = [began, 0, 0];
	const hearing = (async () => {
		for await (const event of player) {
			if (event.type !== 'turn-token') continue;
			longest = Math.max(longest, performance.now() - last);
			last = performance.now();
			if (++words === 10) break;
		}
	})();
	while (words < 10) await vi.advanceTimersToNextTimerAsync();
	await hearing;
	leaving.abort();
	return {longest, tenth: last - began};
}

/** Its first sentence came after 30 seconds. */
const slow = 'transcripts/sample-smartphones/debate.jsonl';

it.for([
	[{speed: 1}, 6500],
	[{speed: 4}, 3500],
	[{speed: 0.5}, 11_000],
	[{pace: 250}, 3500],
	[{pace: 500}, 2300],
] as const)('a model that was long silent is heard within two seconds, and then speaks: %o', async ([rhythm, most]) => {
	const {longest, tenth} = await beginning(slow, rhythm);
	expect(longest).toBeLessThanOrEqual(2_000);
	expect(tenth).toBeLessThan(most);
});
