/** Checks the paths in a diff's headers before git sees it: only ordinary files inside the worktree. Pure. */
import {partsOf, unquote} from './diff-parts.ts';

const header = /^(?:--- |\+\+\+ |rename (?:from|to) |copy (?:from|to) |diff --git )(?<rest>.*)$/u;
const linkMode =
	/^(?:new file mode|new mode|deleted file mode|index [0-9a-f]+\.\.[0-9a-f]+) (?<mode>120000|160000)\s*$/mu;

/** Why a diff is refused, in words for its author; undefined if its headers are safe. */
export function refusalOf(diff: string): string | undefined {
	const link = linkMode.exec(diff)?.groups?.['mode'];
	if (link !== undefined)
		return link === '120000'
			? 'it makes or changes a symbolic link, which could lead out of the worktree'
			: 'it makes or changes a submodule';
	if (/^(?:GIT binary patch|Binary files .* differ)\r?$/mu.test(diff))
		return 'it changes a binary file; a diff can change texts only';
	const [strange] = pathsIn(diff).flatMap(path => pathRefusal(path) ?? []);
	return strange;
}

/** The paths that the headers name, without `a/` and `b/`; lines of hunks are not looked at. */
export function pathsIn(diff: string): string[] {
	const paths = partsOf(diff)
		.flatMap(part => part.header)
		.flatMap(line => namesIn(header.exec(line)?.groups?.['rest'] ?? ''));
	return [...new Set(paths.filter(path => path !== '/dev/null' && path !== ''))];
}

/** One path, or the two of `diff --git`; quoted ones are unquoted as C has it. */
function namesIn(rest: string): string[] {
	const quoted = [...rest.matchAll(/"((?:\\.|[^"\\])*)"/gu)].map(([, inner = '']) => unquote(inner));
	const bare = rest
		.replaceAll(/"(?:\\.|[^"\\])*"/gu, '')
		.replace(/\t.*$/u, '')
		.trim();
	const two = /^a\/(?<one>.+) b\/(?<other>.+)$/u.exec(bare)?.groups;
	const found = two ? [two['one'] ?? '', two['other'] ?? ''] : bare === '' ? [] : [bare];
	return [...quoted, ...found].map(path => path.replace(/^[ab]\//u, ''));
}

/** Why a path is refused, in words for the author of a change; undefined where it is safe. */
export function pathRefusal(path: string): string | undefined {
	if (/^(?:\/|[a-z]:|\\|~)/iu.test(path))
		return `"${path}" is an absolute path; paths begin at the top of the worktree`;
	const parts = path.split(/[/\\]/u);
	if (parts.includes('..')) return `"${path}" leaves the worktree`;
	// Some file systems know .git under other names: case, trailing dots, its short name.
	if (
		parts.some(part => /^\.git[. ]*$/iu.test(part.replaceAll(/[\u200B-\u200F\uFEFF]/gu, '')) || /^git~\d$/iu.test(part))
	)
		return `"${path}" is git’s own`;
	return undefined;
}

/** Removes the surrounding Markdown fence and adds the missing final newline. */
export function withoutCodeFence(diff: string): string {
	const inner = /^\s*```[\w-]*\r?\n(?<body>[\s\S]*?)\r?\n?```\s*$/u.exec(diff)?.groups?.['body'] ?? diff;
	return inner.trim() === '' ? '' : inner.replace(/^\n+/u, '').replace(/\n*$/u, '\n');
}
