/**
 * Merges agreed issues into the text. Edits that reach further than their issues are refused, and sent back once; if
 * the result does not validate, it is discarded and the last valid text stays.
 */
import type {SpecEdit, SpecFault, SpecGroup, SpecRefinement} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import {changesBetween} from '../document/lines.ts';
import {validationMessage} from '../document/validation.ts';
import {SynthesisAnswer} from '../queries/answers.ts';
import {synthesisPrompt, type SentBack} from '../queries/prompts.ts';
import {query} from '../queries/query.ts';
import {applyEdits, synthesisId, workableGroups, type SpecState} from '../state/spec-state.ts';
import {boundsOf, type Bounds} from './bounds.ts';
import {withEdits} from '../document/edits.ts';
import {merge, type MergedEdit, type MergeRules} from './merge.ts';

/** What a round asks to be worked in. */
type SynthesisTask = MergeRules & {readonly round: number};
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
	only?: string,
): Promise<SpecRefinement | undefined> {
	const bounds = keepForAuthor(state);
	const issues = workableGroups(state).filter(({id}) => only === undefined || id === only);
	if (issues.length === 0) return undefined;
	const task: SynthesisTask = {text: state.text, issues, bounds, round};
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
	else takeOver(state, draft);
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
	{issues, round}: Pick<SynthesisTask, 'issues' | 'round'>,
	back?: SentBack,
): Promise<SynthesisAnswer | undefined> {
	const asking = {about: state.systemMessage, temperature: state.config.temperature};
	const reply = await query(state, floor, {
		agent: synthesisId,
		persona: '',
		purpose: 'synthesis',
		round,
		prompt: synthesisPrompt(asking, round, issues, back),
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
	const second = await askSynthesis(
		state,
		floor,
		{issues: open.length > 0 ? open : task.issues, round: task.round},
		back,
	);
	if (!second) return first;
	if (invalid) return draftOf(state, task, second);
	const made = first.edits.filter(edit => edit.made).map(({asked}) => asked);
	return draftOf(state, task, {
		edits: [...made, ...second.edits],
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
	return {
		type: 'spec-refinement',
		round,
		changes: fellBack ? [] : changesBetween(state.text, text),
		faults: [...faults],
		fellBack,
		merged: [
			...edits.map(({asked: {issues, reason}, made, problem}) => ({
				groups: issues,
				reason: made ? reason : `${reason} (not made: ${problem ?? ''})`,
				done: made !== undefined && !fellBack,
			})),
			...answer.left.map(({issue, reason}) => ({groups: [issue], reason, done: false})),
			...(answer.choices ?? []).map(({issue, question, options}) => ({
				groups: [issue],
				reason: `For the author to choose: ${question} ${options.join(' / ')}`.trim(),
				done: false,
			})),
		],
		...(conflicts.length > 0 && {conflicts}),
	};
}

function takeOver(state: SpecState, {edits, answer}: Draft): void {
	for (const {made} of edits) for (const id of made?.issues ?? []) state.mergedIds.add(id);
	const choices = new Map(
		(answer.choices ?? []).map(({issue, question, options}) => [issue, {why: question, options}]),
	);
	state.groups = state.groups.map(group => {
		const forAuthor = state.mergedIds.has(group.id) ? undefined : choices.get(group.id);
		return forAuthor ? {...group, forAuthor} : group;
	});
	applyEdits(state, inOrder(edits));
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
