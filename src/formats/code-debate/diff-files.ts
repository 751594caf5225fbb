/**
 * The files of a change with their numbered lines, as git's diffs have them: which of them are read, which come first,
 * and how much stands around a change. Pure.
 */
import {gitPartsOf, type Hunk, unquoted} from '../../debate/text/unified-diff.ts';
import {escapePattern} from '../../debate/text/words.ts';
import {plural} from '../../languages/wording.ts';

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
	/** `unchanged`: no part of the change, but what calls what it changes, or declares what it calls. */
	readonly change:
		'changed' | 'added' | 'deleted' | 'renamed' | 'copied' | 'binary' | 'mode' | 'submodule' | 'unchanged';
	readonly hunks: readonly (readonly SubjectLine[])[];
	/** How much of it there is besides the changes. */
	readonly shown?: 'whole' | 'functions';
	/** What an unchanged file has to do with the change: `calls parse`. */
	readonly about?: string;
	/** Why it is not read, as attributes or the user say; null where they say that it is. */
	readonly unread?: string | null;
	/** A file that git does not know yet. */
	readonly untracked?: true;
	/** What changes in lines that are told in a word instead of being shown, and how many these are. */
	readonly told?: {readonly words: string; readonly lines: number};
	/** No change but a text: a review of the other files. */
	readonly review?: true;
};

/** Reads what `git diff` and `gh pr diff` print; what stands before the first file (a message) is left out. */
export const parseDiff = (diff: string): DiffFile[] =>
	gitPartsOf(diff).flatMap(({header, hunks}) => {
		const path = pathOf(header[0] ?? '');
		if (path === undefined) return [];
		const begun: Described = {path, was: undefined, change: 'changed'};
		const {mode: _mode, ...file} = header.reduce((sofar, line) => ({...sofar, ...toldBy(line, sofar)}), begun);
		return [withoutForms({...file, was: file.was === file.path ? undefined : file.was, hunks: hunks.map(numbered)})];
	});

function numbered({start = 0, next = 0, lines}: Hunk): SubjectLine[] {
	let [old, now] = [start, next];
	return lines.map(({mark, text}) => {
		const number = mark === '-' ? old++ : now++;
		if (mark === ' ') old++;
		return {sign: mark, number, text};
	});
}

type Described = Pick<DiffFile, 'path' | 'was' | 'change'> & {
	readonly mode?: string;
	readonly told?: NonNullable<DiffFile['told']>;
};

/** What each line of a header says, by its first words; the rest of the line is a name. */
const headerWords: Readonly<Record<string, (name: string, sofar: Described) => Partial<Described>>> = {
	'rename from': name => ({was: unquoted(name), change: 'renamed'}),
	'copy from': name => ({was: unquoted(name), change: 'copied'}),
	'rename to': name => ({path: unquoted(name)}),
	'copy to': name => ({path: unquoted(name)}),
	'new file': name => ({change: isSubmodule(name) ? 'submodule' : 'added'}),
	'deleted file': name => ({change: isSubmodule(name) ? 'submodule' : 'deleted'}),
	'old mode': name => ({change: 'mode', mode: name}),
	'new mode': (name, {mode = ''}) => ({told: {words: modeWords(mode, name), lines: 0}}),
	index: (name, {change}) => ({change: isSubmodule(name) ? 'submodule' : change}),
	'Binary files': () => ({change: 'binary'}),
	'GIT binary patch': () => ({change: 'binary'}),
	'---': (name, {change}) => (isNoFile(name) ? {} : {change: withLines(change)}),
	'+++': (name, {change}) => (isNoFile(name) ? {} : {path: sidePath(name), change: withLines(change)}),
};
const headerLine = new RegExp(
	`^(?<word>${Object.keys(headerWords).map(escapePattern).join('|')})\\s?(?<name>.*)$`,
	'u',
);

function toldBy(line: string, sofar: Described): Partial<Described> {
	const {word = '', name = ''} = headerLine.exec(line)?.groups ?? {};
	return headerWords[word]?.(name, sofar) ?? {};
}

/** Of `mode 160000`: the commit of another repository. */
const isSubmodule = (mode: string): boolean => mode.endsWith('160000');

const isNoFile = (name: string): boolean => name.trimEnd() === '/dev/null';

const modeWords = (from: string, to: string): string =>
	to.endsWith('755')
		? 'it can be run now'
		: from.endsWith('755')
			? 'it cannot be run any more'
			: `mode ${from} to ${to}`;

/** A file whose mode changes may have other lines too. */
const withLines = (change: DiffFile['change']): DiffFile['change'] => (change === 'mode' ? 'changed' : change);

/** The name behind `+++`, without the date behind it and the letter of its side. */
const sidePath = (name: string): string => withoutSide(unquoted(name.replace(/\t.*$/u, '')));

