/** What the builder is asked. */
import type {PersonDecision, PlanStep} from '../../debate/formats/builder-reviewer/events.ts';
import type {Build} from '../../debate/formats/builder-reviewer/state.ts';
import {fence, tag} from '../../debate/prompt.ts';
import type {Prompt} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {mostListed} from './answers.ts';
import {
	clip,
	diffTag,
	evidence,
	fenceCode,
	fileTag,
	listing,
	offered,
	oneLine,
	planTag,
	promptOf,
	reviewed,
	type BuildJob,
	type ShownFile,
} from './prompt-parts.ts';

const reading = `"read": files that you have to see first, as "path" or "path:from-to" for lines of a long one; then leave the rest empty, and you are asked again with their texts. Otherwise empty.`;
const expectation = `"expect": empty where the check must pass after it; else what it still fails with, and until which step`;

export const planPrompt = (
	job: BuildJob,
	heard: DebateState,
	{cycle, seen, person}: {cycle: number; seen: readonly ShownFile[]; person?: PersonDecision | undefined},
): Prompt => {
	const build = heard.formats.builderReviewer;
	const body = [
		person?.decision === 'send back'
			? 'A person who was asked sends it back. Plan the steps that are still to be done, so that their comments are addressed; what was done stands.'
			: cycle === 1
				? 'Plan how you carry out the task: few steps, each of which leaves the work whole and can be checked by itself.'
				: 'The reviewer wants a revision. Plan the steps that address its comments, each of them, and nothing else; what was done in earlier cycles stands. Where a comment rests on a mistake, say so in the summary, and plan what shows it, such as a test.',
		`"summary": the plan in one or two sentences. "confidence": 0 to 1, how sure you are that it will be accepted, honestly.
"steps": at most ${mostListed}, each with "title" (what is done, one line), "files" (paths that it reads or changes), "tools" (what it takes), "estimate" (its size in your words) and ${expectation}.
${reading}
Tests, and what the check runs, are not changed to make it pass; where the task itself asks for such a change, the plan says so.`,
		...(person?.comments ?? build.decisions.at(-1)?.comments ?? []).map(
			(comment, place) => `- comment: ${place + 1}. ${oneLine(comment)}`,
		),
		listing(job, build),
		...evidence(build, cycle),
		...offered(job, build, seen),
		...seen.map(fileTag),
	];
	return promptOf(job, heard, 'builder', 'plan', {cycle}, body.join('\n'));
};

export const alternativePrompt = (
	job: BuildJob,
	heard: DebateState,
	alternative: {summary: string; steps: readonly PlanStep[]},
): Prompt =>
	promptOf(
		job,
		heard,
		'builder',
		'alternative',
		{},
		[
			'The reviewer proposes another plan. Take it over if it is better for the task, or keep to yours. "taken": true or false. "reason": why, in one or two sentences.',
			planTag(alternative.summary, alternative.steps),
			...evidence(heard.formats.builderReviewer),
		].join('\n'),
	);

/** `rejected` was not taken; `again` was, and its check failed: the diff of the step so far. */
export type StepAttempt = {
	readonly step: PlanStep;
	readonly cycle: number;
	readonly seen: readonly ShownFile[];
	readonly rejected?: {readonly diff: string; readonly error: string} | undefined;
	readonly again?:
		{readonly diff: string; readonly check: string; readonly attempt: number; readonly of: number} | undefined;
};

const asBlocks = `"edits": search-and-replace blocks against the files as they are now, in order, each with "path", "search" (whole lines of the file, copied letter by letter, as many as it takes to occur only once; empty for a new file) and "replace" (the lines that stand there instead; empty to take them out). Ordinary files inside the worktree only. Empty if nothing has to be changed.
"diff": a unified diff, only to delete or rename a file; otherwise empty.`;
const asDiff = `"diff": a unified diff as "git apply" takes it, against the files as they are now: "diff --git a/… b/…", "--- a/…" and "+++ b/…" ("/dev/null" and "new file mode 100644" for a new file), hunks with three lines of context copied letter by letter. Ordinary files inside the worktree only. Empty if nothing has to be changed.`;

export const stepPrompt = (job: BuildJob, heard: DebateState, attempt: StepAttempt): Prompt => {
	const {step, cycle, seen, rejected} = attempt;
	const build = heard.formats.builderReviewer;
	const body = [
		`Carry out step ${step.id}: ${oneLine(step.title)}
${job.config.edits === 'blocks' ? asBlocks : asDiff}
${reading}
"note": what you did and why, in one or two sentences.${answers(build)}`,
		...expected(step),
		...reviewed(build),
		listing(job, build),
		...offered(job, build, seen),
		...seen.map(fileTag),
		...(rejected
			? [
					tag('rejected', {}, fenceCode('rejected', clip(rejected.diff))),
					tag('error', {}, fence(rejected.error)),
					'That was not taken, for the reason given. Send the whole of it put right: this is the last try.',
				]
			: []),
		...tried(attempt, heard),
	];
	return promptOf(job, heard, 'builder', 'step', {step: step.id, cycle}, body.join('\n'));
};

/** For a builder that edits files itself. */
export const workPrompt = (job: BuildJob, heard: DebateState, attempt: StepAttempt): Prompt => {
	const {step, cycle} = attempt;
	return promptOf(
		job,
		heard,
		'builder',
		'work',
		{step: step.id, cycle},
		[
			`Carry out step ${step.id} in the git worktree ${job.opened.workplace}: ${oneLine(step.title)}
Change the files there, and nothing outside of it. Make no commits and no branches; your changes are taken with git when you have finished. Then say in one to three sentences what you did and why; this once, plain text and no JSON.${(heard.formats.builderReviewer.feedback?.additional_checks ?? []).length > 0 ? ' Add what you find on each request under “look” that you can answer by now.' : ''}`,
			...expected(step),
			...reviewed(heard.formats.builderReviewer),
			...tried(attempt, heard),
		].join('\n'),
	);
};

/** Asked for only where the reviewer wants something to be looked at. */
const answers = ({feedback}: Build): string =>
	(feedback?.additional_checks ?? []).length === 0
		? ''
		: '\n"answers": to each request under "look" that you can answer by now: its number as "request", and as "answer" what you found; the last step answers what is left.';

const expected = ({expect}: PlanStep): string[] =>
	expect === undefined ? [] : [`- expect: after this step the check may still fail: ${oneLine(expect)}`];

/** What the check said: of the try before this one, where there was one. */
function tried({again}: StepAttempt, heard: DebateState): string[] {
	if (!again) return evidence(heard.formats.builderReviewer);
	return [
		`This is try ${again.attempt} of ${again.of}. What you did for the step stands in the files, and is shown as a diff; but the check fails. Put it right with a further change. If this failure is not the step's, change nothing, and say why in the note.`,
		diffTag(again.diff),
		again.check,
	];
}
