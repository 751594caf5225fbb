/** Writes search-and-replace blocks into git's index: no file is written before what is in it has been looked at. */
import {must} from '../../engine/host/git.ts';
import {pathRefusal} from '../../protocols/builder-reviewer/diff/diff-paths.ts';
import {applyEdits} from '../../protocols/builder-reviewer/edits/apply-edits.ts';
import type {EditBlock} from '../../protocols/builder-reviewer/edits/parse-blocks.ts';
import {headOf, type Worktree} from './worktree.ts';
import {textIn} from './worktree-files.ts';

/** Why the blocks were not taken, in words for their author; undefined where all of them are in the index. */
export async function writeEdits(work: Worktree, edits: readonly EditBlock[]): Promise<string | undefined> {
	const changed: {path: string; text: string}[] = [];
	for (const [path, own] of Map.groupBy(edits, each => each.path.replace(/^\.\//u, ''))) {
		const refusal = pathRefusal(path) ?? (path === '' ? 'a block has no path' : undefined);
		if (refusal !== undefined) return `refused: ${refusal}`;
		const found = await textIn(work, path);
		if ('lacks' in found && found.lacks === 'text') return `refused: "${path}" is a binary file`;
		const text = 'text' in found ? found.text : undefined;
		if (text?.includes('\uFFFD')) return `refused: "${path}" is not UTF-8, which blocks cannot keep; send a diff`;
		const done = applyEdits(path, text, own);
		if ('problem' in done) return done.problem;
		changed.push({path, text: done.text});
	}
	for (const {path, text} of changed) {
		const object = (await must(work.git, ['hash-object', '-w', '--stdin'], {input: text})).trim();
		const mode = await modeOf(work, path);
		const added = await work.git(['update-index', '--add', '--cacheinfo', `${mode},${object},${path}`]);
		if (!added.ok) return added.message;
	}
	return undefined;
}

async function modeOf(work: Worktree, path: string): Promise<string> {
	const {ok, out} = await work.git(['--literal-pathspecs', 'ls-tree', '-z', headOf(work), '--', path]);
	const mode = ok ? /^(?<mode>\d{6}) blob/u.exec(out)?.groups?.['mode'] : undefined;
	return mode ?? '100644';
}