const withoutSide = (path: string): string => path.replace(/^[abciow]\//u, '');

/** Of `diff --git a/x b/x`; names that differ are told again by the lines that follow. Undefined of any other line. */
function pathOf(line: string): string | undefined {
	const names = /^diff --git (?<names>.*)$/u.exec(line)?.groups?.['names'];
	if (names === undefined) return undefined;
	const next = /^(?:"(?:[^"\\]|\\.)*"|\S+) (?<next>"(?:[^"\\]|\\.)*"|\S+)$/u.exec(names)?.groups?.['next'];
	return withoutSide(next === undefined ? names.slice(0, (names.length - 1) / 2) : unquoted(next));
}

/** A file as a diff that adds all of it. */
export function wholeFile(path: string, text: string): DiffFile {
	const lines = text.replace(/\n$/u, '').split('\n');
	return {
		path,
		was: undefined,
		change: 'added',
		hunks: text === '' ? [] : [lines.map((line, at) => ({sign: '+', number: at + 1, text: line}))],
	};
}

// Which files of a change are worth a reader's time first: written code, then prose, and last what programs write.

/** 0 is first. `machine` files are written by programs, or are others' code. */
type FileRank = {readonly order: number; readonly machine: boolean};

// Files of a change that nobody reads. What a file says of itself in its text is no rule: whoever writes a change could
// hide it so.

const locks =
	/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|mix\.lock|flake\.lock|pubspec\.lock|Podfile\.lock|packages\.lock\.json|gradle\.lockfile)$|\.lock$/u;
const vendored = /(?:^|\/)(?:vendor|third[_-]party|node_modules|bower_components)\//u;
const generated =
	/(?:^|\/)(?:dist|generated|__generated__|__snapshots__)\/|\.(?:min\.(?:js|css)|map|snap|pb\.(?:go|cc|h)|g\.dart|generated\.\w+|designer\.cs)$|_pb2(?:_grpc)?\.pyi?$/u;

/** By its path, why a file is not read; undefined where it is. */
const ruleFor = (path: string): string | undefined =>
	locks.test(path) ? 'lock file' : vendored.test(path) ? 'vendored' : generated.test(path) ? 'generated' : undefined;

/** Folders and endings of what is often made by programs, and often by hand. */
const made = /(?:^|\/)(?:build|out|coverage)\/|\.svg$/u;
/** The mark that tools agree on, in one of a file's first lines. */
const marked = /@generated\b|code generated .* do not edit|auto-?generated/iu;
const prose = /\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CHANGELOG)\b/iu;
const data = /\.(?:json|ya?ml|toml|xml|csv|ini|properties)$/iu;
const tests = /(?:^|\/)(?:tests?|spec|__tests__)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]+$/iu;

/** Why nobody reads a file of a change; undefined where it is read. */
export function ruleOf({path, change, unread}: Pick<DiffFile, 'path' | 'change' | 'unread'>): string | undefined {
	if (change === 'unchanged') return undefined;
	if (change === 'binary') return 'binary';
	if (change === 'submodule') return 'submodule, whose own commits are elsewhere';
	return unread === undefined ? ruleFor(path) : (unread ?? undefined);
}

export function rankOf(file: Pick<DiffFile, 'path' | 'change' | 'hunks' | 'unread' | 'untracked'>): FileRank {
	const {path, change, hunks} = file;
	const first = hunks[0]?.slice(0, 5).map(({text}) => text) ?? [];
	const machine = ruleOf(file) !== undefined || made.test(path) || first.some(text => marked.test(text));
	if (change === 'binary') return {order: 40, machine: false};
	if (machine) return {order: 30, machine};
	if (change === 'unchanged') return {order: 9, machine};
	// What is edited comes before what is new, and files that git does not know come last.
	const late = file.untracked ? 20 : change === 'added' ? 10 : 0;
	const order = plainRank(file);
	return {order: order + (order < 5 ? late : 0), machine};
}

/** Code, tests, data and prose. */
function plainRank({path, hunks}: Pick<DiffFile, 'path' | 'hunks'>): number {
	if (prose.test(path)) return 4;
	if (tests.test(path)) return 2;
	if (data.test(path)) return 3;
	return hunks.length === 0 ? 1 : 0;
}

/** Code first, what programs write last; files of one rank stay in their order. */
export const ranked = (files: readonly DiffFile[]): DiffFile[] =>
	files
		.map(file => ({file, order: rankOf(file).order}))
		.toSorted((one, other) => one.order - other.order)
		.map(({file}) => file);

// Line ends, byte order marks and encodings: a line that differs in nothing else is told in a word.

