/** The subject of a Code Debate: files with numbered lines, or a text, cut to fit a prompt. Pure. */
import {z} from 'zod';
import {cleanText, sanitizeCode, showCode} from '../../debate/text/intake.ts';
import {showHidden, showLine} from '../../debate/text/hidden.ts';
import {hiddenNote, hiddenPlaces, type HiddenPlace} from './hidden-points.ts';
import {gitPartsOf, type Hunk, unquoted} from '../../debate/text/unified-diff.ts';
import {escapePattern} from '../../debate/text/words.ts';
import {redactLines} from '../../debate/text/redact.ts';
import {listOfFiles} from './debated-code.ts';
import {sumCoverage, type Coverage, type FileRead} from '../../debate/formats/code-debate.ts';

// Parses git's unified diffs into files and numbered lines.

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
	/**
	 * Why it is not read, as the attributes of the commit before the change or the user say; null where they say that it
	 * is, whatever its name.
	 */
	readonly unread?: string | null;
	/** No change but a text: a review of the other files. */
	readonly review?: true;
};

/** Reads what `git diff` and `gh pr diff` print; what stands before the first file (a message) is left out. */
export const parseDiff = (diff: string): DiffFile[] =>
	gitPartsOf(diff).flatMap(({header, hunks}) => {
		const path = pathOf(header[0] ?? '');
		if (path === undefined) return [];
		const begun: Described = {path, was: undefined, change: 'changed'};
		const file = header.reduce((sofar, line) => ({...sofar, ...toldBy(line, sofar)}), begun);
		return [{...file, was: file.was === file.path ? undefined : file.was, hunks: hunks.map(numbered)}];
	});

function numbered({start = 0, next = 0, lines}: Hunk): SubjectLine[] {
	let [old, now] = [start, next];
	return lines.map(({mark, text}) => {
		const number = mark === '-' ? old++ : now++;
		if (mark === ' ') old++;
		return {sign: mark, number, text};
	});
}

type Described = Pick<DiffFile, 'path' | 'was' | 'change'>;

