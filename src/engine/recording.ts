/** A debate that can be played from any place: its events, and where its turns and segments begin. */
import {closeSync, openSync, readSync} from 'node:fs';
import type {JournalEvent} from '../debate/events.ts';
import {checkJournal, JournalRefused, readChecked, type Problem} from './journal.ts';

export type Recording = {
	readonly length: number;
	/** Places of the events that begin one, in order. */
	readonly beginnings: Readonly<Record<'turn' | 'segment', readonly number[]>>;
	/** The debate's clock at its last event, in milliseconds. */
	readonly endsAt: number;
	at(place: number): JournalEvent | undefined;
};

/** Events that are read again together: a place near the last one that was asked for costs nothing. */
const pageLength = 500;

/** Events that are in memory anyway. */
export function recordingOf(events: readonly JournalEvent[]): Recording {
	const contents = contentsOf();
	for (const event of events) contents.add(event);
	return {...contents.made(), at: place => events[place]};
}

/**
 * A journal that stays on the disk: in memory are only the offsets of its pages, and the two pages that were wanted last.
 * It holds what comes before the first fault, which is given beside it.
 */
export function readRecording(file: string): {readonly recording: Recording; readonly problem?: Problem} {
	const contents = contentsOf();
	const offsets: number[] = [];
	let [bytes, count] = [0, 0];
	let problem: Problem | undefined;
	for (const read of checkJournal(file)) {
		if ('what' in read) {
			problem = read;
			break;
		}
		if (count++ % pageLength === 0) offsets.push(bytes);
		bytes += read.bytes;
		contents.add(read.event);
	}
	const page = lastTwo(number => readPage(file, offsets[number], offsets[number + 1] ?? bytes));
	const recording: Recording = {...contents.made(), at: place => (place < 0 || place >= count ? undefined : page(Math.floor(place / pageLength))[place % pageLength])};
	return {recording, ...(problem && {problem})};
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

/** Remembers the two results that were wanted last: playing on looks back over the border of a page. */
function lastTwo<T>(make: (key: number) => T): (key: number) => T {
	let kept: readonly {readonly key: number; readonly value: T}[] = [];
	return key => {
		const wanted = kept.find(one => one.key === key) ?? {key, value: make(key)};
		kept = [wanted, ...kept.filter(one => one !== wanted)].slice(0, 2);
		return wanted.value;
	};
}

function readPage(file: string, from = 0, to: number): readonly JournalEvent[] {
	try {
		return bytesOf(file, from, to).toString('utf8').trimEnd().split('\n').map(readChecked);
	} catch (error) {
		throw new JournalRefused(`${file} was changed or taken away while it was being played. Open it again.`, {cause: error});
	}
}

function bytesOf(file: string, from: number, to: number): Buffer {
	const descriptor = openSync(file, 'r');
	try {
		const bytes = Buffer.alloc(to - from);
		for (let done = 0, read = 1; done < bytes.length && read > 0; done += read) read = readSync(descriptor, bytes, done, bytes.length - done, from + done);
		return bytes;
	} finally {
		closeSync(descriptor);
	}
}
