/**
 * The window on the transcript: which rows stand on the screen. What it costs depends on the window, not on the debate.
 */
import type {DebateState, Turn} from '../../debate/state.ts';
import {back, collect, endTop, forward, order, type Spot} from '../../view/blocks.ts';
import {layOutTurn, type Layout} from './turn-rows.ts';
import {type Row, span} from '../../view/rows.ts';
import type {TurnIndex} from '../../view/turn-index.ts';
import {WrapCache} from '../../view/markdown.ts';
import {signs} from '../../view/theme.ts';

/** The row at the top of the window: a line of a turn, as wrapped at a width. */
type Anchor = {readonly id: string; readonly line: number; readonly width: number};
type Sought = {readonly turn: string; readonly words: string};

export class Transcript {
	readonly #index: TurnIndex;
	readonly #cache = new WrapCache();
	#anchor: Anchor | 'end' = 'end';
	#marked: string | undefined;
	/** The row that a search has come to, and for which words. */
	#hit: {readonly words: string; readonly anchor: Anchor} | undefined;
	readonly #search: TurnSearch;
	/** Whose words are not to be seen. */
	muted: ReadonlySet<string> = new Set();
	/** Set where words are sought in a debate: the host's introduction is then seen whole. */
	#unfolded = false;
	/** Whether the sentence that is being said is marked. */
	paused = false;
	#state: DebateState;
	#width = 80;
	#height = 1;
	#sought: Sought | undefined;

	constructor(index: TurnIndex, state: DebateState) {
		this.#index = index;
		this.#search = new TurnSearch(index);
		this.#state = state;
	}

	/** Whether the window stays at the end as the debate goes on. */
	get following(): boolean {
		return this.#anchor === 'end';
	}

	/** The turn whose head is marked, until the window is moved otherwise. */
	get marked(): string | undefined {
		return this.#marked;
	}

