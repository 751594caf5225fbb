/**
 * What stands around a change in files that it leaves as they are: who calls what it changes, and the declarations of
 * what it calls. Names are told apart by how a line looks, in whatever language; functions are git's. Pure.
 */
import {escapePattern} from '../../debate/text/words.ts';
import {type DiffFile, indentOf, importing, isChange, isComment, rankOf, type SubjectLine} from './diff-files.ts';

/** A name, and the file in which it was changed or is called. */
type Named = {readonly name: string; readonly path: string};
/** A line of a file that git has found. */
export type FoundLine = {readonly path: string; readonly number: number; readonly text: string};

/** Words that begin a line without declaring what follows them, or that are followed by a bracket and call nothing. */
const words = new Set(
	`abstract and as assert async await break case catch class const constructor continue def default defer delete do elif else
	end enum except export extends extern final finally fn for foreach from func function get go goto if impl implements import in
	include instanceof interface is lambda let loop match mod module mut namespace new nil none not null of or package pass private
	protected pub public raise range readonly ref require rescue return select self set sizeof static struct super switch template
	test then this throw throws trait try type typedef typeof undefined union unless until use using val var virtual void when where
	while with yield describe expect it exports`.split(/\s+/u),
);
const isName = (name: string): boolean => name.length > 2 && !words.has(name);

const modifiers = String.raw`export|default|declare|abstract|async|public|private|protected|internal|static|final|override|virtual|inline|constexpr|pub(?:\([\w:]*\))?|unsafe|extern|const|sealed|open|data|suspend|partial|readonly|typedef`;
const name = String.raw`(?<name>[\p{L}_$][\p{L}\p{N}_$]*)`;
/** How a line looks that declares a name; what is local to a function is none of it. */
const declarations = [
	// A function with what it gives before it, as in C; keywords look the same.
	String.raw`^(?:[\p{L}_][\p{L}\p{N}_:<>,\[\]]*[\s*&]+)+(?:[\p{L}\p{N}_]+::)?${name}\s*\([^;]*$`,
	String.raw`^(?:[\p{L}_][\p{L}\p{N}_:<>,\[\]]*[\s*&]+)+${name}\s*\([^=;]*\)\s*;\s*$`,
	// A keyword: functions, types, classes; in Go with the receiver between it and the name.
	String.raw`^\s*(?:(?:${modifiers})\s+){0,6}(?:def|func|fn|fun|function|class|interface|type|enum|struct|trait|union|module|namespace|protocol|record|sub|proc|macro_rules!|object)\b\s*(?:\*\s*|\([^()]*\)\s*)?${name}`,
	String.raw`^#\s*define\s+${name}`,
	// A value at the left edge.
	String.raw`^(?:export\s+|pub(?:\([\w:]*\))?\s+)?(?:default\s+)?(?:declare\s+)?(?:const|let|var|val|static)\s+(?:mut\s+)?${name}`,
	String.raw`^${name}\s*(?::[^=]+)?=(?![=>])`,
	String.raw`^(?:module\.)?exports\.${name}\s*=(?!=)`,
	String.raw`^[\w$.]+\.${name}\s*=\s*(?:async\s+)?(?:function\b|\()`,
	// Methods, and fields that are functions; a call that is given a function looks like the one.
	String.raw`^\s+(?:[\p{L}_][\p{L}\p{N}_:<>,.?\[\]]*[\s*&]+)*#?${name}\s*(?:<[^<>]*>)?\((?!.*(?:=>|\bfunction\b))[^;]*\{\s*$`,
	String.raw`^\s+(?:(?:public|private|protected|static|readonly|override)\s+)*#?${name}\s*=\s*(?:async\s+)?(?:\([^()]*\)|[\w$]+)\s*(?::[^=]+)?=>`,
].map(source => new RegExp(source, 'u'));

