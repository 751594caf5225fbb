/** Updates the library from the journals on disk, reading only those that have changed. */
import {setImmediate as nextTurnOfTheLoop} from 'node:timers/promises';
import type {JournalEvent} from '../../debate/events.ts';
import {checkJournal, type Problem} from '../../engine/journal/journal.ts';
import {digestOf, type JournalReading} from '../../library/digest.ts';
import {libraryFacts} from '../../formats/index.ts';
import {type Library, openLibrary} from '../../library/library.ts';
import {nameBeside} from '../files/debate-name.ts';
import {debatesFolder, findJournals, folderHere, isDirectory, rememberedFolders} from '../files/debate-folders.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';

/** The number of journals read, removed, and present. */
type Synced = {readonly read: number; readonly gone: number; readonly all: number};

type Syncing = {
	readonly folders: readonly string[];
	readonly signal: AbortSignal;
	/** Called before each journal is read. */
	readonly onProgress?: (done: number, of: number) => void;
};

/** How often to start over if the index turns out to be damaged while it is filled. */
const mostTries = 3;

/**
 * Reads the newest journals first, since they are needed first, and yields to the event loop after each. Rejects with
 * the signal's reason.
 */
export async function syncLibrary(library: Library, syncing: Syncing): Promise<Synced> {
	for (let tries = 1; ; tries++) {
		const begun = library.rebuilds();
		const synced = await fill(library, syncing);
		if (library.rebuilds() === begun || tries === mostTries) return synced;
	}
}

/**
 * The answer of a filled index. One that turns out to be damaged by being asked is filled anew, and asked again.
 * Rejects with the signal's reason.
 */
export async function askLibrary<T>(library: Library, syncing: Syncing, ask: () => T): Promise<T> {
	const begun = library.rebuilds();
	const answer = ask();
	if (library.rebuilds() === begun) return answer;
	await syncLibrary(library, syncing);
	return ask();
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

/** A journal's digest, or why it cannot be read; undefined if it is gone. */
function read(path: string): JournalReading | undefined {
	try {
		let fault: Problem | undefined;
		// Read one at a time, so that a long debate is never in memory as a whole.
		function* events(): Generator<JournalEvent> {
			for (const line of checkJournal(path)) {
				if ('what' in line) fault = line;
				if ('what' in line) return;
				yield line.event;
			}
		}
		const digest = digestOf(events(), libraryFacts);
		const named = nameBeside(path);
		return {
			digest: digest && named !== undefined ? {...digest, topic: named, title: digest.topic} : digest,
			...(fault && {fault: `line ${fault.line} ${fault.what}`}),
		};
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return undefined;
		if (errorCode(error) === undefined) throw error;
		return {fault: `it cannot be read: ${reasonOf(error)}`};
	}
}

// Opens the library for commands and screens.

/** A library and the folders that it covers. */
export type DebateLibrary = {readonly library: Library; readonly folders: readonly string[]};

/** Covers the debates folder in use, the one in ROSTRUM_HOME, and every remembered folder. */
export async function openDebateLibrary({settings, home}: Configuration, cwd: string): Promise<DebateLibrary> {
	const files = homeFiles(home);
	const folders = [
		...new Set([
			debatesFolder(settings.out, home, cwd),
			files.transcripts,
			...(isDirectory(folderHere(cwd)) ? [folderHere(cwd)] : []),
			...rememberedFolders(files.folders),
		]),
	];
	return {library: await openLibrary(files.library), folders};
}
