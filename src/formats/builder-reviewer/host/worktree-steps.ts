/**
 * A builder's steps. Each is one commit in the worktree, on no branch, and recorded under its key: so a step is done or
 * it is not, and one that was done before a crash is not done again. Files are written by git alone, after its index
 * has been looked at.
 */
import {fitDiff, type FittedDiff} from '../diff/diff-fit.ts';
import {partsOf} from '../diff/diff-parts.ts';
import {refusalOf} from '../diff/diff-paths.ts';
import type {EditBlock} from '../edits/parse-blocks.ts';
import type {StepResult} from '../effects.ts';
import {must, ourIdentity} from '../../../engine/host/git.ts';
import {syncNames} from './own-repository.ts';
import {touchedBetween} from './touched-files.ts';
import {writeEdits} from './write-edits.ts';
import {writeRecord} from './work-record.ts';
import {headOf, moveHead, restore, type CommitChanges, type Worktree} from './worktree.ts';
import {commitChanges, keepCommit, textsIn} from './worktree-files.ts';

/** With `since`, the key of an earlier try, what both changed is given together. */
type StepName = {readonly key: string; readonly title: string; readonly since?: string | undefined};

/** Applies a step's blocks and its diff. Where that is refused, nothing has changed, and the reason is given. */
export async function applyStep(
	work: Worktree,
	{diff, edits = [], ...step}: StepName & {readonly diff: string; readonly edits?: readonly EditBlock[]},
): Promise<StepResult> {
	const done = commitOf(work, step.key);
	await restore(work);
	if (done !== undefined) return changesUpTo(work, done, step);
	const refusal = refusalOf(diff);
	if (refusal !== undefined) return {ok: false, reason: `refused: ${refusal}`};
	const fit = await fitTo(work, diff);
	if ('binary' in fit)
		return {ok: false, reason: `refused: "${fit.binary}" is a binary file; a diff can change texts only`};
	const problem = await writeEdits(work, edits);
	if (problem !== undefined) {
		await restore(work);
		return {ok: false, reason: problem};
	}
	if (diff.trim() !== '') {
		// Into the index alone: no file is written before what is in it has been looked at.
		const applied = await work.git(
			['apply', '--cached', '--recount', '--whitespace=nowarn', ...(fit.located ? ['--unidiff-zero'] : []), '-'],
			{input: fit.diff},
		);
		if (!applied.ok) {
			await restore(work);
			return {ok: false, reason: applied.message};
		}
	}
	return commitStep(work, step);
}

/** The diff with the bytes of the files that it is for, or the file that no diff can change. */
async function fitTo(work: Worktree, diff: string): Promise<FittedDiff | {readonly binary: string}> {
	const paths = partsOf(diff).flatMap(({from, hunks}) => (typeof from === 'string' && hunks.length > 0 ? [from] : []));
	const texts = new Map<string, string>();
	for (const [path, found] of await textsIn(work, paths)) {
		if ('text' in found) texts.set(path, found.text);
		else if (found.lacks === 'text') return {binary: path};
	}
	return fitDiff(diff, path => texts.get(path));
}

/** Takes what an agent did to the files of the worktree, whatever it committed there. */
export async function takeStep(work: Worktree, step: StepName): Promise<StepResult> {
	const done = commitOf(work, step.key);
	if (done !== undefined) return changesUpTo(work, done, step);
	await moveHead(work);
	await must(work.git, ['add', '--all']);
	return commitStep(work, step);
}

async function commitStep(work: Worktree, step: StepName): Promise<StepResult> {
	const {key, title} = step;
	const head = headOf(work);
	const tree = (await must(work.git, ['write-tree'])).trim();
	const strange = strangeIn(await commitChanges(work, head, tree));
	if (strange !== undefined) {
		await restore(work);
		return {ok: false, reason: `refused: ${strange}`};
	}
	const message = `${title.replaceAll(/\s+/gu, ' ').trim() || key}\n\nRostrum-Step: ${key}`;
	const made = await must(work.git, [...ourIdentity, 'commit-tree', tree, '-p', head, '-m', message]);
	const commit = made.trim();
	syncNames(work.record.work);
	keepCommit(work, {head, tree, commit});
	work.steps.push({key, commit});
	writeRecord(work.folder, {...work.record, steps: work.steps});
	await restore(work);
	return changesUpTo(work, commit, step);
}

/** What a step changed, with the try before it where there was one. */
const changesUpTo = (work: Worktree, commit: string, {since}: StepName): Promise<StepResult> =>
	changesOf(work, before(work, (since === undefined ? undefined : commitOf(work, since)) ?? commit), commit);

const commitOf = ({steps}: Worktree, key: string): string | undefined => steps.find(step => step.key === key)?.commit;

/** The commit that a step began from. */
const before = ({steps, record}: Worktree, commit: string): string =>
	steps[steps.findIndex(step => step.commit === commit) - 1]?.commit ?? record.base;

/** Links and submodules lead out of the worktree, whatever they are called. */
function strangeIn({raw}: CommitChanges): string | undefined {
	for (const [entry, path] of raw) {
		const mode = entry.split(' ')[1];
		if (mode === '120000') return `"${path}" is a symbolic link, which could lead out of the worktree`;
		if (mode === '160000') return `"${path}" is a repository of its own`;
	}
	return undefined;
}

/** The difference between two commits. */
export async function changesOf(work: Worktree, from: string, to: string): Promise<Extract<StepResult, {ok: true}>> {
	const {diff, counts} = await commitChanges(work, from, to);
	const sum = (column: number): number => counts.reduce((total, entry) => total + (Number(entry[column]) || 0), 0);
	return {
		ok: true,
		diff,
		files_changed: counts.length,
		insertions: sum(0),
		deletions: sum(1),
		file_list: counts.map(([, , path = '']) => path),
		touched: await touchedBetween(work, from, to, work.check ?? ''),
	};
}
