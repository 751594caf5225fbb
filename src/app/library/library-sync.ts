/** Brings the library up to what lies in the folders: a journal is read again only where it has changed. */
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import type {JournalEvent} from '../../debate/events.ts';
import {checkJournal, type Problem} from '../../engine/journal/journal.ts';
import {digestOf} from '../../library/digest.ts';
import type {Library} from '../../library/library.ts';
import type {JournalReading} from '../../library/write.ts';
import {findJournals} from '../files/library-folders.ts';
import {errorCode} from '../../debate/usage-error.ts';

/** How many journals were read, how many were gone, how many there are. */
export type Synced = {readonly read: number; readonly gone: number; readonly all: number};

type Syncing = {
	readonly folders: readonly string[];
	readonly signal: AbortSignal;
	/** Called before each journal that is read. */ readonly onProgress?: (done: number, of: number) => void;
};

/** How often an index is filled whose file turns out to be damaged while it is filled. */
const mostTries = 3;

/**
 * The newest ones first, since they are asked for first. Gives the event loop its turn after each. Rejects where it is
 * aborted.
 */
export async function syncLibrary(library: Library, syncing: Syncing): Promise<Synced> {
	for (let tries = 1; ; tries++) {
		const begun = library.rebuilds();
		const synced = await fill(library, syncing);
		if (library.rebuilds() === begun || tries === mostTries) return synced;
	}
}

async function fill(library: Library, {folders, signal, onProgress}: Syncing): Promise<Synced> {
	const known = library.stamps();
	const journals = await findJournals(folders);
	const changed = [...journals]
		.filter(([path, stamp]) => known.get(path) !== stamp)
		.sort(([one], [other]) => (one < other ? 1 : -1));
	for (const [done, [path, stamp]] of changed.entries()) {
		signal.throwIfAborted();
		onProgress?.(done, changed.length);
		const reading = read(path);
		if (reading) library.put(path, stamp, reading);
		await nextTurnOfTheLoop();
	}
	const gone = [...known.keys()].filter(path => !journals.has(path));
	for (const path of gone) library.drop(path);
	return {read: changed.length, gone: gone.length, all: journals.size};
}

/** What a journal holds, or why it cannot be read; nothing where it is gone. */
function read(path: string): JournalReading | undefined {
	try {
		let fault: Problem | undefined;
		// One after the other: of a long debate not all events are in memory at once.
		function* events(): Generator<JournalEvent> {
			for (const line of checkJournal(path)) {
				if ('what' in line) fault = line;
				if ('what' in line) return;
				yield line.event;
			}
		}
		const digest = digestOf(events());
		return {digest, ...(fault && {fault: `line ${fault.line} ${fault.what}`})};
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return undefined;
		if (errorCode(error) === undefined) throw error;
		return {fault: `it cannot be read: ${error instanceof Error ? error.message : ''}`};
	}
}
