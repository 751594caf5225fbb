/** Divides the stage into panes: side by side, stacked, or one at a time. Sizes are in columns and rows. */
import {isDeepStrictEqual} from 'node:util';
import type {FormatPane} from '../../formats/contract.ts';
import {defaultArrangement, type Pane, type DebateStore, type PaneArrangement} from './debate-store.ts';
import {PANE_GAP} from '../../view/rows.ts';
import {arguingSeats} from '../../debate/seats.ts';
import type {Action} from '../terminal/key-table.ts';
import {shownEvents} from '../../formats/index.ts';
import {momentsIn} from '../../view/moments.ts';

export type StageLayout =
	/** The side shows the chairs, the moments, or both. */
	| {
			readonly kind: 'full';
			readonly width: number;
			readonly side: number;
			readonly body: number;
			readonly hidden: readonly Pane[];
	  }
	| {
			readonly kind: 'stacked';
			readonly chairs: number;
			/** One row for what is at stake, or none. */
			readonly stakes: number;
			readonly moments: number;
			readonly body: number;
	  }
	| {readonly kind: 'tabs'; readonly body: number; readonly moments: number}
	/** The protocol's own pane beside the transcript, or above it. */
	| {
			readonly kind: 'beside';
			readonly width: number;
			readonly side: number;
			readonly body: number;
			readonly moments: number;
	  }
	| {readonly kind: 'above'; readonly own: number; readonly body: number; readonly moments: number};

/** Inner widths of terminals with 100 and 60 columns. */
const FULL = 98;
const STACKED = 58;
/** A transcript of so many columns is not read more easily if it is wider: what is left over is the side's. */
const READ = 102;
/** The height of the transcript below which other panes give way. */
const ENOUGH = 6;

/** How much a pane grows at a time, and its minimum width. */
const STEP = {columns: 4, rows: 2} as const;
const NARROWEST = 26;

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * `columns` and `rows` exclude the margins; `foot` is the height of the key line or dialog. Every kind also has a
 * header and a rule above and below the transcript.
 */
export function divide(
	columns: number,
	rows: number,
	foot: number,
	chairs: number,
	{grown, hidden} = defaultArrangement,
): StageLayout {
	const body = Math.max(1, rows - 3 - foot);
	const without = (pane: Pane) => hidden.includes(pane);
	if (without('chairs') && without('moments')) return {kind: 'tabs', body, moments: 0};
	if (columns >= FULL) {
		const side = between(
			NARROWEST,
			between(37, Math.floor(columns * 0.34), Math.max(60, columns - PANE_GAP - READ)) + grown * STEP.columns,
			columns - PANE_GAP - 40,
		);
		return {kind: 'full', width: columns - side - PANE_GAP, side, body, hidden};
	}
	const rowsEach = between(1, 1 + grown, Math.min(4, Math.floor((body - ENOUGH) / Math.max(1, chairs))));
	const chairRows = without('chairs') ? 0 : chairs * Math.max(1, rowsEach);
	const left = body - chairRows;
	if (columns < STACKED || left < ENOUGH) return {kind: 'tabs', body, moments: 0};
	const moments = without('moments') ? 0 : between(left > ENOUGH ? 1 : 0, Math.floor((left - 8) / 8), 3);
	const stakes = left - moments > 2 * ENOUGH - 2 ? 1 : 0;
	return {kind: 'stacked', chairs: chairRows, stakes, moments, body: left - moments - stakes};
}

/**
 * The same for a protocol with a pane of its own, which has `filled` rows in all. If there is a row to spare, it shows
 * the latest moment.
 */
export function divideWithOwn(
	columns: number,
	rows: number,
	foot: number,
	{placement: place}: Pick<FormatPane, 'placement'>,
	{grown, hidden} = defaultArrangement,
	filled: () => number = () => Infinity,
): StageLayout {
	const moments = rows >= 20 && !hidden.includes('moments') ? 1 : 0;
	const body = Math.max(1, rows - 3 - foot - moments);
	const alone = place === 'instead' || hidden.includes('own');
	if (!alone && columns >= FULL) {
		const side = between(
			NARROWEST,
			Math.floor((columns - PANE_GAP) / 2) + grown * STEP.columns,
			columns - PANE_GAP - NARROWEST,
		);
		return {kind: 'beside', width: columns - side - PANE_GAP, side, body, moments};
	}
	if (alone || columns < STACKED || body < 2 * ENOUGH) return {kind: 'tabs', body, moments};
	const own = between(3, Math.min(filled(), Math.floor((body - 1) / 2) + grown * STEP.rows), body - 1 - ENOUGH);
	return {kind: 'above', own, body: body - 1 - own, moments};
}