/** Lines that are kept around those that differ in more. */
const aroundRest = 10;

/** The lines that differ in more than their form, with some around them, and how many are told of instead. */
function withoutForms(file: DiffFile): DiffFile {
	const folded = file.hunks.map(foldForms);
	const forms = folded.flatMap(({forms: each}) => each);
	if (forms.length === 0) return file;
	const hunks = folded.flatMap(({lines}) => partsNear(lines, aroundRest));
	const kinds = [...new Set(forms)].map(
		form => `${form} in ${plural(forms.filter(each => each === form).length, 'line')}`,
	);
	const words = [file.told?.words ?? [], kinds].flat().join('; ');
	return {...file, hunks, told: {words, lines: 2 * forms.length}};
}

function foldForms(hunk: readonly SubjectLine[]): {readonly lines: SubjectLine[]; readonly forms: string[]} {
	const lines: SubjectLine[] = [];
	const forms: string[] = [];
	for (let at = 0; at < hunk.length;) {
		const removed = runOf(hunk, at, '-');
		const added = runOf(hunk, at + removed.length, '+');
		const pairs = pairsOf(removed, added);
		const before = new Map(pairs.map(([one, other]) => [other, one]));
		const paired = new Set(before.values());
		// What was removed stands before what is added at its place.
		const left = [...removed];
		const take = (): void => {
			for (let [first] = left; first && !paired.has(first); [first] = left) lines.push(...left.splice(0, 1));
		};
		for (const line of added) {
			take();
			const one = before.get(line);
			if (one) {
				forms.push(formOf(one, line));
				left.shift();
			}
			lines.push(one ? {...line, sign: ' '} : line);
		}
		take();
		at += removed.length + added.length;
		for (; hunk[at]?.sign === ' '; at++) lines.push(...hunk.slice(at, at + 1));
	}
	return {lines, forms};
}

function runOf(hunk: readonly SubjectLine[], from: number, sign: '-' | '+'): readonly SubjectLine[] {
	const length = hunk.slice(from).findIndex(line => line.sign !== sign);
	return hunk.slice(from, length < 0 ? undefined : from + length);
}

type LinePair = readonly [removed: SubjectLine, added: SubjectLine];

/** Lines at the same place that differ in their form alone: from the beginning, and from the end. */
function pairsOf(removed: readonly SubjectLine[], added: readonly SubjectLine[]): LinePair[] {
	const pair = (one: SubjectLine | undefined, other: SubjectLine | undefined): LinePair[] =>
		one && other && plainForm(one) === plainForm(other) ? [[one, other]] : [];
	if (removed.length === added.length) return removed.flatMap((line, at) => pair(line, added[at]));
	const shared = (from: readonly SubjectLine[], to: readonly SubjectLine[]): LinePair[] => {
		const end = from.findIndex((line, at) => pair(line, to[at]).length === 0);
		return from.slice(0, end < 0 ? from.length : end).flatMap((line, at) => pair(line, to[at]));
	};
	const first = shared(removed, added);
	const last = shared(removed.slice(first.length).toReversed(), added.slice(first.length).toReversed());
	return [...first, ...last];
}

/** Without line end and byte order mark; what is no UTF-8 as Latin-1. */
const plainForm = ({text, number}: SubjectLine): string =>
	text
		.replace(/\r$/u, '')
		.replace(/^\uFEFF/u, mark => (number === 1 ? '' : mark))
		.replaceAll(/[\uDC80-\uDCFF]/gu, byte => String.fromCharCode(byte.charCodeAt(0) - 0xdc00));

function formOf({text: before}: SubjectLine, {text: after}: SubjectLine): string {
	if (before.endsWith('\r') !== after.endsWith('\r'))
		return before.endsWith('\r') ? 'line ends from CRLF to LF' : 'line ends from LF to CRLF';
	if (before.startsWith('\uFEFF') !== after.startsWith('\uFEFF'))
		return before.startsWith('\uFEFF') ? 'byte order mark taken away' : 'byte order mark added';
	return before === after ? 'the end of the file' : 'the encoding';
}

/** A hunk as the parts with its changes, and so many lines around them. */
export function partsNear(hunk: readonly SubjectLine[], around: number): (readonly SubjectLine[])[] {
	const kept = new Set<number>();
	for (const [at, line] of hunk.entries())
		if (isChange(line)) for (let near = at - around; near <= at + around; near++) kept.add(near);
	return partsOf(hunk, kept);
}

// How much of a file stands around its changes: all of a short one, else the functions that they are in.

/** Lines of a file that is shown whole, and of a hunk above which less than the whole function is shown. */
const [wholeLines, longHunk] = [60, 40];
/** Lines around a change of prose and data, which have no functions, and of tests, whose functions hold all of them. */
const [nearProse, nearTests] = [3, 10];
/** Context with which git is asked for files that may be short. */
export const wideContext = 120;

