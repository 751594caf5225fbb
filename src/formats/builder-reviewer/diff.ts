/** The diff that a model wrote: which paths it names, and how it fits the files that it changes. Pure. */
import {showHidden, withHidden} from '../../debate/text/hidden.ts';
import {sanitizeCode, showCode} from '../../debate/text/intake.ts';
import {type FilePart, type Hunk, type HunkLine, partsOf, unquoted} from '../../debate/text/unified-diff.ts';

// Checks the paths in a diff's headers before git sees it: only ordinary files inside the worktree. Pure.

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
	const quoted = [...rest.matchAll(/"(?:\\.|[^"\\])*"/gu)].map(([name]) => unquoted(name));
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

// Fits a model's diff to the files it changes. Models write LF line ends, miscount lines and see files only as shown;
// git needs exact bytes. Context and removed lines are replaced by the file's own bytes, and added lines get the line
// ends of what they replace. A hunk that is not found stays as written, for git to report. Pure.

/** A line of a file: its text, its line end (none at the end of some files), and how it is shown. */
type FileLine = {
	readonly text: string;
	readonly end: '' | '\n' | '\r\n';
	readonly plain: string;
	readonly shown: string;
};

/** `located`: every hunk was found, so its line numbers are right and git needs no context to place it. */
export type FittedDiff = {readonly diff: string; readonly located: boolean};

/** `textOf` returns a file's text, or undefined if there is none. */
export function fitDiff(diff: string, textOf: (path: string) => string | undefined): FittedDiff {
	const parts = partsOf(diff).map(part => fitPart(part, textOf));
	return {diff: parts.flatMap(({lines}) => lines).join('\n'), located: parts.every(({located}) => located)};
}

function fitPart(
	part: FilePart,
	textOf: (path: string) => string | undefined,
): {readonly lines: readonly string[]; readonly located: boolean} {
	const text = typeof part.from === 'string' ? textOf(part.from) : undefined;
	const file = text === undefined ? undefined : linesOf(text);
	const found = part.hunks.map(hunk => file && locate(hunk, file));
	const hunks = file ? writeHunks(part.hunks, found, file) : part.hunks.map(withoutBlanks);
	return {
		lines: [...headerOf(part), ...hunks.flat()],
		located: part.from === null || found.every(one => one !== undefined),
	};
}

/** What `git apply` needs to know where a file begins and that it is new. */
function headerOf({header, from, to, hunks}: FilePart): readonly string[] {
	if (hunks.length === 0 || from === undefined || to === undefined) return header;
	const isNew = from === null && !header.some(line => line.startsWith('new file mode '));
	const mode = isNew ? ['new file mode 100644'] : [];
	const first = header.findIndex(line => line.startsWith('diff --git '));
	if (first >= 0) return header.toSpliced(first + 1, 0, ...mode);
	const names = header.findIndex(line => line.startsWith('--- '));
	const name = to ?? from ?? '';
	const gone = to === null ? ['deleted file mode 100644'] : [];
	const named = (side: string, path: string | null): string => (path === null ? '/dev/null' : `${side}/${path}`);
	return [
		...header.slice(0, names),
		`diff --git a/${name} b/${name}`,
		...mode,
		...gone,
		`--- ${named('a', from)}`,
		`+++ ${named('b', to)}`,
	];
}

/** A hunk as it was written, but for blank lines behind it. */
const withoutBlanks = ({source}: Hunk): readonly string[] =>
	source.slice(0, source.findLastIndex(line => line !== '') + 1);

function linesOf(text: string): FileLine[] {
	return [...text.matchAll(/(?<text>[^\n]*?)(?<end>\r?\n|$)/gu)].flatMap(({groups = {}}) => {
		const {text: line = '', end = ''} = groups;
		if (line === '' && end === '') return [];
		return [
			{
				text: line,
				end: end === '\r\n' || end === '\n' ? end : ('' as const),
				plain: sanitizeCode(showHidden(line)),
				shown: showCode(line),
			},
		];
	});
}

/** `at` is the first line taken, from 0; `old` how many are. */
type LocatedHunk = {readonly lines: readonly HunkLine[]; readonly at: number; readonly old: number};

function writeHunks(
	hunks: readonly Hunk[],
	found: readonly (LocatedHunk | undefined)[],
	file: readonly FileLine[],
): (readonly string[])[] {
	let grown = 0;
	return hunks.map(({about, source}, place) => {
		const here = found[place];
		if (!here) return source;
		const written = write(here, file);
		const count = (mark: '-' | '+'): number =>
			written.filter(line => line.startsWith(' ') || line.startsWith(mark)).length;
		const [old, now] = [count('-'), count('+')];
		const head = `@@ -${here.at + (old === 0 ? 0 : 1)},${old} +${here.at + grown + (now === 0 ? 0 : 1)},${now} @@${about}`;
		grown += now - old;
		return [head, ...written];
	});
}

