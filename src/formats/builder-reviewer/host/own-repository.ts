/**
 * A git directory of the builder's own: what its git does to branches, stash, hooks or configuration is done there. The
 * user's objects are read where they are, and nothing is written to the user's repository.
 */
import {appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gitAt, gitIn, must, type RepositoryPaths} from '../../../engine/host/git.ts';
import {syncFile, syncFolder, writeWhole} from '../../../engine/host/write-whole.ts';

/** How the user's files are written and which are ignored: the builder's are too. */
const taken = {
	keys: String.raw`^core\.(autocrlf|eol|filemode|symlinks|excludesfile|attributesfile)$`,
	files: ['shallow', 'info/exclude', 'info/attributes'],
};

/** The git directory that belongs to a worktree: beside it, so that a check in its sandbox cannot write it. */
export const ownGitDir = (workTree: string): string => `${workTree}.git`;

/** Makes worktree and git directory, with the files of the commit `base` checked out on no branch. */
export async function makeOwnRepository(
	user: RepositoryPaths,
	workTree: string,
	{base, objectFormat}: {readonly base: string; readonly objectFormat: string},
): Promise<RepositoryPaths> {
	const from = gitAt(user);
	const gitDir = ownGitDir(workTree);
	mkdirSync(workTree, {recursive: true});
	await must(gitIn(workTree), [
		'init',
		'--quiet',
		'--template=',
		`--object-format=${objectFormat}`,
		`--separate-git-dir=${gitDir}`,
	]);
	const work = {workTree: realpathSync(workTree), gitDir: realpathSync(gitDir), commonDir: realpathSync(gitDir)};
	const git = gitAt(work);
	mkdirSync(join(gitDir, 'info'), {recursive: true});
	for (const name of taken.files) {
		const file = join(user.commonDir, name);
		if (existsSync(file)) copyFileSync(file, join(gitDir, name));
	}
	writeWhole(join(gitDir, 'objects', 'info', 'alternates'), `${join(user.commonDir, 'objects')}\n`);
	const {out: settings} = await from(['config', '--local', '--null', '--get-regexp', taken.keys]);
	const lines = [...settings.matchAll(/core\.([^\n\0]+)\n([^\0]*)\0/gu)].map(
		([, key = '', value = '']) => `\t${key} = ${configValue(value)}\n`,
	);
	appendFileSync(join(gitDir, 'config'), `[core]\n${lines.join('')}`);
	// Versions, and what a check compares with, are found by names.
	const names = ['refs/heads', 'refs/tags', 'refs/remotes'];
	const refs = await must(from, ['for-each-ref', '--format=%(objectname) %(refname)', ...names]);
	writeFileSync(join(gitDir, 'packed-refs'), refs);
	writeFileSync(join(gitDir, 'HEAD'), `${base}\n`);
	await must(git, ['reset', '--quiet', '--hard', base]);
	for (const name of ['HEAD', 'config', 'packed-refs', ...taken.files])
		if (existsSync(join(gitDir, name))) syncFile(join(gitDir, name));
	for (const place of ['info', 'objects/info', '.', '..']) syncFolder(join(gitDir, place));
	return work;
}

/** A value as a configuration file quotes it. */
const configValue = (value: string): string =>
	`"${value.replaceAll(/["\\]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;

/** Brings the commits of the builder's own repository up to `tip` into the user's, as objects without a name. */
export async function copyCommits(
	work: RepositoryPaths,
	user: RepositoryPaths,
	{tip, base}: {readonly tip: string; readonly base: string},
): Promise<void> {
	const pack = join(work.gitDir, 'handed-over');
	const name = await must(gitAt(work), ['pack-objects', '--quiet', '--revs', pack], {input: `${tip}\n^${base}\n`});
	await must(gitAt(user), ['unpack-objects', '-q'], {inputFile: `${pack}-${name.trim()}.pack`});
}

/**
 * Objects and our branches survive a power loss from here on. Git is told to sync their files, but it syncs none of the
 * folders that name them.
 */
export function syncNames({commonDir}: RepositoryPaths): void {
	for (const place of ['refs/heads', 'refs/heads/rostrum', 'reftable', 'objects'])
		if (existsSync(join(commonDir, place))) syncFolder(join(commonDir, place));
	for (const entry of readdirSync(join(commonDir, 'objects'), {withFileTypes: true}))
		if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
}
