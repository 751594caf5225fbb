/** The subject of a Code Debate: files with numbered lines, or a text, cut to fit a prompt. Pure. */
import {z} from 'zod';
import {oneLine} from '../../debate/text/words.ts';
import {cleanText, sanitizeCode, showCode} from '../../debate/text/intake.ts';
import {showHidden, showLine} from '../../debate/text/hidden.ts';
import {hiddenNote, hiddenPlaces, marksIn, type HiddenPlace} from './hidden-points.ts';
import {redactLines} from '../../debate/text/redact.ts';
import {plural} from '../../languages/wording.ts';
import {listOfFiles} from './debated-code.ts';
import {declaredIn} from './around.ts';
import {indentOf, isChange, partsNear, rankOf, ruleOf, type DiffFile, type SubjectLine} from './diff-files.ts';
import {sumCoverage, type Coverage, type FileRead} from '../../debate/formats/code-debate.ts';

export const subjectKinds = ['commit', 'diff', 'pull-request', 'files', 'review', 'text'] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** What the two debate: `title` heads the file, `message` is a commit’s or request’s, `files` a review’s. */
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
	/** Where it is in parts, the line of the text at which each begins, from 0; none where it is one. */
	readonly parts: readonly number[];
	readonly files: readonly KnownFile[];
	readonly leftOut: string | undefined;
	readonly hidden: readonly HiddenPlace[];
	/** What is shown of its files; of a text, only where it is cut. */
	readonly coverage: Coverage | undefined;
};

/**
 * Writes a subject in at most `most` characters: files in order, hunk by hunk, less around the changes where not all of
 * them fit; omissions are listed. Where `parts` allows it, what does not fit so is written in parts of that size.
 */
export function showSubject(subject: CodeSubject, most: number, parts = 1): ShownSubject {
	const mostParts = Math.min(parts, partsAtMost);
	const {kind, message, files} = subject;
	const intro = clip(message, Math.floor(most / (files.length === 0 ? 1 : 4)));
	const isPlain = kind === 'files' || kind === 'review';
	// Files that the user named are read, whatever they are called.
	const ruled = (file: DiffFile): string | undefined =>
		isPlain || file.review ? (file.change === 'binary' ? 'binary' : (file.unread ?? undefined)) : ruleOf(file);
	const names = isPlain || kind === 'text' ? 0 : Math.max(leastNames, Math.floor(most * shareOfNames));
	const room = {all: most - intro.text.length - names, around: Math.floor(most / shareAround)};
	const isShown = (file: DiffFile): boolean => ruled(file) === undefined || file.change === 'submodule';
	const fitted = fitMost(files, room, isShown);
	const isWhole = fitted.every(({file, lines}) => isAround(file) || lines.left === 0);
	const page = {intro, names, ruled, isPlain};
	if (isWhole || mostParts < 2) return writtenSubject(subject, [fitted], page);
	const around = files.some(isAround) ? room.around : 0;
	const pieces = inParts(files.filter(isShown), {all: room.all - around, around});
	const kept = pieces.slice(0, mostParts);
	const bare = files.flatMap(file =>
		isAround(file) || (isShown(file) && file.hunks.length > 0) ? [] : [{file, lines: fitHunks([], 0)}],
	);
	const wide = files.filter(file => isShown(file) && !isAround(file)).flatMap(file => tooWide(file, room.all - around));
	return writtenSubject(subject, kept, page, [...unkept(pieces.slice(mostParts)), ...wide, ...bare]);
}

type SubjectPage = {
	readonly intro: ReturnType<typeof clip>;
	/** Characters for the names of files. */
	readonly names: number;
	readonly ruled: (file: DiffFile) => string | undefined;
	readonly isPlain: boolean;
};

