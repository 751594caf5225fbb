/**
 * Whether a repository still is the one that was opened. A builder, or a check that runs its code, can delete, redirect
 * or remake `.git`; git would then work in another repository, such as the user's.
 */
import {lstatSync, readdirSync, readFileSync, realpathSync} from 'node:fs';
import {basename, dirname, join, resolve, sep} from 'node:path';
import type {Effects} from '../../../engine/floor/floor-context.ts';
import {gitAt, GitFailed, gitIn, type Git, type RepositoryPaths} from '../../../engine/host/git.ts';
import {RunOver} from '../run.ts';

/** A worktree, or the user's repository, was changed from outside. The message says how. */
export class RepositoryChanged extends Error {
	override readonly name = 'RepositoryChanged';
}

/** The repository that a folder lies in, or git's message where it lies in none with files. */
export async function repositoryAround(
	folder: string,
): Promise<{readonly user: RepositoryPaths; readonly objectFormat: string} | {readonly problem: string}> {
	const wanted = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format'];
	const {ok, out, message} = await gitIn(folder)(['rev-parse', '--path-format=absolute', ...wanted]);
	const [workTree = '', gitDir = '', commonDir = '', objectFormat = ''] = out.split('\n');
	if (!ok || workTree === '') return {problem: message};
	const user = {
		workTree: realpathSync(workTree),
		gitDir: realpathSync(gitDir),
		commonDir: realpathSync(commonDir),
	};
	return {user, objectFormat};
}

/** The repository of exactly this folder. Throws `RepositoryChanged` where the folder only lies in another one. */
export async function pathsOf(folder: string): Promise<RepositoryPaths> {
	const found = await repositoryAround(folder);
	if ('problem' in found) throw new GitFailed(`git rev-parse failed: ${found.problem}`);
	if (found.user.workTree === realPath(folder)) return found.user;
	throw new RepositoryChanged(`${join(folder, '.git')} is gone or leads elsewhere`);
}

/** Git in a repository, which is looked at before each command. Throws `RepositoryChanged`. */
export const guardedGit =
	(paths: RepositoryPaths, findChange: (paths: RepositoryPaths) => string | undefined): Git =>
	async (args, options) => {
		const change = findChange(paths);
		if (change !== undefined) throw new RepositoryChanged(change);
		return gitAt(paths)(args, options);
	};

/** What is wrong with the user's repository, if anything is. */
export function changeInRepository({workTree, gitDir}: RepositoryPaths): string | undefined {
	const link = join(workTree, '.git');
	if (realPath(workTree) !== workTree) return `${workTree} is not the folder that it was when the run began`;
	return pointsTo(link, gitDir) ? undefined : `${link} does not lead to ${gitDir} any more`;
}

/** What is wrong with the builder's worktree, if anything is. */
export function changeInWorktree(paths: RepositoryPaths): string | undefined {
	const {workTree, gitDir, commonDir} = paths;
	const link = join(workTree, '.git');
	if (!lstatSync(workTree, {throwIfNoEntry: false})?.isDirectory()) return `the folder ${workTree} is gone`;
	if (realPath(workTree) !== workTree) return `${workTree} leads to ${realPath(workTree) ?? 'nothing'}`;
	const found = lstatSync(link, {throwIfNoEntry: false});
	if (!found) return `${link} was deleted`;
	if (found.isSymbolicLink()) return `${link} was replaced by a symbolic link`;
	const isBeside = gitDir !== link;
	if (isBeside ? !found.isFile() : !found.isDirectory()) return `${link} was made anew`;
	if (!pointsTo(link, gitDir)) return `${link} does not lead to ${gitDir} any more`;
	const wrong = gitDir === commonDir ? wrongInOwn(gitDir) : wrongInLinked(paths);
	return wrong ?? linkIn(gitDir);
}

/** The entry that the user's repository has for a linked worktree, in which runs worked up to 0.1.0. */
function wrongInLinked({workTree, gitDir, commonDir}: RepositoryPaths): string | undefined {
	if (dirname(gitDir) !== join(commonDir, 'worktrees')) return `${gitDir} is not among the worktrees of ${commonDir}`;
	const back = resolve(gitDir, firstLine(join(gitDir, 'gitdir')) ?? '');
	if (basename(back) !== '.git' || realPath(dirname(back)) !== workTree)
		return `${join(gitDir, 'gitdir')} does not lead back to ${workTree} any more`;
	return realPath(resolve(gitDir, firstLine(join(gitDir, 'commondir')) ?? '')) === commonDir
		? undefined
		: `${join(gitDir, 'commondir')} does not lead to ${commonDir} any more`;
}

/** A repository of the builder's own shares no names with another one. */
const wrongInOwn = (gitDir: string): string | undefined =>
	lstatSync(join(gitDir, 'commondir'), {throwIfNoEntry: false})
		? `${join(gitDir, 'commondir')} was added, which leads to another repository`
		: undefined;

/** Git follows links when it writes HEAD, names, objects or the index, and appends to its logs whatever they are. */
function linkIn(gitDir: string): string | undefined {
	for (const entry of readdirSync(gitDir, {withFileTypes: true, recursive: true})) {
		const file = join(entry.parentPath, entry.name);
		if (entry.isSymbolicLink()) return `${file} was replaced by a symbolic link`;
		if (entry.isFile() && isLog(file, gitDir) && lstatSync(file).nlink > 1)
			return `${file} was replaced by a link to another file`;
	}
	return undefined;
}

const isLog = (file: string, gitDir: string): boolean => file.startsWith(join(gitDir, 'logs', sep));

/** Whether `.git`, a folder or a file with a path in it, leads to this git directory. */
function pointsTo(link: string, gitDir: string): boolean {
	const real = realPath(link);
	if (real === undefined || real === gitDir) return real === gitDir;
	const path = firstLine(real)?.match(/^gitdir: (?<path>.+)$/u)?.groups?.['path'];
	return path !== undefined && realPath(resolve(dirname(link), path)) === gitDir;
}

function realPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch {
		return undefined;
	}
}

/** The text of a small file without its last line end; nothing where it is not a file. */
export const firstLine = (file: string): string | undefined =>
	lstatSync(file, {throwIfNoEntry: false})?.isFile() ? readFileSync(file, 'utf8').replace(/\r?\n$/u, '') : undefined;

/** A worktree that was changed, and what git refuses there, end the run as failed. */
export const endingInWords = (effects: Effects): Effects =>
	Object.fromEntries(
		Object.entries(effects).map(([name, perform]) => [
			name,
			async (...given: Parameters<typeof perform>) => {
				try {
					return await perform(...given);
				} catch (error) {
					const words = inWords(error);
					throw words === undefined ? error : new RunOver('failed', words);
				}
			},
		]),
	);

/** Undefined for what is a bug. */
export function inWords(error: unknown): string | undefined {
	if (error instanceof RepositoryChanged)
		return `${error.message}; Rostrum ran no git command after that, so that it changes nothing of yours`;
	return error instanceof GitFailed ? error.message : undefined;
}
