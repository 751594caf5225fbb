/** Moves a debate's folder into the trash, from where it can be restored. */
import {cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {basename, dirname, join, sep} from 'node:path';
import {lockJournal} from '../../engine/replay/journal-lock.ts';
import {journalName} from '../files/find-debate.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';

/** What `makeDebateFolder` calls the folders that it makes. */
const ours = /^\d{8}-\d{6}-./u;

type TrashFolders = {
	/** The folder for what is put aside. */ readonly trash: string;
	/** Those that hold debates, which are never put aside themselves. */ readonly folders: readonly string[];
};

/**
 * Moves a debate's own folder into the trash and gives the path that it has there. Throws `UsageError` where the folder
 * was
 * not made for that debate alone, and `NotResumable` where the debate is being held.
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
	const unlock = await lockJournal(journal);
	try {
		mkdirSync(trash, {recursive: true});
		const place = freePlace(join(trash, basename(folder)));
		move(folder, place);
		// The lock went along, and locks nothing there.
		rmSync(join(place, `${journalName}.lock`), {force: true});
		return place;
	} finally {
		unlock();
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

/** Two debates may have been called the same, in different folders. */
function freePlace(path: string): string {
	for (let number = 1; ; number++) {
		const place = number === 1 ? path : `${path}-${number}`;
		if (!existsSync(place)) return place;
	}
}

/** Between two disks a folder is copied whole before the first one goes. */
function move(from: string, to: string): void {
	try {
		renameSync(from, to);
	} catch (error) {
		if (errorCode(error) !== 'EXDEV') throw error;
		cpSync(from, to, {recursive: true, errorOnExist: true, preserveTimestamps: true, verbatimSymlinks: true});
		rmSync(from, {recursive: true});
	}
}
