/** Copies the files that a subject is about into a folder of their own, for agents that may read them. */
import {copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {SubjectRequest} from '../subject/request.ts';
import {gitIn, must, type Git} from '../../../engine/host/git.ts';

/** A repository's top, and the commit meant; without one, its files as they are now. */
export type Reads = {readonly repo: string; readonly revision?: string | undefined};

/** More files than this are not copied. */
const mostFiles = 20_000;

/**
 * What there is to be read for a subject; nothing outside of repositories, for texts, or of what is not in this one.
 */
export async function readsFor(request: SubjectRequest, cwd: string): Promise<Reads | undefined> {
	const git = gitIn(cwd);
	const top = await git(['rev-parse', '--show-toplevel']);
	const repo = top.out.trim();
	if (!top.ok || repo === '' || request.kind === 'pull-request' || request.kind === 'text') return undefined;
	const revision = await commitIn(git, request);
	const list = await git([
		...(revision === undefined ? ['ls-files'] : ['ls-tree', '-r', '--name-only', revision]),
		'-z',
	]);
	return list.ok && list.out.split('\0').length <= mostFiles
		? {repo, ...(revision === undefined ? {} : {revision})}
		: undefined;
}

/** The newer side of a range, or a commit itself. */
async function commitIn(git: Git, request: SubjectRequest): Promise<string | undefined> {
	const named =
		request.kind === 'commit'
			? request.revision
			: request.kind === 'diff'
				? /\.{2,3}(?<newer>.*)$/u.exec(request.range ?? '')?.groups?.['newer']
				: undefined;
	if (named === undefined) return undefined;
	const found = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${named || 'HEAD'}^{commit}`]);
	return found.ok ? found.out.trim() : undefined;
}

/** Makes the folder, whole or not at all; an existing one is left as it is. */
export async function copyFiles({repo, revision}: Reads, folder: string): Promise<void> {
	if (existsSync(folder)) return;
	const half = `${folder}.half`;
	rmSync(half, {recursive: true, force: true});
	mkdirSync(half, {recursive: true});
	const git = gitIn(repo);
	if (revision === undefined) await copyNow(git, repo, half);
	else await checkOut(git, revision, half);
	renameSync(half, folder);
}

/** With an index of its own, so that the user's stays as it is. */
async function checkOut(git: Git, revision: string, folder: string): Promise<void> {
	const indexFile = `${folder}.index`;
	try {
		await must(git, ['read-tree', revision], {indexFile});
		// A link is a text with its target's path: it could lead anywhere.
		const args = ['-c', 'core.symlinks=false', 'checkout-index', '--all', '--force', `--prefix=${folder}/`];
		await must(git, args, {indexFile, writable: folder});
	} finally {
		rmSync(indexFile, {force: true});
	}
}

async function copyNow(git: Git, repo: string, folder: string): Promise<void> {
	const paths = (await must(git, ['ls-files', '--cached', '--others', '--exclude-standard', '-z']))
		.split('\0')
		.filter(path => path !== '');
	const top = realpathSync(repo);
	for (const path of paths) {
		// Links could lead anywhere, and so could a link in the place of a folder above.
		const file = join(top, path);
		if (!lstatSync(file, {throwIfNoEntry: false})?.isFile() || realpathSync(file) !== file) continue;
		mkdirSync(dirname(join(folder, path)), {recursive: true});
		copyFileSync(file, join(folder, path));
	}
}
