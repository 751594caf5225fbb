/** Writes search-and-replace blocks into git's index: no file is written before what is in it has been looked at. */
import {must} from '../../../engine/host/git.ts';
import {pathRefusal} from '../diff/diff-paths.ts';
import {applyEdits} from '../edits/apply-edits.ts';
import type {EditBlock} from '../edits/parse-blocks.ts';
import type {Worktree} from './worktree.ts';
import {modeOf, textsIn} from './worktree-files.ts';

/** Why the blocks were not taken, in words for their author; undefined where all of them are in the index. */
export async function writeEdits(work: Worktree, edits: readonly EditBlock[]): Promise<string | undefined> {
	const changed: {path: string; text: string}[] = [];
	const byPath = Map.groupBy(edits, each => each.path.replace(/^\.\//u, ''));
	const files = await textsIn(work, [...byPath.keys()]);
	for (const [path, own] of byPath) {
		const refusal = pathRefusal(path) ?? (path === '' ? 'a block has no path' : undefined);
		if (refusal !== undefined) return `refused: ${refusal}`;
		const found = files.get(path) ?? {lacks: 'file'};
		if ('lacks' in found && found.lacks === 'text') return `refused: "${path}" is a binary file`;
		const text = 'text' in found ? found.text : undefined;
		if (text?.includes('\uFFFD')) return `refused: "${path}" is not UTF-8, which blocks cannot keep; send a diff`;
		const done = applyEdits(path, text, own);
		if ('problem' in done) return done.problem;
		changed.push({path, text: done.text});
	}
	for (const {path, text} of changed) {
		const object = (await must(work.git, ['hash-object', '-w', '--stdin'], {input: text})).trim();
		const mode = (await modeOf(work, path)) ?? '100644';
		const added = await work.git(['update-index', '--add', '--cacheinfo', `${mode},${object},${path}`]);
		if (!added.ok) return added.message;
	}
	return undefined;
}
