/**
 * Merges agreed issues into the text. Edits that reach further than their issues are refused, and sent back once; if
 * the result does not validate, it is discarded and the last valid text stays.
 */
import type {
	SpecChange,
	SpecGroup,
	SpecIssue,
	SpecEdit,
	SpecFault,
	SpecRefinement,
} from '../../debate/formats/adversarial-spec.ts';
import {
	blocksOf,
	headingNamed,
	intentSpans,
	sectionSpan,
	type LineSpan,
	scan,
	type Scanned,
	changesBetween,
	lineStarts,
} from './document.ts';
import {SynthesisAnswer, query} from './queries.ts';
import {changeOf, validationMessage, withEdits} from './validation.ts';
import type {Floor} from '../../debate/protocol.ts';
import {synthesisPrompt, type SentBack} from './prompts.ts';
import {applyEdits, synthesisId, workableGroups, type SpecState} from './spec-state.ts';

// What an edit may touch: the blocks of its issues' lines, and nothing that no issue is about. Pure.

/** Where edits of an issue may go: `insertOnly` to put something there, `betweenSections` to put sections there. */
type Bound = {readonly span: LineSpan; readonly may: 'change' | 'insertOnly' | 'betweenSections'};

type Bounds = {
	/** Why a change goes too far for these issues; undefined if it does not. */
	readonly problemOf: (change: SpecChange, issues: readonly SpecGroup[], insertsOnly: boolean) => string | undefined;
	/** Whether an issue asks for nothing but a change of goals or scope. */
	readonly isAboutIntent: (issue: SpecGroup) => boolean;
};

/** An issue about more lines than this is about the text at large: its edits may insert, and remove nothing. */
const widest = 40;

/** `approved` are the issues for which the author allows goals and scope to change; undefined allows it for all. */
export function boundsOf(text: string, approved: ReadonlySet<string> | undefined): Bounds {
	const scanned = scan(text);
	const blocks = blocksOf(scanned);
	const intent = approved ? intentSpans(scanned) : [];
	const boundsFor = ({raised}: SpecGroup): Bound[] => raised.map(({issue}) => boundFor(scanned, blocks, issue));
	return {
		isAboutIntent: issue =>
			!approved?.has(issue.id) &&
			boundsFor(issue).every(({span}) => intent.some(({from, to}) => span.from >= from && span.to <= to)),
		problemOf(change, issues, insertsOnly) {
			const far = problemOfReach(scanned, issues.flatMap(boundsFor), change, insertsOnly);
			if (far !== undefined) return far;
			const lost = lostHeading(scanned, change, issues);
			if (lost !== undefined) return `it removes the heading "${lost}"`;
			return !issues.some(({id}) => approved?.has(id)) && isWithin(intent, change)
				? 'it changes goals or scope, which only the author may'
				: undefined;
		},
	};
}

/** Where edits of an issue may go: the blocks of its lines, else below its heading, else between sections. */
function boundFor(scanned: Scanned, blocks: ReturnType<typeof blocksOf>, {lines, section}: SpecIssue): Bound {
	if (lines)
		return {
			span: {from: blocks[lines.from - 1]?.from ?? lines.from, to: blocks[lines.to - 1]?.to ?? lines.to},
			may: lines.to - lines.from >= widest ? 'insertOnly' : 'change',
		};
	const heading = section === undefined ? undefined : headingNamed(scanned, section);
	return heading
		? {span: sectionSpan(scanned, heading), may: 'insertOnly'}
		: {span: {from: 1, to: scanned.lines.length}, may: 'betweenSections'};
}

/** Why a change reaches further than these bounds; undefined if it does not. */
function problemOfReach(
	scanned: Scanned,
	bounds: readonly Bound[],
	{line, removed}: SpecChange,
	insertsOnly: boolean,
): string | undefined {
	if (removed.length === 0)
		return bounds.some(bound => allowsInsertion(scanned, bound, line))
			? undefined
			: `line ${line} is not what its issue is about`;
	const within = bounds.filter(({may}) => may === 'change' || (insertsOnly && may === 'insertOnly'));
	if (within.length === 0) return 'its issue is about something that is missing: it may insert, and remove nothing';
	const far = removed.findIndex((_, place) => !within.some(({span}) => reaches(scanned, span, line + place)));
	return far < 0 ? undefined : `it changes line ${line + far}, which none of its issues is about`;
}

/** Before this line: in or right behind the span, or at the end of a section. */
const allowsInsertion = (scanned: Scanned, {span, may}: Bound, line: number): boolean =>
	may === 'betweenSections'
		? endsSection(scanned, line)
		: reaches(scanned, span, line) || reaches(scanned, span, line - 1);

