/** Plays a journal again: the events in their own rhythm, with the words of a sentence spread over its time. */
import {setTimeout} from 'node:timers/promises';
import type {JournalEvent, RunEvent} from '../../debate/events.ts';
import type {Jump, SessionEvent} from '../../debate/state.ts';
import {timedWords, type SpeechOutput} from '../context/speech-output.ts';
import type {Recording} from './recording.ts';
import {spokenTurns, type SpokenTurns} from './spoken-turns.ts';
import {statesOf, targetOf, turnsBegun, type Goal} from './seek.ts';

export type Replay = {
	/** Ends with the journal. If it is iterated again after a seek, it goes on from there. */
	readonly events: AsyncIterable<SessionEvent>;
	/** 1 is the real rhythm, 2 twice as fast, `Infinity` all at once. */
	setSpeed(speed: number): void;
	pause(): void;
	resume(): void;
	/** While paused: plays the rest of this sentence. */
	step(): void;
	/** Moves by a number of turns or segments, backwards if negative; also while paused, and after the end. */
	seek(goal: Goal): void;
	/** The number of the current turn, the number of all turns, and the debate's clock now and at the end, in ms. */
	place(): {readonly turn: number; readonly turns: number; readonly at: number; readonly of: number};
};

/** The longest silence that is replayed, in milliseconds at speed 1: crashes, nights and long pauses are cut short. */
const longestSilence = 5000;
/** The same where it is spoken: pauses belong to the voices. */
const longestPause = 500;

export type ReplayManner = {
	readonly speed: number;
	readonly signal: AbortSignal;
	/** Speaks it: words are shown in step with the voices, whatever the rhythm in which they were said. */
	readonly speech?: SpeechOutput | undefined;
};

export function replay(recording: Recording, {speed, signal, speech}: ReplayManner): Replay {
	/** How many events have been played; and how many are to be, once the user has sought another place. */
	let played = 0;
	let wanted: number | undefined;
	const timing = playback(speed, signal);
	const states = statesOf(recording);
	const spoken = speech && spokenTurns(recording, speech, signal);
	/** The debate's clock after so many events. */
	const clockAt = (events: number): number => recording.at(events - 1)?.at ?? 0;
	const isSeeking = () => wanted !== undefined;

	async function* play(): AsyncGenerator<SessionEvent> {
		const lastOfTurn = new Map<string, number>();
		for (;;) {
			if (wanted !== undefined) yield jump(wanted);
			const event = recording.at(played);
			if (!event) return;
			const now = clockAt(played);
			if (event.type !== 'turn-delta')
				await timing.wait(Math.min(event.at - now, spoken ? longestPause * timing.speed : Infinity), isSeeking);
			else if (spoken && Number.isFinite(timing.speed)) yield* spokenWords(event, played, spoken, timing, isSeeking);
			else yield* words(event, Math.max(now, lastOfTurn.get(event.turnId) ?? now), timing, isSeeking);
			signal.throwIfAborted();
			if (wanted !== undefined) continue;
			if (event.type === 'turn-start' || event.type === 'turn-delta') lastOfTurn.set(event.turnId, event.at);
			if (event.type === 'turn-delta') timing.endStep();
			states.follow(event, played++);
			spoken?.follow(event);
			yield event;
		}
	}

	function jump(to: number): Jump {
		played = to;
		wanted = undefined;
		const state = states.after(to);
		spoken?.jump(state);
		return {type: 'jump', state};
	}

	return {
		events: {[Symbol.asyncIterator]: play},
		...steering(timing, speech),
		seek(goal) {
			wanted = targetOf(recording, wanted ?? played, goal);
			speech?.silence();
			timing.nudge();
		},
		place: () => ({
			turn: turnsBegun(recording, wanted ?? played),
			turns: recording.beginnings.turn.length,
			at: clockAt(wanted ?? played),
			of: recording.endsAt,
		}),
	};
}

/** The words of a sentence, spread over the time from `from` to the sentence's end. */
async function* words(
	{turnId, text, at}: Extract<JournalEvent, {type: 'turn-delta'}>,
	from: number,
	timing: ReturnType<typeof playback>,
	isSeeking: () => boolean,
): AsyncGenerator<RunEvent> {
	const all = text.match(/\s*\S+\s*/gu) ?? [];
	for (const word of Number.isFinite(timing.speed) ? all : []) {
		await timing.wait((at - from) / all.length, isSeeking);
		if (isSeeking()) return;
		yield {type: 'turn-token', turnId, text: word};
	}
}

/** Pauses the words and their sound together. */
const steering = (
	{setSpeed, pause, resume, step}: ReturnType<typeof playback>,
	speech: SpeechOutput | undefined,
): Pick<Replay, 'setSpeed' | 'pause' | 'resume' | 'step'> => ({
	setSpeed,
	pause() {
		speech?.pause();
		pause();
	},
	resume() {
		speech?.resume();
		resume();
	},
	step() {
		speech?.resume();
		step();
	},
});

/** The words of a sentence, shown while it is spoken; ends when both have. */
async function* spokenWords(
	event: Extract<JournalEvent, {type: 'turn-delta'}>,
	place: number,
	spoken: SpokenTurns,
	timing: ReturnType<typeof playback>,
	isSeeking: () => boolean,
): AsyncGenerator<RunEvent> {
	await timing.wait(0, isSeeking);
	if (isSeeking()) return;
	const sounding = await spoken.say(event, place, timing.speed);
	for (const {word, ms} of timedWords(event.text, sounding.ms)) {
		if (isSeeking()) return;
		yield {type: 'turn-token', turnId: event.turnId, text: word};
		await timing.wait(ms * timing.speed, isSeeking);
	}
	await sounding.ended;
}

/** The speed, the pauses and the waits of a replay. */
function playback(initialSpeed: number, signal: AbortSignal) {
	let speed = initialSpeed;
	let paused: PromiseWithResolvers<void> | undefined;
	let stepping = false;
	/** Aborted to end the current wait. */
	let waiting = new AbortController();
	signal.addEventListener('abort', nudge, {once: true});

	/** Ends the wait in progress: it was computed for a speed or a place that no longer holds. */
	function endWait(): void {
		waiting.abort();
		waiting = new AbortController();
	}

	/** Lets go whoever waits for the pause to end; the next wait is paused as before. */
	function letThrough(): void {
		paused?.resolve();
		if (paused) paused = Promise.withResolvers();
	}

	/** Lets the replay look again at what it is to do. */
	function nudge(): void {
		endWait();
		letThrough();
	}

	return {
		nudge,
		get speed() {
			return speed;
		},
		/** Waits for so many milliseconds at speed 1, unless the replay is to go elsewhere. */
		async wait(ms: number, isSeeking: () => boolean): Promise<void> {
			if (paused && !stepping && !isSeeking()) await paused.promise;
			const real = signal.aborted ? 0 : Math.min(ms, longestSilence) / speed;
			if (real >= 1 && !isSeeking()) await setTimeout(real, undefined, {signal: waiting.signal}).catch(() => undefined);
			signal.throwIfAborted();
		},
		setSpeed(value: number) {
			speed = value;
			endWait();
		},
		pause() {
			paused ??= Promise.withResolvers();
		},
		resume() {
			paused?.resolve();
			paused = undefined;
		},
		step() {
			if (!paused) return;
			stepping = true;
			letThrough();
		},
		/** To be called at a sentence end, where a step ends. */
		endStep() {
			stepping = false;
		},
	};
}