/** The name that a line declares, as far as one line shows it. */
export function declaredIn(line: string, path = ''): string | undefined {
	if (line.length > longestLine || (words.has(firstWord(line)) && !isKeyword.test(firstWord(line)))) return undefined;
	for (const pattern of isC.test(path) ? [...declarations, aloneInC] : declarations) {
		const found = pattern.exec(line)?.groups?.['name'];
		if (found !== undefined && isName(found)) return found;
	}
	return undefined;
}
const isC = /\.(?:c|h|cc|hh|cpp|hpp|cxx|m|mm)$/u;
/** With what it gives on the line before. */
const aloneInC = new RegExp(String.raw`^${name}\s*\([^;]*$`, 'u');
const longestLine = 300;
const firstWord = (line: string): string => /[\p{L}_$#][\p{L}\p{N}_$]*/u.exec(line)?.[0] ?? '';
/** Words that a declaration may begin with. */
const isKeyword =
	/^(?:abstract|async|class|const|def|default|enum|exports?|extern|final|fn|func|function|get|impl|interface|let|module|namespace|private|protected|pub|public|readonly|set|static|struct|template|trait|type|typedef|union|val|var|virtual|void)$/u;

/**
 * What a change touches: what its lines declare, and the functions that they are in. `heads` are what git says of them
 * at each hunk, file by file; where a hunk shows the beginning of the function itself, that counts.
 */
export function changedNames(files: readonly DiffFile[], heads: readonly (readonly string[])[]): Named[] {
	const named = files.flatMap(({path, change, hunks}, at) => {
		// Nobody calls a test.
		if (change === 'added' || !isCode(path) || isTest(path)) return [];
		const names = hunks.flatMap((hunk, place) =>
			hunk.flatMap((line, number) =>
				isChange(line) && !importing.test(line.text)
					? [
							declaredIn(line.text, path),
							enclosing(hunk.slice(0, number), line, path) ?? headOver(line, heads[at]?.[place] ?? '', path),
						]
					: [],
			),
		);
		return [...new Set(names.filter(found => found !== undefined))].map(found => ({name: found, path}));
	});
	return named.slice(0, most.names);
}

/** What git's head of a hunk declares, where a line can stand in that: it goes on, and is indented less. */
const headOver = ({text}: SubjectLine, head: string, path: string): string | undefined =>
	importing.test(head) || isOneLine.test(head) || isAssigned.test(head) || indentOf(text) <= indentOf(head)
		? undefined
		: declaredIn(head, path);

/** A value that is called for, such as `const cache = open(folder);`: no function that a line could stand in. */
const isAssigned = /^[^({]*=(?![=>])(?!.*(?:=>|\bfunction\b|\{\s*$))/u;

/** What the nearest line above declares that is indented less. */
function enclosing(above: readonly SubjectLine[], {text}: SubjectLine, path: string): string | undefined {
	const own = indentOf(text);
	const head = above.findLast(line => indentOf(line.text) < own && declaredIn(line.text, path) !== undefined);
	return head && declaredIn(head.text, path);
}

const isCode = (path: string): boolean => {
	const {order, machine} = rankOf({path, change: 'mode', hunks: []});
	return !machine && order < 3;
};

/** What the changed lines call, and what the lines near them do, as far as the subject does not declare it. */
export function calledNames(files: readonly DiffFile[]): Named[] {
	const code = files.filter(({path, change}) => change !== 'deleted' && isCode(path));
	const declared = new Set(code.flatMap(({hunks, path}) => hunks.flat().map(({text}) => declaredIn(text, path))));
	const found = new Map<string, Named>();
	const take = ({path}: DiffFile, lines: readonly SubjectLine[]): void => {
		for (const {text} of lines)
			for (const {groups} of text.matchAll(call)) {
				const called = groups?.['called'] ?? groups?.['constant'] ?? '';
				if (isName(called) && !declared.has(called) && !found.has(called)) found.set(called, {name: called, path});
			}
	};
	for (const file of code)
		take(
			file,
			file.hunks.flat().filter(({sign}) => sign === '+'),
		);
	for (const file of code) take(file, file.hunks.flatMap(nearChanges));
	return [...found.values()].slice(0, most.names);
}
// Each name is begun once: a minified line is one long name to whoever begins at every letter of it.
const call =
	/(?<![\p{L}\p{N}_$])(?<called>[\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^<>()]*>)?\(|\b(?<constant>[A-Z][A-Z0-9_]{3,})\b/gu;

const nearChanges = (hunk: readonly SubjectLine[]): SubjectLine[] => {
	const places = hunk.flatMap((line, at) => (isChange(line) ? [at] : []));
	return hunk.filter(({sign}, at) => sign === ' ' && places.some(place => Math.abs(place - at) <= near));
};
const near = 5;

/** Of what is looked up and shown: names, lines of one name, characters for callers and for declarations. */
const most = {names: 60, lines: 12, callers: 8000, declarations: 4000};

/**
 * Lines of `git grep -n -z`, with the commit's name taken from their paths; undefined stands between two places. Where
 * it counts, `number` is the count.
 */
export function grepLines(out: string, revision: string | undefined): (FoundLine | undefined)[] {
	const prefix = revision === undefined ? '' : `${revision}:`;
	return out.split('\n').flatMap((line): (FoundLine | undefined)[] => {
		if (line === '--') return [undefined];
		const {
			path,
			number,
			text = '',
		} = /^(?<path>[^\0]+)\0(?<number>\d+)(?:[\0:=-](?<text>.*))?$/su.exec(line)?.groups ?? {};
		return path === undefined || !path.startsWith(prefix)
			? []
			: [{path: path.slice(prefix.length), number: Number(number), text}];
	});
}

/** How a module is named by those who use it: by its file, or its folder where every folder has such a file. */
export function moduleNames(files: readonly Pick<DiffFile, 'path' | 'was'>[]): string[] {
	const names = files.flatMap(({path, was}) => [path, ...(was === undefined ? [] : [was])].flatMap(moduleName));
	return [...new Set(names)].slice(0, most.names);
}

function moduleName(path: string): string[] {
	const parts = path.split('/');
	const file = (parts.at(-1) ?? '').replace(/\..*$/u, '');
	const folder = parts.at(-2);
	const isOfFolder = /^(?:index|__init__|mod|lib|main)$/u.test(file) || path.endsWith('.go');
	return [isOfFolder && folder !== undefined ? folder : file].filter(found => found.length > 1);
}

/** A name alone, as in a list of what is imported. */
const isAlone = /^\s*[\p{L}\p{N}_$]+,?\s*$/u;
const wholeWords = new Map<string, RegExp>();
function mentions(text: string, word: string): boolean {
	if (!text.includes(word)) return false;
	const known =
		wholeWords.get(word) ?? new RegExp(`(?<![\\p{L}\\p{N}_$])${escapePattern(word)}(?![\\p{L}\\p{N}_$])`, 'u');
	if (wholeWords.size > 2000) wholeWords.clear();
	wholeWords.set(word, known);
	return known.test(text);
}

/** A line that uses names; `distance` is 0 in the file itself, and grows. */
type NameUse = FoundLine & {readonly names: readonly string[]; readonly distance: number};

const isShown = (files: readonly DiffFile[]): ((line: FoundLine) => boolean) => {
	const shown = new Map<string, Set<number>>();
	for (const {path, hunks} of files)
		shown.set(path, new Set(hunks.flatMap(hunk => hunk.flatMap(({sign, number}) => (sign === '-' ? [] : [number])))));
	return ({path, number}) => shown.get(path)?.has(number) ?? false;
};

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const isTest = (path: string): boolean => rankOf({path, change: 'mode', hunks: []}).order === 2;

const tokens = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** A name that is hardly a word of everyday use, which means the same wherever it stands. */
const isDistinct = (found: string): boolean => found.length > 9 || /\p{Ll}\p{Lu}|[_\d]/u.test(found);

/** The lines that call what was changed, the nearest first: in the same file, in those that import it, beside it. */
export function usesOf(changed: readonly Named[], lines: readonly FoundLine[], files: readonly DiffFile[]): NameUse[] {
	const shown = isShown(files);
	const wanted = Map.groupBy(changed, each => each.name);
	const code = codeOf(lines);
	const importers = importersOf(code, files);
	const read = code.flatMap(line => {
		const named = [...new Set(line.text.match(tokens))].filter(word => wanted.has(word));
		return named.length === 0 ? [] : [{line, named}];
	});
	const others = ownNames(read.map(({line}) => line));
	const uses = read.flatMap(({line, named}): NameUse[] => {
		const {path, text} = line;
		if (importing.test(text) || isComment.test(text) || isAlone.test(text) || shown(line)) return [];
		const bare = text.replaceAll(prose, '$<quote>$<quote>');
		const own = named
			.flatMap(word => wanted.get(word) ?? [])
			.filter(
				each =>
					path === each.path ||
					importers.has(path) ||
					!others.get(path)?.has(each.name) ||
					isQualified(bare, each.name),
			)
			.filter(each => mentions(bare, each.name));
		if (own.length === 0 || own.some(each => each.name === declaredIn(text, path))) return [];
		const near = own.map(each => ({each, distance: distanceOf(path, each.path, importers)}));
		// Far from it, only a name that is no usual word is likely to be the same.
		const meant = near.filter(({each, distance}) => distance < 3 || isDistinct(each.name));
		if (meant.length === 0) return [];
		const distance = Math.min(...meant.map(one => one.distance)) + (isTest(path) ? 4 : 0);
		return [{...line, names: [...new Set(meant.map(({each}) => each.name))], distance}];
	});
	const common = new Set(
		[...wanted.keys()].filter(each => uses.filter(({names}) => names.includes(each)).length > mostUses),
	);
	const counts = new Map<string, number>();
	return uses
		.filter(({names, distance}) => distance % 4 < 2 || names.some(each => !common.has(each)))
		.toSorted((one, other) => one.distance - other.distance)
		.filter(({names}) => {
			const [first = ''] = names;
			counts.set(first, (counts.get(first) ?? 0) + 1);
			return (counts.get(first) ?? 0) <= most.lines;
		});
}

/** Lines of code that are short enough to be read. */
function codeOf(lines: readonly FoundLine[]): FoundLine[] {
	const known = new Map<string, boolean>();
	return lines.filter(({path, text}) => {
		const is = known.get(path) ?? isCode(path);
		known.set(path, is);
		return is && text.length <= longestLine;
	});
}

/** Files that import any of these modules; Go lists them on lines of their own. */
function importersOf(lines: readonly FoundLine[], files: readonly DiffFile[]): ReadonlySet<string> {
	const found = new Set<string>();
	const modules = moduleNames(files);
	const own = new Set(files.flatMap(({path, was}) => [path, ...(was === undefined ? [] : [was])].map(withoutEnding)));
	for (const {path, text} of lines) {
		if (found.has(path) || !(importing.test(text) || (path.endsWith('.go') && text.includes('"')))) continue;
		// Many modules of other folders have the same name.
		const relative = /["'](?<token>\.{1,2}\/[^"']*)["']/u.exec(text)?.groups?.['token'];
		const at = relative === undefined ? undefined : resolved(relative, path);
		if (at === undefined ? modules.some(each => mentions(text, each)) : own.has(withoutEnding(at))) found.add(path);
	}
	return found;
}

/** Words in quotation marks, which call nothing; what has no blank in it may be a name. */
const prose = /(?<quote>["'])(?:(?!\k<quote>)[^\\\s]|\\.)*\s(?:(?!\k<quote>)[^\\]|\\.)*\k<quote>/gu;
const isQualified = (text: string, word: string): boolean =>
	new RegExp(`(?:\\.|::|->)${escapePattern(word)}(?![\\p{L}\\p{N}_$])`, 'u').test(text);

const local = new RegExp(String.raw`^\s*(?:const|let|var|val)\s+(?:mut\s+)?${name}`, 'u');

/** The names that each file declares itself, and does not import: there they are others than those of a change. */
function ownNames(lines: readonly FoundLine[]): ReadonlyMap<string, ReadonlySet<string>> {
	const imported = new Map<string, string[]>();
	const found = new Map<string, Set<string>>();
	for (const {path, text} of lines) {
		if (text.length > longestLine) continue;
		if (importing.test(text) || isAlone.test(text)) imported.set(path, [...(imported.get(path) ?? []), text]);
		const own = importing.test(text) ? undefined : (declaredIn(text, path) ?? local.exec(text)?.groups?.['name']);
		if (own !== undefined) found.set(path, (found.get(path) ?? new Set()).add(own));
	}
	for (const [path, own] of found)
		for (const each of own) if (imported.get(path)?.some(text => mentions(text, each))) own.delete(each);
	return found;
}

/** A name that is used more often than this says little of which function is meant: only near uses count. */
const mostUses = 40;

function distanceOf(path: string, from: string, importers: ReadonlySet<string>): number {
	if (path === from) return 0;
	if (importers.has(path)) return 1;
	return folderOf(path) === folderOf(from) ? 2 : 3;
}

/**
 * The lines that declare what is called, of each name the nearest: in the same file or folder, or in a module that the
 * file imports. `imports` are the lines of each file that do so.
 */
export function declarationsOf(
	called: readonly Named[],
	lines: readonly FoundLine[],
	files: readonly DiffFile[],
	imports: readonly FoundLine[],
): NameUse[] {
	const shown = isShown(files);
	const names = new Set(called.map(each => each.name));
	const declared = codeOf(lines)
		.filter(line => !shown(line) && mayDeclare.test(line.text))
		.map(line => ({line, declares: declaredIn(line.text, line.path) ?? ''}))
		.filter(({declares}) => names.has(declares));
	const places = Map.groupBy(declared, ({declares}) => declares);
	const imported = Map.groupBy(imports, ({path}) => path);
	return called.flatMap(({name: wanted, path: from}) => {
		const own = (places.get(wanted) ?? [])
			.map(({line}) => line)
			.filter(({path}) => isTest(from) || !isTest(path))
			.filter(
				({path}) =>
					folderOf(path) === folderOf(from) ||
					moduleName(path).some(each => imported.get(from)?.some(({text}) => mentions(text, each))),
			)
			.map(line => ({...line, names: [wanted], distance: stepsBetween(line.path, from)}))
			.toSorted((one, other) => one.distance - other.distance);
		return own.filter(({distance}) => distance === own[0]?.distance).slice(0, mostSame);
	});
}
/** What every declaration has; most lines have none of it. */
const mayDeclare =
	/^\S|\b(?:def|func|fn|fun|function|class|interface|type|enum|struct|trait|union|module|namespace|protocol|record|sub|proc|object)\b|\{\s*$|=>/u;
/** Declarations of one name that are equally near. */
const mostSame = 2;

/** How many folders lie between two files. */
function stepsBetween(one: string, other: string): number {
	if (one === other) return 0;
	const [left, right] = [folderOf(one).split('/'), folderOf(other).split('/')];
	const same = left.findIndex((part, at) => part !== right[at]);
	const common = same < 0 ? left.length : same;
	return 1 + left.length + right.length - 2 * common;
}

/** Lines that stand together in a file, as git has given them. */
export type Chunk = readonly FoundLine[];

export function chunksOf(lines: readonly (FoundLine | undefined)[]): Chunk[] {
	const chunks: FoundLine[][] = [];
	let last: FoundLine | undefined;
	for (const line of lines) {
		if (line && last && line.path === last.path && line.number === last.number + 1) chunks.at(-1)?.push(line);
		else if (line) chunks.push([line]);
		last = line;
	}
	return chunks;
}

/** A function of at most so many lines is shown whole; of a longer one its head, and so many lines around a call. */
const [wholeFunction, aroundCall] = [12, 3];

/** The place behind the last line of what is declared at a place: by how far its lines are indented. */
function endOfBody(chunk: Chunk, at: number): number {
	const own = indentOf(chunk[at]?.text ?? '');
	const next = chunk.findIndex(
		({text}, place) =>
			place > at &&
			indentOf(text) <= own &&
			!/^\s*\{\s*$|^\s*[)\]}].*[{:(]\s*$|^\s*(?:else|catch|finally|elif|except)\b/u.test(text),
	);
	if (next < 0) return chunk.length;
	return isClosing.test(chunk[next]?.text ?? '') ? next + 1 : next;
}

const isClosing = /^\s*(?:[)\]}]|end\b)/u;

/** A call with the function that it is in, as far as that is not long: by its declaration, which may be in a class. */
function calling(use: NameUse, chunk: Chunk): FoundLine[] {
	const at = chunk.findIndex(({number}) => number === use.number);
	const own = indentOf(use.text);
	const head = chunk.findLastIndex(
		({text, path}, place) => place < at && indentOf(text) < own && declaredIn(text, path) !== undefined,
	);
	const from = Math.max(0, head);
	const to = endOfBody(chunk, from);
	const whole = chunk.slice(from, to);
	if (to > at && whole.length <= wholeFunction) return whole;
	return chunk.filter((_, place) => place === from || Math.abs(place - at) <= aroundCall);
}

const endOfSignature = /[{;]\s*$|\)\s*(?:->\s*[^:]+)?:\s*$|=>\s*$|^\s*\)/u;

/** A value, or a macro that does not go on. */
const isOneLine = /^#\s*define\b.*[^\\]$|^[^(]*[=:][^({]*$/u;

/** A declaration from the comment above it to the end of its parameters, and what is said of it below. */
function signature(use: NameUse, chunk: Chunk): FoundLine[] {
	const at = chunk.findIndex(({number}) => number === use.number);
	let from = at;
	while (from > 0 && (isComment.test(chunk[from - 1]?.text ?? '') || /^\s*(?:\*|@)/u.test(chunk[from - 1]?.text ?? '')))
		from--;
	let to = at;
	while (to < at + 6 && to + 1 < chunk.length && !endOfSignature.test(chunk[to]?.text ?? '')) to++;
	const isString = /^\s*(?:r?"""|r?''')/u;
	const said = isString.test(chunk[to + 1]?.text ?? '') ? chunk.slice(to + 1, to + 5) : [];
	const closing = said.findIndex(
		({text}, place) => /(?:"""|''')\s*$/u.test(text) && (place > 0 || text.trim().length > 3),
	);
	const isValue = isOneLine.test(use.text);
	const end = endOfBody(chunk, at);
	// What a short one gives back is told by its body alone.
	if (!isValue && end < chunk.length && end - at <= wholeFunction) return chunk.slice(from, end);
	return [...chunk.slice(from, isValue ? at + 1 : to + 1), ...(closing < 0 ? said : said.slice(0, closing + 1))];
}

type UsesShown = {readonly uses: readonly NameUse[]; readonly chunks: readonly Chunk[]};

/** A file of at most so many lines is shown whole. */
const wholeFile = 40;

/** Of files with these numbers of lines, those that are short enough to be shown whole. */
export const shortFiles = (counts: readonly {readonly path: string; readonly lines: number}[]): string[] =>
	counts.flatMap(({path, lines}) => (lines <= wholeFile && !isTest(path) ? [path] : []));

/**
 * The files around a change, as they are shown beside it: calls first, the nearest first, as far as there is room.
 * `short` are files that are shown whole where there is room for that.
 */
export function filesAround(
	calls: UsesShown,
	declared: UsesShown,
	files: readonly DiffFile[],
	short: readonly Chunk[] = [],
): DiffFile[] {
	const shown = isShown(files);
	const found = new Map<string, {lines: Map<number, string>; calls: Set<string>; declares: Set<string>}>();
	const collect = ({uses, chunks}: UsesShown, as: 'calls' | 'declares', room: number): void => {
		let left = room;
		for (const use of uses) {
			const chunk = chunks.find(each => each.some(({path, number}) => path === use.path && number === use.number));
			const file = found.get(use.path) ?? {lines: new Map(), calls: new Set(), declares: new Set()};
			const whole = short.find(([first]) => first?.path === use.path);
			const lines = [...(whole ? [whole] : []), (as === 'calls' ? calling : signature)(use, chunk ?? [use])]
				.map(each => each.filter(line => !shown(line) && !file.lines.has(line.number)))
				.find(each => costOf(each) <= left);
			if (!lines) continue;
			left -= costOf(lines);
			for (const {number, text} of lines) file.lines.set(number, text);
			for (const each of use.names) file[as].add(each);
			if (lines.length > 0 || found.has(use.path)) found.set(use.path, file);
		}
	};
	collect(calls, 'calls', most.callers);
	collect(declared, 'declares', most.declarations);
	return [...found].map(([path, {lines, calls: called, declares}]) => ({
		path,
		was: undefined,
		change: 'unchanged',
		hunks: hunksOf(lines),
		about: [listOf('calls', called), listOf('declares', declares)].filter(part => part !== '').join('; '),
	}));
}

const costOf = (lines: readonly FoundLine[]): number =>
	lines.reduce((sum, {text}) => sum + Math.min(text.length, longestLine) + 10, 0);

const listOf = (verb: string, names: ReadonlySet<string>): string =>
	names.size === 0 ? '' : `${verb} ${[...names].slice(0, 6).join(', ')}`;

function hunksOf(lines: ReadonlyMap<number, string>): SubjectLine[][] {
	const hunks: SubjectLine[][] = [];
	for (const [number, text] of [...lines].toSorted(([one], [other]) => one - other)) {
		const line = {sign: ' ' as const, number, text};
		if (hunks.at(-1)?.at(-1)?.number === number - 1) hunks.at(-1)?.push(line);
		else hunks.push([line]);
	}
	return hunks;
}

// What was moved, and who still names it by its old path: an import that the move breaks stands in no hunk.

/** A file, or a folder of many, by the path that it had; `stem` is what lines are searched for. */
type Moved = {readonly was: string; readonly now: string; readonly stem: string};

/** Moves that are searched for one by one; of more, their folders are. */
const mostMoves = 60;

export function movesIn(files: readonly DiffFile[]): Moved[] {
	const kept = new Set(files.map(({path}) => path));
	const moves = files.flatMap(({path, was, change}) =>
		change === 'renamed' && was !== undefined && !kept.has(was) ? [{was, now: path}] : [],
	);
	const named = moves.length <= mostMoves ? moves : foldersOf(moves);
	return named.map(({was, now}) => ({was, now, stem: stemOf(was)}));
}

function stemOf(was: string): string {
	const parts = withoutEnding(was).split('/');
	return parts.at(-1) ?? was;
}

function foldersOf(moves: readonly Pick<Moved, 'was' | 'now'>[]): Pick<Moved, 'was' | 'now'>[] {
	const folders = new Map(moves.map(({was, now}) => [folderOf(was), folderOf(now)]));
	return [...folders]
		.filter(([was, now]) => was !== '' && was !== now)
		.slice(0, mostMoves)
		.map(([was, now]) => ({was: `${was}/`, now: `${now}/`}));
}

/** Lines of one file that are shown for this, and characters of all. */
const [mostNaming, namingRoom] = [6, 8000];

export function filesNaming(moves: readonly Moved[], lines: readonly FoundLine[]): DiffFile[] {
	const found = new Map<string, {lines: Map<number, string>; moves: Set<string>}>();
	let room = namingRoom;
	for (const {path, number, text} of lines) {
		const move = text.length > longestLine ? undefined : moves.find(each => isNamed(each, path, text));
		const file = found.get(path) ?? {lines: new Map(), moves: new Set()};
		if (!move || file.lines.size >= mostNaming || text.length > room) continue;
		room -= text.length;
		file.lines.set(number, text);
		file.moves.add(`${move.was}, which is now ${move.now}`);
		found.set(path, file);
	}
	return [...found].map(([path, {lines: naming, moves: names}]) => ({
		path,
		was: undefined,
		change: 'unchanged',
		hunks: hunksOf(naming),
		about: `still names ${[...names].slice(0, 3).join('; ')}`,
	}));
}

/** Paths in a line, and modules with dots between their names. */
const pathLike = /[\p{L}\p{N}_$@~.-]+(?:\/[\p{L}\p{N}_$@~.-]+)*\/?/gu;

/** Whether a line names what was moved: relative to its own file, from the top, or by the end of the path. */
function isNamed({was, stem}: Moved, path: string, text: string): boolean {
	return [...text.matchAll(pathLike)].some(([token]) => {
		if (!token.includes(stem)) return false;
		const relative = resolved(token, path);
		if (was.endsWith('/')) return mentions(token, stem) && `${relative ?? token}/`.includes(was);
		if (relative !== undefined) return withoutEnding(relative) === withoutEnding(was);
		return namesWhole(token, was) || (importing.test(text) && namesModule(token, was, path, text));
	});
}

/** By its whole path, by that without its first folder or ending, or by its name with the ending. */
function namesWhole(token: string, was: string): boolean {
	const [named, bare] = [withoutEnding(token), withoutEnding(was)];
	if (token === was.split('/').at(-1)) return token.includes('.');
	return token.includes('/') && (bare === named || bare.endsWith(`/${named}`) || named.endsWith(`/${bare}`));
}

/** `lib.a`, or `a` from its own folder or beside that folder's name. */
function namesModule(token: string, was: string, path: string, text: string): boolean {
	const bare = withoutEnding(was);
	const named = token.replaceAll('.', '/');
	if (bare !== named && !bare.endsWith(`/${named}`)) return false;
	const folder = folderOf(was);
	return named.includes('/') || folderOf(path) === folder || mentions(text, folder.split('/').at(-1) ?? '');
}

/** Without what a module's name leaves out. */
const withoutEnding = (path: string): string =>
	path
		.replace(/\/$/u, '')
		.replace(/(?<=[^/])\.\w+$/u, '')
		.replace(/\/(?:index|__init__|mod)$/u, '');

/** `../lib/a` and Python's `..lib.a` as paths from the top; undefined of what is not relative. */
function resolved(token: string, path: string): string | undefined {
	const dots = /^(?<dots>\.+)(?<name>[\p{L}_][\p{L}\p{N}_.]*)$/u.exec(token)?.groups;
	const parts = dots
		? ['.', ...Array.from({length: (dots['dots']?.length ?? 1) - 1}, () => '..'), ...(dots['name'] ?? '').split('.')]
		: token.split('/');
	if (parts[0] !== '.' && parts[0] !== '..') return undefined;
	const place = folderOf(path) === '' ? [] : folderOf(path).split('/');
	for (const part of parts)
		if (part === '..') place.pop();
		else if (part !== '.') place.push(part);
	return place.join('/');
}

/** The heads of a diff's hunks, file by file: they name the function that a hunk begins in, and are empty in none. */
export function hunkHeads(diff: string): string[][] {
	const files: string[][] = [];
	for (const line of diff.split('\n')) {
		if (line.startsWith('diff --git ')) files.push([]);
		const head = /^@@ -\S+ \+\S+ @@ ?(?<head>.*)$/u.exec(line)?.groups?.['head'];
		if (head !== undefined) files.at(-1)?.push(head);
	}
	return files;
}
