/**
 * Where the builder works: a worktree with a git directory of its own, or a scratch repository where the user named
 * none. Git is told which repository it works in, and that is verified before each command: a builder may have changed
 * it.
 */
import {existsSync, lstatSync, mkdirSync, rmSync, statSync} from 'node:fs';
import {join, relative, resolve, sep} from 'node:path';
import {gitAt, gitIn, must, ourIdentity, type Git, plainDiff} from '../../../engine/host/git.ts';
import {remedyFor} from '../../../engine/host/git-remedies.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import {
	makeOwnRepository,
	ownGitDir,
	changeInWorktree,
	firstLine,
	guardedGit,
	pathsOf,
	repositoryAround,
	RepositoryChanged,
	makingFile,
	readRecord,
	writeRecord,
	type SealRecord,
	type StepCommit,
	type WorkRecord,
} from './repository.ts';
import {textOfBytes} from '../../../debate/text/hidden.ts';
import {showCode} from '../../../debate/text/intake.ts';

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
	readonly record: WorkRecord;
	/** The check's command, for what is touched of it. */
	readonly check?: string | undefined;
	/** The steps that were committed, the first one first. */
	readonly steps: StepCommit[];
	readonly known: Known;
	readonly seal: SealRecord;
	/** Throws `RepositoryChanged` where the worktree is not as it was when it was opened. */
	readonly git: Git;
};

/** What makes a run impossible, in words for the user. */
type OpenProblem = {readonly problem: string};

/** The commit that the last step left, whatever HEAD is by now. */
export const headOf = ({record, steps}: Worktree): string => steps.at(-1)?.commit ?? record.base;

/** Makes the worktree, or finds the one made before. Throws `RepositoryChanged` where that was changed since. */
export async function openWorktree(
	folder: string,
	repo: string | undefined,
	seal?: SealRecord,
): Promise<Worktree | OpenProblem> {
	const known = readRecord(folder);
	if (known)
		return existsSync(known.path) ? worktreeOf(folder, known, seal) : {problem: `the worktree ${known.path} is gone`};
	const path = join(folder, 'work');
	const isOurs = existsSync(makingFile(folder));
	writeWhole(makingFile(folder), '');
	const made = repo === undefined ? await makeScratch(path, isOurs) : await makeWorktree(path, repo, isOurs);
	if ('problem' in made) {
		rmSync(makingFile(folder), {force: true});
		return made;
	}
	writeRecord(folder, made, seal);
	rmSync(makingFile(folder), {force: true});
	return worktreeOf(folder, made, seal);
}

const worktreeOf = (folder: string, record: WorkRecord, seal: SealRecord): Worktree => ({
	folder,
	record,
	seal,
	steps: [...record.steps],
	known: {trees: new Map(), blobs: new Map(), changes: new Map()},
	git: guardedGit(record.work, changeInWorktree),
});

async function makeWorktree(path: string, repo: string, isOurs: boolean): Promise<WorkRecord | OpenProblem> {
	if (!statSync(repo, {throwIfNoEntry: false})?.isDirectory()) return {problem: `there is no folder ${repo}`};
	const found = await repositoryAround(repo);
	if ('problem' in found) {
		const remedy = remedyFor(found.problem);
		if (remedy) return {problem: `${remedy.what}: ${repo}. ${remedy.todo}`};
		return {problem: `${repo} is no git repository with a working tree: ${found.problem}`};
	}
	const {user, objectFormat} = found;
	const git = gitAt(user);
	const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	if (!head.ok) return {problem: `${repo} has no commit yet to start from`};
	const base = head.out.trim();
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
		steps: [],
	};
}

