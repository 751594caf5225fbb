/** A limit on how long something may take, on the debate's clock. */
import type {RunContext} from '../context/run-context.ts';

export type Limit = {
	/** Aborted when the outer signal is, or when the time is up. */
	readonly signal: AbortSignal;
	/** Why it ended, in words for the user, once the time is up. */
	readonly passed: () => string | undefined;
	/** To be called when what was limited is done. */
	readonly lift: () => void;
};

/** Begins to count at once; without `ms` there is no limit beyond the outer signal. */
export function limitTime(world: RunContext, outer: AbortSignal, ms: number | undefined): Limit {
	if (ms === undefined) return {signal: outer, passed: () => undefined, lift() {}};
	const timer = new AbortController();
	const up = new AbortController();
	let reason: string | undefined;
	const counting = AbortSignal.any([timer.signal, outer]);
	void world.clock.sleep(ms, counting).then(
		() => {
			reason = `took longer than the ${(ms / 1000).toLocaleString('en-US')} s that it may take`;
			up.abort(new Error(reason));
		},
		() => undefined,
	);
	return {signal: AbortSignal.any([up.signal, outer]), passed: () => reason, lift: () => timer.abort()};
}
