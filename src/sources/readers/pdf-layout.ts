/**
 * Text of pages from pieces with their places: columns are read down, lines of scripts from right to left in reading
 * order, and what stands at the head and foot of page after page is left out. Notes at a foot are told apart.
 */
import {raisedText} from './raised.ts';

/** A piece of a page: its left edge, its baseline from the top, its width and its font’s size, in points. */
export type PlacedPiece = {
	readonly text: string;
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly size: number;
};
type PageRow = {readonly y: number; readonly size: number; readonly pieces: readonly PlacedPiece[]};

type LaidOut = {
	readonly pages: readonly string[];
	/** Notes at the foot of pages, with the number of the page from 1. */
	readonly notes: readonly {readonly page: number; readonly text: string}[];
	/** Lines of heads and feet that were left out, and characters taken and in all. */
	readonly edges: number;
	readonly taken: number;
	readonly all: number;
};

export function layOut(pages: readonly (readonly PlacedPiece[])[]): LaidOut {
	const rows = pages.map(rowsOf);
	const isEdge = edgesOf(rows);
	const body = bodySize(pages.flat());
	const notes: {page: number; text: string}[] = [];
	let edges = 0;
	const texts = rows.map((all, page) => {
		const kept = all.filter(row => !isEdge(row, page));
		edges += all.length - kept.length;
		const lines = readingOrder(kept);
		const bottom = Math.max(0, ...all.map(({y}) => y));
		const {said, below} = withoutNotes(lines, body, bottom / 2);
		const marks = new Set(below.map(note => markAt(rowText(note[0], new Set())) ?? ''));
		notes.push(...below.map(note => ({page: page + 1, text: paragraphs(note, new Set())})));
		return paragraphs(said, marks);
	});
	const joined = joinedWords(texts);
	const taken = lengthOf(joined) + lengthOf(notes.map(({text}) => text));
	return {pages: joined, notes, edges, taken, all: lengthOf(pages.flat().map(({text}) => text))};
}

const lengthOf = (texts: readonly string[]): number =>
	texts.reduce((sum, text) => sum + text.replaceAll(/\s/gu, '').length, 0);

// Rows: pieces on one baseline, raised ones with those that they belong to.

function rowsOf(pieces: readonly PlacedPiece[]): readonly PageRow[] {
	const rows: {y: number; size: number; pieces: PlacedPiece[]}[] = [];
	for (const piece of pieces.filter(({text}) => text.trim() !== '').toSorted((one, other) => other.size - one.size)) {
		const near = rows.find(({y, size}) => piece.y <= y + 0.25 * size && piece.y >= y - 0.6 * size);
		if (near) near.pieces.push(piece);
		else rows.push({y: piece.y, size: piece.size, pieces: [piece]});
	}
	return rows
		.map(row => ({...row, pieces: row.pieces.toSorted((one, other) => one.x - other.x)}))
		.toSorted((one, other) => one.y - other.y);
}

/** The size that most characters have. */
function bodySize(pieces: readonly PlacedPiece[]): number {
	const counts = new Map<number, number>();
	for (const {size, text} of pieces)
		counts.set(Math.round(2 * size) / 2, (counts.get(Math.round(2 * size) / 2) ?? 0) + text.length);
	return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 10;
}

// Heads and feet: the same line but for its figures at the same place of several pages, or a page’s number by itself.

const edgeRows = 2;
const pageNumber =
	/^[-–—|\s]*(?:(?:page|seite|página|p\.)\s*)?(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|\/|von|de|sur)\s*\d+)?[-–—|.\s]*$/iu;

