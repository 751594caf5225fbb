/** The reviewer's side: scoring the plan, reviewing each step, deciding. */
import type {z} from 'zod';
import {Risk, Severity} from '../../debate/formats/builder-reviewer.ts';
import {optionalTextField, textField, choiceField, type Filling, type Form} from '../../debate/form.ts';
import {DecisionAnswer, PanelDecisionAnswer, FeedbackAnswer, WatchAnswer, reviewerSeats, mostListed} from './config.ts';
import type {Answer, Floor, Prompt} from '../../debate/protocol.ts';
import {RunOver} from './effects.ts';
import {type BuildRun, isPlayedHere, sendMessage, type RunMessageBody} from './run.ts';
import {type ReviewerAnswer, mergeAlerts, mergeDecisions, mergeFeedback, voteText} from './votes.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {withStepIds, askShowingFiles, copyToRead} from './building.ts';
import {decisionPrompt, feedbackPrompt, watchPrompt, type ReviewerView} from './prompts.ts';

// Forms with which a person plays the reviewer, one question at a time.

/** As many as a list of the schema takes. */
const most = 12;

const risks = Risk.options.map(value => ({value, label: value}));

/** How risky the plan is, what to mind, what to check, and another plan, where there is a better one. */
export function* feedbackForm(): Filling<FeedbackAnswer> {
	const risk = Risk.parse(yield* choiceField({label: 'How risky is this plan?'}, risks));
	const notes = yield* each('to mind', 'What must the builder mind?');
	const additional_checks = yield* each('to check', 'What should be looked at beside the check?');
	const summary = yield* optionalTextField({
		label: 'another plan',
		about: 'One that you propose instead, in a sentence? None: enter.',
	});
	return {
		risk,
		risks: [],
		read: [],
		notes,
		additional_checks,
		alternative:
			summary === undefined
				? null
				: {
						summary,
						steps: (yield* steps()).map(title => ({title, files: [], tools: [], estimate: '', expect: '', passes: []})),
					},
	};
}

function* steps(): Filling<string[]> {
	const first = yield* textField({label: 'step 1', about: 'What is done first?'});
	return [first, ...(yield* each('step', 'What is done then?', most, 2))];
}

const severities = [
	{value: 'none', label: 'nothing to say'},
	...Severity.options.map(value => ({
		value,
		label: value === 'critical' ? 'critical: it does not go on before a person decides' : value,
	})),
];

export const watchForm = (step: string): Form =>
	function* (): Filling<WatchAnswer> {
		const severity = yield* choiceField(
			{label: `Is there something about ${step} that the builder or anybody must know now?`},
			severities,
		);
		if (severity === 'none') return {severity, evidence: null, read: [], reason: ''};
		return {
			severity: Severity.parse(severity),
			evidence: null,
			read: [],
			reason: yield* textField({label: severity, about: 'What is wrong? One sentence.'}),
		};
	};

const decisions = [
	{value: 'accept', label: 'accept'},
	{value: 'revise', label: 'revise: another cycle'},
	{value: 'abort', label: 'abort: it should not be gone on with'},
] as const;

/** One of several reviewers is asked whether an objection is a veto. */
function* panelDecisionForm(): Filling<DecisionAnswer> {
	const answer = yield* decisionForm();
	if (answer.decision === 'accept') return answer;
	const critical = yield* optionalTextField({
		label: 'critical',
		about: 'For what must this not be accepted, whatever the others say? Nothing: enter.',
	});
	return {...answer, critical: critical ?? null};
}

export function* decisionForm(): Filling<DecisionAnswer> {
	const decision = yield* choiceField({label: 'What becomes of this work?'}, decisions);
	const nothing = {comments: [], remarks: [], read: []};
	if (decision === 'abort')
		return {
			...nothing,
			decision,
			rationale: yield* textField({label: 'abort', about: 'Why should it not be gone on with?'}),
		};
	if (decision === 'accept')
		return {
			...nothing,
			decision,
			rationale: (yield* optionalTextField({label: 'accept', about: 'Why? Nothing to add: enter.'})) ?? '',
		};
	const first = yield* textField({label: 'to change, 1', about: 'What must be changed, so that it can be checked?'});
	return {
		...nothing,
		decision: 'revise',
		comments: [first, ...(yield* each('to change', 'What else must be changed?', most, 2))],
		rationale: '',
	};
}

/** As many as come to mind. */
function* each(label: string, about: string, atMost = most, from = 1): Filling<string[]> {
	const given: string[] = [];
	while (given.length + from <= atMost) {
		const text = yield* optionalTextField({
			label: `${label}, ${given.length + from}`,
			about: `${about} Nothing: enter.`,
		});
		if (text === undefined) break;
		given.push(text);
	}
	return given;
}

// Asks whoever reviews: one reviewer, or several, none of whom reads what another answers.

type ReviewerAnswers<T> = {
	readonly given: readonly ReviewerAnswer<T>[];
	/** Who gave none, and why. */
	readonly silent: readonly string[];
};

/** `ask` is given a reviewer's seat, and the floor to ask it on. Who of several gives no answer is reported. */
async function askReviewers<T>(
	{config}: BuildRun,
	floor: Floor,
	purpose: string,
	ask: (seat: string, floor: Floor) => Promise<Answer<T>>,
): Promise<ReviewerAnswers<T>> {
	const seats = reviewerSeats(config);
	const [only = ''] = seats;
	if (seats.length === 1) {
		const answer = await ask(only, floor);
		return answer.ok
			? {given: [{reviewer: only, value: answer.value}], silent: []}
			: {given: [], silent: [answer.reason]};
	}
	const after = floor.heard.formats.builderReviewer.messages.length;
	const asked = await floor.together(
		Object.fromEntries(
			seats.map(seat => [
				`${purpose} ${seat} ${after}`,
				async (own: Floor) => ({reviewer: seat, answer: await ask(seat, own)}),
			]),
		),
	);
	for (const {reviewer, answer} of asked)
		if (!answer.ok)
			await floor.record({
				type: 'notice',
				level: 'warning',
				participant: reviewer,
				text: `One of ${seats.length} reviewers gave no answer (${purpose}): ${answer.reason}`,
			});
	return {
		given: asked.flatMap(({reviewer, answer}) => (answer.ok ? [{reviewer, value: answer.value}] : [])),
		silent: asked.flatMap(({reviewer, answer}) => (answer.ok ? [] : [`${reviewer}: ${answer.reason}`])),
	};
}

/** The answers, where there must be one. Throws `RunOver`. */
function heardFrom<T>({given, silent}: ReviewerAnswers<T>, lacks: string): readonly ReviewerAnswer<T>[] {
	if (given.length > 0) return given;
	throw new RunOver('failed', `${lacks}: ${silent.join('; ')}`);
}

/** Said by code: that somebody is there is worth no request. What is measured besides costs no more than a line. */
export const acknowledgement: RunMessageBody<'session.ack'> = {telemetry: ['check-history']};

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

/** Reviews a step and alerts if needed. A reviewer that fails to answer is reported, and is no alert. */
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
		schema: isPanel(run) ? PanelDecisionAnswer : DecisionAnswer,
		form: isPanel(run) ? panelDecisionForm : decisionForm,
	});
	const given = heardFrom(answers, 'the reviewer did not decide');
	const votes = given.map(({reviewer, value: {rationale, comments, remarks, decision, critical}}) => ({
		reviewer,
		decision,
		comments: decision === 'revise' ? comments : [],
		remarks: decision === 'accept' ? remarks : [],
		...(critical ? {critical} : {}),
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
