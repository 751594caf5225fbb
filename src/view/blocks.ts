/** The rows of a pane in blocks, made when a window comes to them: drawing costs what the window shows. */
import {type Row, exactly, isTitle} from './rows.ts';
import {signs} from './theme.ts';

export type Blocks = {
	readonly length: number;
	readonly at: (place: number) => readonly Row[];
	/** The block that holds the words that are being said. */
	readonly words?: number | undefined;
	/** About how many rows stand before a place, which may be inside a block; exact where there are few blocks. */
	readonly before: (place: number) => number;
};

/** A row: the block that it is in, and which of its rows it is. */
export type Spot = {readonly place: number; readonly line: number};

type Rows = Pick<Blocks, 'length' | 'at'>;

/** A list of blocks, one for each item. */
export function listed<T>(
	items: readonly T[],
	make: (item: T, place: number) => readonly Row[],
	{words, reversed = false}: {readonly words?: number | undefined; readonly reversed?: boolean} = {},
): Blocks {
	const at = (place: number): readonly Row[] => {
		const from = reversed ? items.length - 1 - place : place;
		const item = items[from];
		return item === undefined ? [] : make(item, from);
	};
	return {length: items.length, at, words, before: place => place * meanRows({length: items.length, at})};
}

/** Rows that are there already. */
export const single = (rows: readonly Row[]): Blocks => ({
	length: rows.length,
	at: place => rows.slice(place, place + 1),
	before: place => place,
});

/** Several lists of blocks as one, in their order. */
export function joined(...parts: readonly Blocks[]): Blocks {
	const starts = parts.map((_, part) => parts.slice(0, part).reduce((sum, {length}) => sum + length, 0));
	const length = parts.reduce((sum, part) => sum + part.length, 0);
	const partAt = (place: number): number =>
		Math.max(
			0,
			starts.findLastIndex(start => start <= place),
		);
	const spoken = parts.findLastIndex(({words}) => words !== undefined);
	const words = parts[spoken]?.words;
	return {
		length,
		words: words === undefined ? undefined : (starts[spoken] ?? 0) + words,
		at: place => parts[partAt(place)]?.at(place - (starts[partAt(place)] ?? 0)) ?? [],
		before: place =>
			parts.reduce(
				(sum, part, index) => sum + part.before(Math.min(part.length, Math.max(0, place - (starts[index] ?? 0)))),
				0,
			),
	};
}

const SAMPLE = 12;

/**
 * By all of them where they are few, else by some from beginning to end, which stay the same ones while the list grows
 * to twice its length.
 */
function meanRows({length, at}: Rows): number {
	const stride = 2 ** Math.max(0, Math.ceil(Math.log2(length / SAMPLE)));
	const taken = Array.from({length: Math.ceil(length / stride)}, (_, index) => at(index * stride).length);
	return taken.reduce((sum, rows) => sum + rows, 0) / Math.max(1, taken.length);
}

export const allRows = ({length, at}: Rows): readonly Row[] => Array.from({length}, (_, place) => at(place)).flat();

/** Where one comes to by so many rows up; not further than to the first. */
export function back({at}: Rows, {place, line}: Spot, by: number): Spot {
	let [to, left] = [place, by - line];
	while (left > 0 && to > 0) left -= at(--to).length;
	return {place: to, line: Math.max(0, -left)};
}

/** Where one comes to by so many rows down; not further than to the last. */
export function forward({length, at}: Rows, {place, line}: Spot, by: number): Spot {
	let [to, left] = [place, line + by];
	let rows = at(to).length;
	while (left >= rows && to < length - 1) {
		left -= rows;
		rows = at(++to).length;
	}
	return {place: to, line: Math.max(0, Math.min(left, rows - 1))};
}

/** The rows from a spot on, as many as there are up to `height`. */
export function collect({length, at}: Rows, {place, line}: Spot, height: number): readonly Row[] {
	const rows: Row[] = [];
	for (let from = place, skip = line; rows.length < height && from < length; from++, skip = 0)
		rows.push(...at(from).slice(skip, skip + height - rows.length));
	return rows;
}

/** The row at the top of a window that shows the last rows. */
export const endTop = (rows: Rows, height: number): Spot => back(rows, {place: rows.length, line: 0}, height);