/** Where a hunk's old lines occur in the file: nearest to its line number; without one, only if they occur once. */
function locate({lines, start}: Hunk, file: readonly FileLine[]): LocatedHunk | undefined {
	if (lines.every(({mark}) => mark === '+'))
		return start === undefined ? undefined : insertionAfter(lines, Math.min(start, file.length), file);
	const said = lines.findLastIndex(({mark, text}) => mark !== ' ' || text !== '') + 1;
	for (const length of new Set([lines.length, said])) {
		const old = lines.slice(0, length).filter(({mark}) => mark !== '+');
		const places = file
			.keys()
			.filter(at => old.every((each, offset) => isSame(each, file[at + offset])))
			.toArray();
		if (start === undefined && places.length > 1) return undefined;
		const at = places.toSorted(
			(one, other) => Math.abs(one + 1 - (start ?? 1)) - Math.abs(other + 1 - (start ?? 1)),
		)[0];
		if (at !== undefined) return {lines: lines.slice(0, length), at, old: old.length};
	}
	return undefined;
}

/** What is only added, behind a line of the file. */
function insertionAfter(lines: readonly HunkLine[], at: number, file: readonly FileLine[]): LocatedHunk {
	const before = file[at - 1];
	return before
		? {lines: [{mark: ' ', text: before.plain, bare: false}, ...lines], at: at - 1, old: 1}
		: {lines, at: 0, old: 0};
}

/** Redacted lines may be context; removed lines must match exactly. */
const isSame = ({mark, text}: HunkLine, line: FileLine | undefined): boolean =>
	line !== undefined && (text === line.plain || (mark === ' ' && text === line.shown));

/** The hunk's lines with the file's own bytes. */
function write({lines, at, old}: LocatedHunk, file: readonly FileLine[]): string[] {
	const usual = usualEnd(file);
	const ends = lineEnds(lines, file.slice(at, at + old), usual);
	const bare = at + old === file.length && isBareAfter(lines, file.at(-1));
	const lastNow = lines.findLastIndex(({mark}) => mark !== '-');
	let place = at;
	return lines.flatMap(({mark, text}, index) => {
		const isEnd = index === lastNow && bare;
		if (mark === '+') return line('+', unescaped(text, file.slice(at, at + old)), isEnd ? '' : (ends[index] ?? usual));
		const own = file[place++];
		if (!own) return [];
		// A line that ended the file without a line end, and is not its last any more.
		if (mark === ' ' && own.end === '' && !isEnd) return [...line('-', own.text, ''), ...line('+', own.text, usual)];
		return line(mark, own.text, own.end);
	});
}

/** A line that was written from one of the file's that is shown with escapes has that one's characters. */
function unescaped(text: string, around: readonly FileLine[]): string {
	const like = around.find(({text: own}) => withHidden(text, own) !== text);
	return like ? withHidden(text, like.text) : text;
}

function line(mark: HunkLine['mark'], text: string, end: FileLine['end']): string[] {
	return end === '' ? [mark + text, '\\ No newline at end of file'] : [mark + text + end.slice(0, -1)];
}

/** Whether the file ends without a line end afterwards: as it did, unless the diff says something of it. */
function isBareAfter(lines: readonly HunkLine[], last: FileLine | undefined): boolean {
	const now = lines.findLast(({mark}) => mark !== '-');
	if (last?.end === '') return !lines.some(({bare}) => bare) || (now?.bare ?? false);
	return now?.mark === '+' && now.bare;
}

/** For each added line, the line end of the one that it replaces, else of the one before or behind. */
function lineEnds(lines: readonly HunkLine[], old: readonly FileLine[], usual: '\n' | '\r\n'): FileLine['end'][] {
	const ends: FileLine['end'][] = [];
	let place = 0;
	let removed: FileLine['end'][] = [];
	for (const [index, {mark}] of lines.entries()) {
		if (mark !== '+' && lines[index - 1]?.mark !== '-') removed = [];
		if (mark === '-') removed.push(old[place]?.end ?? '');
		const inStead = mark === '+' && removed.length > 1 ? removed.shift() : removed[0];
		ends.push((mark === '+' ? (inStead ?? (old[place - 1] ?? old[place])?.end) : '') || usual);
		if (mark !== '+') place++;
	}
	return ends;
}

/** The more frequent line end of a file; on a tie, the first line's. */
function usualEnd(file: readonly FileLine[]): '\n' | '\r\n' {
	const count = (wanted: string): number => file.filter(({end}) => end === wanted).length;
	const more = count('\r\n') - count('\n');
	return more > 0 || (more === 0 && file[0]?.end === '\r\n') ? '\r\n' : '\n';
}
