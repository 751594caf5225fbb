/** Where a seek in a recording leads, and the state of the debate there. */
import type {JournalEvent} from '../../debate/events.ts';
import {countWhile} from '../../debate/fold/count-while.ts';
import {emptyState, type DebateState} from '../../debate/state.ts';
import {fold} from '../../debate/reduce.ts';
import {stateFold} from '../journal/state-fold.ts';
import type {Recording} from './recording.ts';

/** How many turns or segments to move by; backwards if negative. */
export type Goal = {readonly unit: 'turn' | 'segment'; readonly by: number};

/**
 * How many events are played at the goal, if `told` are now: up to and including the event that begins a turn or a
 * segment. Going back from inside one leads to its own beginning first. Beyond the last one is the end of the debate,
 * before the first one the first.
 */
export function targetOf({beginnings, length}: Recording, told: number, {unit, by}: Goal): number {
	const places = beginnings[unit];
	if (by === 0) return told;
	// Forwards counts from the first one not yet begun, backwards from the last one that is past its first event.
	const wanted = by > 0 ? countBelow(places, told) + by - 1 : countBelow(places, told - 1) + by;
	const place = places[Math.max(0, wanted)];
	return place === undefined ? (by > 0 ? length : Math.min(1, length)) : place + 1;
}

/** How many turns have begun after so many events. */
export const turnsBegun = ({beginnings}: Recording, told: number): number => countBelow(beginnings.turn, told);

/** How many numbers of a sorted list are less than a limit. */
const countBelow = (numbers: readonly number[], limit: number): number => countWhile(numbers, number => number < limit);

/** Events between two cached states, at first: few enough to fold without a noticeable delay. */
const firstStride = 1000;
/** Beyond this many, every second state is dropped: each holds arrays as long as the debate was by then. */
const mostKept = 40;

export type States = {
	/** Folds an event that is played now, so that it need not be read again. */
	follow(event: JournalEvent, place: number): void;
	/** The state after so many events. */
	after(told: number): DebateState;
};

/** The states of a recording. Some are cached, so that going back in a long debate does not fold all of it. */
export function statesOf(recording: Recording): States {
	let kept = [emptyState];
	let stride = firstStride;
	const furthest = stateFold();
	let place = 0;

	function advance(event: JournalEvent): void {
		furthest.apply(event);
		place++;
		if (place % stride !== 0) return;
		kept.push(furthest.snapshot());
		if (kept.length <= mostKept) return;
		kept = kept.filter((_, number) => number % 2 === 0);
		stride *= 2;
	}

	return {
		follow(event, at) {
			if (at === place) advance(event);
		},
		after(told) {
			for (const event of between(recording, place, told)) advance(event);
			const before = Math.floor(told / stride);
			return told === place ? furthest.snapshot() : fold(between(recording, before * stride, told), kept[before]);
		},
	};
}

function* between(recording: Recording, from: number, to: number): Generator<JournalEvent> {
	for (let place = from; place < to; place++) {
		const event = recording.at(place);
		if (event) yield event;
	}
}