async function makeScratch(path: string, isOurs: boolean): Promise<WorkRecord | OpenProblem> {
	const inTheWay = makeRoom(path, isOurs);
	if (inTheWay) return inTheWay;
	mkdirSync(path, {recursive: true});
	await must(gitIn(path), ['init', '--quiet', '--initial-branch=work']);
	const work = await pathsOf(path);
	const git = gitAt(work);
	// Texts stay as they were written, whatever the user has set for repositories of their own.
	await must(git, ['config', 'core.autocrlf', 'false']);
	await must(git, [...ourIdentity, 'commit', '--quiet', '--allow-empty', '-m', 'Nothing yet']);
	return {path, base: (await must(git, ['rev-parse', 'HEAD'])).trim(), uncommitted: 0, work, steps: []};
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

/** Removes the worktree; gives why it was left, if it was. A scratch repository stays. */
export function closeWorktree(record: WorkRecord | undefined): string | undefined {
	if (record?.top === undefined || !lstatSync(record.path, {throwIfNoEntry: false})) return undefined;
	const {work} = record;
	const change = changeInWorktree(work);
	if (change !== undefined) return `${change}. Look at ${record.path}, and delete it and ${work.gitDir}.`;
	for (const place of [record.path, work.gitDir]) rmSync(place, {recursive: true, force: true});
	return undefined;
}

// Reads a worktree's files as the last step left them, through git, so that no path leads out of it.

/** Characters of one file, and of all files of one request. */
const most = {file: 24_000, all: 80_000};

/** The files of a commit by path, each with its mode, type and object: `100644 blob 1f…`. */
async function treeOf({known, git}: Worktree, commit: string): Promise<ReadonlyMap<string, string>> {
	const before = known.trees.get(commit);
	if (before) return before;
	const listed = await must(git, ['ls-tree', '-r', '-z', commit], {bytes: true});
	const tree = new Map(
		textOfBytes(Buffer.from(listed, 'latin1'))
			.split('\0')
			.filter(entry => entry !== '')
			.map(entry => {
				const end = entry.indexOf('\t');
				return [entry.slice(end + 1), entry.slice(0, end)] as const;
			}),
	);
	known.trees.set(commit, tree);
	return tree;
}

/** A step's own changes, those since an earlier try, and all of the run's. */
const mostChanges = 3;

/** The difference between two commits, or trees. */
export async function commitChanges({known, git}: Worktree, from: string, to: string): Promise<CommitChanges> {
	const name = `${from} ${to}`;
	const before = known.changes.get(name);
	if (before) return before;
	const parts = await must(git, ['diff-tree', '-r', '--raw', '--numstat', '-p', '-z', ...plainDiff, from, to], {
		bytes: true,
	});
	const changes = changesIn(textOfBytes(Buffer.from(parts, 'latin1')).split('\0'));
	known.changes.set(name, changes);
	for (const old of [...known.changes.keys()].slice(0, -mostChanges)) known.changes.delete(old);
	return changes;
}

/** Reads pairs of `:<modes and objects>` and path, then counts with their path, and behind an empty part the diff. */
function changesIn(parts: readonly string[]): CommitChanges {
	const raw: [string, string][] = [];
	let at = 0;
	for (; parts[at]?.startsWith(':'); at += 2) raw.push([parts[at] ?? '', parts[at + 1] ?? '']);
	const end = parts.indexOf('', at);
	const counts = parts.slice(at, end).map(entry => entry.split('\t'));
	return {raw, counts, diff: parts.slice(end + 1).join('\0')};
}

/** The changes of a step's tree are those of its commit. */
export function keepCommit(
	{known, record}: Worktree,
	{head, tree, commit}: {readonly head: string; readonly tree: string; readonly commit: string},
): void {
	const changes = known.changes.get(`${head} ${tree}`);
	const before = known.trees.get(head);
	if (!changes) return;
	known.changes.delete(`${head} ${tree}`);
	known.changes.set(`${head} ${commit}`, changes);
	if (!before) return;
	const files = new Map(before);
	for (const [entry, path] of changes.raw) {
		const [, mode = '', , object = ''] = entry.split(' ');
		if (/^0+$/u.test(object)) files.delete(path);
		else files.set(path, `${mode} ${mode === '160000' ? 'commit' : 'blob'} ${object}`);
	}
	if (head !== record.base) known.trees.delete(head);
	known.trees.set(commit, files);
}

/** The paths of all files. */
export const listFiles = async (work: Worktree, commit = headOf(work)): Promise<string[]> => [
	...(await treeOf(work, commit)).keys(),
];

/** The mode of a file that is there, such as `100755`. */
export const modeOf = async (work: Worktree, path: string): Promise<string | undefined> =>
	/^(?<mode>\d{6}) blob/u.exec((await treeOf(work, headOf(work))).get(path) ?? '')?.groups?.['mode'];

type FileText = {readonly path: string; readonly text?: string; readonly note?: string};

/** A long text is cut, and its note says so. At most `atMost` characters in all. */
export async function readFiles(
	work: Worktree,
	paths: readonly string[],
	atMost: number = most.all,
): Promise<FileText[]> {
	const found: FileText[] = [];
	let room = Math.min(most.all, atMost);
	const texts = await textsIn(work, [...paths, ...paths.flatMap(path => linesIn(path)?.path ?? [])]);
	for (const path of new Set(paths)) {
		const file = readOne(texts, path, Math.min(room, most.file));
		room -= file.text?.length ?? 0;
		found.push(file);
	}
	return found;
}

function readOne(texts: Texts, path: string, room: number): FileText {
	const found = texts.get(path) ?? {lacks: 'file' as const};
	if ('lacks' in found) {
		const part = found.lacks === 'file' ? readLines(texts, path, room) : undefined;
		return part ?? {path, note: lackWords[found.lacks]};
	}
	const {text} = found;
	if (room <= 0) return {path, note: 'left out, for too much was asked for at once'};
	return text.length <= room
		? {path, text: showCode(text)}
		: {path, text: showCode(text.slice(0, room)), note: `only its first ${room} of ${text.length} characters`};
}

const lackWords = {
	file: 'there is no such file',
	text: 'not a text',
	contents: 'this clone of the repository was made without its contents',
} as const;

/** Lines of a file, from 1, as `path:from-to` names them. */
function linesIn(asked: string): {path: string; from: number; to: number} | undefined {
	const {path, from, to} = /^(?<path>.+):(?<from>\d+)(?:-(?<to>\d+))?$/u.exec(asked)?.groups ?? {};
	return path === undefined ? undefined : {path, from: Number(from), to: Number(to ?? from)};
}

function readLines(texts: Texts, asked: string, room: number): FileText | undefined {
	const wanted = linesIn(asked);
	const found = wanted && texts.get(wanted.path);
	if (!found || !('text' in found)) return undefined;
	const lines = found.text.split('\n');
	const first = Math.max(1, wanted.from);
	const last = Math.min(lines.length, wanted.to);
	const text = lines.slice(first - 1, last).join('\n');
	if (room <= 0) return {path: asked, note: 'left out, for too much was asked for at once'};
	return {path: asked, text: showCode(text.slice(0, room)), note: `lines ${first} to ${last} of ${lines.length}`};
}

/** A file's text as it is, or why there is none: no such file, not a text, or a clone that left its contents out. */
type FoundText = {readonly text: string} | {readonly lacks: 'file' | 'text' | 'contents'};
type Texts = ReadonlyMap<string, FoundText>;

/** The files at these paths, however they are written. */
export async function textsIn(work: Worktree, paths: readonly string[], commit = headOf(work)): Promise<Texts> {
	const tree = await treeOf(work, commit);
	const {workTree} = work.record.work;
	const objects = new Map(
		paths.flatMap(path => {
			const inside = relative(workTree, resolve(workTree, path)).replaceAll(sep, '/');
			const [mode, type, object] = tree.get(inside)?.split(' ') ?? [];
			return type === 'blob' && mode !== '120000' && object !== undefined ? [[path, object] as const] : [];
		}),
	);
	const blobs = await readBlobs(work, objects.values());
	return new Map(
		paths.map((path): [string, FoundText] => {
			const object = objects.get(path);
			if (object === undefined) return [path, {lacks: 'file'}];
			const text = blobs.get(object);
			if (text === undefined) return [path, {lacks: 'contents'}];
			return [path, text.includes('\0') ? {lacks: 'text'} : {text}];
		}),
	);
}

/** What is kept in memory of blobs, in characters, and how many are asked for at once. */
const mostBlobs = {characters: 8_000_000, request: 64};

/** The blobs that git has of these, by object. */
export async function readBlobs(
	{known: {blobs: kept}, git}: Worktree,
	wanted: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
	const objects = [...new Set(wanted)];
	const found = new Map<string, string>();
	for (const object of objects) {
		const text = kept.get(object);
		if (text !== undefined) found.set(object, text);
	}
	const asked = objects.filter(object => !found.has(object));
	for (let at = 0; at < asked.length; at += mostBlobs.request) {
		const input = asked.slice(at, at + mostBlobs.request).join('\n');
		const answer = await must(git, ['cat-file', '--batch'], {input: `${input}\n`, bytes: true});
		for (const [object, text] of batchIn(answer)) found.set(object, text);
	}
	keep(kept, asked, found);
	return found;
}

/** Reads `<object> blob <size>`, the bytes, and a line end, for each that is there. */
function* batchIn(answer: string): Generator<readonly [object: string, text: string]> {
	for (let at = 0; at < answer.length;) {
		const end = answer.indexOf('\n', at);
		const [object = '', type, size] = answer.slice(at, end).split(' ');
		at = end + 1;
		if (type === 'missing') continue;
		if (type === 'blob') yield [object, textOfBytes(Buffer.from(answer.slice(at, at + Number(size)), 'latin1'))];
		at += Number(size) + 1;
	}
}

/** Keeps these, and forgets the oldest where there is no room. */
function keep(kept: Map<string, string>, objects: readonly string[], texts: ReadonlyMap<string, string>): void {
	for (const object of objects) {
		const text = texts.get(object);
		if (text !== undefined) kept.set(object, text);
	}
	let room = mostBlobs.characters;
	for (const [object, text] of [...kept].toReversed()) {
		room -= text.length;
		if (room < 0) kept.delete(object);
	}
}
