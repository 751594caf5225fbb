/** How far a debate is, as the one bar of its screen. */
import type {DebateState} from '../../debate/state.ts';
import {isMotion, runningOrder} from '../../debate/views/motion.ts';
import {signs} from '../text/theme.ts';

/** The number at a path of a debate's config; undefined where there is none. */
export function numberAt(config: unknown, ...path: readonly string[]): number | undefined {
	let value = config;
	for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof value === 'number' ? value : undefined;
}

/** A place in a recording: how many of its turns have begun, of how many. */
type ReplayPlace = {readonly turn: number; readonly turns: number};

/**
 * A share of 0 to 1: of the turns of a recording; of a debate that runs, of its exchanges or its spoken time, whichever
 * is further, or of the parts of its running order. Undefined where nothing says how long it will be.
 */
export function progressOf(state: DebateState, spokenMs: number, replay: ReplayPlace | undefined): number | undefined {
	if (replay) return replay.turns === 0 ? 1 : Math.min(1, replay.turn / replay.turns);
	if (state.outcome !== undefined) return 1;
	if (isMotion(state)) {
		const {items, at} = runningOrder(state);
		return (at + 0.5) / items.length;
	}
	const {config} = state.start ?? {};
	const minutes = numberAt(config, 'flow', 'targetDurationMinutes');
	const exchanges = numberAt(config, 'flow', 'maxExchanges');
	if (minutes === undefined && exchanges === undefined) return undefined;
	const time = minutes === undefined ? 0 : spokenMs / (minutes * 60_000);
	return Math.min(0.99, Math.max(time, exchanges === undefined ? 0 : exchangeShare(state, exchanges)));
}

/** The openings count as an exchange before the first, and the synthesis as one after the last. */
function exchangeShare({segment, round = 0}: DebateState, exchanges: number): number {
	const done = segment === 'exchange' ? round : segment === 'synthesis' ? exchanges + 1 : 0;
	return segment === undefined || segment === 'introduction' ? 0 : (done + 0.5) / (exchanges + 2);
}

/** A share of 0 to 1 as a bar of so many columns. */
export function progressBar(share: number, width: number): {readonly done: string; readonly ahead: string} {
	const done = Math.round(Math.min(1, Math.max(0, share)) * width);
	return {done: signs.passed.repeat(done), ahead: signs.ahead.repeat(width - done)};
}
