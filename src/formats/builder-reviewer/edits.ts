/**
 * Search-and-replace blocks, put into a file with the file's own bytes: models write LF line ends, drop blanks at line
 * ends and mix tabs with spaces, and see files only as shown. Pure.
 */
import {escapePattern} from '../../debate/text/words.ts';
import {showHidden, withHidden} from '../../debate/text/hidden.ts';
import {sanitizeCode, showCode} from '../../debate/text/intake.ts';

// Search-and-replace blocks as many models write them in plain text. Pure.

/** `search` is replaced by `replace`; an empty `search` makes a new file. */
export type EditBlock = {readonly path: string; readonly search: string; readonly replace: string};

const opening = /^<{5,9} ?SEARCH\b/u;
const middle = /^={5,9}\s*$/u;
const closing = /^>{5,9} ?REPLACE\b/u;

/** Whether a text has blocks in it, and so is no diff. */
export const hasBlocks = (text: string): boolean => /^<{5,9} ?SEARCH\b/mu.test(text);

/** The blocks of a text in their order: each has its path on a line above it, or that of the block before. */
export function parseBlocks(text: string): EditBlock[] {
	const edits: EditBlock[] = [];
	let path = '';
	let part: 'outside' | 'search' | 'replace' = 'outside';
	let search: string[] = [];
	let replace: string[] = [];
	for (const line of text.split('\n').map(each => each.replace(/\r$/u, ''))) {
		if (part === 'outside') {
			if (opening.test(line)) [part, search, replace] = ['search', [], []];
			else path = pathIn(line) ?? path;
		} else if (part === 'search') {
			if (middle.test(line)) part = 'replace';
			else search.push(line);
		} else if (closing.test(line)) {
			edits.push({path, search: joined(search), replace: joined(replace)});
			part = 'outside';
		} else replace.push(line);
	}
	return edits;
}

const joined = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');

/** The block as text, to be shown to the model that wrote it. */
export const writeBlock = ({path, search, replace}: EditBlock): string =>
	`${path}\n<<<<<<< SEARCH\n${ended(search)}=======\n${ended(replace)}>>>>>>> REPLACE\n`;

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

