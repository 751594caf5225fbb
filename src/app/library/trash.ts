/** Moves a debate's folder to the trash, from where it can be restored. */
import {cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {basename, dirname, join, sep} from 'node:path';
import {lockJournal} from '../../engine/replay/resume.ts';
import {journalName} from '../files/find-debate.ts';
import {errorCode, UsageError} from '../../debate/usage-error.ts';

/** Matches the folder names that `makeDebateFolder` creates. */
const ours = /^\d{8}-\d{6}-./u;

type TrashFolders = {
	/** The trash folder. */
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
	const {release} = await lockJournal(journal);
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
