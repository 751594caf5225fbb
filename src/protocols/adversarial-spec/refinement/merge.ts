/** Works edits into a text: each is found by its words, and nothing is changed that was not named. Pure. */
import type {SpecRefinement} from '../../../debate/formats/adversarial-spec/events.ts';
import type {SynthesisAnswer} from '../queries/answers.ts';

type SynthesisEdit = SynthesisAnswer['edits'][number];
type Replacement = {readonly from: number; readonly to: number; readonly put: string};

export type Merged = {readonly text: string; readonly merged: SpecRefinement['merged']};

/**
 * The text with all edits that fit; each says whether it was made, and if not, why. An edit that touches another's
 * passage is not made.
 */
export function merge(text: string, edits: readonly SynthesisEdit[]): Merged {
	const starts = lineStarts(text);
	const taken: Replacement[] = [];
	const merged = edits.map(edit => {
		const span = replacementFor(text, starts, edit);
		const problem =
			span === undefined
				? 'its passage is not in the text'
				: taken.some(other => overlaps(span, other))
					? 'another edit has changed the same passage'
					: undefined;
		if (span && problem === undefined) taken.push(span);
		return {
			groups: edit.issues,
			reason: problem === undefined ? edit.reason : `${edit.reason} (not made: ${problem})`,
			done: problem === undefined,
		};
	});
	return {text: withReplacements(text, taken), merged};
}

function withReplacements(text: string, spans: readonly Replacement[]): string {
	let made = '';
	let at = 0;
	for (const {from, to, put} of spans.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
		made += text.slice(at, from) + put;
		at = to;
	}
	return made + text.slice(at);
}

const overlaps = (one: Replacement, other: Replacement): boolean => one.from < other.to && other.from < one.to;

function lineStarts(text: string): number[] {
	const starts = [0];
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
	return starts;
}

function replacementFor(
	text: string,
	starts: readonly number[],
	{line, find, replace}: SynthesisEdit,
): Replacement | undefined {
	const put = withoutFencing(withoutLineNumbers(replace), text);
	const passage = withoutFencing(withoutLineNumbers(find), text);
	if (passage.trim() === '') return insertion(text, starts, line, put);
	const near = starts[Math.min(Math.max(line, 1), starts.length) - 1] ?? 0;
	const from = nearest(text, passage, near);
	if (from !== undefined) return {from, to: from + passage.length, put};
	const trimmed = passage.trim();
	const inner = nearest(text, trimmed, near);
	return inner === undefined ? undefined : {from: inner, to: inner + trimmed.length, put: put.trim()};
}

/** Behind a line, as lines of their own; line 0 is before the first. */
function insertion(text: string, starts: readonly number[], line: number, put: string): Replacement | undefined {
	if (line > starts.length) return undefined;
	const body = put.replace(/^\n+|\n+$/gu, '');
	const from = line < starts.length ? (starts[line] ?? 0) : text.length;
	return {from, to: from, put: line < starts.length ? `${body}\n` : `\n${body}`};
}

/** Where a passage stands, the closest to where it was said to be. */
function nearest(text: string, passage: string, near: number): number | undefined {
	const after = text.indexOf(passage, near);
	const before = text.lastIndexOf(passage, near);
	if (after < 0 || before < 0) return Math.max(after, before) < 0 ? undefined : Math.max(after, before);
	return after - near <= near - before ? after : before;
}

/** Lines were shown with their numbers; a model may give them back. */
function withoutLineNumbers(passage: string): string {
	const lines = passage.split('\n');
	const numbered = /^\s*\d+\| ?/u;
	return lines.every(each => each === '' || numbered.test(each))
		? lines.map(each => each.replace(numbered, '')).join('\n')
		: passage;
}

/** Tags were shown fenced; the text has them as they are. */
const withoutFencing = (passage: string, text: string): string =>
	text.includes('‹') ? passage : passage.replaceAll(/‹(?=\/?[a-z])/giu, '<');
