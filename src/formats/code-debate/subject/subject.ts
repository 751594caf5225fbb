/** The subject of a Code Debate: files with numbered lines, or a text, cut to fit a prompt. Pure. */
import {z} from 'zod';
import type {DiffFile, SubjectLine} from './diff.ts';
import {rankOf} from './rank.ts';

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
};

/** A place that may be named: a file, and the lines of it that are shown, as ranges. */
export const KnownFile = z.object({path: z.string(), lines: z.array(z.tuple([z.int(), z.int()]))});
export type KnownFile = z.infer<typeof KnownFile>;

/** The subject as prompts show it, and the places in it. No `files`: nothing can be checked. */
export type ShownSubject = {
	readonly text: string;
	readonly files: readonly KnownFile[];
	readonly leftOut: string | undefined;
};

/** Writes a subject in at most `most` characters: files in order, hunk by hunk; omissions are listed. */
export function showSubject({kind, message, files}: CodeSubject, most: number): ShownSubject {
	const intro = clip(message, Math.floor(most / (files.length === 0 ? 1 : 4)));
	let room = most - intro.text.length - files.reduce((sum, {path}) => sum + 2 * path.length + 90, 0);
	const missing: string[] = intro.cut ? ['the end of the message'] : [];
	const known: KnownFile[] = [];
	const parts: string[] = [];
	const listing: string[] = [];
	for (const file of files) {
		const fitting = fitHunks(file.hunks, room);
		room -= fitting.used;
		const shown = fitting.hunks.flat();
		known.push(
			{path: file.path, lines: ranges(shown)},
			...(file.was === undefined ? [] : [{path: file.was, lines: ranges(shown)}]),
		);
		parts.push(writeFile(file, fitting.hunks, kind === 'files' || kind === 'review' || file.review === true));
		listing.push(`- ${file.path}: ${shownAs(file, fitting)}`);
		if (fitting.left > 0) missing.push(`${fitting.left} of ${file.hunks.flat().length} lines of ${file.path}`);
	}
	const leftOut =
		missing.length === 0 ? undefined : `Left out, for it does not fit in the model’s context: ${listed(missing)}.`;
	const changes = kind === 'commit' || kind === 'diff' || kind === 'pull-request';
	const all = [
		...(intro.text === '' ? [] : [intro.text]),
		...(changes ? [`The files of this change:\n${listing.join('\n')}`] : []),
		...parts,
		...(leftOut === undefined ? [] : [leftOut]),
	];
	return {
		text: clip(all.join('\n\n'), most * 2).text,
		files:
			kind === 'review'
				? [
						...known,
						...files.flatMap(({hunks}) => hunks.flatMap(hunk => mentioned(hunk.map(({text}) => text).join('\n')))),
					]
				: known,
		leftOut,
	};
}

/** What a reader has of a file. */
function shownAs(file: DiffFile, {left, hunks}: {readonly left: number; readonly hunks: readonly unknown[]}): string {
	if (file.review) return 'a review of this change, as it is';
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

/** As many lines as there is room for. */
function fitHunks(
	hunks: readonly (readonly SubjectLine[])[],
	room: number,
): {hunks: SubjectLine[][]; used: number; left: number} {
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
