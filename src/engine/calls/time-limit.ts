/** A time limit on the debate's clock. */
import type {DebateContext} from '../context/debate-context.ts';

export type TimeLimit = {
	/** Aborted with the outer signal, or when the time is up. */
	readonly signal: AbortSignal;
	/** Once the time is up: why it ended, for the user. */
	readonly passed: () => string | undefined;
	/** Stops the timer; call it when the work is done. */
	readonly lift: () => void;
};

/** Starts the timer at once; without `ms` only the outer signal limits. */
export function limitTime({clock}: DebateContext, outer: AbortSignal, ms: number | undefined): TimeLimit {
	if (ms === undefined) return {signal: outer, passed: () => undefined, lift() {}};
	const timer = new AbortController();
	const up = new AbortController();
	let reason: string | undefined;
	const counting = AbortSignal.any([timer.signal, outer]);
	void clock.sleep(ms, counting).then(
		() => {
			reason = `took longer than the ${(ms / 1000).toLocaleString('en-US')} s that it may take`;
			up.abort(new Error(reason));
		},
		() => undefined,
	);
	return {signal: AbortSignal.any([up.signal, outer]), passed: () => reason, lift: () => timer.abort()};
}
