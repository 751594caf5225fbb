/** The window on a pane whose rows are made anew for each drawing: which of them stand on the screen. */
import {exactly, type Row} from './rows.ts';
import {signs} from './theme.ts';

/** Where a window stays that nobody scrolls: with the words that are being said, or else at the pane's end; or at its start. */
export type Rest = 'words' | 'start';

export class PaneWindow {
	/** The row at the top; undefined while nobody has scrolled. */
	#chosen: number | undefined;
	#rest: Rest = 'words';
	/** Of the latest drawing: the row at the top, the one that would be there unscrolled, the last that could be, and how many fit. */
	#top = 0;
	#home = 0;
	#last = 0;
	#height = 1;
	#count = 0;

	/** Whether the window moves with the debate. */
	get following(): boolean {
		return this.#chosen === undefined;
	}

	/** The last row in sight, from 1, and of how many. */
	get position(): {readonly row: number; readonly of: number} {
		return {row: Math.min(this.#count, this.#top + this.#height), of: this.#count};
	}

	/** Exactly `height` of the pane's rows. */
	view(rows: readonly Row[], height: number, rest: Rest): readonly Row[] {
		this.#rest = rest;
		this.#height = Math.max(1, height);
		this.#count = rows.length;
		this.#last = Math.max(0, rows.length - this.#height);
		this.#home = rest === 'start' ? 0 : this.#withWords(rows);
		this.#top = Math.min(this.#chosen ?? this.#home, this.#last);
		return exactly(rows.slice(this.#top), height);
	}

	/** Moves by rows: up where negative. Back where it rests it follows again. */
	scroll(by: number): void {
		const to = Math.min(this.#last, Math.max(0, this.#top + by));
		this.#chosen = to === this.#home ? undefined : to;
	}

	/** Moves by whole windows, one row kept in sight. */
	page(by: number): void {
		this.scroll(by * Math.max(1, this.#height - 1));
	}

	toStart(): void {
		this.scroll(-this.#count);
	}

	/** To where the words are; in a pane that rests at its start, to its end. */
	toEnd(): void {
		if (this.#rest === 'start') this.scroll(this.#count);
		else this.#chosen = undefined;
	}

	/** As far down as brings the row of the words that are being said to the bottom. */
	#withWords(rows: readonly Row[]): number {
		const speaking = rows.findLastIndex(({spans}) => spans.some(({text}) => text.includes(signs.cursor)));
		return speaking < 0 ? this.#last : Math.min(this.#last, Math.max(0, speaking - this.#height + 1));
	}
}
