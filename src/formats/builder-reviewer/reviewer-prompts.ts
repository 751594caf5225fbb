/** What the reviewer is asked. */
import type {MessageOf} from '../../debate/formats/builder-reviewer/events.ts';
import type {Build} from '../../debate/formats/builder-reviewer/state.ts';
import type {Prompt} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {mostListed} from './answers.ts';
import {reviewerSeats} from './config.ts';
import {
	checkTag,
	diffTag,
	evidence,
	fileTag,
	listing,
	measured,
	oneLine,
	planTag,
	promptOf,
	touchedLines,
	type BuildJob,
	type ShownFile,
} from './prompt-parts.ts';

type PromptedBody<T extends 'plan.proposed' | 'execution.update'> = MessageOf<T>['body'];

/** Metrics a reviewer can request in addition to those in every update. */
const telemetryKinds = ['file-list', 'check-history'] as const;

/** Which reviewer is asked, the files that it was shown, and whether it has a copy of the worktree. */
export type ReviewerView = {
	readonly seat: string;
	readonly seen?: readonly ShownFile[];
	readonly hasCopy?: boolean;
};

/** One of several is told what becomes of its answer. */
const oneOf = ({config}: BuildJob, rule: string): string[] => {
	const count = reviewerSeats(config).length;
	return count === 1 ? [] : [`You are one of ${count} reviewers; none of you sees what another answers. ${rule}`];
};

export const ackPrompt = (job: BuildJob, heard: DebateState, {seat}: ReviewerView): Prompt =>
	promptOf(
		job,
		heard,
		seat,
		'ack',
		{},
		[
			`Say that you are here, in a sentence.
"note": what you will look at most in a task like this one.
"telemetry": what you want measured beside diff, sizes and check: any of ${telemetryKinds.map(kind => `"${kind}"`).join(', ')}, or none.`,
			...evidence(heard.formats.builderReviewer),
		].join('\n'),
	);

/** A reviewer beside another program's builder has no worktree to read in. */
const canRead = ({opened, config}: BuildJob): boolean => config.side === 'both' && opened.problem === undefined;

function reading(job: BuildJob, {hasCopy}: ReviewerView): string[] {
	if (hasCopy)
		return [
			`Your working folder is a copy of the worktree as it is now: read and search in it what you want to see for yourself. It is thrown away with whatever is written there. "read": empty.`,
		];
	return canRead(job)
		? [
				`"read": files of the worktree that you have to see first, as "path" or "path:from-to" for lines of a long one; you are then asked again with their texts, and nothing else of this answer counts. Otherwise empty.`,
			]
		: [];
}

export const feedbackPrompt = (
	job: BuildJob,
	heard: DebateState,
	plan: PromptedBody<'plan.proposed'>,
	view: ReviewerView,
): Prompt =>
	promptOf(
		job,
		heard,
		view.seat,
		'plan-feedback',
		{cycle: plan.cycle},
		[
			`Score the risk of this plan: what can break, what is not covered, what is larger than the task.
"risk": "low", "medium" or "high". "risks": your misgivings, one sentence each. "notes": how they are kept down, one sentence each. "additional_checks": what the builder must look at besides, and answer for when it hands in. At most ${mostListed} of each; few are better.
"alternative": null; or, only where the plan is the wrong way to go, another plan with "summary" and "steps" (each with "title", "files", "tools", "estimate", "expect").`,
			...oneOf(job, 'The gravest risk that one of you sees is the risk.'),
			...reading(job, view),
			planTag(plan.summary, plan.steps),
			...files(job, heard),
			...evidence(heard.formats.builderReviewer),
			...(view.seen ?? []).map(fileTag),
		].join('\n'),
	);

