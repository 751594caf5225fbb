/** Runs a promise with a timeout. */
import type {Clock} from './voice.ts';

/** What `within` gives where the time ran out. */
export const timedOut: unique symbol = Symbol('late');

/** Waits for `work` for at most `ms` of the clock; what comes of it later is ignored. */
export async function withTimeout<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | typeof timedOut> {
	const done = new AbortController();
	const tooLate = clock.sleep(Math.max(0, ms), done.signal).then(
		(): typeof timedOut => timedOut,
		(): typeof timedOut => timedOut,
	);
	try {
		return await Promise.race([work, tooLate]);
	} finally {
		// A reason given spares making an error with its stack, once a piece.
		done.abort('settled');
	}
}
