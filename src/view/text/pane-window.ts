/** The window on a pane that is given as blocks of rows: which of them stand on the screen. */
import {back, collect, earlier, endTop, forward, order, single, type Blocks, type Spot} from './blocks.ts';
import {exactly, isTitle, type Row} from './rows.ts';
import {signs} from './theme.ts';

/**
 * Where a window stays that nobody scrolls: with the words that are being said, or else at the pane's end; or at its
 * start.
 */
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
