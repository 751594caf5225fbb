/**
 * The edits that make one text of another, as disjoint replacements in the original: whichever of them are taken, the
 * rest of the original stays. Pure.
 */
import type {SpecChange, SpecEdit} from '../../../debate/formats/adversarial-spec/events.ts';
import {changesBetween, lineAt, lineStarts, linesOf} from './lines.ts';

/** Applies edits; they are disjoint and in order. */
export function withEdits(original: string, edits: readonly SpecEdit[]): string {
	let made = '';
	let at = 0;
	for (const {from, to, put} of edits) {
		made += original.slice(at, from) + put;
		at = to;
	}
	return made + original.slice(at);
}

/** `edits` of the original, and then `next`, whose offsets are those of the text that `edits` make. */
export function compose(original: string, edits: readonly SpecEdit[], next: readonly SpecEdit[]): SpecEdit[] {
	let [made, text] = [[...edits], withEdits(original, edits)];
	// From the end, so that the offsets of those that are left stay true.
	for (const edit of next.toSorted((one, other) => one.from - other.from || one.to - other.to).toReversed()) {
		made = composeOne(original, made, edit, text);
		text = text.slice(0, edit.from) + edit.put + text.slice(edit.to);
	}
	return made;
}

type PlacedEdit = {readonly edit: SpecEdit; readonly start: number; readonly end: number};

function composeOne(original: string, edits: readonly SpecEdit[], next: SpecEdit, text: string): SpecEdit[] {
	let moved = 0;
	const placed = edits.map((edit): PlacedEdit => {
		const start = edit.from + moved;
		moved += edit.put.length - (edit.to - edit.from);
		return {edit, start, end: start + edit.put.length};
	});
	const touched = placed.filter(each => meets(each, next));
	const [first, last] = [touched[0], touched.at(-1)];
	const others = placed.filter(each => !touched.includes(each));
	const before = others.filter(({end}) => end <= next.from);
	const shift = before.reduce((sum, {edit}) => sum + edit.put.length - (edit.to - edit.from), 0);
	const [start, end] = [Math.min(next.from, first?.start ?? next.from), Math.max(next.to, last?.end ?? next.to)];
	const from = first ? first.edit.from - (first.start - start) : next.from - shift;
	const to = last ? last.edit.to + (end - last.end) : from + (next.to - next.from);
	const put = text.slice(start, next.from) + next.put + text.slice(next.to, end);
	const one: SpecEdit = {...joined([...touched.map(({edit}) => edit), next]), from, to, put};
	return [
		...before.map(({edit}) => edit),
		...(original.slice(from, to) === put ? [] : [one]),
		...others.filter(each => !before.includes(each)).map(({edit}) => edit),
	];
}

/** Whether they overlap, or one deletes where the other puts something; two insertions beside each other do not. */
function meets({edit, start, end}: PlacedEdit, {from, to}: SpecEdit): boolean {
	if (start < to && from < end) return true;
	const beside = start <= to && from <= end;
	if (from === to && edit.from === edit.to) return beside && start < from && from < end;
	return beside && (start === end || from === to);
}

function joined(edits: readonly SpecEdit[]): Pick<SpecEdit, 'issues' | 'reason' | 'proposed' | 'byUser'> {
	const proposed = [...new Set(edits.flatMap(edit => edit.proposed ?? []))];
	return {
		issues: [...new Set(edits.flatMap(({issues}) => issues))],
		reason: [...new Set(edits.map(({reason}) => reason))].join(' '),
		...(proposed.length > 0 && {proposed}),
		...(edits.at(-1)?.byUser && {byUser: true as const}),
	};
}

/** The lines that each edit changes, as if it were the only one. */
export function changesOf(original: string, edits: readonly SpecEdit[]): SpecChange[] {
	const starts = lineStarts(original);
	return edits.map(edit => changeOf(original, starts, edit));
}

/** The lines that one edit changes: no more of them than it must. */
export function changeOf(
	original: string,
	starts: readonly number[],
	{from, to, put}: Omit<SpecEdit, 'issues' | 'reason'>,
): SpecChange {
	const line = lineAt(starts, from);
	const begin = starts[line - 1] ?? 0;
	const next = original.indexOf('\n', to);
	const end = next < 0 ? original.length : next;
	let removed = linesOf(original.slice(begin, end));
	let added = linesOf(original.slice(begin, from) + put + original.slice(to, end));
	let same = 0;
	while (same < removed.length && same < added.length && removed[same] === added[same]) same++;
	[removed, added] = [removed.slice(same), added.slice(same)];
	let tail = 0;
	while (tail < removed.length && tail < added.length && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
	return {
		line: line + same,
		removed: removed.slice(0, removed.length - tail),
		added: added.slice(0, added.length - tail),
	};
}

/** The edits by which the user made `after` of `before`, in offsets of `before`. */
export function editsByUser(before: string, after: string): SpecEdit[] {
	const starts = lineStarts(before);
	return changesBetween(before, after).map(({line, removed, added}) => {
		const from = starts[line - 1];
		const to = starts[line - 1 + removed.length];
		const own = {issues: [], reason: 'Your own edit.', byUser: true as const};
		if (from === undefined)
			return {from: before.length, to: before.length, put: added.map(text => `\n${text}`).join(''), ...own};
		if (to !== undefined) return {from, to, put: added.map(text => `${text}\n`).join(''), ...own};
		return added.length === 0
			? {from: Math.max(0, from - 1), to: before.length, put: '', ...own}
			: {from, to: before.length, put: added.join('\n'), ...own};
	});
}
