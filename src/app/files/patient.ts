/** Long work that lets signals in: `kill` and Ctrl-C end it within a moment. */
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import type {JournalEvent} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import {stateFold} from '../../engine/journal/recorder.ts';
import type {Stepwise} from '../../exports/pieces.ts';

/** Milliseconds of work between two looks. */
const stretch = 50;

/** To be awaited behind each step. Rejects with the signal's reason. */
export function breather(signal: AbortSignal | undefined): () => Promise<void> | undefined {
	let since = performance.now();
	async function breathe(): Promise<void> {
		await nextTurnOfTheLoop();
		signal?.throwIfAborted();
		since = performance.now();
	}
	return () => (performance.now() - since < stretch ? undefined : breathe());
}

/** The state that events come to. Rejects with the signal's reason. */
export async function foldPatiently(events: Iterable<JournalEvent>, signal?: AbortSignal): Promise<DebateState> {
	const folded = stateFold();
	const breathe = breather(signal);
	for (const event of events) {
		folded.apply(event);
		await breathe();
	}
	return folded.snapshot();
}

/** What step by step work comes to. Rejects with the signal's reason. */
export async function resultPatiently<T>(steps: Stepwise<T>, signal?: AbortSignal): Promise<T> {
	const breathe = breather(signal);
	for (;;) {
		const {done, value} = steps.next();
		if (done) return value;
		await breathe();
	}
}
