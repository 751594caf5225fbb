/** The library as its screen asks for it: debates and passages, their exports, and the trash. */
import {cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {basename, dirname, join, sep} from 'node:path';
import {homeFiles} from '../../settings/home.ts';
import type {CliContext} from '../context.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {Filter, Finder, FoundDebate, FoundPassage, LibraryDebate} from '../../library/find.ts';
import {exportsOf} from '../session/session.ts';
import {protocolOf, type ExportsPort} from '../files/exports.ts';
import {askLibrary, syncLibrary, openDebateLibrary} from './library-sync.ts';
import {takeJournalLock} from '../../engine/replay/resume.ts';
import {journalName} from '../files/debate-folders.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';

/** Since when debates are shown: today, or within so long before. */
export type Since = 'today' | 'week' | 'month' | 'year';

/** A debate of the library; `hits` where something was looked for. */
export type LibraryEntry = LibraryDebate & Partial<Pick<FoundDebate, 'hits'>>;

/** Which debates are shown; all that is given must hold. */
export type LibraryFilter = Omit<Filter, 'since' | 'until'> & {readonly since?: Since | undefined};

/** The values that filters can take. */
export type LibraryChoices = ReturnType<Finder['choices']>;

/** Open as long as its screen is. Debates are named by their journals’ paths. */
export type LibraryPort = {
	/** Those that fit, newest first, of how many; with words, those in which they were said. */
	readonly find: (
		text: string,
		filter: LibraryFilter,
	) => Promise<{readonly entries: readonly LibraryEntry[]; readonly of: number}>;
	/** What was said in a debate: where the words stand, or from its beginning. */
	readonly passages: (path: string, text: string) => Promise<readonly FoundPassage[]>;
	readonly choices: () => Promise<LibraryChoices>;
	/** Reads journals that are new or have changed; resolves with what the user should know of it. */
	readonly bring: (onProgress: (done: number, of: number) => void, signal: AbortSignal) => Promise<readonly string[]>;
	readonly exports: (path: string) => ExportsPort;
	/**
	 * Moves a debate's folder to where it can be had back from, and says where that is. Rejects where that must not be.
	 */
	readonly remove: (path: string) => Promise<string>;
	readonly close: () => void;
};

/** The most passages per debate that a screen gets: more than anyone browses with keys. */
const mostPassages = 200;

const {signal: never} = new AbortController();

export async function libraryPort(
	configuration: Configuration,
	{cwd, recorder}: Pick<CliContext, 'cwd' | 'recorder'>,
): Promise<LibraryPort> {
	const {library, folders} = await openDebateLibrary(configuration, cwd);
	return {
		async find(text, filter) {
			const asked = filterOf(filter, new Date());
			const isSearch = /[\p{L}\p{N}]/u.test(text);
			return askLibrary(library, {folders, signal: never}, () => ({
				entries: isSearch ? library.search(text, asked) : library.debates(asked),
				of: library.count(),
			}));
		},
		passages: async (path, text) => library.passages(path, text, mostPassages),
		choices: async () => library.choices(),
		async bring(onProgress, signal) {
			await syncLibrary(library, {folders, signal, onProgress});
			return library.notices();
		},
		exports: path => exportsOf(path, protocolOf(path), {configure: () => configuration, recorder}),
		async remove(path) {
			const place = await moveToTrash(path, {trash: homeFiles(configuration.home).trash, folders});
			library.drop(path);
			return place;
		},
		close: library.close,
	};
}

const days: Readonly<Record<Since, number>> = {today: 0, week: 6, month: 29, year: 364};

/** Days start at midnight, local time. */
function filterOf({since, ...filter}: LibraryFilter, now: Date): Filter {
	return {
		...filter,
		...(since !== undefined && {
			since: new Date(now.getFullYear(), now.getMonth(), now.getDate() - days[since]).getTime(),
		}),
	};
}

// Moves a debate's folder to the trash, from where it can be restored.

/** Matches the folder names that `makeDebateFolder` creates. */
const ours = /^\d{8}-\d{6}-./u;

type TrashFolders = {
	readonly trash: string;
	/** The folders of debates, which are never moved themselves. */
	readonly folders: readonly string[];
};

/**
 * Moves a debate's own folder to the trash and returns its new path. Throws `UsageError` if the folder was not
 * created for this debate alone, `NotResumable` if the debate is still running.
 */
export async function moveToTrash(journal: string, {trash, folders}: TrashFolders): Promise<string> {
	const folder = dirname(journal);
	const why = refusal(journal, folder, folders);
	if (why !== undefined)
		throw new UsageError({
			what: `Not deleted: ${why}`,
			value: folder,
			todo: 'If you mean to, delete it by other means.',
		});
	const {release} = await takeJournalLock(journal);
	try {
		mkdirSync(trash, {recursive: true, mode: 0o700});
		const place = freePlace(join(trash, basename(folder)));
		move(folder, place);
		// The lock file has moved along with the folder.
		rmSync(join(place, `${journalName}.lock`), {force: true});
		return place;
	} finally {
		release();
	}
}

function refusal(journal: string, folder: string, folders: readonly string[]): string | undefined {
	if (basename(journal) !== journalName || !lstatSync(journal, {throwIfNoEntry: false})?.isFile())
		return 'it does not contain a debate journal';
	if (!ours.test(basename(folder)))
		return 'Rostrum makes folders called yyyymmdd-hhmmss-topic, and this one was made or renamed by somebody else';
	if (!lstatSync(folder).isDirectory()) return 'it is a link to another folder';
	return folders.some(other => other === folder || other.startsWith(folder + sep))
		? 'other debates are kept in it'
		: undefined;
}

/** Folders from different places may share a name. */
function freePlace(path: string): string {
	for (let number = 1; ; number++) {
		const place = number === 1 ? path : `${path}-${number}`;
		if (!existsSync(place)) return place;
	}
}

/** Across file systems, copies the whole folder before removing the original. */
function move(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') throw error;
		cpSync(from, to, {recursive: true, errorOnExist: true, preserveTimestamps: true, verbatimSymlinks: true});
		rmSync(from, {recursive: true});
	}
}
