/** A journal that stays on the disk: in memory are the offsets of its pages and the last ones wanted. */
import {closeSync, readSync} from 'node:fs';
import type {JournalEvent} from '../../debate/events.ts';
import {checkJournal, JournalRefused, readChecked, type Problem} from './journal.ts';
import {openRegular} from '../host/regular-file.ts';

export type Paged = {
	readonly length: number;
	at(place: number): JournalEvent | undefined;
	/** The first fault; what comes before it counts. */
	readonly problem: Problem | undefined;
	/** What follows the last line: one that a crash cut short. */
	readonly torn: string;
	/** How long the good part is. */
	readonly bytes: number;
};

/**
 * Events that are read again together: a place near the last one that was asked for costs nothing. With more, their
 * text would be too large an object to be cleared away cheaply.
 */
const pageLength = 100;
/** One for each who goes through it at the same time: the screens, the debate that is told again, and a look back. */
const pagesKept = 3;

/** Checks it, and shows each event on the way. What is read again later is what `revive` makes of it. */
export function readPaged(
	file: string,
	onEvent: (event: JournalEvent) => void,
	revive: (event: JournalEvent) => JournalEvent = event => event,
): Paged {
	const offsets: number[] = [];
	const read = reader(file);
	let [bytes, length] = [0, 0];
	const ending = (problem: Problem | undefined, torn: string): Paged => {
		const page = lastFew(number => read(offsets[number], offsets[number + 1] ?? bytes).map(revive));
		return {
			length,
			bytes,
			problem,
			torn,
			at: place =>
				place < 0 || place >= length ? undefined : page(Math.floor(place / pageLength))[place % pageLength],
		};
	};
	const lines = checkJournal(file);
	for (let step = lines.next(); ; step = lines.next()) {
		if (step.done) return ending(undefined, step.value);
		if ('what' in step.value) {
			lines.return('');
			return ending(step.value, '');
		}
		if (length++ % pageLength === 0) offsets.push(bytes);
		bytes += step.value.bytes;
		onEvent(step.value.event);
	}
}

/** Remembers the results that were wanted last: playing on looks back over the border of a page. */
function lastFew<T>(make: (key: number) => T): (key: number) => T {
	let kept: readonly {readonly key: number; readonly value: T}[] = [];
	return key => {
		const wanted = kept.find(one => one.key === key) ?? {key, value: make(key)};
		if (kept[0] !== wanted) kept = [wanted, ...kept.filter(one => one !== wanted)].slice(0, pagesKept);
		return wanted.value;
	};
}

/** Reads the events between two offsets, again and again into the same memory. */
function reader(file: string): (from: number | undefined, to: number) => readonly JournalEvent[] {
	let memory = Buffer.alloc(0);
	return (from = 0, to) => {
		if (memory.length < to - from) memory = Buffer.alloc(to - from);
		const bytes = memory.subarray(0, to - from);
		try {
			fill(bytes, file, from);
			return bytes.toString('utf8').trimEnd().split('\n').map(readChecked);
		} catch (error) {
			throw new JournalRefused(`${file} was changed or taken away while it was being played. Open it again.`, {
				cause: error,
			});
		}
	};
}

/** What the file no longer holds is left blank. */
function fill(bytes: Buffer, file: string, from: number): void {
	const descriptor = openRegular(file);
	try {
		bytes.fill(0);
		for (let done = 0, read = 1; done < bytes.length && read > 0; done += read)
			read = readSync(descriptor, bytes, done, bytes.length - done, from + done);
	} finally {
		closeSync(descriptor);
	}
}