/**
 * One diff of two: `functions` has whole functions around each change, `wide` has `wideContext` lines around it, and so
 * all of a short file. Files stay in the order of the first.
 */
export function withSurroundings(functions: readonly DiffFile[], wide: readonly DiffFile[]): DiffFile[] {
	const wider = new Map(wide.map(file => [file.path, file]));
	return functions.map(file => {
		if (file.change === 'added' || file.change === 'deleted') return {...file, shown: 'whole'};
		const near = nearOf(file);
		if (near !== undefined) return {...file, hunks: file.hunks.flatMap(hunk => partsNear(hunk, near))};
		const other = wider.get(file.path);
		if (other && isWhole(other) && other.hunks.flat().some(decides)) return {...other, shown: 'whole'};
		return {...file, hunks: file.hunks.flatMap(shortened), shown: 'functions'};
	});
}

function nearOf(file: DiffFile): number | undefined {
	const kind = plainRank(file);
	return kind === 2 ? nearTests : kind > 2 ? nearProse : undefined;
}

/** It begins with the file's first line, and ends before the context does: at the file's last line. */
function isWhole({hunks}: DiffFile): boolean {
	const [only, ...more] = hunks;
	if (!only || more.length > 0 || only.length > wholeLines || only[0]?.number !== 1) return false;
	return only.length - 1 - only.findLastIndex(isChange) < wideContext;
}

export const isChange = ({sign}: SubjectLine): boolean => sign !== ' ';

/** A line that imports, in whatever language. */
export const importing =
	/^\s*(?:(?:import|from|use|using|require|mod)\s|export\b.*\bfrom\b|\}\s*from\b|#\s*include\b)|\brequire\s*\(|\bimport\s*\(/u;

/** A line of a comment. */
export const isComment = /^\s*(?:\/\/|\/\*|\*(?:[\s/]|$)|#(?!\s*(?:define|if|el|endif|include))|--\s|<!--|"""|''')/u;

/** Whether what stands around a changed line may decide whether it is right: not of imports and comments. */
const decides = (line: SubjectLine): boolean =>
	isChange(line) && line.text.trim() !== '' && !isComment.test(line.text) && !importing.test(line.text);

/** A hunk that has grown too long, as the blocks that are indented no less than its changes. */
function shortened(hunk: readonly SubjectLine[]): (readonly SubjectLine[])[] {
	if (hunk.length <= longHunk && hunk.some(decides)) return [hunk];
	const kept = new Set<number>();
	for (const [at, line] of hunk.entries()) {
		if (!isChange(line)) continue;
		for (let near = at - least; near <= at + least; near++) kept.add(near);
		if (!decides(line)) continue;
		for (const near of blockAt(hunk, at)) kept.add(near);
		// What it stands in, from the nearest block outwards.
		for (const head of headsOver(hunk, at)) kept.add(head);
	}
	return partsOf(hunk, kept);
}

function partsOf(hunk: readonly SubjectLine[], kept: ReadonlySet<number>): SubjectLine[][] {
	const parts: SubjectLine[][] = [];
	for (const [at, line] of hunk.entries()) {
		if (!kept.has(at)) continue;
		if (at > 0 && kept.has(at - 1)) parts.at(-1)?.push(line);
		else parts.push([line]);
	}
	return parts;
}

/** Lines on either side of a change in a long function, at least and at most. */
const [least, most] = [3, 15];

/** The places of the lines above one that are indented less and less. */
function headsOver(hunk: readonly SubjectLine[], at: number): number[] {
	const heads: number[] = [];
	let own = indentOf(hunk[at]?.text ?? '');
	for (let place = at - 1; place >= 0 && own > 0; place--) {
		const indent = indentOf(hunk[place]?.text ?? '');
		if (indent >= own || hunk[place]?.sign === '-') continue;
		own = indent;
		heads.push(place);
	}
	return heads;
}

/** The places of the lines around one: up and down to the nearest line that is indented less, that line included. */
function blockAt(hunk: readonly SubjectLine[], at: number): number[] {
	const own = indentOf(hunk[at]?.text ?? '');
	const reach = (step: 1 | -1): number => {
		let end = at;
		for (let far = 1; far <= most; far++) {
			const line = hunk[at + step * far];
			if (!line) break;
			end = at + step * far;
			if (far >= least && indentOf(line.text) < own) break;
		}
		return end;
	};
	const [from, to] = [reach(-1), reach(1)];
	return Array.from({length: to - from + 1}, (_, place) => from + place);
}

export const indentOf = (text: string): number =>
	text.trim() === '' ? Infinity : (/^\s*/u.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0);