/** A subject of one part or more, each with its files; `others` are files that no part has. */
function writtenSubject(
	{kind, message, files, bare, hidden = []}: CodeSubject,
	parts: readonly (readonly FittedFile[])[],
	{intro, names, ruled, isPlain}: SubjectPage,
	others: readonly FittedFile[] = [],
): ShownSubject {
	const all = [...parts.flat(), ...others];
	const fitted = parts.length === 1 && others.length === 0 ? all : mergedFiles(all);
	const why =
		parts.length === 1 ? noRoom : `${plural(parts.length, 'part')} of the model’s context have no room for it`;
	const missing = [...(intro.cut ? ['the end of the message'] : []), ...fitted.flatMap(missingOf)];
	const read =
		kind === 'text'
			? cutText(intro, message)
			: fitted.flatMap(({file, lines}) => (isAround(file) ? [] : [readOf(file, ruled(file), lines, why)]));
	const told = [
		...(missing.length === 0 ? [] : [`Left out, for ${why}: ${listed(missing)}.`]),
		...(bare === undefined ? [] : [bare]),
	];
	const leftOut = told.length === 0 ? undefined : told.join(' ');
	const head = joinedText([
		hiddenNote(hidden),
		intro.text,
		...(names === 0 ? [] : [listingOf(fitted, names)]),
		...(parts.length === 1 ? [] : [leftOut ?? '']),
	]);
	const bodies = parts.map(part =>
		joinedText(
			part.map(({file, lines}) =>
				lines.hunks.length === 0 ? '' : writeFile(file, lines.hunks, isPlain || file.review === true),
			),
		),
	);
	const text = joinedText([head, ...bodies, ...(parts.length === 1 ? [leftOut ?? ''] : [])]);
	return {
		text,
		parts: parts.length === 1 ? [] : startsOf(head, bodies),
		files: [...fitted.flatMap(knownOf), ...(kind === 'review' ? files.flatMap(mentionedIn) : [])],
		leftOut,
		hidden,
		coverage: sumCoverage(read),
	};
}

const joinedText = (texts: readonly string[]): string => texts.filter(text => text !== '').join('\n\n');

/** The line of the text, from 0, at which each part begins. */
function startsOf(head: string, bodies: readonly string[]): number[] {
	let at = head === '' ? 0 : head.split('\n').length + 1;
	return bodies.map(body => {
		const start = at;
		at += body.split('\n').length + 1;
		return start;
	});
}

/** What a part of a subject is debated by: what stands before all parts, and the part. None: all is one. */
export function partsOfSubject(text: string, starts: readonly number[]): string[] {
	const lines = text.split('\n');
	const head = lines.slice(0, starts[0] ?? 0).join('\n');
	return starts.map((start, at) => `${head}\n${lines.slice(start, starts[at + 1]).join('\n')}`.trimEnd());
}

/** Files whose lines stand in several parts, each as one. */
function mergedFiles(fitted: readonly FittedFile[]): FittedFile[] {
	return [
		...Map.groupBy(fitted, ({file}) => `${file.change === 'unchanged' ? 'around' : ''} ${file.path}`).values(),
	].flatMap(group => {
		const [first] = group;
		if (!first) return [];
		const hunks = group.flatMap(({lines}) => lines.hunks);
		const [used, left] = [0, group.reduce((sum, {lines}) => sum + lines.left, 0)];
		return [{file: {...first.file, hunks: first.whole ?? first.file.hunks}, lines: {hunks, used, left}}];
	});
}

// A subject in parts: by file, and a long file by the functions in it.

/** A file that does not fit begins in a part of which this share is free, and else in the next. */
const worthBeginning = 1 / 3;

/** Parts of any subject at most; what they do not hold is left unread, and told. */
const partsAtMost = 40;

function inParts(files: readonly DiffFile[], room: Room): FittedFile[][] {
	const parts: {piece: FittedFile[]; left: number}[] = [];
	const begin = () => {
		const part = {piece: [], left: room.all};
		parts.push(part);
		return part;
	};
	for (const file of files.filter(each => !isAround(each) && each.hunks.length > 0)) {
		const frame = framing(file);
		let part = parts.at(-1) ?? begin();
		const fits = costOfLines(file.hunks.flat()) + frame <= part.left;
		if (!fits && part.left < room.all * worthBeginning && part.piece.length > 0) part = begin();
		let taken: SubjectLine[][] = [];
		const put = (): void => {
			if (taken.length === 0) return;
			part.piece.push(pieceOf(file, taken, part.piece.length === 0 && parts.length > 1));
			part.left -= costOfLines(taken.flat()) + frame;
			taken = [];
		};
		for (const block of file.hunks.flatMap(hunk => blocksIn(hunk, file.path, room.all - frame))) {
			if (costOfLines([...taken.flat(), ...block.lines]) + frame > part.left) {
				put();
				if (part.piece.length > 0) part = begin();
			}
			const last = taken.at(-1);
			if (block.goesOn && last) last.push(...block.lines);
			else taken.push([...block.lines]);
		}
		put();
	}
	return parts.map(({piece}) => [...piece, ...aroundOf(piece, files.filter(isAround), room.around)]);
}

