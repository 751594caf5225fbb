/** Where a seek in a recording leads, and what has been heard by then. */
import type {JournalEvent} from '../../debate/events.ts';
import {countWhile} from '../../debate/fold/count-while.ts';
import type {InPlaceArrays} from '../../debate/fold/in-place-arrays.ts';
import {emptyState, type DebateState} from '../../debate/state.ts';
import {fold, reduceInPlace} from '../../debate/reduce.ts';
import type {Recording} from './recording.ts';

/** So many turns or segments further; backwards where negative. */
export type Goal = {readonly unit: 'turn' | 'segment'; readonly by: number};

/**
 * How many events are told once a goal is reached, where `told` are now: up to and with the beginning of a turn or a
 * segment. Backwards, what has gone on since its beginning comes to that beginning first. Beyond the last one is the
 * end, before the first one the first.
 */
export function targetOf({beginnings, length}: Recording, told: number, {unit, by}: Goal): number {
	const places = beginnings[unit];
	if (by === 0) return told;
	// Going on begins with the first that is not told; going back with the last whose beginning was not the last thing
	// told.
	const wanted = by > 0 ? countBelow(places, told) + by - 1 : countBelow(places, told - 1) + by;
	const place = places[Math.max(0, wanted)];
	return place === undefined ? (by > 0 ? length : Math.min(1, length)) : place + 1;
}

/** How many turns have begun by the time so many events are told. */
export const turnsBegun = ({beginnings}: Recording, told: number): number => countBelow(beginnings.turn, told);

/** How many of some numbers in order are less than a limit. */
const countBelow = (numbers: readonly number[], limit: number): number => countWhile(numbers, number => number < limit);

/**
 * Events between two states that are kept, at first: few enough to be folded before a key's effect would be waited for.
 */
const firstStride = 1000;
/** Beyond so many states every second one is let go: each has lists as long as the debate was by then. */
const mostKept = 40;

export type States = {
	/** Takes in an event that is told and its place, so that what has been told need not be read again. */
	follow(event: JournalEvent, place: number): void;
	/** The state after so many events. */
	after(told: number): DebateState;
};

/**
 * A debate's states. Some are kept on the way, so that going back in a long debate does not fold all of it each time.
 */
export function statesOf(recording: Recording): States {
	let kept = [emptyState];
	let stride = firstStride;
	let [furthest, place] = [emptyState, 0];
	let own: InPlaceArrays = new WeakSet();

	function advance(event: JournalEvent): void {
		furthest = reduceInPlace(furthest, event, own);
		place++;
		if (place % stride !== 0) return;
		kept.push(given());
		if (kept.length <= mostKept) return;
		kept = kept.filter((_, number) => number % 2 === 0);
		stride *= 2;
	}
	/** Whoever has it relies on its staying as it is. */
	function given(): DebateState {
		own = new WeakSet();
		return furthest;
	}

	return {
		follow(event, at) {
			if (at === place) advance(event);
		},
		after(told) {
			for (const event of between(recording, place, told)) advance(event);
			const before = Math.floor(told / stride);
			return told === place ? given() : fold(between(recording, before * stride, told), kept[before]);
		},
	};
}

function* between(recording: Recording, from: number, to: number): Generator<JournalEvent> {
	for (let place = from; place < to; place++) {
		const event = recording.at(place);
		if (event) yield event;
	}
}
