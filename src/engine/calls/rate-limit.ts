/**
 * A token bucket: a burst at once, then a fixed rate. Requests that find it empty queue, and check again with
 * exponential backoff.
 */
import {ExponentialBackoff, noJitterGenerator} from 'cockatiel';
import {setTimeout as wait} from 'node:timers/promises';

export type Bucket = {
	/** Takes a token, first come first served, and returns the milliseconds waited. Rejects with the signal's reason. */
	take(signal?: AbortSignal): Promise<number>;
};

type Time = {readonly now: () => number; readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>};

const real: Time = {
	now: () => performance.now(),
	sleep: async (ms, signal) => wait(ms, undefined, signal ? {signal} : {}),
};

/** The first and the longest backoff, in milliseconds. */
const [shortest, longest] = [50, 2000];

/** Starts with `capacity` tokens, less those taken at the times in `taken`; `perSecond` tokens come back. */
export function tokenBucket(
	{
		capacity,
		perSecond,
		taken = [],
	}: {readonly capacity: number; readonly perSecond: number; readonly taken?: readonly number[]},
	{now, sleep}: Time = real,
): Bucket {
	let tokens = capacity;
	let at = taken[0] ?? now();
	let last: Promise<unknown> = Promise.resolve();

	const fill = (time = now()): void => {
		tokens = Math.min(capacity, tokens + ((time - at) / 1000) * perSecond);
		at = time;
	};

	for (const time of taken) {
		fill(time);
		tokens = Math.max(0, tokens - 1);
	}

	async function queue(signal: AbortSignal | undefined): Promise<void> {
		let backoff = new ExponentialBackoff({
			initialDelay: shortest,
			maxDelay: longest,
			generator: noJitterGenerator,
		}).next();
		for (fill(); tokens < 1; fill()) {
			await sleep(Math.min(backoff.duration, Math.max(1, Math.ceil(((1 - tokens) / perSecond) * 1000))), signal);
			backoff = backoff.next(undefined);
		}
		tokens -= 1;
	}

	return {
		async take(signal) {
			const began = now();
			const turn = last.then(() => queue(signal));
			last = turn.catch(() => undefined);
			await turn;
			return now() - began;
		},
	};
}