const costOfLines = (lines: readonly SubjectLine[]): number => lines.reduce((sum, line) => sum + costOf(line), 0);

/** A piece of a file; one that begins a later part of it says so. */
function pieceOf(file: DiffFile, hunks: readonly (readonly SubjectLine[])[], mayGoOn: boolean): FittedFile {
	const goesOn = mayGoOn && hunks[0]?.[0] !== file.hunks[0]?.[0];
	return {
		file: goesOn ? {...file, change: 'changed', shown: 'functions', hunks} : {...file, hunks},
		whole: file.hunks,
		lines: {hunks, used: 0, left: 0},
	};
}

type LineBlock = {readonly lines: readonly SubjectLine[]; readonly goesOn: boolean};

/** A hunk cut before what it declares at its left edge; what is longer than the room is cut where that ends. */
function blocksIn(hunk: readonly SubjectLine[], path: string, room: number): LineBlock[] {
	const edge = Math.min(...hunk.map(({text}) => indentOf(text)));
	const blocks: SubjectLine[][] = [];
	let cost = 0;
	for (const line of hunk) {
		const begins = indentOf(line.text) === edge && declaredIn(line.text, path) !== undefined;
		if (begins || blocks.length === 0 || cost + costOf(line) > room) {
			blocks.push([]);
			cost = 0;
		}
		if (costOf(line) > room) continue;
		blocks.at(-1)?.push(line);
		cost += costOf(line);
	}
	return blocks.filter(lines => lines.length > 0).map((lines, at) => ({lines, goesOn: at > 0}));
}

/** The lines that no part has room for, as what is left of their file. */
function tooWide(file: DiffFile, room: number): FittedFile[] {
	const left = file.hunks.flat().filter(line => costOf(line) > room - framing(file)).length;
	return left === 0 ? [] : [{file, whole: file.hunks, lines: {hunks: [], used: 0, left}}];
}

/** Of the code around the change, the files that name something of these pieces. */
function aroundOf(pieces: readonly FittedFile[], around: readonly DiffFile[], room: number): FittedFile[] {
	const text = pieces
		.flatMap(({file, lines}) => [file.was ?? '', ...lines.hunks.flat().map(line => line.text)])
		.join('\n');
	const named = around.filter(({about = ''}) =>
		about.split(/[^\p{L}\p{N}_$./-]+/u).some(name => name.length > 2 && !verbs.has(name) && text.includes(name)),
	);
	return fitFiles(named, {all: room, around: room}, () => true);
}

/** What an unchanged file has to do with a change, beside names. */
const verbs = new Set(['calls', 'declares', 'still', 'names', 'which', 'now']);

/** What the parts that are too many have, as files of which nothing is shown. */
const unkept = (parts: readonly (readonly FittedFile[])[]): FittedFile[] =>
	parts.flat().flatMap(({file, whole, lines}) => {
		if (isAround(file)) return [];
		const left = lines.hunks.flat().length;
		return [{file, ...(whole && {whole}), lines: {hunks: [], used: 0, left}}];
	});

/** Of the room, for the names of files; and at least, in characters. */
const [shareOfNames, leastNames] = [0.05, 800];

/** What is too long for the room that there is. */
const noRoom = 'it does not fit in the model’s context';

function readOf(file: DiffFile, rule: string | undefined, fitted: FittedHunks, why = noRoom): FileRead {
	const told = file.told?.lines ?? 0;
	const [lines = 0, shown = 0] = [file.hunks, fitted.hunks].map(
		hunks => told + hunks.reduce((sum, hunk) => sum + hunk.filter(isChange).length, 0),
	);
	const counts = {file: file.path, lines, shown};
	if (rule !== undefined) return {...counts, why: rule, byRule: true};
	return shown === lines ? counts : {...counts, why};
}

/** A text has no files; what was cut off of it was not read either. */
const cutText = ({text, cut}: {text: string; cut: boolean}, message: string): FileRead[] =>
	cut ? [{file: 'the text', lines: message.split('\n').length, shown: text.split('\n').length - 1, why: noRoom}] : [];

