/** Where a seek in a journal leads, and what has been heard by then. */
import type {JournalEvent} from '../debate/events.ts';
import {emptyState, reduce, type DebateState} from '../debate/state.ts';

/** So many turns or segments further; backwards where negative. */
export type Goal = {readonly unit: 'turn' | 'segment'; readonly by: number};

const beginnings = {turn: 'turn-start', segment: 'segment-start'} as const;

/**
 * How many events are told once a goal is reached, where `told` are now: up to and with the beginning of a turn or a
 * segment. Backwards, what has gone on since its beginning comes to that beginning first. Beyond the last one is the
 * end, before the first one the first.
 */
export function targetOf(events: readonly JournalEvent[], told: number, {unit, by}: Goal): number {
	const type = beginnings[unit];
	let to = told;
	for (let left = Math.abs(by); left > 0; left--) to = by > 0 ? after(events, type, to) : before(events, type, to);
	return to;
}

function after(events: readonly JournalEvent[], type: JournalEvent['type'], told: number): number {
	for (let place = told; place < events.length; place++) if (events[place]?.type === type) return place + 1;
	return events.length;
}

function before(events: readonly JournalEvent[], type: JournalEvent['type'], told: number): number {
	for (let place = told - 2; place >= 0; place--) if (events[place]?.type === type) return place + 1;
	const first = events.findIndex(event => event.type === type);
	return first < 0 ? Math.min(1, events.length) : first + 1;
}

/** How many turns have begun by each event: before the first, after it, and so on. */
export function turnCounts(events: readonly JournalEvent[]): readonly number[] {
	const counts = [0];
	for (const event of events) counts.push((counts.at(-1) ?? 0) + (event.type === 'turn-start' ? 1 : 0));
	return counts;
}

/** Events between two states that are kept: few enough to be folded before a key's effect would be waited for. */
const stride = 1000;

/** The state after so many events. Some of them are kept on the way, so that going back in a long debate does not fold all of it each time. */
export function statesOf(events: readonly JournalEvent[]): (told: number) => DebateState {
	const kept = [emptyState];
	return told => {
		for (let place = kept.length; place * stride <= told; place++) kept.push(events.slice((place - 1) * stride, place * stride).reduce<DebateState>(reduce, kept.at(-1) ?? emptyState));
		const from = Math.floor(told / stride);
		return events.slice(from * stride, told).reduce<DebateState>(reduce, kept[from] ?? emptyState);
	};
}
