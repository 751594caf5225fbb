/**
 * The builder's place of work: a git worktree of its own beside the user's, or a scratch repository where there is
 * none.
 * Each step is one commit there (on no branch) with the step's key in it: so a step is done or it is not, and one that
 * was done before a crash is found and not done again. Files are written by git alone, after its index has been looked
 * at.
 */
import {existsSync, mkdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {z} from 'zod';
import {fitDiff, type FittedDiff} from '../../protocols/builder-reviewer/diff/diff-fit.ts';
import {partsOf} from '../../protocols/builder-reviewer/diff/diff-parts.ts';
import {refusalOf} from '../../protocols/builder-reviewer/diff/diff-paths.ts';
import type {StepResult} from '../../protocols/builder-reviewer/effects.ts';
import {gitIn, must, ourIdentity, plainDiff, type Git} from '../../engine/host/git.ts';
import {textIn} from './git-text.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';

/** `top` is the user's repository, absent for a scratch folder; `base` the commit that the work starts from. */
const Place = z.object({
	path: z.string(),
	base: z.string(),
	top: z.string().optional(),
	uncommitted: z.int().default(0),
});
export type Place = z.infer<typeof Place>;

export type Worktree = {
	readonly place: Place;
	readonly git: Git;
};

const placeFile = (folder: string): string => join(folder, 'work.json');

/** The place of work of a run's folder, if one was made. */
export function placeOf(folder: string): Place | undefined {
	return existsSync(placeFile(folder)) ? Place.parse(JSON.parse(readFileSync(placeFile(folder), 'utf8'))) : undefined;
}

/** Makes the place of work, or finds the one made before. Gives what makes it impossible in words for the user. */
export async function openWorktree(
	folder: string,
	repo: string | undefined,
): Promise<Worktree | {readonly problem: string}> {
	const known = placeOf(folder);
	if (known)
		return existsSync(known.path)
			? {place: known, git: gitIn(known.path)}
			: {problem: `the place of work ${known.path} is gone`};
	const path = join(folder, 'work');
	const place = repo === undefined ? await makeScratch(path) : await makeWorktree(path, repo);
	if ('problem' in place) return place;
	writeWhole(placeFile(folder), `${JSON.stringify(place, undefined, '\t')}\n`);
	return {place, git: gitIn(path)};
}

async function makeWorktree(path: string, repo: string): Promise<Place | {readonly problem: string}> {
	if (!statSync(repo, {throwIfNoEntry: false})?.isDirectory()) return {problem: `there is no folder ${repo}`};
	const top = await gitIn(repo)(['rev-parse', '--show-toplevel']);
	if (!top.ok || top.out.trim() === '')
		return {problem: `${repo} is no git repository with a working tree: ${top.message}`};
	const user = gitIn(top.out.trim());
	const head = await user(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	if (!head.ok) return {problem: `${repo} has no commit yet to start from`};
	const base = head.out.trim();
	// What a crash left of an earlier try.
	if (existsSync(path)) await user(['worktree', 'remove', '--force', path]);
	rmSync(path, {recursive: true, force: true});
	const added = await user(['worktree', 'add', '--force', '--detach', path, base]);
	if (!added.ok) return {problem: `git makes no worktree: ${added.message}`};
	const status = await must(user, ['status', '--porcelain', '-z', '--untracked-files=normal']);
	return {path, base, top: top.out.trim(), uncommitted: status.split('\0').filter(entry => entry !== '').length};
}

async function makeScratch(path: string): Promise<Place> {
	rmSync(path, {recursive: true, force: true});
	mkdirSync(path, {recursive: true});
	const git = gitIn(path);
	await must(git, ['init', '--quiet', '--initial-branch=work']);
	// Texts stay as they were written, whatever the user has set for repositories of their own.
	await must(git, ['config', 'core.autocrlf', 'false']);
	await must(git, [...ourIdentity, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing yet']);
	return {path, base: (await must(git, ['rev-parse', 'HEAD'])).trim(), uncommitted: 0};
}

/**
 * Puts the files back to what the last step left, which undoes what a crash, a check or an agent left half done. What
 * git ignores stays.
 */
export async function restore({git}: Worktree): Promise<void> {
	await must(git, ['reset', '--quiet', '--hard', 'HEAD']);
	await must(git, ['clean', '--quiet', '-ffd']);
}

/** Applies a step's diff. Where git refuses it, nothing has changed, and the reason is git's own message. */
export async function applyStep(
	work: Worktree,
	{key, title, diff}: {key: string; title: string; diff: string},
): Promise<StepResult> {
	const {git} = work;
	const done = await commitOf(work, key);
	await restore(work);
	if (done !== undefined) return changesOf(work, `${done}^`, done);
	const refusal = refusalOf(diff);
	if (refusal !== undefined) return {ok: false, reason: `refused: ${refusal}`};
	const fit = await fitTo(git, diff);
	if ('binary' in fit)
		return {ok: false, reason: `refused: "${fit.binary}" is a binary file; a diff can change texts only`};
	if (diff.trim() !== '') {
		// Into the index alone: no file is written before what is in it has been looked at.
		const applied = await git(
			['apply', '--cached', '--recount', '--whitespace=nowarn', ...(fit.located ? ['--unidiff-zero'] : []), '-'],
			{input: fit.diff},
		);
		if (!applied.ok) return {ok: false, reason: applied.message};
	}
	return commitStep(work, key, title);
}

/** The diff with the bytes of the files that it is for, or the file that no diff can change. */
async function fitTo(git: Git, diff: string): Promise<FittedDiff | {readonly binary: string}> {
	const texts = new Map<string, string>();
	for (const {from: path, hunks} of partsOf(diff)) {
		if (typeof path !== 'string' || hunks.length === 0) continue;
		const found = await textIn(git, path);
		if ('text' in found) texts.set(path, found.text);
		else if (found.lacks === 'text') return {binary: path};
	}
	return fitDiff(diff, path => texts.get(path));
}

/** Takes what an agent did in the worktree itself, whatever it did with git there. */
export async function takeStep(work: Worktree, {key, title}: {key: string; title: string}): Promise<StepResult> {
	const {git} = work;
	const done = await commitOf(work, key);
	if (done !== undefined) return changesOf(work, `${done}^`, done);
	await must(git, ['checkout', '--quiet', '--detach']);
	await must(git, ['reset', '--quiet', '--soft', (await steps(work))[0]?.commit ?? work.place.base]);
	await must(git, ['add', '--all']);
	return commitStep(work, key, title);
}

async function commitStep(work: Worktree, key: string, title: string): Promise<StepResult> {
	const {git} = work;
	const strange = await strangeIn(git);
	if (strange !== undefined) {
		await restore(work);
		return {ok: false, reason: `refused: ${strange}`};
	}
	await must(git, [
		...ourIdentity,
		'commit',
		'--quiet',
		'--no-verify',
		'--allow-empty',
		'--cleanup=verbatim',
		'-m',
		`${title.replaceAll(/\s+/gu, ' ').trim() || key}\n\n${trailer}${key}`,
	]);
	await restore(work);
	return changesOf(work, 'HEAD^', 'HEAD');
}

const trailer = 'Rostrum-Step: ';

/** The steps that were committed, the last one first. */
async function steps({git, place}: Worktree): Promise<{commit: string; key: string}[]> {
	const log = await must(git, [
		'log',
		'--format=%H %(trailers:key=Rostrum-Step,valueonly,separator=%x20)',
		`${place.base}..HEAD`,
	]);
	return log
		.split('\n')
		.map(line => line.trim().split(' '))
		.flatMap(([commit, key]) => (commit && key ? [{commit, key}] : []));
}

const commitOf = async (work: Worktree, key: string): Promise<string | undefined> =>
	(await steps(work)).find(step => step.key === key)?.commit;

/** Links and submodules lead out of the worktree, whatever they are called. */
async function strangeIn(git: Git): Promise<string | undefined> {
	const raw = (await must(git, ['diff', '--cached', '--raw', '--no-renames', '-z', 'HEAD'])).split('\0');
	for (let at = 0; at + 1 < raw.length; at += 2) {
		const mode = raw[at]?.split(' ')[1];
		if (mode === '120000') return `"${raw[at + 1]}" is a symbolic link, which could lead out of the worktree`;
		if (mode === '160000') return `"${raw[at + 1]}" is a repository of its own`;
	}
	return undefined;
}

/** What lies between two commits. */
export async function changesOf(
	{git}: Pick<Worktree, 'git'>,
	from: string,
	to: string,
): Promise<Extract<StepResult, {ok: true}>> {
	const diff = await must(git, ['diff', ...plainDiff, from, to]);
	const counts = (await must(git, ['diff', '--numstat', '--no-renames', '-z', from, to]))
		.split('\0')
		.filter(entry => entry !== '')
		.map(entry => entry.split('\t'));
	const sum = (column: number): number => counts.reduce((total, entry) => total + (Number(entry[column]) || 0), 0);
	return {
		ok: true,
		diff,
		files_changed: counts.length,
		insertions: sum(0),
		deletions: sum(1),
		file_list: counts.map(([, , path = '']) => path),
	};
}

/**
 * Takes the worktree away, and with it the last trace in the user's repository. A scratch folder stays: it holds the
 * texts.
 */
export async function closeWorktree(folder: string): Promise<void> {
	const place = placeOf(folder);
	if (place?.top === undefined || !existsSync(place.path)) return;
	await must(gitIn(place.top), ['worktree', 'remove', '--force', '--force', place.path]);
}
