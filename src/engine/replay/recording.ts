/** A debate that can be played from anywhere: its events, and where its turns and segments begin. */
import type {JournalEvent} from '../../debate/events.ts';
import type {Problem} from '../journal/journal.ts';
import {readPaged} from '../journal/paged-journal.ts';

export type Recording = {
	readonly length: number;
	/** Indices of the events that begin one, in order. */
	readonly beginnings: Readonly<Record<'turn' | 'segment', readonly number[]>>;
	/** The debate's clock at its last event, in milliseconds. */
	readonly endsAt: number;
	at(place: number): JournalEvent | undefined;
};

/** A recording of events in memory. */
export function recordingOf(events: readonly JournalEvent[]): Recording {
	const contents = contentsOf();
	for (const event of events) contents.add(event);
	return {...contents.made(), at: place => events[place]};
}

/** A recording that stays on the disk, up to the first fault, which is returned as `problem`. */
export function readRecording(file: string): {readonly recording: Recording; readonly problem?: Problem} {
	const contents = contentsOf();
	const {at, problem} = readPaged(file, event => contents.add(event));
	return {recording: {...contents.made(), at}, ...(problem && {problem})};
}

function contentsOf(): {add(event: JournalEvent): void; made(): Omit<Recording, 'at'>} {
	const beginnings = {turn: new Array<number>(), segment: new Array<number>()};
	let [length, endsAt] = [0, 0];
	return {
		add({type, at}) {
			if (type === 'turn-start') beginnings.turn.push(length);
			if (type === 'segment-start') beginnings.segment.push(length);
			length++;
			endsAt = at;
		},
		made: () => ({length, endsAt, beginnings}),
	};
}