/** A path, perhaps marked up; fences and prose are none. */
function pathIn(line: string): string | undefined {
	const plain = line
		.trim()
		.replace(/^(?:#+|\*\*|`+|File:|Path:)\s*/iu, '')
		.replace(/(?:`+|\*\*|:)+$/u, '');
	return /^[^\s`]+$/u.test(plain) && /[./]/u.test(plain) ? plain : undefined;
}

type BlockLine = {readonly text: string; readonly end: string; readonly plain: string; readonly shown: string};
/** The new text, or why there is none, in words for the author of the blocks. */
type Edited = {readonly text: string} | {readonly problem: string};

/** Applies the blocks of one file in their order; `text` is undefined where there is no such file. */
export function applyEdits(path: string, text: string | undefined, edits: readonly Omit<EditBlock, 'path'>[]): Edited {
	let now = text;
	for (const [place, edit] of edits.entries()) {
		const done = applyEdit(now, edit);
		if ('problem' in done) return {problem: `block ${place + 1} of ${path}: ${done.problem}`};
		now = done.text;
	}
	return {text: now ?? ''};
}

function applyEdit(text: string | undefined, {search, replace}: Omit<EditBlock, 'path'>): Edited {
	if (search.trim() === '') {
		if (text === undefined || text.trim() === '')
			return {text: replace === '' ? '' : `${replace.replace(/\n$/u, '')}\n`};
		return {problem: `"search" is empty, and the file is there already, with ${linesOf(text).length} lines`};
	}
	if (text === undefined) return {problem: 'there is no such file; a new one has an empty "search"'};
	const file = linesOf(text);
	const wanted = splitLines(search);
	for (const isSame of [exact, endsTrimmed, trimmed]) {
		const places = placesOf(wanted, file, isSame);
		if (places.length > 1)
			return {
				problem: `its "search" occurs ${places.length} times, from lines ${places.map(at => at + 1).join(', ')}; add lines until it occurs once`,
			};
		const [at] = places;
		if (at !== undefined) return replaceLines(file, {at, wanted, given: splitLines(replace)});
	}
	return (
		replaceWithin(file, search, replace) ?? {problem: `its "search" does not occur in the file${nearest(wanted, file)}`}
	);
}

type Same = (wanted: string, line: BlockLine) => boolean;
/** A redacted line may be matched as it is shown. */
const exact: Same = (wanted, {plain, shown}) => wanted === plain || wanted === shown;
const endsTrimmed: Same = (wanted, {plain, shown}) => [plain, shown].some(line => wanted.trimEnd() === line.trimEnd());
const trimmed: Same = (wanted, {plain, shown}) => [plain, shown].some(line => wanted.trim() === line.trim());

const placesOf = (wanted: readonly string[], file: readonly BlockLine[], isSame: Same): number[] =>
	file
		.keys()
		.take(Math.max(0, file.length - wanted.length + 1))
		.filter(at => wanted.every((line, offset) => isSame(line, file[at + offset] ?? nothing)))
		.toArray();
const nothing: BlockLine = {text: '', end: '', plain: '\u0000', shown: '\u0000'};

type Found = {readonly at: number; readonly wanted: readonly string[]; readonly given: readonly string[]};

/** Lines that stay are the file's own, and new ones are indented as the file is. */
function replaceLines(file: readonly BlockLine[], {at, wanted, given}: Found): Edited {
	const old = file.slice(at, at + wanted.length);
	const unused = wanted.map((line, offset) => ({line, own: old[offset] ?? nothing}));
	const indents = new Map(unused.map(({line, own}) => [indentOf(line), indentOf(own.plain)]));
	const written = given.map(line => {
		const same = unused.findIndex(each => each.line === line);
		// In their order: what is skipped is taken out.
		const kept = same < 0 ? undefined : unused.splice(0, same + 1).at(-1)?.own;
		if (kept) return kept.text;
		const like = unused.find(({own}) => own.text !== own.plain && hasEscapeOf(line, own.text));
		return withHidden(reindented(line, indents), like?.own.text ?? '');
	});
	const secrets = old.filter(({text}) => !written.includes(text)).flatMap(secretsIn);
	const restored = written.map(line => withSecrets(line, secrets));
	const lost = restored
		.flatMap(line => line.match(redacted) ?? [])
		.find(mark => file.some(({plain, shown}) => shown.includes(mark) && !plain.includes(mark)));
	if (lost !== undefined)
		return {
			problem: `it writes ${lost} where no such value stood; a value that is not shown can only stay in its line`,
		};
	const usual = usualEnd(file);
	const last = file.at(-1);
	const isLast = at + wanted.length === file.length && last?.end === '';
	const ends = written.map((_, place) =>
		isLast && place === written.length - 1 ? '' : (old[place]?.end ?? '') || usual,
	);
	return {
		text: [
			...file.slice(0, at).map(({text, end}) => text + end),
			...restored.map((line, place) => line + (ends[place] ?? usual)),
			...file.slice(at + wanted.length).map(({text, end}) => text + end),
		].join(''),
	};
}

// Values that are redacted where a file is shown. An edit of such a line is taken by its place, with the value put back.

type Secret = {readonly mark: string; readonly value: string};
const redacted = /\[redacted:[a-z0-9-]+\]/gu;

/** The values of a line behind the marks that it is shown with, in their order. */
function secretsIn({plain, shown}: BlockLine): Secret[] {
	if (plain === shown) return [];
	const marks = shown.match(redacted) ?? [];
	const between = shown.split(redacted).map(part => escapePattern(part));
	const values = new RegExp(`^${between.join('(.*?)')}$`, 'u').exec(plain)?.slice(1) ?? [];
	return marks.flatMap((mark, at) => (values[at] === undefined ? [] : [{mark, value: values[at]}]));
}

/** A line with the first unused value for each of its marks; used ones are taken from the list. */
function withSecrets(line: string, secrets: Secret[]): string {
	return line.replaceAll(redacted, mark => {
		const at = secrets.findIndex(secret => secret.mark === mark);
		return at < 0 ? mark : (secrets.splice(at, 1)[0]?.value ?? mark);
	});
}

/** Whether a line was written with an escape that stands for a hidden character of another one. */
const hasEscapeOf = (line: string, own: string): boolean => withHidden(line, own) !== line;

/** A part of a line, where it occurs once. */
function replaceWithin(file: readonly BlockLine[], search: string, replace: string): Edited | undefined {
	const part = search.trim();
	if (part.includes('\n') || part.length < 3) return undefined;
	const places = file.flatMap(({text, shown}, at) => (text.includes(part) || shown.includes(part) ? [at] : []));
	const [at = 0] = places;
	const line = file[at];
	const own = line?.text.includes(part) ? line.text : line?.shown;
	if (places.length !== 1 || !line || own?.split(part).length !== 2) return undefined;
	const edited = own.replace(part, () => withHidden(replace.trim(), line.text));
	const changed = own === line.text ? edited : withSecrets(edited, secretsIn(line));
	if (own !== line.text && changed.match(redacted)) return undefined;
	return {text: file.map(({text, end}, place) => (place === at ? changed : text) + end).join('')};
}

/** Where the first line of the search, or one like it, stands in the file. */
function nearest(wanted: readonly string[], file: readonly BlockLine[]): string {
	const first = wanted.find(line => line.trim() !== '')?.trim() ?? '';
	const at = file.findIndex(({plain}) => plain.trim() === first);
	if (at < 0) return '';
	const there = file.slice(at, at + Math.min(8, wanted.length)).map(({shown}) => shown);
	return `; its first line is line ${at + 1}, and from there the file has:\n${there.join('\n')}`;
}

const indentOf = (line: string): string => /^[ \t]*/u.exec(line)?.[0] ?? '';

/** A new line, indented as the file indents what the search indents like that. */
function reindented(line: string, indents: ReadonlyMap<string, string>): string {
	const own = indentOf(line);
	const known = [...indents.keys()].filter(indent => own.startsWith(indent)).sort((a, b) => b.length - a.length)[0];
	return known === undefined ? line : (indents.get(known) ?? '') + line.slice(known.length);
}

function splitLines(text: string): string[] {
	const lines = text.replaceAll('\r\n', '\n').replace(/\n$/u, '');
	return text === '' ? [] : lines.split('\n');
}

const linesOf = (text: string): BlockLine[] =>
	[...text.matchAll(/(?<text>[^\n]*?)(?<end>\r?\n|$)/gu)].flatMap(({groups = {}}) => {
		const {text: line = '', end = ''} = groups;
		return line === '' && end === ''
			? []
			: [{text: line, end, plain: sanitizeCode(showHidden(line)), shown: showCode(line)}];
	});

function usualEnd(file: readonly BlockLine[]): string {
	const windows = file.filter(({end}) => end === '\r\n').length;
	return windows * 2 > file.length || (file.length === 1 && windows === 1) ? '\r\n' : '\n';
}
