/** How a stage is divided: panes beside each other, stacked, or one at a time. Columns and rows. */

export type Pane = 'transcript' | 'chairs' | 'moments';
export const panes: readonly Pane[] = ['transcript', 'chairs', 'moments'];

export type StageLayout =
	| {readonly kind: 'full'; readonly width: number; readonly side: number; readonly body: number}
	| {readonly kind: 'stacked'; readonly chairs: number; readonly moments: number; readonly body: number}
	| {readonly kind: 'tabs'; readonly body: number};

/** A terminal of 100 and of 60 columns, less the margins. */
const FULL = 98;
const STACKED = 58;
/** Rows of transcript below which something else gives way. */
const ENOUGH = 6;
/** Columns between two panes. */
export const GAP = 3;

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * `columns` and `rows` are those inside the margins; `foot` is the height of what stands at the foot (the key line, or a
 * dialog). Beside it every kind has a header, a rule above the transcript and one below.
 */
export function divide(columns: number, rows: number, foot: number, chairs: number): StageLayout {
	const body = Math.max(1, rows - 3 - foot);
	if (columns >= FULL) {
		const side = between(37, Math.floor(columns * 0.34), 60);
		return {kind: 'full', width: columns - side - GAP, side, body};
	}
	const left = body - chairs;
	if (columns < STACKED || left < ENOUGH) return {kind: 'tabs', body};
	const moments = between(left > ENOUGH ? 1 : 0, Math.floor((left - 8) / 8), 3);
	return {kind: 'stacked', chairs, moments, body: left - moments};
}

/** Lines longer than this are hard to read. */
export const readable = (width: number): number => Math.min(width, 100);