/** A file with the lines of it that fit. */
type FittedFile = {
	readonly file: DiffFile;
	readonly lines: FittedHunks;
	/** All that the file has, where it is a piece of it. */
	readonly whole?: DiffFile['hunks'];
};

type Room = {readonly all: number; readonly around: number};
type IsShown = (file: DiffFile) => boolean;

/** Lines around each change where not all changes fit with what stands around them. */
const leastAround = 3;

/** Changed lines go before what stands around them. */
function fitMost(files: readonly DiffFile[], room: Room, isShown: IsShown): FittedFile[] {
	const fitted = fitFiles(files, room, isShown);
	if (fitted.every(({file, lines}) => isAround(file) || lines.left === 0)) return fitted;
	const narrowed = files.map((file): DiffFile => {
		const isWhole = isAround(file) || file.change === 'added' || file.review === true;
		return isWhole
			? file
			: {...file, hunks: file.hunks.flatMap(hunk => partsNear(hunk, leastAround)), shown: 'functions'};
	});
	const narrow = fitFiles(narrowed, room, isShown);
	return changesIn(narrow) > changesIn(fitted) ? narrow : fitted;
}

const changesIn = (fitted: readonly FittedFile[]): number =>
	fitted.reduce((sum, {lines}) => sum + lines.hunks.reduce((all, hunk) => all + hunk.filter(isChange).length, 0), 0);

/**
 * The files in their order, each with as many of its lines as there is room for: in `all`, and in `around` for code
 * around the change.
 */
