/** The reviewer's side: acknowledging, scoring the plan, reviewing each step, deciding. */
import type {z} from 'zod';
import type {Form} from '../../debate/form.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {Floor, Prompt} from '../../debate/protocol.ts';
import {withStepIds} from './building.ts';
import {reviewerSeats} from './config.ts';
import {ackForm, decisionForm, feedbackForm, panelDecisionForm, watchForm} from './forms.ts';
import {askReviewers, heardFrom, type ReviewerAnswers} from './ask-reviewers.ts';
import {mergeAlerts, mergeDecisions, mergeFeedback, voteText} from './votes/merge-votes.ts';
import {askShowingFiles, copyToRead} from './reading.ts';
import {ackPrompt, decisionPrompt, feedbackPrompt, watchPrompt, type ReviewerView} from './reviewer-prompts.ts';
import {isPlayedHere, sendMessage, type RunMessageBody, type BuildRun} from './run.ts';
import {AckAnswer, DecisionAnswer, FeedbackAnswer, mostListed, WatchAnswer} from './answers.ts';

export async function acknowledge(run: BuildRun, floor: Floor): Promise<RunMessageBody<'session.ack'>> {
	const answers = await askReviewers(run, floor, 'ack', (seat, own) =>
		own.ask(seat, ackPrompt(run, own.heard, {seat}), AckAnswer, {purpose: 'ack', form: ackForm}),
	);
	const given = heardFrom(answers, 'the reviewer does not answer');
	const telemetry = [...new Set(given.flatMap(({value}) => value.telemetry))];
	const note = given.flatMap(({value}) => (value.note === '' ? [] : [value.note])).join(' ');
	return {telemetry, ...(note === '' ? {} : {note})};
}

type ReviewQuestion<T> = {
	readonly purpose: string;
	readonly prompt: (view: ReviewerView) => Prompt;
	readonly schema: z.ZodType<T>;
	readonly form: Form;
};

/** Asks each reviewer, who is shown the files of the worktree that it wants to see; an agent has a copy to read. */
const asked = <T extends {readonly read: readonly string[]}>(
	run: BuildRun,
	floor: Floor,
	{purpose, prompt, schema, form}: ReviewQuestion<T>,
): Promise<ReviewerAnswers<T>> =>
	askReviewers(run, floor, purpose, async (seat, own) => {
		const workplace = await copyToRead(run, own, seat);
		return askShowingFiles(
			own,
			[],
			seen =>
				own.ask(
					seat,
					{...prompt({seat, seen, hasCopy: workplace !== undefined}), ...(workplace && {workplace})},
					schema,
					{
						purpose,
						form,
					},
				),
			({read}) => read.length === 0,
		);
	});

const isPanel = ({config}: BuildRun): boolean => reviewerSeats(config).length > 1;

export async function scorePlan(
	run: BuildRun,
	floor: Floor,
	plan: RunMessageBody<'plan.proposed'>,
): Promise<RunMessageBody<'plan.feedback'>> {
	const answers = await asked(run, floor, {
		purpose: 'plan-feedback',
		prompt: view => feedbackPrompt(run, floor.heard, plan, view),
		schema: FeedbackAnswer,
		form: feedbackForm,
	});
	const votes = heardFrom(answers, 'the reviewer did not score the plan').map(
		({reviewer, value: {alternative, read: _read, ...feedback}}) => ({
			reviewer,
			...feedback,
			other: alternative ?? undefined,
		}),
	);
	const {alternative, ...feedback} = mergeFeedback(votes, mostListed);
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
		...(isPanel(run) && {
			votes: votes.map(({other, ...vote}) => ({...vote, ...(other && {alternative: other.summary})})),
		}),
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
	const {given, silent} = await asked(run, floor, {
		purpose: 'watch',
		prompt: view => watchPrompt(run, floor.heard, update, view),
		schema: WatchAnswer,
		form: watchForm(update.step ?? 'this'),
	});
	if (given.length === 0 && !isPanel(run))
		return floor.record({
			type: 'notice',
			level: 'warning',
			participant: 'reviewer',
			text: `The reviewer did not look at ${update.step ?? 'this step'}: ${silent.join('; ')}`,
		});
	const alert = mergeAlerts(given.map(({reviewer, value: {read: _read, ...vote}}) => ({reviewer, ...vote})));
	if (!alert) return;
	const {step, cycle} = update;
	const {severity, reason, worst} = alert;
	await sendMessage(run, floor, 'execution.alert', `c${cycle}-${step ?? 'final'}`, {
		severity,
		reason,
		cycle,
		...(step === undefined ? {} : {step}),
		...(worst.evidence === null || worst.evidence === '' ? {} : {evidence: worst.evidence}),
		...(isPanel(run) && {
			votes: given.map(({reviewer, value}) => ({reviewer, severity: value.severity, reason: value.reason})),
		}),
	});
}

export async function decide(
	run: BuildRun,
	floor: Floor,
	update: RunMessageBody<'execution.update'>,
): Promise<RunMessageBody<'review.decision'>> {
	const answers = await asked(run, floor, {
		purpose: 'decision',
		prompt: view => decisionPrompt(run, floor.heard, update, view),
		schema: DecisionAnswer,
		form: isPanel(run) ? panelDecisionForm : decisionForm,
	});
	const given = heardFrom(answers, 'the reviewer did not decide');
	const votes = given.map(({reviewer, value: {rationale, comments, remarks, decision, critical}}) => ({
		reviewer,
		decision,
		comments: decision === 'revise' ? comments : [],
		remarks: decision === 'accept' ? remarks : [],
		...(critical === null ? {} : {critical}),
		...(rationale === '' ? {} : {rationale}),
	}));
	const {cycle} = update;
	const [only] = votes;
	if (only && !isPanel(run)) {
		const {reviewer: _reviewer, critical: _critical, ...decision} = only;
		return {cycle, ...decision};
	}
	for (const vote of votes) await floor.say(vote.reviewer, cleanText(voteText(vote)), {kind: 'vote'});
	return {cycle, ...mergeDecisions(votes), votes};
}