export const watchPrompt = (
	job: BuildJob,
	heard: DebateState,
	update: PromptedBody<'execution.update'>,
	view: ReviewerView,
): Prompt => {
	const expect = heard.formats.builderReviewer.steps.find(({id}) => id === update.step)?.expect;
	return promptOf(
		job,
		heard,
		view.seat,
		'watch',
		{step: update.step, cycle: update.cycle, status: update.status},
		[
			`Look at what step ${update.step ?? ''} changed and at what its check said. Speak up only for what the builder or a human must know now.
"severity": "none"; "info"; "warning" (must be put right in this run); or "critical": going on would do harm or makes no sense, and the run stops before the next step. A check that fails where the plan expects it to is as planned. A test that is weakened, skipped or deleted, or a check that is changed to pass, is critical unless the task asks for it.
"reason": the fault in one sentence, empty for none. "evidence": the line of the diff or of the output that shows it, or null.`,
			...oneOf(job, 'The gravest alert of any of you stands.'),
			...reading(job, view),
			...(expect === undefined ? [] : [`- expect: ${oneLine(expect)}`]),
			diffTag(update.diff),
			...measured(update.metrics),
			...touchedLines(update),
			...(update.tests ? [checkTag('check', update.tests, {of: update.step})] : []),
			...(update.note === undefined ? [] : [`- note: ${oneLine(update.note)}`]),
			...(view.seen ?? []).map(fileTag),
		].join('\n'),
	);
};

export const decisionPrompt = (
	job: BuildJob,
	heard: DebateState,
	update: PromptedBody<'execution.update'>,
	view: ReviewerView,
): Prompt => {
	const build = heard.formats.builderReviewer;
	const left = (build.maxCycles ?? job.config.maxCycles) - update.cycle;
	return promptOf(
		job,
		heard,
		view.seat,
		'decision',
		{cycle: update.cycle, left},
		[
			`Cycle ${update.cycle} is done; below is all that it and the cycles before it changed. Decide.
"decision": "accept" (the task is done and can be taken as it is), "revise" (it can be put right: ${left > 0 ? `${left} more ${left === 1 ? 'cycle is' : 'cycles are'} left` : 'but no cycle is left, so that this ends in a deadlock'}) or "abort" (it should not be gone on with, and a human must look at it). A cycle costs much: revise for what is wrong, not for what is a matter of taste. With a check that fails, do not accept unless the failure was there before and has nothing to do with the task. "touched" lists changes to tests and to what the check runs; <base-tests> is the check with those files as they were before the work: accept such a change only where the task or a comment asks for it.
"rationale": why, in one to three sentences. "comments": for revise, what must be changed, one thing each, so that it can be done and checked; otherwise empty. "remarks": for accept, what is worth knowing and not worth another cycle; otherwise empty.`,
			...oneOf(
				job,
				'The middle one of your decisions counts. "critical": null; or, in a sentence, the one fault for which this must not be accepted, whatever the others decide: it does harm, or the task is not done.',
			),
			...reading(job, view),
			...found(build, update),
			diffTag(update.diff),
			...measured(update.metrics),
			...touchedLines(update),
			...files(job, heard),
			...evidence(build),
			...(update.base_tests ? [checkTag('base-tests', update.base_tests)] : []),
			...(view.seen ?? []).map(fileTag),
		].join('\n'),
	);
};

const files = (job: BuildJob, heard: DebateState): string[] =>
	canRead(job) ? [listing(job, heard.formats.builderReviewer)] : [];

/** What went wrong in this cycle, and what was answered to the requests of all of them. */
function found(build: Build, update: PromptedBody<'execution.update'>): string[] {
	const answered = build.updates.flatMap(({answers = []}) => answers);
	const open = (build.feedback?.additional_checks ?? []).filter(
		text => !answered.some(({request}) => request === text),
	);
	return [
		...build.steps
			.filter(step => step.update?.status === 'failed')
			.map(({id, update: failed}) => `- failed: ${id}. ${oneLine(failed?.note ?? '')}`),
		...build.alerts
			.filter(({cycle}) => cycle === update.cycle)
			.map(({reason, step}) => `- alert: ${step ?? ''}. ${oneLine(reason)}`),
		...answered.map(({request, answer}) => `- answered: ${oneLine(request)} → ${oneLine(answer)}`),
		...open.map(text => `- not answered: ${oneLine(text)}`),
	];
}
