/** Parses git's unified diffs into files and numbered lines. */

export type SubjectLine = {
	readonly sign: ' ' | '+' | '-';
	/** Its number in the new file; for a removed line in the old one. */
	readonly number: number;
	readonly text: string;
};

export type DiffFile = {
	readonly path: string;
	/** Its name before, where it was renamed or copied. */
	readonly was: string | undefined;
	readonly change: 'changed' | 'added' | 'deleted' | 'renamed' | 'copied' | 'binary' | 'mode';
	readonly hunks: readonly (readonly SubjectLine[])[];
	/** How much of it there is besides the changes. */
	readonly shown?: 'whole' | 'functions';
	/** No change but a text: a review of the other files. */
	readonly review?: true;
};

type DiffFileDraft = {
	path: string;
	was: string | undefined;
	change: DiffFile['change'];
	hunks: SubjectLine[][];
	old: number;
	next: number;
	left: {old: number; new: number};
};

const hunkHead = /^@@ -(?<old>\d+)(?:,(?<oldCount>\d+))? \+(?<next>\d+)(?:,(?<newCount>\d+))? @@/u;

/** Reads what `git diff` and `gh pr diff` print; what stands before the first file (a message) is left out. */
export function parseDiff(diff: string): DiffFile[] {
	const files: DiffFileDraft[] = [];
	for (const line of diff.split('\n')) {
		const file = files.at(-1);
		if (file && (file.left.old > 0 || file.left.new > 0)) addLine(file, line);
		else if (line.startsWith('diff --git '))
			files.push({...pathsOf(line), change: 'changed', hunks: [], old: 0, next: 0, left: {old: 0, new: 0}});
		else if (file) readHeader(file, line);
	}
	return files.map(({path, was, change, hunks}) => ({path, was: was === path ? undefined : was, change, hunks}));
}

function addLine(file: DiffFileDraft, line: string): void {
	const sign = line.charAt(0);
	if (sign === '\\') return;
	if (sign === '-') {
		file.hunks.at(-1)?.push({sign, number: file.old++, text: line.slice(1)});
		file.left.old--;
		return;
	}
	file.hunks.at(-1)?.push({sign: sign === '+' ? '+' : ' ', number: file.next++, text: line.slice(1)});
	file.left.new--;
	if (sign === '+') return;
	file.old++;
	file.left.old--;
}

function readHeader(file: DiffFileDraft, line: string): void {
	const {old, oldCount = '1', next, newCount = '1'} = hunkHead.exec(line)?.groups ?? {};
	if (old !== undefined && next !== undefined) {
		Object.assign(file, {old: Number(old), next: Number(next), left: {old: Number(oldCount), new: Number(newCount)}});
		file.hunks.push([]);
		return;
	}
	const [, word = '', name = ''] =
		/^(?<word>rename from|rename to|copy from|copy to|new file|deleted file|old mode|\+\+\+|---|Binary files|GIT binary patch)\s?(?<name>.*)$/u.exec(
			line,
		) ?? [];
	if (word === '') return;
	if (word === 'rename from' || word === 'copy from')
		Object.assign(file, {was: unquote(name), change: word === 'rename from' ? 'renamed' : 'copied'});
	else if (word === 'rename to' || word === 'copy to') file.path = unquote(name);
	else if (word === 'new file') file.change = 'added';
	else if (word === 'deleted file') file.change = 'deleted';
	else if (word === 'old mode') file.change = 'mode';
	else if (word === 'Binary files' || word === 'GIT binary patch') file.change = 'binary';
	else if (name.trimEnd() !== '/dev/null') {
		const path = unquote(name.replace(/\t.*$/u, '')).replace(/^[abciow]\//u, '');
		if (word === '+++') file.path = path;
		if (file.change === 'mode') file.change = 'changed';
	}
}

/** `diff --git a/x b/x`; names that differ are told again by the lines that follow. */
function pathsOf(line: string): {path: string; was: string | undefined} {
	const quoted = /^diff --git (?<old>"(?:[^"\\]|\\.)*"|\S+) (?<next>"(?:[^"\\]|\\.)*"|\S+)$/u.exec(line)?.groups;
	const rest = line.slice('diff --git '.length);
	const half = rest.slice(0, (rest.length - 1) / 2);
	const path = quoted ? unquote(quoted['next'] ?? '') : half;
	return {path: path.replace(/^[abciow]\//u, ''), was: undefined};
}

const escapes: Readonly<Record<string, string>> = {
	n: '\n',
	t: '\t',
	r: '\r',
	a: '\u0007',
	b: '\b',
	f: '\f',
	v: '\v',
	'"': '"',
	'\\': '\\',
};

/** Git writes a name with unusual characters as a C string; its octal escapes are the bytes of UTF-8. */
function unquote(name: string): string {
	if (!name.startsWith('"') || !name.endsWith('"')) return name;
	const bytes: number[] = [];
	for (const {0: part} of name.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/gsu)) {
		if (/^\\[0-7]{3}$/u.test(part)) bytes.push(Number.parseInt(part.slice(1), 8));
		else
			bytes.push(
				...new TextEncoder().encode(part.startsWith('\\') ? (escapes[part.charAt(1)] ?? part.charAt(1)) : part),
			);
	}
	return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** A file as a diff that adds all of it. */
export function wholeFile(path: string, text: string): DiffFile {
	const lines = text.replace(/\r?\n$/u, '').split(/\r?\n/u);
	return {
		path,
		was: undefined,
		change: 'added',
		hunks: text === '' ? [] : [lines.map((line, at) => ({sign: '+', number: at + 1, text: line}))],
	};
}
