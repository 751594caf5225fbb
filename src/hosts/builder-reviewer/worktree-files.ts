/** Looks at a worktree's files through git, so that no path leads out of it. */
import {cleanCode} from '../../debate/text/intake.ts';
import {must} from '../../engine/host/git.ts';
import {textIn} from './git-text.ts';
import type {Worktree} from './worktree.ts';

/** Characters of one file, and of all that is looked at at once. */
const most = {file: 24_000, all: 80_000};

/** The paths of all files of the last step's commit. */
export const listFiles = async ({git}: Worktree): Promise<string[]> =>
	(await must(git, ['ls-tree', '-r', '--name-only', '-z', 'HEAD'])).split('\0').filter(path => path !== '');

export type FileText = {readonly path: string; readonly text?: string; readonly note?: string};

/** Texts as they are after the last step. What is long is cut, and said to be. */
export async function readFiles(work: Worktree, paths: readonly string[]): Promise<FileText[]> {
	const found: FileText[] = [];
	let room = most.all;
	for (const path of new Set(paths)) {
		const file = await readOne(work, path, Math.min(room, most.file));
		room -= file.text?.length ?? 0;
		found.push(file);
	}
	return found;
}

async function readOne({git}: Worktree, path: string, room: number): Promise<FileText> {
	const found = await textIn(git, path);
	if ('lacks' in found) return {path, note: found.lacks === 'file' ? 'there is no such file' : 'not a text'};
	const {text} = found;
	if (room <= 0) return {path, note: 'left out, for too much was asked for at once'};
	return text.length <= room
		? {path, text: cleanCode(text)}
		: {path, text: cleanCode(text.slice(0, room)), note: `only its first ${room} of ${text.length} characters`};
}
