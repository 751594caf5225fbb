/** Divides the stage into panes: side by side, stacked, or one at a time. Sizes are in columns and rows. */
import type {ProtocolPane} from '../../formats/panes.ts';
import {defaultArrangement, type Pane} from '../store/pane-arrangement.ts';
import {PANE_GAP} from '../../view/rows.ts';

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
	{placement: place}: Pick<ProtocolPane, 'placement'>,
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
	own: ProtocolPane | undefined,
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
