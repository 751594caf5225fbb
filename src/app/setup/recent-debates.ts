/** Lists recent debates, newest first, from the first line and the end of each journal. */
import {closeSync, existsSync, fstatSync, readSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DebateStart} from '../../debate/events.ts';
import {journalJsonIfAny} from '../../engine/journal/journal.ts';
import {isShipped, journalsUnder, shippedFolder} from '../files/debate-folders.ts';
import {nameBeside} from '../files/debate-name.ts';
import {isLocked} from '../../engine/host/append-lock.ts';
import {openRegular} from '../../engine/host/regular-file.ts';

/** A debate held before. `when` is written for the user; `sample` marks one that came with Rostrum. */
export type RecentDebate = {
	readonly title: string;
	readonly format?: string;
	readonly sample?: true;
	readonly path: string;
	readonly finished: boolean;
	/** Another process holds it just now. */ readonly running?: true;
	readonly when: string;
};

/** Enough for `debate-end` and many votes after it. */
const endBytes = 65_536;
const startBytes = 262_144;

/** Recordings that come with Rostrum, in the order in which they are worth watching. */
const samples = [
	'sample-private-cars',
	'sample-flood-wall',
	'sample-smartphones',
	'sample-four-day-week',
	'sample-liberty-vs-community',
	'sample-three-way-ethics',
	'sample-objection-deadline',
	'sample-failing-test',
] as const;

/** At most `most` debates; journals with an unreadable first line are left out. */
export const recentDebates = (folder: string, most: number): RecentDebate[] => newest(journalsUnder(folder), most);

/** The same without the recordings that come with Rostrum, of which nothing is read. */
export const ownDebates = (folder: string, most: number): RecentDebate[] =>
	newest(
		journalsUnder(folder).filter(file => !isShipped(dirname(file))),
		most,
	);

const newest = (journals: readonly string[], most: number): RecentDebate[] =>
	journals.slice(0, most).flatMap(file => aboutJournal(file) ?? []);

/** The recordings that come with Rostrum. */
export const sampleDebates = (): RecentDebate[] =>
	samples.flatMap(name => {
		const journal = join(shippedFolder, name, 'debate.jsonl');
		const sample = existsSync(journal) ? aboutJournal(journal, () => 'comes with Rostrum') : undefined;
		return sample ? [{...sample, sample: true as const}] : [];
	});

/** The system's words for dates are only loaded for debates that were held here. */
let dates: Intl.DateTimeFormat | undefined;

function dateText(startedAt: string): string {
	dates ??= new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'short'});
	return dates.format(new Date(startedAt));
}

/**
 * From the first line and the end of a journal; undefined where the first line is unreadable. `written` puts its time
 * into words.
 */
export function aboutJournal(
	file: string,
	written: (startedAt: string) => string = dateText,
): RecentDebate | undefined {
	const {start, end} = readEnds(file);
	// For a few lines, code that checks them fast takes longer to make than it saves.
	const first = DebateStart.safeParse(journalJsonIfAny(start.split('\n', 1)[0] ?? ''), {jitless: true});
	if (!first.success) return undefined;
	const {subject, startedAt, protocol} = first.data;
	const finished = end.includes('\n{"type":"debate-end",');
	return {
		title: nameBeside(file) ?? subject.text,
		format: protocol,
		path: dirname(file),
		finished,
		...(!finished && isLocked(`${file}.lock`) && {running: true as const}),
		when: written(startedAt),
	};
}

/** The start and the end of a file of any size. */
function readEnds(file: string): {start: string; end: string} {
	const descriptor = openRegular(file);
	try {
		const {size} = fstatSync(descriptor);
		const part = (bytes: number, from: number): string => {
			const buffer = Buffer.alloc(Math.min(bytes, size));
			return buffer.subarray(0, readSync(descriptor, buffer, 0, buffer.length, from)).toString('utf8');
		};
		return {start: part(startBytes, 0), end: part(endBytes, Math.max(0, size - endBytes))};
	} finally {
		closeSync(descriptor);
	}
}
