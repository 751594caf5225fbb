/** What of a change touches the check's own files, and the worktree with those files as they were before the work. */
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Touched} from '../../../debate/formats/builder-reviewer/events.ts';
import {cleanCode} from '../../../debate/text/intake.ts';
import {must} from '../../../engine/host/git.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {restored, touchedBy, type CheckBase, type FileChange} from '../evidence/touched.ts';
import {headOf, type Worktree} from './worktree.ts';
import {commitChanges, listFiles, readBlobs, textsIn} from './worktree-files.ts';

/** So many changed files are looked into, and so many manifests of a monorepo. */
const most = {files: 400, manifests: 60};

/** Everything between two commits that reviewer and user should look at. */
export async function touchedBetween(work: Worktree, from: string, to: string, check: string): Promise<Touched[]> {
	const changes = await changesBetween(work, from, to);
	if (changes.length === 0) return [];
	const found = touchedBy(changes, await baseOf(work, check));
	return found.map(({kind, path, what}) => ({kind, path: cleanCode(path), what: cleanCode(what)}));
}

/**
 * Writes the check's own files as they were before the work into the worktree; `restore` undoes it. Gives the paths,
 * none where the work left them alone.
 */
export async function writeBaseTests(work: Worktree, check: string): Promise<string[]> {
	const {base, path: place} = work.record;
	const changes = await changesBetween(work, base, headOf(work));
	if (changes.length === 0) return [];
	const files = restored(changes, await baseOf(work, check));
	const asBefore = Object.keys(files).filter(path => files[path] === 'base');
	// Git brings bytes and mode, and has refused links and paths that lead out when the step was committed.
	if (asBefore.length > 0)
		await must(work.git, ['--literal-pathspecs', 'restore', `--source=${base}`, '--worktree', '--', ...asBefore]);
	for (const [path, how] of Object.entries(files)) {
		const file = join(place, path);
		if (how === 'deleted') rmSync(file, {force: true});
		else if (how !== 'base') writeWhole(file, how.text, 0o644);
	}
	return Object.keys(files);
}

async function baseOf(work: Worktree, command: string): Promise<CheckBase> {
	const {base} = work.record;
	const paths = await listFiles(work, base);
	const named = paths.filter(each => /(?:^|\/)package\.json$/u.test(each)).slice(0, most.manifests);
	const manifests: Record<string, string> = {};
	for (const [path, found] of await textsIn(work, named, base)) if ('text' in found) manifests[path] = found.text;
	return {command, paths, manifests};
}

/** The changed files with their texts, empty for what is not a text. */
async function changesBetween(work: Worktree, from: string, to: string): Promise<FileChange[]> {
	const {raw} = await commitChanges(work, from, to);
	const entries = raw.slice(0, most.files).map(([entry, path]) => {
		const [before = '', after = '', old = '', now = ''] = entry.replace(/^:/u, '').split(' ');
		return {path, modes: {before, after}, old, now};
	});
	const isThere = (object: string): boolean => !/^0+$/u.test(object);
	const blobs = await readBlobs(
		work,
		entries.flatMap(({old, now}) => [old, now].filter(isThere)),
	);
	const text = (object: string): string | undefined => {
		if (!isThere(object)) return undefined;
		const found = blobs.get(object) ?? '';
		return found.includes('\0') ? '' : found;
	};
	return entries.map(({path, modes, old, now}) => ({path, modes, before: text(old), after: text(now)}));
}
