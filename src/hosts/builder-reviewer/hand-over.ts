/**
 * Hands accepted work over: as a patch file only, as changes in the user's files, or as a commit on a new branch.
 * Nothing else writes to the user's repository.
 */
import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Acceptance} from '../../debate/formats/builder-reviewer/events.ts';
import type {HandedOver} from '../../protocols/builder-reviewer/effects.ts';
import {patchOf} from '../../protocols/builder-reviewer/mailbox/run-files.ts';
import {must, ourIdentity, type Git} from '../../engine/host/git.ts';
import {shellQuote} from '../../engine/host/shell-quote.ts';
import {changeInRepository, guardedGit} from './repository-guard.ts';
import type {WorkRecord} from './work-record.ts';
import {userRepository} from './worktree.ts';

export type HandOverRequest = {
	readonly accept: Acceptance;
	readonly cycle: number;
	readonly title: string;
	readonly runId: string;
};

/**
 * `folder` is the run's. Where something cannot be done, nothing is changed and `note` says why; asked twice, it does
 * the same once. Throws `RepositoryChanged` where the user's repository is not the one that the run began with.
 */
export async function handOver(
	folder: string,
	record: WorkRecord | undefined,
	{accept, cycle, title, runId}: HandOverRequest,
): Promise<HandedOver> {
	const patch = join(folder, patchOf(cycle));
	if (!record) return {accept: 'none', note: 'There is no place of work here: the other program has the result.'};
	const {path, base, top} = record;
	if (top === undefined) return {accept: 'none', patch, note: `The texts are in ${path}.`};
	const by = `git -C ${shellQuote(top)} apply ${shellQuote(patch)}`;
	if (accept === 'none')
		return {accept, patch, note: `Nothing in ${top} was changed. The patch is ${patch}; to take it: ${by}`};
	if (readFileSync(patch, 'utf8').trim() === '')
		return {accept: 'none', patch, note: 'The work changes nothing, so there is nothing to take.'};
	const user = guardedGit(await userRepository({...record, top}), changeInRepository);
	return accept === 'patch'
		? takePatch(user, top, patch)
		: makeBranch(user, base, {patch, title, name: `rostrum/${runId}`, index: join(folder, 'branch-index')});
}

/** Changes the user's files, all or none of them; their index and branch stay. */
async function takePatch(user: Git, top: string, patch: string): Promise<HandedOver> {
	const check = await user(['apply', '--check', '--whitespace=nowarn', patch]);
	if (check.ok) {
		await must(user, ['apply', '--whitespace=nowarn', patch]);
		return {accept: 'patch', patch, note: `The changes are in the files of ${top}, not committed.`};
	}
	const there = await user(['apply', '--check', '--reverse', '--whitespace=nowarn', patch]);
	if (there.ok) return {accept: 'patch', patch, note: `The changes are in the files of ${top}, not committed.`};
	return {
		accept: 'none',
		patch,
		note: `The patch does not fit the files of ${top} any more, and nothing was changed: ${check.message}. It is kept as ${patch}.`,
	};
}

type Branch = {readonly patch: string; readonly title: string; readonly name: string; readonly index: string};

/** Commits on top of the commit that the work began from, without the user's files and index. */
async function makeBranch(user: Git, base: string, {patch, title, name, index}: Branch): Promise<HandedOver> {
	try {
		await must(user, ['read-tree', base], {indexFile: index});
		await must(user, ['apply', '--cached', '--whitespace=nowarn', patch], {indexFile: index});
		const tree = (await must(user, ['write-tree'], {indexFile: index})).trim();
		const {branch, commit} = await branchWith(user, {name, tree, base, title});
		return {
			accept: 'branch',
			patch,
			branch,
			commit,
			note: `The work is commit ${commit.slice(0, 10)} on the new branch ${branch}; your own branch and files are as they were.`,
		};
	} finally {
		rmSync(index, {force: true});
	}
}

/** Finds or makes the branch with this very work; a name that is taken gets a number. */
async function branchWith(
	user: Git,
	{name, tree, base, title}: {name: string; tree: string; base: string; title: string},
): Promise<{branch: string; commit: string}> {
	for (let number = 1; ; number++) {
		const branch = number === 1 ? name : `${name}-${number}`;
		const there = await user(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`]);
		if (there.ok) {
			const same = (await must(user, ['rev-parse', `${branch}^{tree}`, `${branch}^`])).trim() === `${tree}\n${base}`;
			if (same) return {branch, commit: there.out.trim()};
			continue;
		}
		const commit = await commitTree(user, tree, base, title);
		await must(user, ['update-ref', `refs/heads/${branch}`, commit, '']);
		return {branch, commit};
	}
}

/** In the user's name, where git knows it. */
async function commitTree(user: Git, tree: string, base: string, title: string): Promise<string> {
	const args = ['commit-tree', tree, '-p', base, '-m', title];
	const own = await user(args);
	return (own.ok ? own.out : await must(user, [...ourIdentity, ...args])).trim();
}
