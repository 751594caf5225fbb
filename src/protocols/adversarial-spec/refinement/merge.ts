/** Applies edits to a text: each is located by the words it replaces, and nothing else changes. Pure. */
import type {SpecRefinement} from '../../../debate/formats/adversarial-spec/events.ts';
import type {SynthesisAnswer} from '../queries/answers.ts';

type SynthesisEdit = SynthesisAnswer['edits'][number];
type Replacement = {readonly from: number; readonly to: number; readonly put: string};

export type Merged = {readonly text: string; readonly merged: SpecRefinement['merged']};

/** Applies all edits that fit. Each reports whether it was applied, and if not, why; overlapping edits are rejected. */
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

/** Inserts lines after `line`; 0 is before the first. */
function insertion(text: string, starts: readonly number[], line: number, put: string): Replacement | undefined {
	if (line > starts.length) return undefined;
	const body = put.replace(/^\n+|\n+$/gu, '');
	const from = line < starts.length ? (starts[line] ?? 0) : text.length;
	return {from, to: from, put: line < starts.length ? `${body}\n` : `\n${body}`};
}

/** Offset of the occurrence of a passage that is nearest to `near`. */
function nearest(text: string, passage: string, near: number): number | undefined {
	const after = text.indexOf(passage, near);
	const before = text.lastIndexOf(passage, near);
	if (after < 0 || before < 0) return Math.max(after, before) < 0 ? undefined : Math.max(after, before);
	return after - near <= near - before ? after : before;
}

/** Models may copy the line numbers they were shown. */
function withoutLineNumbers(passage: string): string {
	const lines = passage.split('\n');
	const numbered = /^\s*\d+\| ?/u;
	return lines.every(each => each === '' || numbered.test(each))
		? lines.map(each => each.replace(numbered, '')).join('\n')
		: passage;
}

/** Restores the `<` of tags, which prompts show as `‹`. */
const withoutFencing = (passage: string, text: string): string =>
	text.includes('‹') ? passage : passage.replaceAll(/‹(?=\/?[a-z])/giu, '<');
