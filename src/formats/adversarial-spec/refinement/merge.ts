/**
 * Applies the merging voice's edits to a text: each is located by the words it replaces, kept within the lines of its
 * issues, and nothing else changes. Pure.
 */
import type {SpecEdit, SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import {changesBetween, lineStarts} from '../document/lines.ts';
import type {SynthesisAnswer} from '../queries/answers.ts';
import type {Bounds} from './bounds.ts';
import {changeOf} from '../document/edits.ts';
import {knownFigures, markProposed} from './proposed.ts';

type SynthesisEdit = SynthesisAnswer['edits'][number];
type Replacement = {readonly from: number; readonly to: number; readonly put: string};

/** What became of an answer's edit: made, or refused for a reason. */
export type MergedEdit = {readonly asked: SynthesisEdit; readonly made?: SpecEdit; readonly problem?: string};

export type MergeRules = {
	readonly text: string;
	/** The issues to be worked in. */
	readonly issues: readonly SpecGroup[];
	readonly bounds: Bounds;
};

/** Which edits fit; they do not overlap. Offsets are those of the text. */
export function merge({text, issues, bounds}: MergeRules, edits: readonly SynthesisEdit[]): MergedEdit[] {
	const starts = lineStarts(text);
	const known = knownFigures([text]);
	const taken: Replacement[] = [];
	return edits.map(asked => {
		const span = replacementFor(text, starts, asked);
		const own = issues.filter(({id}) => asked.issues.includes(id));
		const problem =
			own.length === 0
				? 'it names no issue that is to be worked in'
				: span === undefined
					? 'its passage is not in the text'
					: (tooFar(text, starts, span, own, bounds) ??
						(taken.some(other => overlaps(span, other)) ? 'another edit has changed the same passage' : undefined));
		if (span === undefined || problem !== undefined) return {asked, problem: problem ?? ''};
		taken.push(span);
		return {asked, made: editOf(span, asked, own, known)};
	});
}

function editOf(
	span: Replacement,
	{reason}: SynthesisEdit,
	own: readonly SpecGroup[],
	known: ReadonlySet<string>,
): SpecEdit {
	const voted = knownFigures(
		own.flatMap(({raised, votes}) => [
			...raised.flatMap(({issue: {suggestedChange, evidence}}) => [suggestedChange, evidence]),
			...votes.flatMap(({amendment}) => amendment ?? []),
		]),
	);
	const {put, proposed} = markProposed(span.put, known.union(voted));
	return {...span, put, issues: own.map(({id}) => id), reason, ...(proposed.length > 0 && {proposed: [...proposed]})};
}

/** Why an edit touches what its issues are not about. Only its own lines are compared, for the text may be long. */
function tooFar(
	text: string,
	starts: readonly number[],
	span: Replacement,
	own: readonly SpecGroup[],
	bounds: Bounds,
): string | undefined {
	const whole = changeOf(text, starts, span);
	const insertsOnly = span.from === span.to;
	const changes =
		whole.removed.length === 0
			? [whole]
			: changesBetween(whole.removed.join('\n'), whole.added.join('\n')).map(change => ({
					...change,
					line: whole.line + change.line - 1,
				}));
	for (const change of changes) {
		const problem = bounds.problemOf(change, own, insertsOnly);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

const overlaps = (one: Replacement, other: Replacement): boolean => one.from < other.to && other.from < one.to;

function replacementFor(
	text: string,
	starts: readonly number[],
	{line, find, replace}: SynthesisEdit,
): Replacement | undefined {
	const put = withoutFencing(isNumbered(replace) ? withoutLineNumbers(replace) : replace, text);
	if (find.trim() === '') return insertion(text, starts, line, put);
	const near = starts[Math.min(Math.max(line, 1), starts.length) - 1] ?? 0;
	for (const words of new Set([find, withoutLineNumbers(find)])) {
		const passage = withoutFencing(words, text);
		const from = nearest(text, passage, near);
		if (from !== undefined) return narrowed(text, {from, to: from + passage.length, put});
		const trimmed = passage.trim();
		const inner = nearest(text, trimmed, near);
		if (inner !== undefined) return narrowed(text, {from: inner, to: inner + trimmed.length, put: put.trim()});
	}
	return undefined;
}

/** Without the words at both ends that stay as they are. */
function narrowed(text: string, {from, to, put}: Replacement): Replacement {
	const passage = text.slice(from, to);
	const most = Math.min(passage.length, put.length);
	let head = 0;
	while (head < most && passage[head] === put[head]) head++;
	if (head < most) while (head > 0 && /\S/u.test(passage[head - 1] ?? '')) head--;
	let tail = 0;
	while (tail < most - head && passage.at(-1 - tail) === put.at(-1 - tail)) tail++;
	if (head + tail < most) while (tail > 0 && /\S/u.test(passage.at(-tail) ?? '')) tail--;
	return {from: from + head, to: to - tail, put: put.slice(head, put.length - tail)};
}

/** Inserts lines after `line`; 0 is before the first. Headings stay apart from the text around them. */
function insertion(text: string, starts: readonly number[], line: number, put: string): Replacement | undefined {
	const body = put.replace(/^\n+|\n+$/gu, '');
	if (line > starts.length || body.trim() === '') return undefined;
	const lineFrom = (number: number): string =>
		number < 1 ? '' : text.slice(starts[number - 1] ?? text.length, starts[number] ?? text.length);
	const isHeading = (words: string): boolean => /^ {0,3}#{1,6}\s/u.test(words);
	const above = isHeading(body) && lineFrom(line).trim() !== '' ? '\n' : '';
	const below = isHeading(lineFrom(line + 1)) ? '\n' : '';
	return line < starts.length
		? {from: starts[line] ?? 0, to: starts[line] ?? 0, put: `${above}${body}\n${below}`}
		: {from: text.length, to: text.length, put: `\n${above}${body}`};
}

/** Offset of the occurrence of a passage that is nearest to `near`. */
function nearest(text: string, passage: string, near: number): number | undefined {
	const after = text.indexOf(passage, near);
	const before = text.lastIndexOf(passage, near);
	if (after < 0 || before < 0) return Math.max(after, before) < 0 ? undefined : Math.max(after, before);
	return after - near <= near - before ? after : before;
}

const numbered = /^\s*\d+\| ?/u;

/** Models may copy the line numbers they were shown. */
const withoutLineNumbers = (passage: string): string =>
	passage
		.split('\n')
		.map(each => each.replace(numbered, ''))
		.join('\n');

const isNumbered = (passage: string): boolean =>
	passage.split('\n').every(each => each.trim() === '' || numbered.test(each));

/** Restores the `<` of tags, which prompts show as `‹`. */
const withoutFencing = (passage: string, text: string): string =>
	text.includes('‹') ? passage : passage.replaceAll(/‹(?=\/?[a-z])/giu, '<');
