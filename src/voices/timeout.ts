/** Runs a promise with a timeout. */
import type {Clock} from './voice.ts';

/** The result of a wait that timed out. */
export const timedOut: unique symbol = Symbol('late');

/** Waits up to `ms` on the clock for `work`; a later result is ignored. */
export async function withTimeout<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | typeof timedOut> {
	const done = new AbortController();
	const tooLate = clock.sleep(Math.max(0, ms), done.signal).then(
		(): typeof timedOut => timedOut,
		(): typeof timedOut => timedOut,
	);
	try {
		return await Promise.race([work, tooLate]);
	} finally {
		// A reason avoids creating an error with its stack trace for each piece.
		done.abort('settled');
	}
}
