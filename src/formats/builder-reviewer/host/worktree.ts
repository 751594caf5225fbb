/**
 * Where the builder works: a worktree with a git directory of its own, or a scratch repository where the user named
 * none. Git is told which repository it works in, and that is verified before each command: a builder may have changed
 * it.
 */
import {existsSync, lstatSync, mkdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {gitAt, gitIn, must, ourIdentity, type Git, type RepositoryPaths} from '../../../engine/host/git.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {makeOwnRepository, ownGitDir} from './own-repository.ts';
import {
	changeInRepository,
	changeInWorktree,
	firstLine,
	guardedGit,
	pathsOf,
	repositoryAround,
	RepositoryChanged,
} from './repository-guard.ts';
import {makingFile, readRecord, writeRecord, type StepCommit, type WorkRecord} from './work-record.ts';

/** What git was asked of commits and objects, which never change. */
type Known = {
	/** Of a commit, its files by path. */
	readonly trees: Map<string, ReadonlyMap<string, string>>;
	/** Texts by object, as many as there is room for. */
	readonly blobs: Map<string, string>;
	/** What was changed between two commits. */
	readonly changes: Map<string, CommitChanges>;
};
/** `raw` is in pairs: modes and objects as git has them, and the path; `counts` are insertions, deletions and path. */
export type CommitChanges = {
	readonly raw: readonly (readonly [entry: string, path: string])[];
	readonly counts: readonly (readonly string[])[];
	readonly diff: string;
};

export type Worktree = {
	/** The run's folder. */
	readonly folder: string;
	readonly record: WorkRecord & {readonly work: RepositoryPaths};
	/** The check's command, for what is touched of it. */
	readonly check?: string | undefined;
	/** The steps that were committed, the first one first. */
	readonly steps: StepCommit[];
	readonly known: Known;
	/** Throws `RepositoryChanged` where the worktree is not as it was when it was opened. */
	readonly git: Git;
};

/** What makes a run impossible, in words for the user. */
type OpenProblem = {readonly problem: string};

/** The commit that the last step left, whatever HEAD is by now. */
export const headOf = ({record, steps}: Worktree): string => steps.at(-1)?.commit ?? record.base;

/** Makes the worktree, or finds the one made before. Throws `RepositoryChanged` where that was changed since. */
export async function openWorktree(folder: string, repo: string | undefined): Promise<Worktree | OpenProblem> {
	const known = readRecord(folder);
	if (known) return reopen(folder, known);
	const path = join(folder, 'work');
	const isOurs = existsSync(makingFile(folder));
	writeWhole(makingFile(folder), '');
	const made = repo === undefined ? await makeScratch(path, isOurs) : await makeWorktree(path, repo, isOurs);
	if ('problem' in made) {
		rmSync(makingFile(folder), {force: true});
		return made;
	}
	const record = {...made, steps: []};
	writeRecord(folder, record);
	rmSync(makingFile(folder), {force: true});
	return worktreeOf(folder, record, []);
}

const worktreeOf = (folder: string, record: Worktree['record'], steps: StepCommit[]): Worktree => ({
	folder,
	record,
	steps,
	known: {trees: new Map(), blobs: new Map(), changes: new Map()},
	git: guardedGit(record.work, changeInWorktree),
});

async function reopen(folder: string, known: WorkRecord): Promise<Worktree | OpenProblem> {
	if (!existsSync(known.path)) return {problem: `the worktree ${known.path} is gone`};
	const record = {...known, work: known.work ?? (await pathsOfOld(known))};
	const {git} = worktreeOf(folder, record, []);
	return worktreeOf(folder, record, known.steps ?? (await stepsOfOld(git, record.base)));
}

/** A run of 0.1.0 does not say where its git directory is: it must belong to the user's repository. */
async function pathsOfOld({path, top}: WorkRecord): Promise<RepositoryPaths> {
	const paths = await pathsOf(path);
	if (top !== undefined && paths.gitDir === paths.commonDir)
		throw new RepositoryChanged(`${join(path, '.git')} was made anew`);
	const wanted = top === undefined ? paths.gitDir : (await pathsOf(top)).commonDir;
	if (paths.commonDir !== wanted) throw new RepositoryChanged(`${join(path, '.git')} leads to another repository`);
	return paths;
}

/** A run of 0.1.0 has its steps in the commits' trailers alone. */
async function stepsOfOld(git: Git, base: string): Promise<StepCommit[]> {
	const format = '--format=%H %(trailers:key=Rostrum-Step,valueonly,separator=%x20)';
	return (await must(git, ['log', '--reverse', format, `${base}..HEAD`]))
		.split('\n')
		.map(line => line.trim().split(' '))
		.flatMap(([commit, key]) => (commit && key ? [{commit, key}] : []));
}

async function makeWorktree(path: string, repo: string, isOurs: boolean): Promise<Worktree['record'] | OpenProblem> {
	if (!statSync(repo, {throwIfNoEntry: false})?.isDirectory()) return {problem: `there is no folder ${repo}`};
	const found = await repositoryAround(repo);
	if ('problem' in found) return {problem: `${repo} is no git repository with a working tree: ${found.problem}`};
	const {user, objectFormat} = found;
	const git = gitAt(user);
	const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	if (!head.ok) return {problem: `${repo} has no commit yet to start from`};
	const base = head.out.trim();
	// What a crash left of a try of 0.1.0. Git removes a worktree that has changes only where it is told to.
	if (lstatSync(path, {throwIfNoEntry: false})?.isDirectory())
		await git(['worktree', 'remove', ...(isOurs ? ['--force', '--force'] : []), path]);
	const inTheWay = makeRoom(path, isOurs) ?? makeRoom(ownGitDir(path), isOurs);
	if (inTheWay) return inTheWay;
	const work = await makeOwnRepository(user, path, {base, objectFormat});
	const status = await must(git, [
		'status',
		'--porcelain',
		'-z',
		'--untracked-files=normal',
		'--ignore-submodules=dirty',
	]);
	return {
		path,
		base,
		top: user.workTree,
		uncommitted: status.split('\0').filter(entry => entry !== '').length,
		work,
		user,
	};
}

async function makeScratch(path: string, isOurs: boolean): Promise<Worktree['record'] | OpenProblem> {
	const inTheWay = makeRoom(path, isOurs);
	if (inTheWay) return inTheWay;
	mkdirSync(path, {recursive: true});
	await must(gitIn(path), ['init', '--quiet', '--initial-branch=work']);
	const work = await pathsOf(path);
	const git = gitAt(work);
	// Texts stay as they were written, whatever the user has set for repositories of their own.
	await must(git, ['config', 'core.autocrlf', 'false']);
	await must(git, [...ourIdentity, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing yet']);
	return {path, base: (await must(git, ['rev-parse', 'HEAD'])).trim(), uncommitted: 0, work};
}

/** Removes what a crash left at the path, and nothing of anybody else's. */
function makeRoom(path: string, isOurs: boolean): OpenProblem | undefined {
	if (isOurs) rmSync(path, {recursive: true, force: true});
	return lstatSync(path, {throwIfNoEntry: false})
		? {problem: `${path} is there already, and not of this run; move it away, or choose another run folder`}
		: undefined;
}

/** Throws `RepositoryChanged` where the worktree is not as it was when it was opened. */
export function assertUnchanged({record}: Worktree): void {
	const change = changeInWorktree(record.work);
	if (change !== undefined) throw new RepositoryChanged(change);
}

/**
 * Puts HEAD, index and files back to what the last step left, which undoes what a crash, a check or an agent left half
 * done. What git ignores stays.
 */
export async function restore(work: Worktree): Promise<void> {
	// A HEAD that names no branch is moved by the reset itself.
	if (!/^[\da-f]+$/u.test(headIn(work))) await moveHead(work);
	await must(work.git, ['reset', '--quiet', '--hard', headOf(work)]);
	await must(work.git, ['clean', '--quiet', '-ffd']);
}

/** HEAD itself, never the branch it may name by now: that one is the user's. */
export async function moveHead(work: Worktree): Promise<void> {
	if (headIn(work) !== headOf(work)) await must(work.git, ['update-ref', '--no-deref', 'HEAD', headOf(work)]);
}

/** A commit's name, or what names a branch. */
function headIn(work: Worktree): string {
	assertUnchanged(work);
	return firstLine(join(work.record.work.gitDir, 'HEAD')) ?? '';
}

/** The user's repository, as it was when the run began. */
export const userRepository = async ({user, top}: WorkRecord & {readonly top: string}): Promise<RepositoryPaths> =>
	user ?? pathsOf(top);

/**
 * Removes the worktree; gives why it was left, if it was. A scratch repository stays: it holds the texts.
 */
export async function closeWorktree(record: WorkRecord | undefined): Promise<string | undefined> {
	if (record?.top === undefined || !lstatSync(record.path, {throwIfNoEntry: false})) return undefined;
	const work = record.work ?? (await pathsOfOld(record));
	if (work.gitDir !== work.commonDir) return closeLinked({...record, top: record.top}, work);
	const change = changeInWorktree(work);
	if (change !== undefined) return `${change}. Look at ${record.path}, and delete it and ${work.gitDir}.`;
	for (const place of [record.path, work.gitDir]) rmSync(place, {recursive: true, force: true});
	return undefined;
}

/** A worktree of 0.1.0 has an entry in the user's repository. */
async function closeLinked(
	record: WorkRecord & {readonly top: string},
	work: RepositoryPaths,
): Promise<string | undefined> {
	const user = await userRepository(record);
	const change = changeInRepository(user) ?? changeInWorktree(work);
	if (change !== undefined)
		return `${change}. Look at ${record.path}, delete it, and run "git worktree prune" in ${record.top}.`;
	const {ok, message} = await gitAt(user)(['worktree', 'remove', '--force', '--force', record.path]);
	return ok ? undefined : message;
}