/** What each line of a header says, by its first words; the rest of the line is a name. */
const headerWords: Readonly<Record<string, (name: string, sofar: Described) => Partial<Described>>> = {
	'rename from': name => ({was: unquoted(name), change: 'renamed'}),
	'copy from': name => ({was: unquoted(name), change: 'copied'}),
	'rename to': name => ({path: unquoted(name)}),
	'copy to': name => ({path: unquoted(name)}),
	'new file': name => ({change: isSubmodule(name) ? 'submodule' : 'added'}),
	'deleted file': name => ({change: isSubmodule(name) ? 'submodule' : 'deleted'}),
	'old mode': () => ({change: 'mode'}),
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
function ruleOf({path, change, unread}: Pick<DiffFile, 'path' | 'change' | 'unread'>): string | undefined {
	if (change === 'unchanged') return undefined;
	if (change === 'binary') return 'binary';
	if (change === 'submodule') return 'submodule, whose own commits are elsewhere';
	return unread === undefined ? ruleFor(path) : (unread ?? undefined);
}

export function rankOf(file: Pick<DiffFile, 'path' | 'change' | 'hunks' | 'unread'>): FileRank {
	const {path, change, hunks} = file;
	const first = hunks[0]?.slice(0, 5).map(({text}) => text) ?? [];
	const machine = ruleOf(file) !== undefined || made.test(path) || first.some(text => marked.test(text));
	if (change === 'binary') return {order: 5, machine: false};
	if (machine) return {order: 6, machine};
	if (change === 'unchanged') return {order: 3.5, machine};
	if (prose.test(path)) return {order: 4, machine};
	if (tests.test(path)) return {order: 2, machine};
	if (data.test(path)) return {order: 3, machine};
	return {order: hunks.length === 0 ? 1 : 0, machine};
}

/** Code first, what programs write last; files of one rank stay in their order. */
export const ranked = (files: readonly DiffFile[]): DiffFile[] =>
	files
		.map(file => ({file, order: rankOf(file).order}))
		.toSorted((one, other) => one.order - other.order)
		.map(({file}) => file);

export const subjectKinds = ['commit', 'diff', 'pull-request', 'files', 'review', 'text'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/**
 * What the two debate. `title` stands in the file's first line. `message` is a commit’s or a pull request’s; a review
 * stands in `files`.
 */
export type CodeSubject = {
	readonly kind: SubjectKind;
	readonly title: string;
	readonly message: string;
	readonly files: readonly DiffFile[];
	/** The commit that is looked at, and the one that it is compared with. */
	readonly revisions?: {readonly commit?: string; readonly base?: string} | undefined;
	/** Why nothing of the code around the change is there, where it could not be read. */
	readonly bare?: string;
	/** Where it brings hidden characters in. */
	readonly hidden?: readonly HiddenPlace[];
};

/** A place that may be named: a file, and the lines of it that are shown, as ranges. */
export const KnownFile = z.object({path: z.string(), lines: z.array(z.tuple([z.int(), z.int()]))});
export type KnownFile = z.infer<typeof KnownFile>;

/** The subject as prompts show it, and the places in it. No `files`: nothing can be checked. */
type ShownSubject = {
	readonly text: string;
	readonly files: readonly KnownFile[];
	readonly leftOut: string | undefined;
	readonly hidden: readonly HiddenPlace[];
	/** What is shown of its files; of a text, only where it is cut. */
	readonly coverage: Coverage | undefined;
};

/** Writes a subject in at most `most` characters: files in order, hunk by hunk; omissions are listed. */
export function showSubject({kind, message, files, bare, hidden = []}: CodeSubject, most: number): ShownSubject {
	const intro = clip(message, Math.floor(most / (files.length === 0 ? 1 : 4)));
	const isPlain = kind === 'files' || kind === 'review';
	// Files that the user named are read, whatever they are called.
	const ruled = (file: DiffFile): string | undefined =>
		isPlain || file.review ? (file.change === 'binary' ? 'binary' : (file.unread ?? undefined)) : ruleOf(file);
	const changed = files.filter(file => !isAround(file));
	const room = most - intro.text.length - changed.reduce((sum, file) => sum + framing(file), 0);
	const isShown = (file: DiffFile): boolean => ruled(file) === undefined || file.change === 'submodule';
	const fitted = fitFiles(files, {all: room, around: Math.floor(most / shareAround)}, isShown);
	const missing = [...(intro.cut ? ['the end of the message'] : []), ...fitted.flatMap(missingOf)];
	const read =
		kind === 'text'
			? cutText(intro, message)
			: fitted.flatMap(({file, lines}) => (isAround(file) ? [] : [readOf(file, ruled(file), lines)]));
	const told = [
		...(missing.length === 0 ? [] : [`Left out, for it does not fit in the model’s context: ${listed(missing)}.`]),
		...(bare === undefined ? [] : [bare]),
	];
	const leftOut = told.length === 0 ? undefined : told.join(' ');
	const all = [
		hiddenNote(hidden),
		intro.text,
		...(isPlain || kind === 'text' ? [] : [listingOf(fitted, changed)]),
		...fitted.map(({file, lines}) => writeFile(file, lines.hunks, isPlain || file.review === true)),
		leftOut ?? '',
	].filter(part => part !== '');
	return {
		text: clip(all.join('\n\n'), most * 2).text,
		files: [...fitted.flatMap(knownOf), ...(kind === 'review' ? files.flatMap(mentionedIn) : [])],
		leftOut,
		hidden,
		coverage: sumCoverage(read),
	};
}

/** What is too long for the room that there is. */
const noRoom = 'it does not fit in the model’s context';

function readOf(file: DiffFile, rule: string | undefined, fitted: FittedHunks): FileRead {
	const [lines = 0, shown = 0] = [file.hunks, fitted.hunks].map(hunks => hunks.flat().filter(isChange).length);
	const counts = {file: file.path, lines, shown};
	if (rule !== undefined) return {...counts, why: rule, byRule: true};
	return shown === lines ? counts : {...counts, why: noRoom};
}

/** A text has no files; what was cut off of it was not read either. */
const cutText = ({text, cut}: {text: string; cut: boolean}, message: string): FileRead[] =>
	cut ? [{file: 'the text', lines: message.split('\n').length, shown: text.split('\n').length - 1, why: noRoom}] : [];

/** A file with the lines of it that fit. */
type FittedFile = {readonly file: DiffFile; readonly lines: FittedHunks};

/**
 * The files in their order, each with as many of its lines as there is room for: in `all`, where the frames of changed
 * files are paid for already, and in `around` for code around the change.
 */
function fitFiles(
	files: readonly DiffFile[],
	room: {readonly all: number; readonly around: number},
	isShown: (file: DiffFile) => boolean,
): FittedFile[] {
	let {all, around} = room;
	return files.flatMap(file => {
		const beside = isAround(file);
		const frame = beside ? framing(file) : 0;
		const lines = fitHunks(isShown(file) ? file.hunks : [], (beside ? Math.min(all, around) : all) - frame);
		// Nobody misses a line that did not change.
		if (beside && lines.hunks.length === 0) return [];
		all -= lines.used + frame;
		if (beside) around -= lines.used + frame;
		return [{file, lines}];
	});
}

/** No part of the change itself. */
const isAround = ({change}: DiffFile): boolean => change === 'unchanged';

const missingOf = ({file, lines: {left}}: FittedFile): string[] =>
	left > 0 && !isAround(file) ? [`${left} of ${file.hunks.flat().length} lines of ${file.path}`] : [];

function knownOf({file: {path, was}, lines}: FittedFile): KnownFile[] {
	const shown = lines.hunks.flat();
	return [path, ...(was === undefined ? [] : [was])].map(name => ({path: name, lines: ranges(shown)}));
}

/** What the reader has of each file, one a line. */
function listingOf(fitted: readonly FittedFile[], changed: readonly DiffFile[]): string {
	const rows = fitted.map(({file, lines}) => {
		const isPart = isAround(file) && changed.some(({path}) => path === file.path);
		return `- ${file.path}: ${isPart ? 'other lines of it, ' : ''}${shownAs(file, lines)}`;
	});
	return `${listOfFiles}\n${rows.join('\n')}`;
}

const mentionedIn = ({hunks}: DiffFile): KnownFile[] =>
	hunks.flatMap(hunk => mentioned(hunk.map(({text}) => text).join('\n')));

/** What a file takes besides its lines. */
const framing = ({path}: DiffFile): number => 2 * path.length + 90;

/** Code around the change takes at most this share of the room. */
const shareAround = 4;

/** What a reader has of a file. */
function shownAs(file: DiffFile, {left, hunks}: FittedHunks): string {
	if (file.review) return 'a review of this change, as it is';
	if (file.change === 'unchanged') return `not changed; ${file.about ?? ''}`;
	const rule = ruleOf(file);
	if (file.change === 'submodule') return 'another commit of a submodule, whose own files are elsewhere';
	if (rule !== undefined) return `not shown, by rule: ${rule}`;
	const {machine} = rankOf(file);
	const by = machine ? ', which a program or somebody else wrote' : '';
	if (file.hunks.length === 0) return `${file.change}, without lines${by}`;
	if (left > 0) return `${hunks.length === 0 ? 'left out' : 'cut'}, for it does not fit${by}`;
	if (file.shown === 'whole') return `all of it${by}`;
	return `${file.shown === 'functions' ? 'the changes and the functions around them' : 'the changes and the lines around them'}${by}`;
}

const listed = (items: readonly string[]): string =>
	items.length <= 12
		? items.join('; ')
		: `${items.slice(0, 12).join('; ')}; and parts of ${items.length - 12} more files`;

function clip(text: string, most: number): {text: string; cut: boolean} {
	return text.length <= most
		? {text: text.trimEnd(), cut: false}
		: {text: `${text.slice(0, Math.max(0, most))} …`, cut: true};
}

const costOf = ({text}: SubjectLine): number => text.length + 10;

/** Lines that fit, the room that they use, and how many are left out. */
type FittedHunks = {
	readonly hunks: readonly (readonly SubjectLine[])[];
	readonly used: number;
	readonly left: number;
};

/** As many lines as there is room for. */
function fitHunks(hunks: readonly (readonly SubjectLine[])[], room: number): FittedHunks {
	const kept: SubjectLine[][] = [];
	let used = 0;
	let left = 0;
	for (const hunk of hunks) {
		const lines = hunk.filter(line => {
			if (left > 0 || used + costOf(line) > room) {
				left++;
				return false;
			}
			used += costOf(line);
			return true;
		});
		if (lines.length > 0) kept.push(lines);
	}
	return {hunks: kept, used, left};
}

function writeFile({path, was, change}: DiffFile, hunks: readonly (readonly SubjectLine[])[], plain: boolean): string {
	const head = `=== ${path}${was === undefined ? '' : ` (was ${was})`}${plain || change === 'changed' ? '' : ` [${change}]`} ===`;
	return [head, hunks.map(hunk => hunk.map(line => writeLine(line, plain)).join('\n')).join('\n   …\n')]
		.filter(part => part !== '')
		.join('\n');
}

/** ` 42 + text`: the number in the new file; a removed line has its old number and a minus. */
const writeLine = ({sign, number, text}: SubjectLine, plain: boolean): string =>
	`${String(number).padStart(5)} ${plain ? '' : sign}${plain ? '' : ' '}${text}`;

/** The numbers of lines as ranges; removed lines count with their old numbers. */
function ranges(lines: readonly SubjectLine[]): [number, number][] {
	const found: [number, number][] = [];
	for (const number of lines.map(line => line.number).sort((one, other) => one - other)) {
		const last = found.at(-1);
		if (last && number <= last[1] + 1) last[1] = Math.max(last[1], number);
		else found.push([number, number]);
	}
	return found;
}

const reference = /(?<path>[\w@./\\-]*[\w@-]+\.\w+):(?<from>\d+)(?:[-–](?<to>\d+))?/gu;

/** Locations that a text names, such as another agent's review. */
const mentioned = (text: string): KnownFile[] =>
	[...text.matchAll(reference)].map(({groups}) => {
		const from = Number(groups?.['from']);
		return {path: groups?.['path'] ?? '', lines: [[from, Math.max(from, Number(groups?.['to'] ?? from))]]};
	});

/**
 * Why a location is not in the subject; undefined if it is. A path's tail is enough: `retry.ts` finds `src/retry.ts`.
 */
export function locationFault(
	files: readonly KnownFile[],
	path: string | null | undefined,
	line: number | null | undefined,
): string | undefined {
	if (files.length === 0 || path === null || path === undefined || path === '') return undefined;
	const wanted = path.replace(/^\.?\//u, '');
	const found = files.filter(file => file.path === wanted || file.path.endsWith(`/${wanted}`));
	if (found.length === 0)
		return `there is no file "${path}" in the subject; it has ${listed([...new Set(files.map(file => file.path))].slice(0, 20))}`;
	if (
		line === null ||
		line === undefined ||
		found.some(({lines}) => lines.some(([from, to]) => line >= from && line <= to))
	)
		return undefined;
	const shown = found
		.flatMap(file => file.lines)
		.slice(0, 12)
		.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
	return `line ${line} of ${path} is not in the subject; it shows ${shown.length === 0 ? 'no lines of it' : `lines ${shown.join(', ')}`}`;
}

// What a subject is requested by: on the command line, or in the title of a file opened by the other side. Pure.

/** A review that another agent wrote of it. */
const review = z.string().min(1).optional();

export const SubjectRequest = z.discriminatedUnion('kind', [
	z.object({kind: z.literal('commit'), revision: z.string().min(1), review}),
	/** Without a range: what is changed in the working tree. */
	z.object({kind: z.literal('diff'), range: z.string().min(1).optional(), review}),
	z.object({kind: z.literal('pull-request'), number: z.int().positive(), review}),
	z.object({kind: z.literal('files'), paths: z.array(z.string().min(1)).min(1), review}),
	z.object({kind: z.literal('review'), path: z.string().min(1)}),
	z.object({kind: z.literal('text'), text: z.string().min(1)}),
]);
export type SubjectRequest = z.infer<typeof SubjectRequest>;

const workingTree = 'changes in the working tree';

/** The title of a subject; `about` is a commit's or pull request's own first line. */
export const titleOf = (request: SubjectRequest, about = ''): string =>
	`${plainTitle(request, about)}${'review' in request && request.review !== undefined ? ` (review ${request.review})` : ''}`;

function plainTitle(request: SubjectRequest, about: string): string {
	const told = about === '' ? '' : `: ${about.replaceAll(/\s+/gu, ' ').trim()}`;
	switch (request.kind) {
		case 'commit':
			return `commit ${request.revision}${told}`;
		case 'diff':
			return request.range === undefined ? workingTree : `diff ${request.range}`;
		case 'pull-request':
			return `pull request #${request.number}${told}`;
		case 'files':
			return `files ${request.paths.join(', ')}`;
		case 'review':
			return `review ${request.path}`;
		case 'text':
			return request.text.replaceAll(/\s+/gu, ' ').trim().slice(0, 200);
		default:
			return request satisfies never;
	}
}

/** Parses a title written by `titleOf`; any other title is a text request. */
export function requestIn(title: string): SubjectRequest {
	const {plain, review: path} = /^(?<plain>.*) \(review (?<review>[^()]+)\)$/u.exec(title)?.groups ?? {};
	const request = requestFor(plain ?? title);
	return path === undefined || request.kind === 'review' || request.kind === 'text'
		? request
		: {...request, review: path};
}

function requestFor(title: string): SubjectRequest {
	const revision = /^commit (?<revision>[0-9a-f]{7,64})\b/u.exec(title)?.groups?.['revision'];
	if (revision !== undefined) return {kind: 'commit', revision};
	if (title === workingTree) return {kind: 'diff'};
	const range = /^diff (?<range>[\w./@^~{}-]+\.{2,3}[\w./@^~{}-]*|[\w./@^~{}-]+)$/u.exec(title)?.groups?.['range'];
	if (range !== undefined) return {kind: 'diff', range};
	const number = /^pull request #(?<number>\d+)\b/u.exec(title)?.groups?.['number'];
	if (number !== undefined) return {kind: 'pull-request', number: Number(number)};
	const paths = /^files (?<paths>.+)$/u.exec(title)?.groups?.['paths'];
	if (paths !== undefined) return {kind: 'files', paths: paths.split(', ')};
	const path = /^review (?<path>\S+)$/u.exec(title)?.groups?.['path'];
	return path === undefined ? {kind: 'text', text: title} : {kind: 'review', path};
}

// Makes a subject safe to show, store and send: it is what somebody else committed. Pure.

/** Sanitized and without secrets; lines keep their numbers, also where a key of several lines is taken out. */
export const cleanSubject = ({kind, title, message, files, revisions, bare}: CodeSubject): CodeSubject => ({
	kind,
	...(bare !== undefined && {bare: cleanText(bare)}),
	...(revisions && {revisions}),
	title: cleanText(showHidden(title)),
	message: showCode(message),
	hidden: hiddenPlaces(linesToRead({kind, message, files})),
	files: files.map(file => ({
		...file,
		path: oneLine(file.path),
		was: file.was === undefined ? undefined : oneLine(file.was),
		...(file.about !== undefined && {about: oneLine(file.about)}),
		hunks: file.hunks.map(cleanHunk),
	})),
});

const oneLine = (text: string): string => sanitizeCode(showLine(text)).replaceAll('\n', ' ');

/** What a change brings in: the lines that it adds, the names of its files, and its message. */
const linesToRead = ({kind, message, files}: Pick<CodeSubject, 'kind' | 'message' | 'files'>) => [
	...(kind === 'text' ? [] : message.split('\n'))
		.map(raw => ({file: null, line: null, raw, shown: cleanText(showLine(raw))}))
		.slice(0, 200),
	...files
		.filter(({review: isReview}) => isReview !== true)
		.flatMap(({path, change, hunks}) => {
			const file = oneLine(path);
			const names = change === 'deleted' || change === 'unchanged' ? [] : [{file, line: null, raw: path, shown: file}];
			const added = hunks.flat().filter(({sign}) => sign === '+');
			return [
				...names,
				...added.map(({number, text}) => ({file, line: number, raw: withoutMark(text, number), shown: showCode(text)})),
			];
		}),
];

/** A byte order mark at the beginning of a file is none of its text. */
const withoutMark = (text: string, number: number): string => (number === 1 ? text.replace(/^\uFEFF/u, '') : text);

function cleanHunk(lines: readonly SubjectLine[]): SubjectLine[] {
	const texts = redactLines(lines.map(({text, number}) => oneLine(withoutMark(text, number))));
	return lines.map((line, at) => ({...line, text: texts[at] ?? ''}));
}

// How much of a file stands around its changes: all of a short one, else the functions that they are in.

/** Lines of a file that is shown whole, and of a hunk above which less than the whole function is shown. */
const [wholeLines, longHunk] = [160, 300];
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
		const other = wider.get(file.path);
		if (other && isWhole(other)) return {...other, shown: 'whole'};
		return {...file, hunks: file.hunks.flatMap(shortened), shown: 'functions'};
	});
}

/** It begins with the file's first line, and ends before the context does: at the file's last line. */
function isWhole({hunks}: DiffFile): boolean {
	const [only, ...more] = hunks;
	if (!only || more.length > 0 || only.length > wholeLines || only[0]?.number !== 1) return false;
	return only.length - 1 - only.findLastIndex(isChange) < wideContext;
}

export const isChange = ({sign}: SubjectLine): boolean => sign !== ' ';

/** A hunk that has grown too long, as the blocks that are indented no less than its changes. */
function shortened(hunk: readonly SubjectLine[]): (readonly SubjectLine[])[] {
	if (hunk.length <= longHunk) return [hunk];
	const kept = new Set<number>();
	for (const [at, line] of hunk.entries()) if (isChange(line)) for (const near of blockAt(hunk, at)) kept.add(near);
	const parts: SubjectLine[][] = [];
	for (const [at, line] of hunk.entries()) {
		if (!kept.has(at)) continue;
		if (kept.has(at - 1)) parts.at(-1)?.push(line);
		else parts.push([line]);
	}
	return parts;
}

/** Lines on either side of a change in a long function, at least and at most. */
const [least, most] = [3, 60];

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
