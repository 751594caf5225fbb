/** Reads a worktree's files as the last step left them, through git, so that no path leads out of it. */
import {cleanCode} from '../../debate/text/intake.ts';
import {must} from '../../engine/host/git.ts';
import {headOf, type Worktree} from './worktree.ts';

/** Characters of one file, and of all files of one request. */
const most = {file: 24_000, all: 80_000};

/** The paths of all files. */
export const listFiles = async (work: Worktree, commit = headOf(work)): Promise<string[]> =>
	(await must(work.git, ['ls-tree', '-r', '--name-only', '-z', commit])).split('\0').filter(path => path !== '');

export type FileText = {readonly path: string; readonly text?: string; readonly note?: string};

/** A long text is cut, and its note says so. At most `atMost` characters in all. */
export async function readFiles(
	work: Worktree,
	paths: readonly string[],
	atMost: number = most.all,
): Promise<FileText[]> {
	const found: FileText[] = [];
	let room = Math.min(most.all, atMost);
	for (const path of new Set(paths)) {
		const file = await readOne(work, path, Math.min(room, most.file));
		room -= file.text?.length ?? 0;
		found.push(file);
	}
	return found;
}

async function readOne(work: Worktree, path: string, room: number): Promise<FileText> {
	const found = await textIn(work, path);
	if ('lacks' in found) {
		const part = found.lacks === 'file' ? await readLines(work, path, room) : undefined;
		return part ?? {path, note: found.lacks === 'file' ? 'there is no such file' : 'not a text'};
	}
	const {text} = found;
	if (room <= 0) return {path, note: 'left out, for too much was asked for at once'};
	return text.length <= room
		? {path, text: cleanCode(text)}
		: {path, text: cleanCode(text.slice(0, room)), note: `only its first ${room} of ${text.length} characters`};
}

/** Lines of a file, from 1, as `path:from-to` names them. */
async function readLines(work: Worktree, asked: string, room: number): Promise<FileText | undefined> {
	const {path, from, to} = /^(?<path>.+):(?<from>\d+)(?:-(?<to>\d+))?$/u.exec(asked)?.groups ?? {};
	const found = path === undefined ? undefined : await textIn(work, path);
	if (!found || !('text' in found)) return undefined;
	const lines = found.text.split('\n');
	const first = Math.max(1, Number(from));
	const last = Math.min(lines.length, Number(to ?? from));
	const text = lines.slice(first - 1, last).join('\n');
	if (room <= 0) return {path: asked, note: 'left out, for too much was asked for at once'};
	return {path: asked, text: cleanCode(text.slice(0, room)), note: `lines ${first} to ${last} of ${lines.length}`};
}

/** A file's text as it is, or why there is none: no file of that name, or not a text. */
export async function textIn(
	work: Worktree,
	path: string,
	commit = headOf(work),
): Promise<{readonly text: string} | {readonly lacks: 'file' | 'text'}> {
	const {ok, out} = await work.git(['--literal-pathspecs', 'ls-tree', '-z', commit, '--', path]);
	const [mode, type, object] = (ok ? (out.split('\0')[0] ?? '') : '').split(/\s/u);
	if (type !== 'blob' || mode === '120000' || object === undefined) return {lacks: 'file'};
	const text = await must(work.git, ['cat-file', 'blob', object]);
	return text.includes('\0') ? {lacks: 'text'} : {text};
}
