/** Reads a worktree's files as the last step left them, through git, so that no path leads out of it. */
import {relative, resolve, sep} from 'node:path';
import {cleanCode} from '../../../debate/text/intake.ts';
import {GitFailed, must, plainDiff} from '../../../engine/host/git.ts';
import {headOf, type CommitChanges, type Worktree} from './worktree.ts';

/** Characters of one file, and of all files of one request. */
const most = {file: 24_000, all: 80_000};

/** The files of a commit by path, each with its mode, type and object: `100644 blob 1f…`. */
async function treeOf({known, git}: Worktree, commit: string): Promise<ReadonlyMap<string, string>> {
	const before = known.trees.get(commit);
	if (before) return before;
	const listed = await must(git, ['ls-tree', '-r', '-z', commit]);
	const tree = new Map(
		listed
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
	const parts = await must(git, ['diff-tree', '-r', '--raw', '--numstat', '-p', '-z', ...plainDiff, from, to]);
	const changes = changesIn(parts.split('\0'));
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

export type FileText = {readonly path: string; readonly text?: string; readonly note?: string};

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
	const found = texts.get(path) ?? {lacks: 'file'};
	if ('lacks' in found) {
		const part = found.lacks === 'file' ? readLines(texts, path, room) : undefined;
		return part ?? {path, note: found.lacks === 'file' ? 'there is no such file' : 'not a text'};
	}
	const {text} = found;
	if (room <= 0) return {path, note: 'left out, for too much was asked for at once'};
	return text.length <= room
		? {path, text: cleanCode(text)}
		: {path, text: cleanCode(text.slice(0, room)), note: `only its first ${room} of ${text.length} characters`};
}

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
	return {path: asked, text: cleanCode(text.slice(0, room)), note: `lines ${first} to ${last} of ${lines.length}`};
}

/** A file's text as it is, or why there is none: no file of that name, or not a text. */
type FoundText = {readonly text: string} | {readonly lacks: 'file' | 'text'};
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
			if (text === undefined) throw new GitFailed(`git cat-file failed: ${object} is missing`);
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
		if (type === 'blob') yield [object, Buffer.from(answer.slice(at, at + Number(size)), 'latin1').toString()];
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
