/** Forms with which a person plays the reviewer, one question at a time. */
import {Risk, Severity} from '../../debate/formats/builder-reviewer/events.ts';
import {optionalTextField, textField, choiceField, type Filling, type Form} from '../../debate/form.ts';
import type {AckAnswer, DecisionAnswer, FeedbackAnswer, WatchAnswer} from './answers.ts';

/** As many as a list of the schema takes. */
const most = 12;
const mostMeasures = 6;

export function* ackForm(): Filling<AckAnswer> {
	const telemetry = yield* each(
		'to be measured',
		'Something beside the diff and the check, such as how long it runs?',
		mostMeasures,
	);
	return {telemetry, note: ''};
}

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
				: {summary, steps: (yield* steps()).map(title => ({title, files: [], tools: [], estimate: '', expect: ''}))},
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
export function* panelDecisionForm(): Filling<DecisionAnswer> {
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
	const nothing = {comments: [], remarks: [], read: [], critical: null};
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
