/** The code under debate as its sides read it, parsed back into files with numbered lines. */
import {memoizeRecent} from '../fold.ts';
import {isRecord} from '../text/json.ts';
import type {DebateState} from '../state.ts';

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

/**
 * Undefined where the debate is about no code, or its journal has not kept it. A side has it as the context of its
 * prompts.
 */
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

const heading = /^=== (?<path>.+?)(?: \(was (?<was>.+)\))?(?: \[[\w-]+\])? ===$/u;
const numbered = /^(?<number> *\d+) (?<rest>.*)$/u;
const leftOut = /^ {3}…$/u;

type FileDraft = {readonly path: string; readonly was: string | undefined; readonly lines: string[]};

/** A file ends at the first line without a number; of two that are called the same, what comes later is real. */
function filesIn(text: string, plain: boolean): readonly CodeFile[] {
	const files = new Map<string, FileDraft>();
	let file: FileDraft | undefined;
	for (const line of text.split('\n')) {
		const {path, was} = heading.exec(line)?.groups ?? {};
		if (path !== undefined) {
			file = {path, was, lines: []};
			files.set(path, file);
		} else if (numbered.test(line) || leftOut.test(line)) file?.lines.push(line);
		else file = undefined;
	}
	return [...files.values()]
		.filter(({lines}) => lines.length > 0)
		.map(({path, was, lines}) => ({path, was, lines: linesIn(lines, plain || !lines.every(isSigned))}));
}

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