function edgesOf(pages: readonly (readonly PageRow[])[]): (row: PageRow, page: number) => boolean {
	const seen = new Map<string, number>();
	const keyOf = (row: PageRow): string =>
		`${Math.round(row.y / 6)} ${rowText(row, new Set()).toLowerCase().replaceAll(/\d+/gu, '#').replaceAll(/\s+/gu, ' ')}`;
	const outer = pages.map(rows => new Set([...rows.slice(0, edgeRows), ...rows.slice(-edgeRows)]));
	for (const rows of outer) for (const key of new Set([...rows].map(keyOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
	return (row, page) => {
		if (!outer[page]?.has(row)) return false;
		const rows = pages[page] ?? [];
		const isOutermost = row === rows[0] || row === rows.at(-1);
		const isNote =
			!isOutermost && rows.indexOf(row) >= rows.length / 2 && markAt(rowText(row, new Set())) !== undefined;
		if ((seen.get(keyOf(row)) ?? 0) > 1) return !isNote;
		const next = row === rows[0] ? rows[1] : rows.at(-2);
		const isApart = next === undefined || Math.abs(next.y - row.y) > 2 * row.size;
		return isOutermost && isApart && rows.length > 1 && pageNumber.test(rowText(row, new Set()));
	};
}

// PageColumns: a line between texts that no row crosses, over several rows with words on both sides.

const fewest = {rows: 3, characters: 15} as const;

function readingOrder(rows: readonly PageRow[], depth = 0): readonly PageRow[] {
	const columns = depth < 4 ? bestColumns(rows) : undefined;
	if (!columns) return rows;
	const {from, to, x} = columns;
	const sides = rows.slice(from, to).map(row => sidesOf(row, x));
	const [left, right] = [sides.flatMap(([one]) => one ?? []), sides.flatMap(([, other]) => other ?? [])];
	const isRight = isFromRight(rows.flatMap(({pieces}) => pieces.map(({text}) => text)).join(' '));
	const inOrder = isRight ? [right, left] : [left, right];
	return [
		...rows.slice(0, from),
		...inOrder.flatMap(column => readingOrder(column, depth + 1)),
		...readingOrder(rows.slice(to), depth + 1),
	];
}

/** The parts of a row on either side of a line. */
function sidesOf(row: PageRow, x: number): readonly (PageRow | undefined)[] {
	const parts = [row.pieces.filter(piece => piece.x < x), row.pieces.filter(piece => piece.x >= x)];
	return parts.map(pieces => (pieces.length === 0 ? undefined : {...row, pieces}));
}

type PageColumns = {readonly from: number; readonly to: number; readonly x: number; readonly worth: number};

function bestColumns(rows: readonly PageRow[]): PageColumns | undefined {
	const gaps = rows.flatMap(({pieces}) =>
		pieces.flatMap(({x}, index) => {
			const before = pieces[index - 1];
			const from = before ? before.x + before.width : Number.NEGATIVE_INFINITY;
			return before && x - from <= 0.8 * before.size ? [] : [{from, to: x}];
		}),
	);
	const lines = [...new Set(gaps.map(({to}) => Math.round(to) - 1))].filter(
		x => gaps.filter(({from, to}) => from <= x && Math.round(to) > x).length >= fewest.rows,
	);
	return lines.flatMap(x => runsAt(rows, x)).toSorted((one, other) => other.worth - one.worth)[0];
}

/** Rows that a line does not cross, one behind the other, where both sides read as text. */
function runsAt(rows: readonly PageRow[], x: number): readonly PageColumns[] {
	const runs: PageColumns[] = [];
	const crosses = ({pieces}: PageRow): boolean =>
		pieces.some((piece, index) => {
			const next = pieces[index + 1];
			const isClose = next !== undefined && next.x - piece.x - piece.width < 0.6 * piece.size;
			return piece.x < x && (piece.x + piece.width > x + 1 || (isClose && next.x >= x));
		});
	let from = 0;
	for (let to = 0; to <= rows.length; to++) {
		const row = rows[to];
		if (row && !crosses(row)) continue;
		const worth = worthOf(rows.slice(from, to), x);
		if (worth > 0) runs.push({from, to, x, worth});
		from = to + 1;
	}
	return runs;
}

/** Characters of the smaller side; 0 where one has few lines, short ones, or stands below the other. */
function worthOf(rows: readonly PageRow[], x: number): number {
	const [left, right] = [0, 1].map(side => rows.flatMap(row => sidesOf(row, x)[side] ?? []));
	const counts = [left, right].map((column = []) => {
		const characters = lengthOf(column.flatMap(({pieces}) => pieces.map(({text}) => text)));
		return column.length >= fewest.rows && characters / column.length >= fewest.characters ? characters : 0;
	});
	const [top, bottom] = [
		Math.max(left?.[0]?.y ?? 0, right?.[0]?.y ?? 0),
		Math.min(left?.at(-1)?.y ?? 0, right?.at(-1)?.y ?? 0),
	];
	return bottom > top ? Math.min(...counts) : 0;
}

// Lines as text.

const fromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/gu;
const strong = /[\p{L}\p{Nd}]/u;
const isFromRight = (text: string): boolean => {
	const right = Array.from(text.matchAll(fromRight)).length;
	return right > 0 && 2 * right > Array.from(text.matchAll(/\p{L}/gu)).length;
};
const isFromLeft = ({text}: PlacedPiece): boolean => strong.test(text) && text.search(fromRight) < 0;

/** Pieces from left to right in reading order: of a line from the right, figures and foreign words stay as they are. */
function inReadingOrder(pieces: readonly PlacedPiece[]): readonly PlacedPiece[] {
	if (!isFromRight(pieces.map(({text}) => text).join(' '))) return pieces;
	const ordered = pieces.toReversed();
	for (let from = 0; from < ordered.length; from++) {
		const first = ordered[from];
		if (!first || !isFromLeft(first)) continue;
		let to = from + 1;
		for (let at = to; at < ordered.length; at++) {
			const piece = ordered[at];
			if (!piece || piece.text.search(fromRight) >= 0) break;
			if (isFromLeft(piece)) to = at + 1;
		}
		ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
		from = to - 1;
	}
	return ordered;
}

/** Letters as they are painted are letters: presentation forms and ligatures. */
const plainLetters = (text: string): string =>
	text.replaceAll(/[\uFB00-\uFDFF\uFE70-\uFEFF]/gu, each => each.normalize('NFKC'));

function rowText(row: PageRow | undefined, marks: ReadonlySet<string>): string {
	if (!row) return '';
	const size = bodySize(row.pieces);
	const base = row.pieces.find(piece => Math.abs(piece.size - size) < 0.5)?.y ?? row.y;
	let [text, last]: [string, PlacedPiece | undefined] = ['', undefined];
	for (const piece of inReadingOrder(row.pieces)) {
		const gap = last ? Math.max(piece.x - last.x - last.width, last.x - piece.x - piece.width) : 0;
		const isRaised = piece.size < 0.8 * size && piece.y < base - 0.15 * size && text !== '';
		const words = isRaised ? raisedText(text, piece.text, marks.has(piece.text.trim())) : piece.text;
		const isApart = gap > 0.18 * Math.min(size, piece.size * 1.5) && words !== '' && !words.startsWith('^');
		text += isApart && !/\s$/u.test(text) ? ` ${words}` : words;
		last = piece;
	}
	return plainLetters(text).trim();
}

// Notes at the foot: lines in a smaller size that begin with a mark.

const markAt = (line: string): string | undefined => /^\s*[[(]?(\d{1,3}|[*†‡§¶]+)[\])]?[.)]?\s*\P{Nd}/u.exec(line)?.[1];

/** `top` is how high a note stands at most. */
function withoutNotes(lines: readonly PageRow[], body: number, top: number) {
	const said: PageRow[] = [];
	const below: PageRow[][] = [];
	let isIn = false;
	for (const line of lines) {
		const isSmall = line.y > top && bodySize(line.pieces) < 0.94 * body;
		const begins = isSmall && markAt(rowText(line, new Set())) !== undefined;
		if (begins) below.push([line]);
		else if (isSmall && isIn) below.at(-1)?.push(line);
		else said.push(line);
		isIn = begins || (isSmall && isIn);
	}
	return {said, below};
}

/** Lines of a paragraph one below the other; a wider gap or another size begins a new one. */
function paragraphs(lines: readonly PageRow[], marks: ReadonlySet<string>): string {
	const gaps = lines
		.slice(1)
		.map((line, index) => line.y - (lines[index]?.y ?? 0))
		.filter(gap => gap > 0);
	const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 3)] ?? 0;
	let text = '';
	for (const [index, line] of lines.entries()) {
		const before = lines[index - 1];
		const gap = before ? line.y - before.y : 0;
		const isNew = before && ((gap > 0 && gap > 1.4 * usual) || Math.abs(line.size - before.size) > 0.2 * before.size);
		text += `${before ? (isNew ? '\n\n' : '\n') : ''}${rowText(line, marks)}`;
	}
	return text;
}

/** A word that is divided between pages stands on the first of them. */
function joinedWords(pages: readonly string[]): readonly string[] {
	const joined = [...pages];
	for (const [index, page] of joined.entries()) {
		const next = joined[index + 1];
		const [rest = ''] = /^\p{Ll}[^\s]*/u.exec(next ?? '') ?? [];
		if (next === undefined || rest === '' || !/\p{L}[-‐]\s*$/u.test(page)) continue;
		joined[index] = `${page.trimEnd()}\n${rest}`;
		joined[index + 1] = next.slice(rest.length).trimStart();
	}
	return joined;
}
