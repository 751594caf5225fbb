/** The reviewer's side: acknowledging, scoring the plan, reviewing each step, deciding. */
import type {Answer, Floor} from '../../debate/protocol.ts';
import {withStepIds} from './building.ts';
import {ackForm, decisionForm, feedbackForm, watchForm} from './forms.ts';
import type {ShownFile} from './prompt-parts.ts';
import {askShowingFiles} from './reading.ts';
import {ackPrompt, decisionPrompt, feedbackPrompt, watchPrompt} from './reviewer-prompts.ts';
import {isPlayedHere, RunOver, sendMessage, type RunMessageBody, type BuildRun} from './run.ts';
import {AckAnswer, DecisionAnswer, FeedbackAnswer, WatchAnswer} from './answers.ts';

export async function acknowledge(run: BuildRun, floor: Floor): Promise<RunMessageBody<'session.ack'>> {
	const answer = await floor.ask('reviewer', ackPrompt(run, floor.heard), AckAnswer, {purpose: 'ack', form: ackForm});
	if (!answer.ok) throw new RunOver('failed', `the reviewer does not answer: ${answer.reason}`);
	const {telemetry, note} = answer.value;
	return {telemetry, ...(note === '' ? {} : {note})};
}

/** Asks, and shows the reviewer the files of the worktree that it wants to see. */
const looking = <T extends {readonly read: readonly string[]}>(
	floor: Floor,
	ask: (seen: readonly ShownFile[]) => Promise<Answer<T>>,
): Promise<Answer<T>> => askShowingFiles(floor, [], ask, ({read}) => read.length === 0);

export async function scorePlan(
	run: BuildRun,
	floor: Floor,
	plan: RunMessageBody<'plan.proposed'>,
): Promise<RunMessageBody<'plan.feedback'>> {
	const answer = await looking(floor, seen =>
		floor.ask('reviewer', feedbackPrompt(run, floor.heard, plan, seen), FeedbackAnswer, {
			purpose: 'plan-feedback',
			form: feedbackForm,
		}),
	);
	if (!answer.ok) throw new RunOver('failed', `the reviewer did not score the plan: ${answer.reason}`);
	const {alternative, read: _read, ...feedback} = answer.value;
	return {
		cycle: plan.cycle,
		...feedback,
		...(alternative
			? {
					alternative: {
						summary: alternative.summary,
						steps: withStepIds(floor.heard.formats.builderReviewer, alternative.steps),
					},
				}
			: {}),
	};
}

/**
 * Reviews a step, and sends an alert if needed. A reviewer that fails to answer is reported, not treated as an alert.
 */
export async function reviewStep(
	run: BuildRun,
	floor: Floor,
	update: RunMessageBody<'execution.update'>,
): Promise<void> {
	if (!isPlayedHere(run, 'reviewer')) return;
	const answer = await looking(floor, seen =>
		floor.ask('reviewer', watchPrompt(run, floor.heard, update, seen), WatchAnswer, {
			purpose: 'watch',
			form: watchForm(update.step ?? 'this'),
		}),
	);
	if (!answer.ok)
		return floor.record({
			type: 'notice',
			level: 'warning',
			participant: 'reviewer',
			text: `The reviewer did not look at ${update.step ?? 'this step'}: ${answer.reason}`,
		});
	const {severity, reason, evidence} = answer.value;
	if (severity === 'none') return;
	const {step, cycle} = update;
	await sendMessage(run, floor, 'execution.alert', `c${cycle}-${step ?? 'final'}`, {
		severity,
		reason,
		cycle,
		...(step === undefined ? {} : {step}),
		...(evidence === null || evidence === '' ? {} : {evidence}),
	});
}

export async function decide(
	run: BuildRun,
	floor: Floor,
	update: RunMessageBody<'execution.update'>,
): Promise<RunMessageBody<'review.decision'>> {
	const answer = await looking(floor, seen =>
		floor.ask('reviewer', decisionPrompt(run, floor.heard, update, seen), DecisionAnswer, {
			purpose: 'decision',
			form: decisionForm,
		}),
	);
	if (!answer.ok) throw new RunOver('failed', `the reviewer did not decide: ${answer.reason}`);
	const {decision, rationale, comments, remarks} = answer.value;
	return {
		cycle: update.cycle,
		decision,
		comments: decision === 'revise' ? comments : [],
		remarks: decision === 'accept' ? remarks : [],
		...(rationale === '' ? {} : {rationale}),
	};
}
