/**
 * Submodules in the builder's worktree: git checks none of them out there. Those that the user has are copied at the
 * commits that the work starts from; of the others, and of Git LFS, the run says what is missing.
 */
import {existsSync, mkdirSync, readdirSync, realpathSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {cleanCode} from '../../../debate/text/intake.ts';
import {shellQuote} from '../../../debate/text/words.ts';
import {gitAt, gitIn, must, type Git} from '../../../engine/host/git.ts';
import {repositoryOver} from '../../../engine/host/repository-places.ts';
import type {WorkRecord} from './repository.ts';

/** Submodules in submodules, as deep as that. */
const deepest = 4;

/** Fills the folders of submodules that are empty in the worktree; tells what is not there. */
export async function fillSubmodules({record, folder, git}: FilledWorktree): Promise<string[]> {
	const {user, base, path: place} = record;
	if (user === undefined) return [];
	const missing: string[] = [];
	const fill = async (from: Git, commit: string, top: string, within: string, depth: number): Promise<void> => {
		for (const {path, pinned} of await submodulesOf(from, commit)) {
			const named = within === '' ? path : `${within}/${path}`;
			const target = join(place, named);
			if (existsSync(target) && readdirSync(target).length > 0) continue;
			const own = join(top, path);
			const git = repositoryOver(own)?.top === realPath(own) ? gitIn(own) : undefined;
			const has = git && (await git(['rev-parse', '--verify', '--quiet', `${pinned}^{commit}`])).ok;
			if (!git || !has || depth >= deepest) {
				missing.push(named);
				continue;
			}
			await copyCommit(git, pinned, target, join(folder, 'submodule-index'));
			await fill(git, pinned, own, named, depth + 1);
		}
	};
	await fill(gitAt(user), base, user.workTree, '', 0);
	return [...missingNotes(missing), ...(await lfsNotes(git, base))];
}

type FilledWorktree = {readonly record: WorkRecord; readonly folder: string; readonly git: Git};

const realPath = (path: string): string | undefined => (existsSync(path) ? realpathSync(path) : undefined);

/** A commit's submodules: where each lies, and the commit of it that is meant. */
async function submodulesOf(git: Git, commit: string): Promise<{path: string; pinned: string}[]> {
	const {out} = await git(['ls-tree', '-r', '-z', commit]);
	return out.split('\0').flatMap(entry => {
		const {pinned, path} = /^160000 commit (?<pinned>[0-9a-f]+)\t(?<path>.+)$/su.exec(entry)?.groups ?? {};
		return pinned === undefined || path === undefined ? [] : [{path, pinned}];
	});
}

/** Files alone: links become texts, and nothing in the folder is a repository. */
async function copyCommit(git: Git, commit: string, target: string, indexFile: string): Promise<void> {
	mkdirSync(target, {recursive: true});
	try {
		await must(git, ['read-tree', commit], {indexFile});
		const args = ['checkout-index', '--all', '--force', '--quiet', `--prefix=${target}/`];
		await must(git, ['-c', 'core.symlinks=false', ...args], {indexFile, writable: target});
	} finally {
		rmSync(indexFile, {force: true});
	}
}

const missingNotes = (missing: readonly string[]): string[] =>
	missing.length === 0
		? []
		: [
				`${missing.length === 1 ? 'The submodule' : 'The submodules'} ${missing.map(cleanCode).join(', ')} ${missing.length === 1 ? 'is' : 'are'} empty where the builder works, as you have not checked ${missing.length === 1 ? 'it' : 'them'} out at this commit. If the check needs ${missing.length === 1 ? 'it' : 'them'}: --setup ${shellQuote('git submodule update --init --recursive')}`,
			];

/** Files that Git LFS keeps stand there as pointers. */
async function lfsNotes(git: Git, base: string): Promise<string[]> {
	const {out} = await git(['grep', '-l', '-I', '-e', 'filter=lfs', base, '--', '.gitattributes', '**/.gitattributes']);
	return out.trim() === ''
		? []
		: [
				`Files that Git LFS keeps are pointers where the builder works. If the check needs their contents: --setup ${shellQuote('git lfs pull')}`,
			];
}

/**
 * For the set-up command alone: relative addresses of submodules are taken from where the user's repository would take
 * them. The worktree's own configuration names no other repository.
 */
export async function submoduleAddresses({user}: WorkRecord): Promise<Readonly<Record<string, string>>> {
	if (user === undefined || !existsSync(join(user.workTree, '.gitmodules'))) return {};
	const {ok, out} = await gitAt(user)(['config', '--get', 'remote.origin.url']);
	return {
		GIT_CONFIG_COUNT: '1',
		GIT_CONFIG_KEY_0: 'remote.origin.url',
		GIT_CONFIG_VALUE_0: ok && out.trim() !== '' ? out.trim() : user.workTree,
	};
}