/** Whether a line is in a span, blank lines around it included: they belong to what they part. */
function reaches({lines}: Scanned, {from, to}: LineSpan, line: number): boolean {
	if (line >= from && line <= to) return true;
	const between = line < from ? lines.slice(Math.max(0, line - 1), from - 1) : lines.slice(to, Math.max(0, line));
	return between.every(text => text.trim() === '');
}

function endsSection({lines, headings}: Scanned, line: number): boolean {
	const next = lines.findIndex((text, place) => place >= line - 1 && text.trim() !== '');
	return next < 0 || headings.some(heading => heading.line === next + 1);
}

/** Whether a change touches what stands below these headings; a new section behind one of them does not. */
function isWithin(spans: readonly LineSpan[], {line, removed, added}: SpecChange): boolean {
	const has = (at: number): boolean => spans.some(({from, to}) => at > from && at <= to);
	if (removed.length > 0) return removed.some((_, place) => has(line + place));
	return has(line - 1) && (has(line) || !/^ {0,3}#/u.test(added.find(text => text.trim() !== '') ?? ''));
}

/** A heading that the change takes away although no issue is about that very line. */
function lostHeading(
	{headings}: Scanned,
	{line, removed, added}: SpecChange,
	issues: readonly SpecGroup[],
): string | undefined {
	const kept = new Set(added.map(text => text.trim()));
	return headings.find(
		heading =>
			heading.line >= line &&
			heading.line < line + removed.length &&
			!kept.has((removed[heading.line - line] ?? '').trim()) &&
			!issues.some(({raised}) =>
				raised.some(({issue: {lines}}) => lines?.from === heading.line && lines.to === heading.line),
			),
	)?.title;
}

// Marks numbers that an edit brings in and that nobody voted on. Pure.

/** A number with its unit, as it stands in running text. */
const quantity =
	/(?<![\p{L}\p{N}_.,/#$-])\d[\d,.]*(?<!\D)(?:\s?(?:%|‰|[kKMGT]i?B|ms|s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|bits?|(?:th|st|nd|rd)\b))?(?![\p{L}\p{N}_-])/gu;
const figures = /\d+(?:[.,]\d+)*/gu;
const listMark = /^\s*(?:>\s?)*\d{1,9}[.)]\s/u;

const figuresIn = (text: string): string[] => (text.match(figures) ?? []).map(figure => figure.replaceAll(',', ''));

/** All numbers in some texts, for `markProposed`. */
export const knownFigures = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(figuresIn));

type Marked = {readonly put: string; readonly proposed: readonly string[]};

/**
 * Puts "(proposed)" behind each number of running text that is not `known`; numbers in code, links, headings and tables
 * are only listed.
 */
export function markProposed(put: string, known: ReadonlySet<string>): Marked {
	const isNew = (text: string): boolean => figuresIn(text).some(figure => !known.has(figure));
	if (!isNew(put)) return {put, proposed: []};
	const {lines, kinds} = scan(put);
	const proposed = new Set<string>();
	const marked = lines.map((line, place) => {
		const start = listMark.exec(line)?.[0].length ?? 0;
		const plain = kinds[place] === 'prose' && !/^ {0,3}#{1,6}\s|^\s*(?:>\s?)*\|/u.test(line);
		const body = line.slice(start);
		const spans = plain ? protectedSpans(body) : [];
		const made = body.replaceAll(quantity, (found, ...rest) => {
			const offset = rest.find(each => typeof each === 'number') ?? 0;
			if (!isNew(found)) return found;
			proposed.add(found);
			const isProtected = !plain || spans.some(([from, to]) => offset >= from && offset < to);
			const isMarked = /^.{0,40}?\(proposed\)/iu.test(body.slice(offset + found.length));
			return isProtected || isMarked ? found : `${found} (proposed)`;
		});
		return line.slice(0, start) + made;
	});
	return {put: marked.join('\n'), proposed: [...proposed]};
}

/** Code, link targets and addresses of a line. */
const protectedSpans = (line: string): (readonly [number, number])[] =>
	[...line.matchAll(/`+[^`]*`+|\]\([^)]*\)|\bhttps?:\/\/\S+/gu)].map(({0: {length}, index}) => [index, index + length]);

// Applies the merging voice's edits to a text: each is located by the words it replaces, kept within the lines of its
// issues, and nothing else changes. Pure.

type SynthesisEdit = SynthesisAnswer['edits'][number];
type Replacement = {readonly from: number; readonly to: number; readonly put: string};

/** What became of an answer's edit: made, or refused for a reason. */
type MergedEdit = {readonly asked: SynthesisEdit; readonly made?: SpecEdit; readonly problem?: string};

type MergeRules = {
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
						(taken.some(other => overlaps(span, other)) ? sameTwice : undefined));
		if (span === undefined || problem !== undefined) return {asked, problem: problem ?? ''};
		taken.push(span);
		return {asked, made: editOf(span, asked, own, known)};
	});
}

const sameTwice = 'another edit has changed the same passage';

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

/** What a round asks to be worked in. */
type SynthesisTask = MergeRules & {readonly round: number; readonly only?: AuthorsChoice};
/** The one issue that is to be worked in, and what the author chose where it put a question to them. */
export type AuthorsChoice = {readonly issue: string; readonly question?: string; readonly choice?: string};
/** Answers taken together: what became of each edit, and what is wrong with the text that came of them. */
type Draft = {
	readonly edits: readonly MergedEdit[];
	readonly answer: SynthesisAnswer;
	readonly text: string;
	readonly faults: readonly SpecFault[];
};

const whyAuthor = 'It is about goals or scope: what the product is for is for its author to say.';

/**
 * Merges the agreed issues that are not in the text yet, or the one that is named. Returns undefined if there are none
 * or the merging voice fails.
 */
export async function refine(
	state: SpecState,
	floor: Floor,
	round: number,
	only?: AuthorsChoice,
): Promise<SpecRefinement | undefined> {
	const bounds = keepForAuthor(state);
	const issues = workableGroups(state).filter(({id}) => only === undefined || id === only.issue);
	return workIn(state, floor, {issues, bounds, round, ...(only?.choice !== undefined && {only})});
}

/**
 * Works in what the last round found and nobody opposed, neither the fault nor its change. No round reads these words
 * any more: they are offered, and marked.
 */
export async function offerUnopposed(state: SpecState, floor: Floor, round: number): Promise<void> {
	const bounds = keepForAuthor(state);
	const issues = workableGroups(state).filter(
		({votes}) => !votes.some(({vote, change}) => vote === 'disagree' || change === 'reject'),
	);
	if (issues.length > 0) await workIn(state, floor, {issues, bounds, round, unread: true});
}

async function workIn(
	state: SpecState,
	floor: Floor,
	{unread, ...wanted}: Omit<SynthesisTask, 'text'> & {readonly unread?: true},
): Promise<SpecRefinement | undefined> {
	const {issues, round} = wanted;
	if (issues.length === 0) return undefined;
	const task: SynthesisTask = {text: state.text, ...wanted};
	const first = await askSynthesis(state, floor, task);
	if (!first) return undefined;
	const draft = await mended(state, floor, task, first);
	const refinement = refinementOf(state, round, draft);
	await floor.say(synthesisId, refinementText(issues, refinement), {kind: 'synthesis'});
	await floor.record(refinement);
	const [fault] = draft.faults;
	if (fault)
		await floor.record({
			type: 'notice',
			level: 'error',
			text: `${validationMessage(fault)} The text of round ${round} was put away, and the last valid one stands.`,
		});
	else takeOver(state, draft, unread);
	return refinement;
}

/** Leaves agreed issues about goals and scope to the author, who may have allowed them. */
export function keepForAuthor(state: SpecState): Bounds {
	const bounds = boundsOf(state.text, state.config.preserveIntent ? state.approved : undefined);
	const asksAuthor = new Set(workableGroups(state).filter(bounds.isAboutIntent));
	state.groups = state.groups.map(group => (asksAuthor.has(group) ? {...group, forAuthor: {why: whyAuthor}} : group));
	return bounds;
}

async function askSynthesis(
	state: SpecState,
	floor: Floor,
	{issues, round, only}: Pick<SynthesisTask, 'issues' | 'round' | 'only'>,
	back?: SentBack,
): Promise<SynthesisAnswer | undefined> {
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const reply = await query(state, floor, {
		agent: synthesisId,
		persona: '',
		purpose: 'synthesis',
		round,
		prompt: synthesisPrompt(asking, round, issues, {back, chosen: only}),
		schema: SynthesisAnswer,
	});
	if (reply.ok) return reply.value;
	await floor.record({
		type: 'notice',
		level: 'error',
		participant: synthesisId,
		text: back
			? `The edits that were sent back in round ${round} were not mended: ${reply.reason}`
			: `What was agreed in round ${round} is not in the text: ${reply.reason}`,
	});
	return undefined;
}

/** The first answer, or what a second one mends of it where edits were refused or the text does not validate. */
async function mended(state: SpecState, floor: Floor, task: SynthesisTask, answer: SynthesisAnswer): Promise<Draft> {
	const first = draftOf(state, task, answer);
	const refused = first.edits.filter(({made}) => !made);
	if (refused.length + first.faults.length === 0) return first;
	const back: SentBack = {
		edits: refused.map(({asked: {issues, line, find}, problem = ''}) => ({issues, line, find, problem})),
		faults: first.faults,
	};
	const invalid = first.faults.length > 0;
	const open = task.issues.filter(({id}) => invalid || refused.some(({asked}) => asked.issues.includes(id)));
	const second = await askSynthesis(state, floor, {...task, issues: open.length > 0 ? open : task.issues}, back);
	if (!second) return first;
	if (invalid) return draftOf(state, task, second);
	const made = first.edits.filter(edit => edit.made).map(({asked}) => asked);
	// Only what was sent back is asked for: what was made is not made once more.
	const isOpen = (ids: readonly string[]): boolean => ids.some(id => open.some(issue => issue.id === id));
	return draftOf(state, task, {
		edits: [...made, ...second.edits.filter(({issues}) => isOpen(issues))],
		left: [...answer.left, ...second.left],
		conflicts: [...(answer.conflicts ?? []), ...(second.conflicts ?? [])],
		choices: [...(answer.choices ?? []), ...(second.choices ?? [])],
	});
}

function draftOf(state: SpecState, task: SynthesisTask, answer: SynthesisAnswer): Draft {
	const edits = merge(task, answer.edits);
	const text = withEdits(task.text, inOrder(edits));
	return {edits, answer, text, faults: state.faultsOf(text)};
}

const inOrder = (edits: readonly MergedEdit[]): SpecEdit[] =>
	edits.flatMap(({made}) => made ?? []).toSorted((one, other) => one.from - other.from || one.to - other.to);

function refinementOf(state: SpecState, round: number, {edits, answer, text, faults}: Draft): SpecRefinement {
	const fellBack = faults.length > 0;
	const conflicts = answer.conflicts ?? [];
	// An issue that is worked in is not left out, whatever was said of it or tried for it besides.
	const done = new Set(edits.flatMap(({made}) => made?.issues ?? []));
	const isLeft = (ids: readonly string[]): boolean => ids.some(id => !done.has(id));
	return {
		type: 'spec-refinement',
		round,
		changes: fellBack ? [] : changesBetween(state.text, text),
		faults: [...faults],
		fellBack,
		merged: [
			...edits
				.filter(({asked, made, problem}) => made !== undefined || problem !== sameTwice || isLeft(asked.issues))
				.map(({asked: {issues, reason}, made, problem}) => ({
					groups: issues,
					reason: made ? reason : `${reason} (not made: ${problem ?? ''})`,
					done: made !== undefined && !fellBack,
				})),
			...answer.left
				.filter(({issue}) => isLeft([issue]))
				.map(({issue, reason}) => ({groups: [issue], reason, done: false})),
			...(answer.choices ?? [])
				.filter(({issue}) => isLeft([issue]))
				.map(({issue, question, options}) => ({
					groups: [issue],
					reason: `For the author to choose: ${question} ${options.join(' / ')}`.trim(),
					done: false,
				})),
		],
		...(conflicts.length > 0 && {conflicts}),
	};
}

function takeOver(state: SpecState, {edits, answer}: Draft, unread: true | undefined): void {
	for (const {made} of edits) for (const id of made?.issues ?? []) state.mergedIds.add(id);
	const choices = new Map(
		(answer.choices ?? []).map(({issue, question, options}) => [issue, {why: question, options}]),
	);
	state.groups = state.groups.map(group => {
		const forAuthor = state.mergedIds.has(group.id) ? undefined : choices.get(group.id);
		return forAuthor ? {...group, forAuthor} : group;
	});
	applyEdits(
		state,
		inOrder(edits).map(edit => ({...edit, ...(unread && {unread})})),
	);
}

function refinementText(agreed: readonly SpecGroup[], {fellBack, merged, conflicts = []}: SpecRefinement): string {
	if (fellBack) return 'The text that came of this round does not validate, so the last valid one stands.';
	const titled = (ids: readonly string[]): string =>
		ids.map(id => agreed.find(group => group.id === id)?.title ?? id).join('; ');
	const list = (entries: readonly {readonly groups: readonly string[]; readonly reason: string}[]): string =>
		entries.map(({groups, reason}) => `- ${titled(groups)}: ${reason}`).join('\n');
	const [made, left] = [merged.filter(({done}) => done), merged.filter(({done}) => !done)];
	return [
		made.length > 0 ? `Changes made:\n${list(made)}` : 'No changes were made.',
		...(left.length > 0 ? [`Left out:\n${list(left)}`] : []),
		...(conflicts.length > 0
			? [`In conflict:\n${list(conflicts.map(({issues, reason}) => ({groups: issues, reason})))}`]
			: []),
	].join('\n\n');
}