/** -1, 0 or 1. */
export const order = (one: Spot, other: Spot): number =>
	Math.sign(one.place - other.place) || Math.sign(one.line - other.line);

const earlier = (one: Spot, other: Spot): Spot => (order(one, other) < 0 ? one : other);

// A pane of which only a part is a window that scrolls: what stands around that is made by its format.

export type PaneSize = {readonly width: number; readonly height: number};

export type PaneFrame = {
	/** What is in the window, and how many rows that has. */
	readonly blocks: Blocks;
	readonly height: number;
	/** Whether what the format keeps in sight stands in it. */
	readonly complete: boolean;
	/** All rows of the pane, from those of the window. */
	readonly around: (window: readonly Row[]) => readonly Row[];
};

// The window on a pane that is given as blocks of rows: which of them stand on the screen.

/** Where a window stays that nobody scrolls: at the words being said, or at the pane’s end or start. */
export type Rest = 'words' | 'start';

/** Without a title at the lower edge, whose rows are out of sight. */
function withoutLoneTitle(rows: readonly Row[]): readonly Row[] {
	const last = rows.at(-1);
	return last && rows.length > 1 && isTitle(last) ? rows.slice(0, -1) : rows;
}

const start: Spot = {place: 0, line: 0};

export class PaneWindow {
	/** The row at the top; undefined while nobody has scrolled. */
	#chosen: Spot | undefined;
	#rest: Rest = 'words';
	/**
	 * Of the latest drawing: the row at the top, the one that would be there unscrolled, the last that could be, and how
	 * many fit.
	 */
	#top = start;
	#home = start;
	#last = start;
	#height = 1;
	#blocks: Blocks = single([]);

	/** Whether the window moves with the debate. */
	get following(): boolean {
		return this.#chosen === undefined;
	}

	/** Whether the last row is in sight. */
	get atEnd(): boolean {
		return order(this.#top, this.#last) >= 0;
	}

	/** How much of the pane lies above the window's lower edge, in whole percent. */
	get percent(): number {
		const {place, line} = forward(this.#blocks, this.#top, this.#height - 1);
		const rows = Math.max(1, this.#blocks.at(place).length);
		return this.atEnd
			? 100
			: Math.floor((100 * this.#blocks.before(place + (line + 1) / rows)) / this.#blocks.before(this.#blocks.length));
	}

	/** Exactly `height` of the pane's rows. */
	view(blocks: Blocks, height: number, rest: Rest): readonly Row[] {
		this.#blocks = blocks;
		this.#rest = rest;
		this.#height = Math.max(1, height);
		this.#last = endTop(blocks, this.#height);
		this.#home = rest === 'start' ? start : this.#withWords();
		this.#top = earlier(this.#chosen ? this.#inside(this.#chosen) : this.#home, this.#last);
		const rows = collect(blocks, this.#top, this.#height);
		return exactly(this.atEnd ? rows : withoutLoneTitle(rows), height);
	}

	/** Moves by rows: up where negative. Back where it rests it follows again. */
	scroll(by: number): void {
		this.#settle(by < 0 ? back(this.#blocks, this.#top, -by) : forward(this.#blocks, this.#top, by));
	}

	/** Moves by whole windows, one row kept in sight. */
	page(by: number): void {
		this.scroll(by * Math.max(1, this.#height - 1));
	}

	toStart(): void {
		this.#settle(start);
	}

	/** To where the words are; in a pane that rests at its start, to its end. */
	toEnd(): void {
		if (this.#rest === 'start') this.#settle(this.#last);
		else this.#chosen = undefined;
	}

	#settle(spot: Spot) {
		this.#top = earlier(spot, this.#last);
		this.#chosen = order(this.#top, this.#home) === 0 ? undefined : this.#top;
	}

	/** A block may have fewer rows than it had. */
	#inside({place, line}: Spot): Spot {
		return {place, line: Math.max(0, Math.min(line, this.#blocks.at(place).length - 1))};
	}

	/** As far down as brings the row of the words that are being said to the bottom. */
	#withWords(): Spot {
		const {words} = this.#blocks;
		const line =
			words === undefined
				? -1
				: this.#blocks.at(words).findLastIndex(({spans}) => spans.some(({text}) => text.includes(signs.cursor)));
		return words === undefined || line < 0
			? this.#last
			: earlier(back(this.#blocks, {place: words, line: line + 1}, this.#height), this.#last);
	}
}
