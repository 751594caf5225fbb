/**
 * Hands accepted work over: as a patch file only, as changes in the user's files, or as a commit on a new branch.
 * Nothing else writes to the user's repository.
 */
import {existsSync, lstatSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {CommitText} from '../closing.ts';
import type {Acceptance} from '../../../debate/formats/builder-reviewer.ts';
import type {HandedOver} from '../effects.ts';
import {patchOf} from '../mailbox.ts';
import {GitFailed, must, ourIdentity, type Git} from '../../../engine/host/git.ts';
import {shellQuote} from '../../../debate/text/words.ts';
import {syncFile, syncFolder} from '../../../engine/host/write-whole.ts';
import {copyCommits, syncNames, changeInRepository, guardedGit, inWords, type WorkRecord} from './repository.ts';
import {readRegularFile} from '../../../engine/host/regular-file.ts';

export type HandOverRequest = {
	readonly accept: Acceptance;
	readonly cycle: number;
	readonly title: string;
	readonly commits?: 'one' | 'steps';
	/** What the one commit says beside its title, and the commits of the steps. */
	readonly body?: string;
	readonly steps?: readonly CommitText[];
	readonly runId: string;
};

/**
 * `folder` is the run's. Where something cannot be done, also where the user's repository is not the one that the run
 * began with, nothing is changed and `note` says why; asked twice, it does the same once.
 */
export async function handOver(
	folder: string,
	record: WorkRecord | undefined,
	request: HandOverRequest,
): Promise<HandedOver> {
	try {
		return await handOverAsAsked(folder, record, request);
	} catch (error) {
		const why = inWords(error);
		if (why === undefined || record?.top === undefined) throw error;
		const patch = join(folder, patchOf(request.cycle));
		return {accept: 'none', patch, note: `The work was not handed over: ${why}. ${keptAs(record.top, patch)}`};
	}
}

/** Where the patch is, and the command that takes it. */
const keptAs = (top: string, patch: string): string =>
	`The patch is kept as ${patch}; to take it: git -C ${shellQuote(top)} apply ${shellQuote(patch)}`;

async function handOverAsAsked(
	folder: string,
	record: WorkRecord | undefined,
	{accept, cycle, title, runId, ...request}: HandOverRequest,
): Promise<HandedOver> {
	const patch = join(folder, patchOf(cycle));
	if (!record) return {accept: 'none', note: 'There is no place of work here: the other program has the result.'};
	const {path, base, top, user: repository} = record;
	if (top === undefined || repository === undefined) return {accept: 'none', patch, note: `The texts are in ${path}.`};
	if (accept === 'none') return {accept, patch, note: `Nothing in ${top} was changed. ${keptAs(top, patch)}`};
	if (readRegularFile(patch).trim() === '')
		return {accept: 'none', patch, note: 'The work changes nothing, so there is nothing to take.'};
	const user = guardedGit(repository, changeInRepository);
	if (accept === 'patch') return takePatch(user, top, patch);
	const commits = commitsOf(record, {title, ...request});
	const tip = commits.findLast(({step}) => step !== undefined)?.step;
	if (tip !== undefined) await copyCommits(record.work, repository, {tip, base});
	const index = join(folder, 'branch-index');
	const made = await makeBranch(user, base, {patch, names: [`rostrum/${runId}`, `rostrum-${runId}`], index, commits});
	syncNames(repository);
	return made;
}

/** Changes the user's files, all or none of them; their index and branch stay. */
async function takePatch(user: Git, top: string, patch: string): Promise<HandedOver> {
	const check = await user(['apply', '--check', '--whitespace=nowarn', patch]);
	if (check.ok) {
		const applied = await user(['apply', '--whitespace=nowarn', patch]);
		if (!applied.ok)
			return {
				accept: 'none',
				patch,
				note: `git could not write the changes: ${applied.message}. Some may be in the files of ${top}: see git status. ${keptAs(top, patch)}`,
			};
		syncFiles(top, await must(user, ['apply', '--numstat', '-z', patch]));
		return {accept: 'patch', patch, note: `The changes are in the files of ${top}, not committed.`};
	}
	const there = await user(['apply', '--check', '--reverse', '--whitespace=nowarn', patch]);
	if (there.ok) return {accept: 'patch', patch, note: `The changes are in the files of ${top}, not committed.`};
	return {
		accept: 'none',
		patch,
		note: `The patch does not fit the files of ${top} any more, and nothing was changed: ${check.message}. ${keptAs(top, patch)}, or with --3way.`,
	};
}

/**
 * Files of a working tree survive a power loss from here on, with the user's own changes in them. `numstat` is what git
 * says of the patch: lines added, lines removed, path, ended by NUL.
 */
function syncFiles(top: string, numstat: string): void {
	const files = numstat
		.split('\0')
		.filter(entry => entry !== '')
		.map(entry => join(top, entry.split('\t').slice(2).join('\t')));
	for (const file of files) if (lstatSync(file, {throwIfNoEntry: false})?.isFile()) syncFile(file);
	for (const folder of new Set(files.map(dirname))) if (existsSync(folder)) syncFolder(folder);
}

/** A commit that is to be made; its tree is that of a step's commit, or all of it. */
type NewCommit = {readonly message: string; readonly step?: string | undefined};
type Branch = {
	readonly patch: string;
	/** Those that may be given, the best first; each may get a number. */
	readonly names: readonly string[];
	readonly index: string;
	readonly commits: readonly NewCommit[];
};

/** One commit with all of it, or one a step, of which the last try counts. */
function commitsOf(
	{steps: made}: WorkRecord,
	{title, commits = 'one', body = '', steps = []}: Pick<HandOverRequest, 'title' | 'commits' | 'body' | 'steps'>,
): NewCommit[] {
	const messageOf = (one: {title: string; body: string}): string =>
		[one.title.replaceAll(/\s+/gu, ' ').trim(), one.body].filter(part => part !== '').join('\n\n');
	const whole = [{message: messageOf({title, body})}];
	const each = steps.flatMap(step => {
		const last = made.findLast(({key}) => key === step.key || key.startsWith(`${step.key}-`));
		return last === undefined ? [] : [{message: messageOf(step), step: last.commit}];
	});
	return commits === 'one' || each.length === 0 ? whole : each;
}

/** Commits on top of the commit that the work began from, without the user's files and index. */
async function makeBranch(user: Git, base: string, {patch, names, index, commits}: Branch): Promise<HandedOver> {
	try {
		await must(user, ['read-tree', base], {indexFile: index});
		await must(user, ['apply', '--cached', '--whitespace=nowarn', patch], {indexFile: index});
		const tree = (await must(user, ['write-tree', '--missing-ok'], {indexFile: index})).trim();
		const {branch, commit} = await branchWith(user, {names, tree, base, commits});
		return {
			accept: 'branch',
			patch,
			branch,
			commit,
			note: `The work is ${commits.length === 1 ? `commit ${commit.slice(0, 10)}` : `${commits.length} commits, up to ${commit.slice(0, 10)},`} on the new branch ${branch}; your own branch and files are as they were.`,
		};
	} finally {
		rmSync(index, {force: true});
	}
}

/** A name that is taken gets a number, up to this. */
const mostNumbers = 50;

type WantedBranch = Pick<Branch, 'names' | 'commits'> & {readonly tree: string; readonly base: string};

/**
 * Finds or makes the branch with this very work. Where git refuses a name, as beside a branch that is called `rostrum`,
 * the next one is tried. Throws `GitFailed` where it refuses all.
 */
async function branchWith(user: Git, wanted: WantedBranch): Promise<{branch: string; commit: string}> {
	let made: string | undefined;
	const refused: string[] = [];
	for (const name of wanted.names) {
		for (let number = 1; number <= mostNumbers; number++) {
			const branch = number === 1 ? name : `${name}-${number}`;
			const there = await user(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`]);
			if (there.ok) {
				if (await hasWork(user, branch, wanted)) return {branch, commit: there.out.trim()};
				continue;
			}
			made ??= await commitAll(user, wanted);
			const {ok, message} = await user(['update-ref', `refs/heads/${branch}`, made, '']);
			if (ok) return {branch, commit: made};
			refused.push(message.split('\n')[0]?.replace(/\.$/u, '') ?? '');
			break;
		}
	}
	throw new GitFailed(`git makes no branch for it: ${refused.join('; ') || 'all its names are taken'}`);
}

async function hasWork(user: Git, branch: string, {tree, base, commits}: WantedBranch): Promise<boolean> {
	if ((await must(user, ['rev-parse', `refs/heads/${branch}^{tree}`])).trim() !== tree) return false;
	const behind = await user(['rev-list', '--count', `${base}..refs/heads/${branch}`]);
	return behind.out.trim() === String(commits.length);
}

/** The commits one after the other; the last one has all of it. */
async function commitAll(user: Git, {tree, base, commits}: WantedBranch): Promise<string> {
	let parent = base;
	for (const [place, {message, step}] of commits.entries()) {
		const own = place === commits.length - 1 || step === undefined ? tree : `${step}^{tree}`;
		parent = await commitTree(user, (await must(user, ['rev-parse', own])).trim(), parent, message);
	}
	return parent;
}

/** In the user's name, where git knows it. */
async function commitTree(user: Git, tree: string, base: string, title: string): Promise<string> {
	const args = ['commit-tree', tree, '-p', base, '-m', title];
	const own = await user(args);
	return (own.ok ? own.out : await must(user, [...ourIdentity, ...args])).trim();
}