	/** The row at the top of the window; at the end, what comes after all of them. */
	get top(): Spot {
		return this.following ? {place: this.#index.length, line: 0} : this.#top();
	}

	/** The turn at the top of the window; at the end, the last that was judged or else the last of all. */
	get turnInSight(): string | undefined {
		if (this.#marked !== undefined) return this.#marked;
		return this.following
			? (this.#lastJudged() ?? this.#index.idAt(this.#index.length - 1))
			: this.#index.idAt(this.#top().place);
	}

	/** The turn whose words or head stand in a row of the window, counted from 0. */
	turnAt(row: number): string | undefined {
		const {place, line} = forward(this.#blocks, this.#top(), row);
		const heads = [...this.#layout(place).heads].filter(([, head]) => head <= line);
		return heads.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? this.#index.idAt(place);
	}

	/** The turn at the top of the window, from 1, and of how many. */
	get position(): {readonly turn: number; readonly of: number} {
		return {turn: this.#top().place + 1, of: this.#index.length};
	}

	/** The rows of a window of this size. Another width keeps the words at its top where they were. */
	view(state: DebateState, width: number, height: number): readonly Row[] {
		const resized = width !== this.#width || height !== this.#height;
		this.#state = state;
		this.#width = width;
		this.#height = Math.max(1, height);
		const hit = resized ? this.#hitSpot() : undefined;
		if (hit) this.#bringIntoSight(hit);
		if (this.#sought) this.#show(this.#sought);
		const rows = collect(this.#blocks, this.#top(), this.#height);
		if (this.#anchor === 'end' || rows.length === this.#height) return rows;
		this.#anchor = 'end';
		return collect(this.#blocks, this.#top(), this.#height);
	}

	/** Goes to the head of a turn, a quarter of the window above it, and marks it. */
	mark(id: string): void {
		const place = this.#index.placeOf(id);
		if (place === undefined) return;
		const line = this.#layout(place).heads.get(id) ?? 0;
		this.#settle(back(this.#blocks, {place, line}, Math.floor(this.#height / 4)));
		this.#marked = id;
	}

	/** Moves by rows: up where negative. At the end it follows again. */
	scroll(by: number): void {
		this.#marked = undefined;
		const top = this.#top();
		this.#settle(by < 0 ? back(this.#blocks, top, -by) : forward(this.#blocks, top, by));
	}

	/** Moves by whole windows, one row kept in sight. */
	page(by: number): void {
		this.scroll(by * Math.max(1, this.#height - 1));
	}

	toStart(): void {
		this.#marked = undefined;
		this.#settle({place: 0, line: 0});
	}

	toEnd(): void {
		this.#marked = undefined;
		this.#anchor = 'end';
	}

	/** Shows the host's introduction whole from now on. */
	unfold(): void {
		this.#unfolded = true;
	}

	/** Has a turn at the top from the next drawing on, or its words where these would be out of sight. */
	seek(sought: Sought): void {
		this.#sought = sought;
		this.unfold();
	}

	#show({turn, words}: Sought) {
		this.#sought = undefined;
		const place = this.#index.placeOf(turn);
		if (place === undefined) return;
		const line = words === '' ? 0 : (this.#lineWith(place, words.toLowerCase(), 1, undefined) ?? 0);
		// A turn's first row parts it from the one before.
		this.#settle({place, line: line < this.#height - 1 ? Math.min(1, place) : line - 1});
	}

	/**
	 * Marks the next row with the words in it before (-1) or after (1) the last one found; at first the last or first in
	 * sight, or else the nearest beyond. False where there is none: nothing moves then.
	 */
	find(words: string, direction: -1 | 1): boolean {
		const wanted = words.toLowerCase();
		const from = this.#searchedFrom(wanted, direction);
		for (let {place} = from; place >= 0 && place < this.#index.length; place += direction) {
			if (!this.#says(place, wanted)) continue;
			const line = this.#lineWith(place, wanted, direction, place === from.place ? from.line : undefined);
			const anchor = line === undefined ? 'end' : this.#anchorAt({place, line});
			if (line === undefined || anchor === 'end') continue;
			this.#hit = {words: wanted, anchor};
			this.#bringIntoSight({place, line});
			return true;
		}
		return false;
	}

	/** The row that a search has come to. */
	get foundRow(): Row | undefined {
		const spot = this.#hitSpot();
		return spot && this.#layout(spot.place).rows[spot.line];
	}

	/** Ends a search: nothing is gone on from. */
	forgetFound(): void {
		this.#hit = undefined;
	}

	/** How many turns have the words in them, and which of these was gone to last, from 1. */
	tally(words: string): {readonly at: number | undefined; readonly of: number} {
		const wanted = words.toLowerCase();
		const places = Array.from({length: this.#index.length}, (_, place) => place).filter(place =>
			this.#says(place, wanted),
		);
		const at = this.#hit?.words === wanted ? places.indexOf(this.#index.placeOf(this.#hit.anchor.id) ?? -1) : -1;
		return {at: at < 0 ? undefined : at + 1, of: places.length};
	}

	/** The row that is not to be found again: the last one found, or what lies beyond the window. */
	#searchedFrom(wanted: string, direction: -1 | 1): Spot {
		const found = this.#hit?.words === wanted ? this.#hitSpot() : undefined;
		if (found) return found;
		const top = this.#top();
		const {place, line} = direction > 0 ? top : forward(this.#blocks, top, this.#height - 1);
		return {place, line: line - direction};
	}

	#hitSpot(): Spot | undefined {
		if (!this.#hit) return undefined;
		const {words, anchor} = this.#hit;
		const place = this.#index.placeOf(anchor.id);
		if (place === undefined) return undefined;
		if (anchor.width !== this.#width) this.#hit = {words, anchor: this.#rewrapped(anchor, place)};
		return {place, line: this.#hit.anchor.line};
	}

	/** The window stays where it is if the row can be seen in it; it no longer follows what comes. */
	#bringIntoSight(spot: Spot) {
		const top = this.#top();
		const inSight = order(spot, top) >= 0 && order(spot, forward(this.#blocks, top, this.#height - 1)) <= 0;
		if (inSight) this.#anchor = this.#anchorAt(top);
		else this.#settle(back(this.#blocks, spot, Math.floor(this.#height / 4)));
	}

	#lineWith(place: number, wanted: string, direction: -1 | 1, besides: number | undefined): number | undefined {
		return rowWith(this.#layout(place).rows, wanted, direction, besides);
	}

	#says = (place: number, wanted: string): boolean => this.#search.says(place, wanted, this.#state, this.muted);

	#layout(place: number, width = this.#width): Layout {
		const {muted, paused} = this;
		const shared = {state: this.#state, index: this.#index, cache: this.#cache, unfolded: this.#unfolded};
		return layOutTurn({...shared, width, muted, paused}, place);
	}

	#top(): Spot {
		if (this.#anchor === 'end') return this.#endTop();
		const place = this.#index.placeOf(this.#anchor.id);
		if (place === undefined) return this.#endTop();
		if (this.#anchor.width !== this.#width) this.#anchor = this.#rewrapped(this.#anchor, place);
		return {place, line: this.#anchor.line};
	}

	#endTop(): Spot {
		return endTop(this.#blocks, this.#height);
	}

	get #blocks() {
		return {
			length: this.#index.length,
			at: (place: number) => this.#withHit(this.#withMark(this.#layout(place)), place),
		};
	}

	/** The same words at the top in lines of another width. */
	#rewrapped(anchor: Anchor, place: number): Anchor {
		const position = this.#layout(place, anchor.width).at[anchor.line] ?? 0;
		const line = Math.max(
			0,
			this.#layout(place).at.findLastIndex(at => at <= position),
		);
		return {id: anchor.id, line, width: this.#width};
	}

	#anchorAt({place, line}: Spot): Anchor | 'end' {
		const id = this.#index.idAt(place);
		return id === undefined ? 'end' : {id, line, width: this.#width};
	}

	/** Puts the window's top at a spot, or follows where that would show the end. */
	#settle(spot: Spot) {
		const end = this.#endTop();
		const atEnd = spot.place > end.place || (spot.place === end.place && spot.line >= end.line);
		this.#anchor = atEnd ? 'end' : this.#anchorAt(spot);
	}

	#withMark({rows, heads}: Layout): readonly Row[] {
		const line = this.#marked === undefined ? undefined : heads.get(this.#marked);
		return line === undefined ? rows : markHead(rows, line);
	}

	#withHit(rows: readonly Row[], place: number): readonly Row[] {
		const spot = this.#hit && this.#hitSpot();
		return spot?.place === place ? pointTo(rows, spot.line) : rows;
	}

	#lastJudged(): string | undefined {
		for (let place = this.#index.length - 1; place >= 0; place--) {
			const id = this.#index.idAt(place) ?? '';
			if (this.#index.get(id)?.evaluation) return id;
		}
		return undefined;
	}
}

// Which turns have words that are looked for, and in which row. Words are in lower case.

class TurnSearch {
	readonly #index: TurnIndex;
	#looked: {readonly wanted: string; readonly says: WeakMap<Turn, boolean>} = {wanted: '', says: new WeakMap()};

	constructor(index: TurnIndex) {
		this.#index = index;
	}

	/** Whether the turn at a place, or one heard inside it, has the words. */
	says(place: number, wanted: string, state: DebateState, muted: ReadonlySet<string>): boolean {
		const id = this.#index.idAt(place) ?? '';
		return [this.#index.get(id), ...this.#index.amid(id)].some(
			turn => turn !== undefined && !muted.has(turn.speaker) && this.#saysItself(turn, wanted, state),
		);
	}

	/**
	 * Known of a turn that has ended for as long as the same words are looked for: a long debate is not read anew with
	 * every key.
	 */
	#saysItself(turn: Turn, wanted: string, {speech}: DebateState): boolean {
		if (this.#looked.wanted !== wanted) this.#looked = {wanted, says: new WeakMap()};
		const known = this.#looked.says.get(turn);
		if (known !== undefined) return known;
		const says = saysUnmarked((speech[turn.id]?.sentences ?? turn.text).toLowerCase(), wanted);
		if (turn.finish !== undefined) this.#looked.says.set(turn, says);
		return says;
	}
}

/** The first row with the words in it, or the last where `direction` is -1; beyond `besides`, if that is given. */
function rowWith(
	rows: readonly Row[],
	wanted: string,
	direction: -1 | 1,
	besides: number | undefined,
): number | undefined {
	const text = (line: number) =>
		rows[line]?.spans
			.map(piece => piece.text)
			.join('')
			.trim() ?? '';
	const lines = rows
		.keys()
		.filter(line => besides === undefined || (line - besides) * direction > 0)
		.toArray();
	const within = (words: string) => words.toLowerCase().includes(wanted);
	const has = (line: number) =>
		within(text(line)) || (within(`${text(line)} ${text(line + 1)}`) && !within(text(line + 1)));
	return direction > 0 ? lines.find(has) : lines.findLast(has);
}

// Marks in the rows of a turn: the turn that was gone to, and the row that a search found.

/** Whether a text has these words as they stand on the screen, where marks of Markdown do not. */
const saysUnmarked = (text: string, wanted: string): boolean =>
	text.includes(wanted) || text.replaceAll(/[*_`~]/gu, '').includes(wanted);

/** Highlights the head of a turn, which stands in this row. */
function markHead(rows: readonly Row[], line: number): readonly Row[] {
	const head = rows[line];
	if (!head) return rows;
	const spans = [span(`${signs.chosen} `, 'chosen'), ...head.spans.map(({text}) => span(text, 'found'))];
	return rows.with(line, {...head, spans});
}

/** Puts a pointer at the start of a row, in the indentation of the turn's text. */
function pointTo(rows: readonly Row[], line: number): readonly Row[] {
	const row = rows[line];
	if (!row) return rows;
	const [first = span(''), ...rest] = row.spans;
	const spans = [span(`${signs.chosen} `, 'chosen'), span(first.text.slice(2), first.tone), ...rest];
	return rows.with(line, {...row, spans, bar: undefined});
}
