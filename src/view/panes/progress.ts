/** How far a debate is, as the one bar of its screen. */
import type {DebateState} from '../../debate/state.ts';
import {runningOrder} from '../../debate/views/motion.ts';
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
 * A share of 0 to 1: of the turns of a recording; of a debate that runs, of what its format has ahead
 * of it at most. Undefined where nothing says how long it will be.
 */
export function progressOf(state: DebateState, spokenMs: number, replay: ReplayPlace | undefined): number | undefined {
	if (replay) return replay.turns === 0 ? 1 : Math.min(1, replay.turn / replay.turns);
	if (state.outcome !== undefined) return 1;
	const share = shares[state.start?.protocol ?? '']?.(state, spokenMs);
	return share === undefined ? undefined : Math.min(0.99, Math.max(0, share));
}

type ProgressShare = (state: DebateState, spokenMs: number) => number | undefined;

const shares: Readonly<Record<string, ProgressShare>> = {
	duelogic: duelogicShare,
	motion(state) {
		const {items, at} = runningOrder(state);
		return (at + 0.5) / items.length;
	},
	'model-duel': ({segment}) => shareOf(['request', 'draft', 'critique', 'revision', 'final'], segment),
	'builder-reviewer': ({start, segment, round = 1}) => {
		const cycles = numberAt(start?.config, 'maxCycles');
		return cycles === undefined
			? undefined
			: (round - 1 + shareOf(['planning', 'execution', 'review'], segment)) / cycles;
	},
	'code-debate': ({start, segment, round = 0}) => {
		const rounds = numberAt(start?.config, 'rounds');
		if (rounds === undefined) return undefined;
		const parts = 2 * rounds + 3;
		const at = {opening: 0, response: 2 * round - 1, 'follow-up': 2 * round, consensus: parts - 1}[segment ?? ''] ?? -1;
		return (at + 0.5) / parts;
	},
	'adversarial-spec': ({start, segment, round = 1}) => {
		const rounds = numberAt(start?.config, 'maxRounds');
		const within = segment === 'review' ? 1 : shareOf(['critique', 'ballot', 'synthesis'], segment);
		return rounds === undefined ? undefined : (round - 1 + within) / rounds;
	},
};

/** Half of a part that it is in, and all before; nothing before the first. */
const shareOf = (parts: readonly string[], part: string | undefined): number =>
	Math.max(0, parts.indexOf(part ?? '') + 0.5) / parts.length;

/** Of its exchanges or its spoken time, whichever is further. */
function duelogicShare(state: DebateState, spokenMs: number): number | undefined {
	const {config} = state.start ?? {};
	const minutes = numberAt(config, 'flow', 'targetDurationMinutes');
	const exchanges = numberAt(config, 'flow', 'maxExchanges');
	if (minutes === undefined && exchanges === undefined) return undefined;
	const time = minutes === undefined ? 0 : spokenMs / (minutes * 60_000);
	return Math.max(time, exchanges === undefined ? 0 : exchangeShare(state, exchanges));
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
