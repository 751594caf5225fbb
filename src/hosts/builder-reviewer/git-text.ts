/** Texts of the last commit, looked up through git, so that no path leads out of the repository. */
import {must, type Git} from '../../engine/host/git.ts';

/** A file's text as it is, or why there is none: nothing of that name, or no text. */
export async function textIn(
	git: Git,
	path: string,
): Promise<{readonly text: string} | {readonly lacks: 'file' | 'text'}> {
	const {ok, out} = await git(['--literal-pathspecs', 'ls-tree', '-z', 'HEAD', '--', path]);
	const [mode, type, object] = (ok ? (out.split('\0')[0] ?? '') : '').split(/\s/u);
	if (type !== 'blob' || mode === '120000' || object === undefined) return {lacks: 'file'};
	const text = await must(git, ['cat-file', 'blob', object]);
	return text.includes('\0') ? {lacks: 'text'} : {text};
}
