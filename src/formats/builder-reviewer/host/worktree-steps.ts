/**
 * A builder's steps. Each is one commit in the worktree, on no branch, and recorded under its key: so a step is done or
 * it is not, and one that was done before a crash is not done again. Files are written by git alone, after its index
 * has been looked at.
 */
import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Touched} from '../../../debate/formats/builder-reviewer.ts';
import {bytesOfText, hiddenIn, weightOf} from '../../../debate/text/hidden.ts';
import {showCode} from '../../../debate/text/intake.ts';
import {must, ourIdentity} from '../../../engine/host/git.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {restored, touchedBy, type CheckBase, type FileChange} from '../touched-checks.ts';
import {
	headOf,
	type Worktree,
	commitChanges,
	listFiles,
	readBlobs,
	textsIn,
	modeOf,
	moveHead,
	restore,
	type CommitChanges,
	keepCommit,
} from './worktree.ts';
import {partsOf} from '../../../debate/text/unified-diff.ts';
import {pathRefusal, fitDiff, type FittedDiff, refusalOf} from '../diff.ts';
import {applyEdits, type EditBlock} from '../edits.ts';
import type {StepResult} from '../effects.ts';
import {syncNames, writeRecord} from './repository.ts';

// What of a change touches the check's own files, and the worktree with those files as they were before the work.

/** So many changed files are looked into, and so many manifests of a monorepo. */
const most = {files: 400, manifests: 60};

/** Everything between two commits that reviewer and user should look at. */
async function touchedBetween(work: Worktree, from: string, to: string, check: string): Promise<Touched[]> {
	const changes = await changesBetween(work, from, to);
	if (changes.length === 0) return [];
	const found = [...touchedBy(changes, await baseOf(work, check)), ...hiddenAdded(changes)];
	return found.map(({kind, path, what}) => ({kind, path: showCode(path), what: showCode(what)}));
}

/** Lines that bring hidden characters in, a few of each file. */
const hiddenAdded = (changes: readonly FileChange[]): Touched[] =>
	changes.flatMap(({path, before = '', after = ''}): Touched[] => {
		const old = new Set(before.split('\n'));
		const lines = after.replace(/^\uFEFF/u, '').split('\n');
		return lines
			.flatMap((line, at): Touched[] => {
				const hidden = old.has(line) ? [] : hiddenIn(line);
				if (hidden.length === 0) return [];
				const isMajor = hidden.some(({kind}) => weightOf[kind] === 'major');
				const names = [...new Set(hidden.map(({name}) => name))].join('; ');
				return [{kind: 'hidden-character', path, what: `line ${at + 1} (${isMajor ? 'major' : 'minor'}): ${names}`}];
			})
			.slice(0, mostHidden);
	});
const mostHidden = 12;

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

// Writes search-and-replace blocks into git's index: no file is written before what is in it has been looked at.

/** Why the blocks were not taken, in words for their author; undefined where all of them are in the index. */
async function writeEdits(work: Worktree, edits: readonly EditBlock[]): Promise<string | undefined> {
	const changed: {path: string; text: string}[] = [];
	const byPath = Map.groupBy(edits, each => each.path.replace(/^\.\//u, ''));
	const files = await textsIn(work, [...byPath.keys()]);
	for (const [path, own] of byPath) {
		const refusal = pathRefusal(path) ?? (path === '' ? 'a block has no path' : undefined);
		if (refusal !== undefined) return `refused: ${refusal}`;
		const found = files.get(path) ?? {lacks: 'file'};
		if ('lacks' in found && found.lacks === 'text') return `refused: "${path}" is a binary file`;
		if ('lacks' in found && found.lacks === 'contents')
			return `refused: "${path}" cannot be changed, for this clone of the repository was made without its contents`;
		const text = 'text' in found ? found.text : undefined;
		const done = applyEdits(path, text, own);
		if ('problem' in done) return done.problem;
		changed.push({path, text: done.text});
	}
	for (const {path, text} of changed) {
		const object = (await must(work.git, ['hash-object', '-w', '--stdin'], {input: bytesOfText(text)})).trim();
		const mode = (await modeOf(work, path)) ?? '100644';
		const added = await work.git(['update-index', '--add', '--cacheinfo', `${mode},${object},${path}`]);
		if (!added.ok) return added.message;
	}
	return undefined;
}

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
			{input: bytesOfText(fit.diff)},
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
	const isSparse = existsSync(join(work.record.work.gitDir, 'info', 'sparse-checkout'));
	await must(work.git, ['add', '--all', ...(isSparse ? ['--sparse'] : [])]);
	return commitStep(work, step);
}

async function commitStep(work: Worktree, step: StepName): Promise<StepResult> {
	const {key, title} = step;
	const head = headOf(work);
	const tree = (await must(work.git, ['write-tree', '--missing-ok'])).trim();
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
	writeRecord(work.folder, {...work.record, steps: work.steps}, work.seal);
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
