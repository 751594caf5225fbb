/** From point to point: which one's code is looked at. */
import {debatedCode} from '../../../debate/views/debated-code.ts';
import type {DebateState} from '../../../debate/state.ts';
import {focusOf} from './focus.ts';
import {lookOf} from './point-looks.ts';

export type PointStep = {
	/** Undefined where it follows the debate again. */
	readonly chosen: string | undefined;
	/** For a screen reader. */
	readonly told: string;
};

/**
 * The next point or the one before, counted from that in focus; behind a chosen last one it follows the debate again.
 */
export function stepPoint(state: DebateState, chosen: string | undefined, by: 1 | -1): PointStep {
	const {ledger} = state.formats.codeDebate;
	const files = (state.start && debatedCode(state.start)) ?? [];
	if (ledger.length === 0) return {chosen: undefined, told: 'There are no points yet.'};
	const {id} = focusOf(state, files, chosen);
	const from = ledger.findLastIndex(each => each.id === id);
	const first = by > 0 ? 0 : ledger.length - 1;
	// Whoever follows goes round, so that the key always leads somewhere.
	const point = ledger[from < 0 ? first : from + by] ?? (chosen === undefined ? ledger[first] : undefined);
	if (!point) return {chosen: undefined, told: 'The code follows the debate.'};
	const {place} = focusOf(state, files, point.id);
	const line = place?.file.lines[place.at];
	const words = [
		`Point ${point.id}, ${ledger.indexOf(point) + 1} of ${ledger.length}, by Agent ${point.by}, ${lookOf(point).name}: ${point.title}.`,
		...(point.place === undefined ? [] : [`${point.place}${line ? `: ${line.text.trim()}` : ''}`]),
	];
	return {chosen: point.id, told: words.join(' ')};
}