function fitFiles(files: readonly DiffFile[], room: Room, isShown: IsShown): FittedFile[] {
	let {all, around} = room;
	return files.flatMap(file => {
		const beside = isAround(file);
		const frame = framing(file);
		const lines = fitHunks(isShown(file) ? file.hunks : [], (beside ? Math.min(all, around) : all) - frame);
		// Nobody misses a line that did not change.
		if (beside && lines.hunks.length === 0) return [];
		const used = lines.hunks.length === 0 ? 0 : lines.used + frame;
		all -= used;
		if (beside) around -= used;
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

/** What the reader has of each file, one a line; files without lines as folders and counts, where they are many. */
function listingOf(fitted: readonly FittedFile[], room: number): string {
	const changed = new Set(fitted.flatMap(({file}) => (isAround(file) ? [] : [file.path])));
	const [shown, bare] = [true, false].map(is => fitted.filter(({lines}) => lines.hunks.length > 0 === is));
	const rowOf = ({file, lines}: FittedFile): string => {
		const isPart = isAround(file) && changed.has(file.path);
		return `- ${file.path}: ${isPart ? 'other lines of it, ' : ''}${shownAs(file, lines)}`;
	};
	const [grouped, groups] = fitRows(groupsOf(bare ?? [], rowOf), Math.floor(room / 2));
	const [rows, count] = fitRows(
		(shown ?? []).map(each => ({row: rowOf(each), files: 1})),
		room - grouped.length,
	);
	const more = count + groups;
	const rest = more === 0 ? [] : [`- and ${plural(more, 'more file')}${groups === 0 ? ', which stand below' : ''}`];
	return [listOfFiles, ...[rows, grouped].filter(part => part !== ''), ...rest].join('\n');
}

type ListedRow = {readonly row: string; readonly files: number};

/** As many rows as there is room for, and how many files the others have. */
function fitRows(rows: readonly ListedRow[], room: number): [text: string, left: number] {
	let used = 0;
	const kept = rows.filter(({row}) => (used += row.length + 1) <= room);
	const left = rows.slice(kept.length).reduce((sum, {files}) => sum + files, 0);
	return [kept.map(({row}) => row).join('\n'), left];
}

/** Files of one folder of which the same is said are one row, where they are more than this. */
const mostAlone = 3;

function groupsOf(bare: readonly FittedFile[], rowOf: (fitted: FittedFile) => string): ListedRow[] {
	const wordsOf = ({file, lines}: FittedFile): string =>
		isMove(file) ? 'renamed, without another change' : shownAs(file, lines);
	const groups = Map.groupBy(bare, each => [...moveOf(each.file), wordsOf(each)].join('\0'));
	return [...groups.values()].flatMap(group => {
		const [first] = group;
		if (!first || group.length <= mostAlone) return group.map(each => ({row: rowOf(each), files: 1}));
		const [from, to] = moveOf(first.file);
		const place = from === to ? `in ${inWords(to)}` : `moved from ${inWords(from)} to ${inWords(to)}`;
		return [{row: `- ${plural(group.length, 'file')} ${place}: ${wordsOf(first)}`, files: group.length}];
	});
}

const isMove = ({was, hunks, told, change}: DiffFile): boolean =>
	change === 'renamed' && was !== undefined && hunks.length === 0 && told === undefined;

const inWords = (folder: string): string => (folder === '' ? 'the top folder' : `${folder}/`);

/** The folders that a file was moved between, without what both have at their ends. */
function moveOf({path, was = path}: DiffFile): [from: string, to: string] {
	const [from, to] = [was, path].map(each => each.split('/').slice(0, -1));
	if (!from || !to || was === path) return [(to ?? []).join('/'), (to ?? []).join('/')];
	while (from.length > 0 && to.length > 0 && from.at(-1) === to.at(-1)) {
		from.pop();
		to.pop();
	}
	return [from.join('/'), to.join('/')];
}

const mentionedIn = ({hunks}: DiffFile): KnownFile[] =>
	hunks.flatMap(hunk => mentioned(hunk.map(({text}) => text).join('\n')));

/** What a file takes besides its lines. */
const framing = ({path, was = ''}: DiffFile): number => path.length + was.length + 30;

/** Code around the change takes at most this share of the room. */
const shareAround = 4;

/** What a reader has of a file. */
function shownAs(file: DiffFile, {left, hunks}: FittedHunks): string {
	if (file.review) return 'a review of this change, as it is';
	if (file.change === 'unchanged') return `not changed; ${file.about ?? ''}`;
	if (file.change === 'submodule') return 'another commit of a submodule, whose own files are elsewhere';
	const rule = ruleOf(file);
	if (rule !== undefined) return `not shown, by rule: ${rule}`;
	const {machine} = rankOf(file);
	const by = machine ? ', which a program or somebody else wrote' : '';
	const told = file.told === undefined ? '' : `; told in a word: ${file.told.words}`;
	if (file.hunks.length === 0)
		return told === '' ? `${withoutLines(file)}${by}` : `nothing but this: ${file.told?.words}`;
	if (left > 0) return `${hunks.length === 0 ? 'left out' : 'cut'}, for it does not fit${by}${told}`;
	if (file.shown === 'whole') return `all of it${by}${told}`;
	return `${file.shown === 'functions' ? 'the changes and the functions around them' : 'the changes and the lines around them'}${by}${told}`;
}

const withoutLines = ({change, was}: DiffFile): string =>
	`${change}${was === undefined ? '' : ` from ${was}`}, without lines`;

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

/** Why a location is not in the subject; undefined if it is. `retry.ts` finds `src/retry.ts`. */
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
	const told = about === '' ? '' : `: ${oneLine(about)}`;
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
			return oneLine(request.text).slice(0, 200);
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
	hidden: placesIn(linesToRead({kind, message, files})),
	files: files.map(file => ({
		...file,
		path: shownOnOneLine(file.path),
		was: file.was === undefined ? undefined : shownOnOneLine(file.was),
		...(file.about !== undefined && {about: shownOnOneLine(file.about)}),
		hunks: file.hunks.map(cleanHunk),
	})),
});

const placesIn = (lines: ReturnType<typeof linesToRead>): HiddenPlace[] => [...hiddenPlaces(lines), ...marksIn(lines)];

const shownOnOneLine = (text: string): string => sanitizeCode(showLine(text)).replaceAll('\n', ' ');

/** What a change brings in: the lines that it adds, the names of its files, and its message. */
const linesToRead = ({kind, message, files}: Pick<CodeSubject, 'kind' | 'message' | 'files'>) => [
	...(kind === 'text' ? [] : message.split('\n'))
		.map(raw => ({file: null, line: null, raw, shown: cleanText(showLine(raw))}))
		.slice(0, 200),
	...files
		.filter(({review: isReview}) => isReview !== true)
		.flatMap(({path, change, hunks}) => {
			const file = shownOnOneLine(path);
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
	const texts = redactLines(lines.map(({text, number}) => shownOnOneLine(withoutMark(text, number))));
	return lines.map((line, at) => ({...line, text: texts[at] ?? ''}));
}
