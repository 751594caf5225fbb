/** A journal played again: the events in their own rhythm, with the words inside a sentence spread over its time. */
import {setTimeout as wait} from 'node:timers/promises';
import type {JournalEvent, RunEvent} from '../../debate/events.ts';
import type {Jump, SessionEvent} from '../../debate/state.ts';
import type {Recording} from './recording.ts';
import {statesOf, targetOf, turnsBegun, type Goal} from './seek.ts';

export type Replay = {
	/** Ends with the journal. Iterated again after a seek, it goes on from there. */
	readonly events: AsyncIterable<SessionEvent>;
	/** 1 is the real rhythm, 2 twice as fast, `Infinity` all at once. */
	setSpeed(speed: number): void;
	pause(): void;
	resume(): void;
	/** While paused: lets what is left of this sentence be heard. */
	step(): void;
	/** Goes by so many turns or segments, backwards where negative; also while paused, and after the end. */
	seek(goal: Goal): void;
	/** Where it is: the number of the turn that is heard and of how many, and the debate's clock, in milliseconds. */
	place(): {readonly turn: number; readonly turns: number; readonly at: number; readonly of: number};
};

/**
 * Longest silence that is kept, in milliseconds at speed 1: a crash, a night or a long pause is not sat through again.
 */
const longestSilence = 5000;

export function replay(recording: Recording, {speed, signal}: {speed: number; signal: AbortSignal}): Replay {
	let factor = speed;
	/** How many events are told; and how many are to be, where somebody wants to be elsewhere. */
	let told = 0;
	let wanted: number | undefined;
	let paused: PromiseWithResolvers<void> | undefined;
	let stepping = false;
	/** Ends whatever is being waited for. */
	let hop = new AbortController();
	signal.addEventListener('abort', nudge, {once: true});

	const states = statesOf(recording);
	/** The debate's clock once so many events are told. */
	const clockAt = (events: number): number => recording.at(events - 1)?.at ?? 0;

	/** Waits for its time, unless there is somewhere else to be. */
	async function rest(ms: number): Promise<void> {
		if (paused && !stepping && wanted === undefined) await paused.promise;
		const real = Math.min(ms, longestSilence) / factor;
		if (real >= 1 && wanted === undefined) await wait(real, undefined, {signal: hop.signal}).catch(() => undefined);
		signal.throwIfAborted();
	}

	async function* words(
		{turnId, text, at}: Extract<JournalEvent, {type: 'turn-delta'}>,
		from: number,
	): AsyncGenerator<RunEvent> {
		const all = text.match(/\s*\S+\s*/gu) ?? [];
		for (const word of Number.isFinite(factor) ? all : []) {
			await rest((at - from) / all.length);
			if (wanted !== undefined) return;
			yield {type: 'turn-token', turnId, text: word};
		}
	}

	async function* play(): AsyncGenerator<SessionEvent> {
		const lastOfTurn = new Map<string, number>();
		for (;;) {
			if (wanted !== undefined) yield jump(wanted);
			const event = recording.at(told);
			if (!event) return;
			const now = clockAt(told);
			if (event.type === 'turn-delta') yield* words(event, Math.max(now, lastOfTurn.get(event.turnId) ?? now));
			else await rest(event.at - now);
			signal.throwIfAborted();
			if (wanted !== undefined) continue;
			if (event.type === 'turn-start' || event.type === 'turn-delta') lastOfTurn.set(event.turnId, event.at);
			if (event.type === 'turn-delta') stepping = false;
			states.follow(event, told++);
			yield event;
		}
	}

	function jump(to: number): Jump {
		told = to;
		wanted = undefined;
		return {type: 'jump', state: states.after(to)};
	}

	function nudge(): void {
		endWait();
		letOut();
	}

	/** What is waited for just now was reckoned at a speed that may be slow. */
	function endWait(): void {
		hop.abort();
		hop = new AbortController();
	}

	/** Ends a wait of something that is paused; what is waited for next is paused as before. */
	function letOut(): void {
		paused?.resolve();
		if (paused) paused = Promise.withResolvers();
	}

	return {
		events: {[Symbol.asyncIterator]: play},
		setSpeed(value) {
			factor = value;
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
			letOut();
		},
		seek(goal) {
			wanted = targetOf(recording, wanted ?? told, goal);
			nudge();
		},
		place: () => ({
			turn: turnsBegun(recording, wanted ?? told),
			turns: recording.beginnings.turn.length,
			at: clockAt(wanted ?? told),
			of: recording.endsAt,
		}),
	};
}
