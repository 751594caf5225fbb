/**
 * Parses a unified diff leniently, as models write it: wrong counts, missing headers, blank lines between files. Pure.
 */

/** A line of a hunk. `bare` where the diff says that no line end follows. */
export type HunkLine = {readonly mark: ' ' | '+' | '-'; readonly text: string; readonly bare: boolean};
/** `start` is the old file's line that the header names, from 1; `source` is what was written, header included. */
export type Hunk = {
	readonly start: number | undefined;
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

const isHunk = (line: string | undefined): boolean => line !== undefined && /^@@(?: |$)/u.test(line);

/**
 * The parts in their order; lines that belong to no file are headers without a name. Written out again they are the
 * same text.
 */
export function partsOf(diff: string): FilePart[] {
	const lines = diff.split('\n');
	const parts: FilePart[] = [];
	let header: string[] = [];
	let hunks: Hunk[] = [];
	const close = () => {
		if (header.length + hunks.length > 0)
			parts.push({
				header,
				from: nameIn(header, '--- ', 'rename from ', 'copy from '),
				to: nameIn(header, '+++ ', 'rename to ', 'copy to '),
				hunks,
			});
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
		if (
			hunks.length > 0 ||
			line.startsWith('diff --git ') ||
			(line.startsWith('--- ') && header.some(one => one.startsWith('--- ')))
		)
			close();
		header.push(line);
		at++;
	}
	close();
	return parts;
}

/**
 * Whether the two lines of names stand here, with a hunk behind them, in the middle of one: with their prefixes, since
 * lines that are taken out and put in may look the same without.
 */
const beginsFile = (lines: readonly string[], at: number): boolean =>
	/^--- (?:"?a\/|\/dev\/null)/u.test(lines[at] ?? '') &&
	/^\+\+\+ (?:"?b\/|\/dev\/null)/u.test(lines[at + 1] ?? '') &&
	isHunk(lines[at + 2]);

function endOfHunk(lines: readonly string[], from: number): number {
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
}

function hunkOf(source: readonly string[]): Hunk {
	const {start, about = ''} =
		/^@@(?: -(?<start>\d+)(?:,\d+)? \+\d+(?:,\d+)?)? ?@@(?<about>.*)$/u.exec(source[0] ?? '')?.groups ?? {};
	const lines: HunkLine[] = [];
	for (const line of source.slice(1)) {
		const last = lines.at(-1);
		const mark = line[0] === '+' || line[0] === '-' ? line[0] : ' ';
		if (!line.startsWith('\\')) lines.push({mark, text: line.slice(1), bare: false});
		else if (last) lines[lines.length - 1] = {...last, bare: true};
	}
	return {start: start === undefined ? undefined : Number(start), about, lines, source};
}

function nameIn(header: readonly string[], ...openings: readonly string[]): string | null | undefined {
	for (const opening of openings) {
		const line = header.findLast(one => one.startsWith(opening));
		if (line !== undefined) return plainName(line.slice(opening.length), opening.trimEnd().length === 3);
	}
	return undefined;
}

/** A name as it stands in a header: what follows a tab is a date; names that are quoted as C has it are in bytes. */
function plainName(written: string, prefixed: boolean): string | null {
	const quoted = /^"(?<inner>(?:\\.|[^"\\])*)"/u.exec(written)?.groups?.['inner'];
	const name = quoted === undefined ? written.replace(/\t.*$/u, '').trimEnd() : unquote(quoted);
	if (name === '/dev/null') return null;
	return prefixed ? name.replace(/^[ab]\//u, '') : name;
}

const escapes: Readonly<Record<string, string>> = {n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v'};

/** A name that git has quoted: octal escapes are bytes of UTF-8. */
export function unquote(text: string): string {
	const bytes = [...text.matchAll(/\\(?<octal>[0-7]{1,3})|\\(?<letter>.)|(?<plain>[^\\]+)/gsu)].map(({groups = {}}) => {
		const {octal, letter, plain} = groups;
		if (octal !== undefined) return Buffer.from([Number.parseInt(octal, 8) & 0xff]);
		return Buffer.from(letter === undefined ? (plain ?? '') : (escapes[letter] ?? letter));
	});
	return Buffer.concat(bytes).toString('utf8');
}
