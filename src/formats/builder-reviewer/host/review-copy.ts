/**
 * Copies of the worktree for agents that review: the files as the last step left them, and no repository, so that
 * nothing an agent writes there comes back.
 */
import {chmodSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {GitFailed, must} from '../../../engine/host/git.ts';
import {headOf, type Worktree} from './worktree.ts';

const copiesFolder = (folder: string): string => join(folder, 'review');

/** The seats that have a copy. */
export const copiesIn = (folder: string): string[] =>
	lstatSync(copiesFolder(folder), {throwIfNoEntry: false})?.isDirectory() ? readdirSync(copiesFolder(folder)) : [];

/** Makes a seat's copy anew. Where git or the disk refuses, there is none, and the reason is given. */
export async function copyForReview(
	work: Worktree,
	seat: string,
): Promise<{readonly folder: string} | {readonly problem: string}> {
	const place = join(copiesFolder(work.folder), basename(seat));
	const index = join(work.folder, `review-index-${basename(seat)}`);
	try {
		removeTree(place);
		mkdirSync(place, {recursive: true});
		await must(work.git, ['read-tree', headOf(work)], {indexFile: index});
		// Links become files that name their target: nothing leads out of the copy.
		await must(
			work.git,
			['-c', 'core.symlinks=false', 'checkout-index', '--all', '--force', '--quiet', `--prefix=${place}/`],
			{indexFile: index},
		);
		// Git that is run there must not find the repository that the run's folder may lie in.
		writeFileSync(join(place, '.git'), 'gitdir: nowhere\n');
		lock(place);
		return {folder: place};
	} catch (error) {
		if (!(error instanceof GitFailed) && !isDiskError(error)) throw error;
		return {problem: error.message};
	} finally {
		rmSync(index, {force: true});
	}
}

/** Removes all copies; gives why one was left, if it was. */
export function removeCopies(folder: string): string | undefined {
	try {
		removeTree(copiesFolder(folder));
		return undefined;
	} catch (error) {
		if (!isDiskError(error)) throw error;
		return `the reviewer’s copy ${copiesFolder(folder)} could not be removed: ${error.message}`;
	}
}

const isDiskError = (error: unknown): error is Error => error instanceof Error && 'code' in error;

/** Takes the right to write from everything, files first. */
function lock(place: string): void {
	for (const entry of readdirSync(place, {withFileTypes: true})) {
		const path = join(place, entry.name);
		if (entry.isDirectory()) lock(path);
		else chmodSync(path, lstatSync(path).mode & 0o555);
	}
	chmodSync(place, 0o555);
}

/** Removes a locked tree. Links are removed, never followed. */
function removeTree(place: string): void {
	if (!lstatSync(place, {throwIfNoEntry: false})?.isDirectory()) return rmSync(place, {force: true});
	chmodSync(place, 0o755);
	for (const entry of readdirSync(place, {withFileTypes: true}))
		if (entry.isDirectory()) removeTree(join(place, entry.name));
	rmSync(place, {recursive: true, force: true});
}
