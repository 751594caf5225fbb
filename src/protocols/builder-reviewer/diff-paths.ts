/** Where a diff wants to write, read from its headers, before git sees it: only into the worktree, only ordinary files. Pure. */

const header = /^(?:--- |\+\+\+ |rename (?:from|to) |copy (?:from|to) |diff --git )(?<rest>.*)$/u;
const linkMode = /^(?:new file mode|new mode|deleted file mode|index [0-9a-f]+\.\.[0-9a-f]+) (?<mode>120000|160000)\s*$/mu;

/** Why a diff is not even tried, in words for whoever wrote it; undefined where its headers are harmless. */
export function refusalOf(diff: string): string | undefined {
	const link = linkMode.exec(diff)?.groups?.['mode'];
	if (link !== undefined) return link === '120000' ? 'it makes or changes a symbolic link, which could lead out of the worktree' : 'it makes or changes a submodule';
	const [strange] = pathsIn(diff).flatMap(path => (whyNot(path) ?? []));
	return strange;
}

/** The paths that the headers name, without `a/` and `b/`; lines of hunks are not looked at. */
export function pathsIn(diff: string): string[] {
	const paths: string[] = [];
	let left = {old: 0, new: 0};
	for (const line of diff.split('\n')) {
		if (left.old > 0 || left.new > 0) {
			left = consume(left, line);
			continue;
		}
		const hunk = /^@@ -\d+(?:,(?<old>\d+))? \+\d+(?:,(?<new>\d+))? @@/u.exec(line)?.groups;
		if (hunk) left = {old: Number(hunk['old'] ?? 1), new: Number(hunk['new'] ?? 1)};
		const rest = header.exec(line)?.groups?.['rest'];
		if (rest !== undefined) paths.push(...namesIn(rest));
	}
	return [...new Set(paths.filter(path => path !== '/dev/null' && path !== ''))];
}

const consume = (left: {old: number; new: number}, line: string): {old: number; new: number} => ({
	old: left.old - (line.startsWith('+') || line.startsWith('\\') ? 0 : 1), new: left.new - (line.startsWith('-') || line.startsWith('\\') ? 0 : 1),
});

/** One path, or the two of `diff --git`; quoted ones are unquoted as C has it. */
function namesIn(rest: string): string[] {
	const quoted = [...rest.matchAll(/"((?:\\.|[^"\\])*)"/gu)].map(([, inner = '']) => unquote(inner));
	const bare = rest.replaceAll(/"(?:\\.|[^"\\])*"/gu, '').replace(/\t.*$/u, '').trim();
	const two = /^a\/(?<one>.+) b\/(?<other>.+)$/u.exec(bare)?.groups;
	const found = two ? [two['one'] ?? '', two['other'] ?? ''] : bare === '' ? [] : [bare];
	return [...quoted, ...found].map(path => path.replace(/^[ab]\//u, ''));
}

const unquote = (text: string): string => text.replaceAll(/\\([0-7]{1,3}|.)/gu, (_, escaped: string) => (/^[0-7]/u.test(escaped) ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped));

function whyNot(path: string): string | undefined {
	if (/^(?:\/|[a-z]:|\\|~)/iu.test(path)) return `"${path}" is an absolute path; paths begin at the top of the worktree`;
	const parts = path.split(/[/\\]/u);
	if (parts.includes('..')) return `"${path}" leaves the worktree`;
	// Some file systems know .git under other names: case, trailing dots, its short name.
	if (parts.some(part => /^\.git[. ]*$/iu.test(part.replaceAll(/[\u200B-\u200F\uFEFF]/gu, '')) || /^git~\d$/iu.test(part))) return `"${path}" is git’s own`;
	return undefined;
}

/** A model's diff as git takes it: without the fence that it stands in, with the line end that the last line lacks. */
export function unfenced(diff: string): string {
	const inner = /^\s*```[\w-]*\r?\n(?<body>[\s\S]*?)\r?\n?```\s*$/u.exec(diff)?.groups?.['body'] ?? diff;
	return inner.trim() === '' ? '' : inner.replace(/^\n+/u, '').replace(/\n*$/u, '\n');
}