/**
 * The panes that the tab key goes through: those that are not visible otherwise, or that can be scrolled. The text to
 * read comes second, or first until something has been said.
 */
export function tabsOf(
	own: FormatPane | undefined,
	{kind}: StageLayout,
	reading?: 'first' | 'second',
): readonly Pane[] {
	if (!own) return kind === 'tabs' ? ['transcript', 'chairs', 'moments'] : ['transcript'];
	if (own.placement === 'instead')
		return [
			...(reading === 'first' ? ['reading' as const] : []),
			'own',
			...(reading === 'second' ? ['reading' as const] : []),
			'transcript',
			'moments',
		];
	return kind === 'tabs' ? ['transcript', 'own', 'moments'] : ['transcript', 'own'];
}

// The keys that change the panes or move the transcript's window; none of them affects the debate.

/** `layoutOf` gives the layout for an arrangement on this screen. */
type PaneContext = {readonly store: DebateStore; readonly layoutOf: (arrangement: PaneArrangement) => StageLayout};

/** Actions with an effect in the transcript only. */
export const transcriptActions: readonly Action[] = ['next-moment', 'moment-before', 'mute'];

/** Performs one of these actions. Returns false for any other. */
export function arrange(action: Action, key: string, {store, layoutOf}: PaneContext): boolean {
	switch (action) {
		case 'mute':
			mute(store, Number(key));
			return true;
		case 'narrower':
			grow(store, -1, layoutOf);
			return true;
		case 'wider':
			grow(store, 1, layoutOf);
			return true;
		case 'chairs':
			hide(store, [action]);
			return true;
		case 'moments':
			hide(store, [action]);
			return true;
		case 'alone':
			hide(store, ['chairs', 'moments', 'own']);
			return true;
		case 'next-moment':
			goToMoment(store, 1);
			return true;
		case 'moment-before':
			goToMoment(store, -1);
			return true;
		case 'turn-before':
			store.seek(-1, 'turn');
			return true;
		case 'next-turn':
			store.seek(1, 'turn');
			return true;
		case 'segment-before':
			store.seek(-1, 'segment');
			return true;
		case 'next-segment':
			store.seek(1, 'segment');
			return true;
		default:
			return false;
	}
}

function mute(store: DebateStore, number: number): void {
	const seat = arguingSeats(store.state.seats)[number - 1];
	if (seat) store.mute(seat.id);
}

/** A step that would change nothing is not counted, or it would take as many keys to undo. */
function grow(store: DebateStore, by: 1 | -1, layoutOf: PaneContext['layoutOf']): void {
	const {arrangement} = store;
	const next = {...arrangement, grown: arrangement.grown + by};
	if (!isDeepStrictEqual(layoutOf(next), layoutOf(arrangement))) store.arrange(next);
}

/** Hides panes; shows them again if any of them is hidden. */
function hide(store: DebateStore, panes: readonly Pane[]): void {
	const {hidden} = store.arrangement;
	const rest = hidden.filter(pane => !panes.includes(pane));
	store.arrange({...store.arrangement, hidden: rest.length < hidden.length ? rest : [...hidden, ...panes]});
}

/** Jumps to the next moment, counted from the last jump or else from the top of the window. */
function goToMoment(store: DebateStore, by: 1 | -1): void {
	const {state, index, transcript, visitedMoment: visited} = store;
	const all = momentsIn(state, index, shownEvents);
	const next = transcript.marked !== undefined && visited ? visited.number - 1 + by : beside(all, transcript.top, by);
	const found = all[next];
	if (!found) return store.announce(`There is no ${by > 0 ? 'later' : 'earlier'} moment.`);
	transcript.mark(found.turnId);
	store.visitedMoment = {found, number: next + 1, of: all.length};
	store.redraw();
}

/**
 * The index of the nearest moment below the window's top, or above it. A turn at line 0 of the top has its heading
 * there.
 */
function beside(
	all: readonly {readonly place: number}[],
	{place, line}: {readonly place: number; readonly line: number},
	by: 1 | -1,
): number {
	return by > 0
		? all.findIndex(one => one.place > place)
		: all.findLastIndex(one => one.place < place || (one.place === place && line > 0));
}
