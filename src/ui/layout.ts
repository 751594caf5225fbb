/** How a stage is divided: panes beside each other, stacked, or one at a time. Columns and rows. */

import type {OwnPane} from './panes/own.ts';

/** `own` is the one that the debate's protocol brought along. */
export type Pane = 'transcript' | 'chairs' | 'moments' | 'own';

export type StageLayout =
	| {readonly kind: 'full'; readonly width: number; readonly side: number; readonly body: number}
	| {readonly kind: 'stacked'; readonly chairs: number; readonly moments: number; readonly body: number}
	| {readonly kind: 'tabs'; readonly body: number; readonly moments: number}
	/** The protocol's own pane beside the transcript, or above it. */
	| {readonly kind: 'beside'; readonly width: number; readonly side: number; readonly body: number; readonly moments: number}
	| {readonly kind: 'above'; readonly own: number; readonly body: number; readonly moments: number};

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
	if (columns < STACKED || left < ENOUGH) return {kind: 'tabs', body, moments: 0};
	const moments = between(left > ENOUGH ? 1 : 0, Math.floor((left - 8) / 8), 3);
	return {kind: 'stacked', chairs, moments, body: left - moments};
}

/** The same for a protocol with a pane of its own. The latest moment has a row at the foot where there is one to spare. */
export function divideWithOwn(columns: number, rows: number, foot: number, {place}: OwnPane): StageLayout {
	const moments = rows >= 20 ? 1 : 0;
	const body = Math.max(1, rows - 3 - foot - moments);
	if (place === 'beside' && columns >= FULL) {
		const side = Math.floor((columns - GAP) / 2);
		return {kind: 'beside', width: columns - side - GAP, side, body, moments};
	}
	if (place === 'instead' || columns < STACKED || body < 2 * ENOUGH) return {kind: 'tabs', body, moments};
	const own = Math.floor((body - 1) / 2);
	return {kind: 'above', own, body: body - 1 - own, moments};
}

/** The panes that can be gone through, the first one first: those that are not in sight otherwise, and those that can be scrolled. */
export function tabsOf(own: OwnPane | undefined, {kind}: StageLayout): readonly Pane[] {
	if (!own) return kind === 'tabs' ? ['transcript', 'chairs', 'moments'] : ['transcript'];
	if (own.place === 'instead') return ['own', 'transcript', 'moments'];
	return kind === 'tabs' ? ['transcript', 'own', 'moments'] : ['transcript', 'own'];
}

/** Lines longer than this are hard to read. */
export const readable = (width: number): number => Math.min(width, 100);
