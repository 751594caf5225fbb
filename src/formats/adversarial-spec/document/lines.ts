/** Splitting texts into lines, and line-based changes between texts. Pure. */
import {diffArrays} from 'diff';
import type {SpecChange} from '../../../debate/formats/adversarial-spec/events.ts';

/** Lines from 1, both included. */
export type LineSpan = {readonly from: number; readonly to: number};

export const linesOf = (text: string): string[] => text.split('\n');

/** How many lines a text has. */
export function countLines(text: string): number {
	let count = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
	return count;
}

/**
 * The changes from `before` to `after`, line by line, in order. A text that ends with a newline has an empty last line.
 */
export function changesBetween(before: string, after: string): SpecChange[] {
	const changes: SpecChange[] = [];
	let line = 1;
	let open: {line: number; removed: string[]; added: string[]} | undefined;
	for (const {value, added, removed} of diffArrays(linesOf(before), linesOf(after))) {
		if (!added && !removed) {
			line += value.length;
			open = undefined;
			continue;
		}
		if (!open) changes.push((open = {line, removed: [], added: []}));
		open[added ? 'added' : 'removed'].push(...value);
		if (removed) line += value.length;
	}
	return changes;
}

/** Applies only these changes. They must be disjoint, in order, and match the text; throws otherwise. */
export function withChanges(text: string, changes: readonly SpecChange[]): string {
	const lines = linesOf(text);
	const made: string[] = [];
	let at = 0;
	for (const {line, removed, added} of changes) {
		const from = line - 1;
		if (from < at || !removed.every((each, place) => lines[from + place] === each))
			throw new Error(`a change does not fit line ${line} of the text`);
		for (; at < from; at++) made.push(lines[at] ?? '');
		for (const each of added) made.push(each);
		at = from + removed.length;
	}
	for (; at < lines.length; at++) made.push(lines[at] ?? '');
	return made.join('\n');
}

/** Where lines of a text are after changes to it; lines that were changed are where their replacement is. */
export function shiftedSpan({from, to}: LineSpan, changes: readonly SpecChange[]): LineSpan {
	let moved = 0;
	let first: number | undefined;
	let last: number | undefined;
	for (const {line, removed, added} of changes) {
		if (line > to) break;
		const end = line + removed.length - 1;
		if (end >= from) {
			first ??= Math.min(line, from) + moved;
			if (end >= to) last = line + moved + added.length - 1;
		}
		moved += added.length - removed.length;
	}
	first ??= from + moved;
	return {from: first, to: Math.max(first, last ?? to + moved)};
}

/** The offset at which each line begins. */
export function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
}

/** The line, from 1, that has an offset. */
export function lineAt(starts: readonly number[], offset: number): number {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((starts[middle] ?? 0) <= offset) low = middle;
		else high = middle - 1;
	}
	return low + 1;
}

/** Size in bytes of UTF-8. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export const maxSpecBytes = 1_048_576;
export const maxCritiqueBytes = 512_000;

/** Says how large something is and how large it may be. */
export const tooLarge = (what: string, bytes: number, most: number): string =>
	`${what} has ${bytes.toLocaleString('en-US')} bytes; at most ${most.toLocaleString('en-US')} (${most === maxSpecBytes ? '1 MB' : '500 KB'}) are taken.`;
