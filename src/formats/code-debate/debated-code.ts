/** The code under debate as its sides read it, parsed back into files with numbered lines. */
import {memoizeRecent} from '../../debate/fold.ts';
import {isRecord} from '../../debate/text/json.ts';
import type {DebateState} from '../../debate/state.ts';

/** `number` is that of the new file, of a removed line that of the old one. */
export type DebatedLine = {
	readonly sign: ' ' | '+' | '-';
	readonly number: number;
	readonly text: string;
	/** Lines of the file are left out above it. */
	readonly gap: boolean;
};

/** `was` is its name before, if it was renamed or copied. */
export type CodeFile = {
	readonly path: string;
	readonly was: string | undefined;
	readonly lines: readonly DebatedLine[];
};

/** A line of the code, and its place among the lines of its file. */
export type CodePlace = {readonly file: CodeFile; readonly at: number};

type CodeDebateStart = NonNullable<DebateState['start']>;

/** Undefined where the debate is about no code, or its journal has not kept it. */
export const debatedCode = memoizeRecent((start: CodeDebateStart): readonly CodeFile[] | undefined => {
	const {subject, config} = start;
	const kind = kindOf(config);
	const isSide = isRecord(config) && config['part'] === 'side';
	const text = subject.code ?? (isSide && kind !== undefined ? subject.context : undefined);
	const files = text === undefined ? [] : filesIn(text, kind === 'files' || kind === 'review');
	return files.length === 0 ? undefined : files;
});

/** Whether the debate is about code, kept or not. */
export const isAboutCode = ({config, subject}: CodeDebateStart): boolean =>
	kindOf(config) !== undefined || subject.code !== undefined;

/** How the code was given; undefined for a question of its own. */
function kindOf(config: unknown): string | undefined {
	if (!isRecord(config)) return undefined;
	const {request, kind} = config;
	const given = isRecord(request) ? request['kind'] : kind;
	return typeof given === 'string' && given !== 'text' ? given : undefined;
}

/** Stands before the files of a change. A message comes before it, and cannot come after it. */
export const listOfFiles = 'The files of this change:';

const heading = /^=== (?<path>.+?)(?: \(was (?<was>.+)\))?(?: \[(?<change>[\w-]+)\])? ===$/u;
const numbered = /^(?<number> *\d+) (?<rest>.*)$/u;
const leftOut = /^ {3}…$/u;

type FileDraft = {readonly path: string; readonly was: string | undefined; readonly lines: string[]};

/**
 * A file ends at the first line without a number. Of two that are called the same, what comes later is real; unchanged
 * lines of a changed file are among its own.
 */
function filesIn(text: string, plain: boolean): readonly CodeFile[] {
	const files = new Map<string, FileDraft>();
	const others: FileDraft[] = [];
	let file: FileDraft | undefined;
	for (const line of text.slice(Math.max(0, text.lastIndexOf(`${listOfFiles}\n`))).split('\n')) {
		const {path, was, change} = heading.exec(line)?.groups ?? {};
		if (path !== undefined) {
			file = {path, was, lines: []};
			// A long file goes on in a later part of the subject.
			const before = change === 'unchanged' ? others.find(each => each.path === path) : files.get(path);
			if (before) {
				before.lines.push('   …');
				file = before;
			} else if (change === 'unchanged') others.push(file);
			else files.set(path, file);
		} else if (numbered.test(line) || leftOut.test(line)) file?.lines.push(line);
		else file = undefined;
	}
	const read = [...files.values()].filter(({lines}) => lines.length > 0).map(each => fileOf(each, plain));
	const unchanged = others.filter(({lines}) => lines.length > 0).map(each => fileOf(each, plain));
	return [
		...read.map(each => withLines(each, unchanged.find(({path}) => path === each.path)?.lines ?? [])),
		...unchanged.filter(({path}) => !read.some(each => each.path === path)),
	];
}

const fileOf = ({path, was, lines}: FileDraft, plain: boolean): CodeFile => ({
	path,
	was,
	lines: linesIn(lines, plain || !lines.every(isSigned)),
});

/** Unchanged lines among those of their file, by their numbers. */
function withLines(file: CodeFile, unchanged: readonly DebatedLine[]): CodeFile {
	if (unchanged.length === 0) return file;
	const lines = [...file.lines];
	for (const line of unchanged) {
		const at = lines.findIndex(({sign, number}) => sign !== '-' && number > line.number);
		lines.splice(at < 0 ? lines.length : at, 0, line);
	}
	return {
		...file,
		lines: lines.map((line, at) => ({...line, gap: line.gap || isApart(lines[at - 1], line)})),
	};
}

const isApart = (before: DebatedLine | undefined, {sign, number}: DebatedLine): boolean =>
	before !== undefined && before.sign !== '-' && sign !== '-' && number !== before.number + 1;

/** A review beside a change has lines without signs. */
const isSigned = (line: string): boolean => leftOut.test(line) || /^ *\d+ [-+ ](?: |$)/u.test(line);

function linesIn(texts: readonly string[], plain: boolean): readonly DebatedLine[] {
	const lines: DebatedLine[] = [];
	let gap = false;
	for (const text of texts) {
		const {number, rest = ''} = numbered.exec(text)?.groups ?? {};
		if (number !== undefined) {
			const sign = plain ? ' ' : rest.startsWith('+') ? '+' : rest.startsWith('-') ? '-' : ' ';
			lines.push({sign, number: Number(number), text: plain ? rest : rest.slice(2), gap});
		}
		gap = number === undefined;
	}
	return lines;
}

/** `src/retry.ts:42` or `src/retry.ts:42-45`; a path alone is the place of its first change. */
const place = /^(?<path>.+?)(?::(?<line>\d+)(?:[-–]\d+)?)?$/u;

/**
 * The line that a place names, `old` where it is that of the file before the change. The end of a path is enough.
 * Undefined where the code does not show it.
 */
export function findPlace(files: readonly CodeFile[], named: string, old = false): CodePlace | undefined {
	const {path = '', line} = place.exec(named.trim())?.groups ?? {};
	const wanted = path.replace(/^\.?\//u, '');
	const file = files.find(
		({path: name, was}) => name === wanted || name.endsWith(`/${wanted}`) || (old && was === wanted),
	);
	if (!file) return undefined;
	if (line === undefined)
		return {
			file,
			at: Math.max(
				0,
				file.lines.findIndex(({sign}) => sign !== ' '),
			),
		};
	const number = Number(line);
	const at = file.lines.findIndex(each => each.number === number && (each.sign === '-') === old);
	// Where nothing was removed, both files have the line.
	const other = at < 0 ? file.lines.findIndex(each => each.number === number) : at;
	return other < 0 ? undefined : {file, at: other};
}

/** Places that a text names: `retry.ts:42`. */
export const placesIn = (text: string): readonly string[] =>
	[...text.matchAll(/[\p{L}\p{N}_@./\\-]*[\p{L}\p{N}_@-]+\.\w+:\d+/gu)].map(([found]) => found);
