/** A journal played again: the events in their own rhythm, with the words inside a sentence spread over its time. */
import {setTimeout as wait} from 'node:timers/promises';
import type {JournalEvent, RunEvent} from '../debate/events.ts';

export type Replay = {
	readonly events: AsyncIterable<RunEvent>;
	/** 1 is the real rhythm, 2 twice as fast, `Infinity` all at once. */
	setSpeed(speed: number): void;
	pause(): void;
	resume(): void;
};

/** Longest silence that is kept, in milliseconds at speed 1: a crash, a night or a long pause is not sat through again. */
const longestSilence = 5000;

export function replay(events: readonly JournalEvent[], {speed, signal}: {speed: number; signal: AbortSignal}): Replay {
	let factor = speed;
	let gate = Promise.resolve();
	let open = () => {};

	const rest = async (ms: number): Promise<void> => {
		await gate;
		const real = Math.min(ms, longestSilence) / factor;
		if (real >= 1) await wait(real, undefined, {signal});
	};

	async function* play(): AsyncGenerator<RunEvent> {
		const lastOfTurn = new Map<string, number>();
		let now = 0;
		for (const event of events) {
			if (event.type === 'turn-start') lastOfTurn.set(event.turnId, event.at);
			if (event.type === 'turn-delta') {
				const from = Math.max(now, lastOfTurn.get(event.turnId) ?? now);
				const words = event.text.match(/\s*\S+\s*/gu) ?? [];
				for (const word of Number.isFinite(factor) ? words : []) {
					await rest((event.at - from) / words.length);
					yield {type: 'turn-words', turnId: event.turnId, text: word};
				}
				lastOfTurn.set(event.turnId, event.at);
			} else await rest(event.at - now);
			now = event.at;
			signal.throwIfAborted();
			yield event;
		}
	}

	return {
		events: play(),
		setSpeed(value) {
			factor = value;
		},
		pause() {
			const {promise, resolve} = Promise.withResolvers<void>();
			gate = promise;
			open = resolve;
		},
		resume: () => open(),
	};
}
