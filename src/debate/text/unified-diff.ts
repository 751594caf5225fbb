/**
 * Unified diffs and the names that git writes in them. Models write them loosely: wrong counts, missing headers, blank
 * lines between files. Git's own are read by the counts in their hunks.
 */
import {textOfBytes} from './hidden.ts';

/** A line of a hunk. `bare` where the diff says that no line end follows. */
export type HunkLine = {readonly mark: ' ' | '+' | '-'; readonly text: string; readonly bare: boolean};

/**
 * `start` is the old file's line that the header names, from 1, and `next` the new file's; `source` is what was
 * written, header included.
 */
export type Hunk = {
	readonly start: number | undefined;
	readonly next: number | undefined;
	readonly about: string;
	readonly lines: readonly HunkLine[];
	readonly source: readonly string[];
};

/**
 * What is said of one file. The names are without `a/` and `b/`; `null` stands for no file, undefined for a name that
 * is not given.
 */
export type FilePart = {
	readonly header: readonly string[];
	readonly from: string | null | undefined;
	readonly to: string | null | undefined;
	readonly hunks: readonly Hunk[];
};

/** How a diff is taken apart: where its hunks and files begin, and where a hunk ends. */
type DiffReading = {
	readonly isHunk: (line: string | undefined) => boolean;
	/** Whether a file begins with this line, behind these lines of a header and perhaps hunks. */
	readonly isFile: (line: string, header: readonly string[], hunks: readonly Hunk[]) => boolean;
	/** The place behind a hunk whose first line is at `from - 1`. */
	readonly endOfHunk: (lines: readonly string[], from: number) => number;
};

/**
 * The parts in their order; lines that belong to no file are headers without a name. Written out again they are the
 * same text.
 */
export const partsOf = (diff: string): FilePart[] => partsIn(diff, loosely);

/** The parts of a diff that git wrote, one for each of its `diff --git`; a message before the first is a part too. */
export const gitPartsOf = (diff: string): FilePart[] => partsIn(diff, byItsCounts);

function partsIn(diff: string, {isHunk, isFile, endOfHunk}: DiffReading): FilePart[] {
	const lines = diff.split('\n');
	const parts: FilePart[] = [];
	let header: string[] = [];
	let hunks: Hunk[] = [];
	const close = () => {
		if (header.length + hunks.length > 0) parts.push({header, ...namesOf(header), hunks});
		[header, hunks] = [[], []];
	};
	for (let at = 0; at < lines.length;) {
		const line = lines[at] ?? '';
		if (isHunk(line)) {
			const end = endOfHunk(lines, at + 1);
			hunks.push(hunkOf(lines.slice(at, end)));
			at = end;
			continue;
		}
		if (isFile(line, header, hunks)) close();
		header.push(line);
		at++;
	}
	close();
	return parts;
}

const beginsGitFile = (line: string): boolean => line.startsWith('diff --git ');

const loosely: DiffReading = {
	isHunk: line => line !== undefined && /^@@(?: |$)/u.test(line),
	isFile: (line, header, hunks) =>
		hunks.length > 0 || beginsGitFile(line) || (line.startsWith('--- ') && header.some(one => one.startsWith('--- '))),
	endOfHunk(lines, from) {
		let at = from;
		// The last line end of a text is no line.
		while (
			at < lines.length &&
			/^(?:[ +\\-]|$)/u.test(lines[at] ?? '') &&
			!beginsFile(lines, at) &&
			!(at === lines.length - 1 && lines[at] === '')
		)
			at++;
		return at;
	},
};

/**
 * Whether the two lines of names stand here, with a hunk behind them, in the middle of one: with their prefixes, since
 * lines that are taken out and put in may look the same without.
 */
const beginsFile = (lines: readonly string[], at: number): boolean =>
	/^--- (?:"?a\/|\/dev\/null)/u.test(lines[at] ?? '') &&
	/^\+\+\+ (?:"?b\/|\/dev\/null)/u.test(lines[at + 1] ?? '') &&
	loosely.isHunk(lines[at + 2]);

const counts = /^@@ -\d+(?:,(?<old>\d+))? \+\d+(?:,(?<now>\d+))? @@/u;

const byItsCounts: DiffReading = {
	isHunk: line => counts.test(line ?? ''),
	isFile: beginsGitFile,
	endOfHunk(lines, from) {
		const {old = '1', now = '1'} = counts.exec(lines[from - 1] ?? '')?.groups ?? {};
		const left = {old: Number(old), now: Number(now)};
		let at = from;
		for (; at < lines.length && (left.old > 0 || left.now > 0 || lines[at]?.startsWith('\\') === true); at++) {
			const mark = lines[at]?.charAt(0);
			if (mark === '\\') continue;
			if (mark !== '+') left.old--;
			if (mark !== '-') left.now--;
		}
		return at;
	},
};

const head = /^@@(?: -(?<start>\d+)(?:,\d+)? \+(?<next>\d+)(?:,\d+)?)? ?@@(?<about>.*)$/u;

function hunkOf(source: readonly string[]): Hunk {
	const {start, next, about = ''} = head.exec(source[0] ?? '')?.groups ?? {};
	const lines: HunkLine[] = [];
	for (const line of source.slice(1)) {
		const last = lines.at(-1);
		const mark = line[0] === '+' || line[0] === '-' ? line[0] : ' ';
		if (!line.startsWith('\\')) lines.push({mark, text: line.slice(1), bare: false});
		else if (last) lines[lines.length - 1] = {...last, bare: true};
	}
	const numberOf = (written: string | undefined) => (written === undefined ? undefined : Number(written));
	return {start: numberOf(start), next: numberOf(next), about, lines, source};
}

const namesOf = (header: readonly string[]): Pick<FilePart, 'from' | 'to'> => ({
	from: nameIn(header, '--- ', 'rename from ', 'copy from '),
	to: nameIn(header, '+++ ', 'rename to ', 'copy to '),
});

function nameIn(header: readonly string[], ...openings: readonly string[]): string | null | undefined {
	for (const opening of openings) {
		const line = header.findLast(one => one.startsWith(opening));
		if (line !== undefined) return plainName(line.slice(opening.length), opening.trimEnd().length === 3);
	}
	return undefined;
}

/** A name as it stands in a header: what follows a tab is a date. */
function plainName(written: string, prefixed: boolean): string | null {
	const name = unquoted(/^"(?:\\.|[^"\\])*"/u.exec(written)?.[0] ?? written.replace(/\t.*$/u, '').trimEnd());
	if (name === '/dev/null') return null;
	return prefixed ? name.replace(/^[ab]\//u, '') : name;
}

const escapes: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v'};

/** Git writes a name with unusual characters as a C string; its octal escapes are the bytes of UTF-8. */
export function unquoted(name: string): string {
	const inner = /^"(?<inner>.*)"$/su.exec(name)?.groups?.['inner'];
	if (inner === undefined) return name;
	const bytes = [...inner.matchAll(/\\(?<octal>[0-7]{1,3})|\\(?<letter>.)|(?<plain>[^\\]+)/gsu)].flatMap(
		({groups = {}}) => {
			const {octal, letter, plain = ''} = groups;
			if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff];
			return [...new TextEncoder().encode(letter === undefined ? plain : (escapes[letter] ?? letter))];
		},
	);
	return textOfBytes(Uint8Array.from(bytes));
}
