/**
 * What a Markdown transcript says of a run of builder and reviewer beside its turns: plan, checks, alerts, decision,
 * and all that was changed.
 */
import {
	describeCheck,
	type Build,
	type StepView,
	type DecisionVote,
	type EffectivenessEvent,
} from '../../debate/formats/builder-reviewer.ts';
import type {DebateState} from '../../debate/state.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import {ended} from './run-events.ts';

/** Sections in order, each a piece of Markdown; none for debates of other kinds. */
export function buildSections(state: DebateState): string[] {
	const build = state.formats.builderReviewer;
	if (build.goal === undefined) return [];
	return [
		...plan(build),
		...checks(build),
		...touched(build),
		...alerts(build),
		...decisions(build, state),
		...handedOver(build),
		...effectiveness(build),
		...diff(build),
	];
}

const signs = {planned: '○', done: '✓', failed: '✗'} as const;
export const stepStatus = ({update}: StepView): keyof typeof signs => update?.status ?? 'planned';

function plan({plan: proposed, feedback, steps, cycle}: Build): string[] {
	if (!proposed) return [];
	const scores = feedback?.votes ? ` (${feedback.votes.map(vote => vote.risk).join(', ')})` : '';
	const risks = (feedback?.risks ?? []).map(text => `- ${escapeInline(text)}`);
	const notes = (feedback?.notes ?? []).map(escapeInline).join(' ');
	// What keeps the risks down comes behind them.
	const risk = feedback
		? [
				`**Risk: ${feedback.risk}${scores}.**${risks.length > 0 || notes === '' ? '' : ` ${notes}`}`,
				...(risks.length === 0 ? [] : [risks.join('\n'), ...(notes === '' ? [] : [notes])]),
			]
		: [];
	const besides =
		feedback && feedback.additional_checks.length > 0
			? [`To be checked besides: ${ended(feedback.additional_checks.map(escapeInline).join('; '))}`]
			: [];
	const answer = proposed.alternative
		? [
				`The reviewer’s own plan was ${proposed.alternative.taken ? 'taken over' : 'declined'}: ${escapeInline(proposed.alternative.reason)}`,
			]
		: [];
	const list = steps.map(
		step =>
			`- ${signs[stepStatus(step)]} **${escapeInline(step.id)}** ${escapeInline(step.title)}${step.files.length === 0 ? '' : ` (${step.files.map(escapeInline).join(', ')})`}`,
	);
	return [
		`## The plan${cycle > 1 ? ` of cycle ${cycle}` : ''}`,
		`${escapeInline(proposed.summary)} Confidence: ${Math.round(proposed.confidence * 100)} %.`,
		list.join('\n'),
		...risk,
		...besides,
		...answer,
	];
}

function checks({updates, baseline, check}: Build): string[] {
	const rows = updates.flatMap(({cycle, step, status, tests, metrics}) => [
		[String(cycle), step ?? 'all of it', status, tests ? describeCheck(tests) : '–', changeSize(metrics)],
	]);
	if (rows.length === 0) return [];
	const before = baseline ? [`Before anything was done, the check ${describeCheck(baseline)}.`] : [];
	return [
		'## Steps and checks',
		...(check === undefined ? [] : [`The check: ${escapeInline(check)}`]),
		...before,
		[
			'| cycle | step | status | check | changed |',
			'| --- | --- | --- | --- | --- |',
			...rows.map(row => `| ${row.map(escapeInline).join(' | ')} |`),
		].join('\n'),
	];
}

/**
 * Tests, what the check runs, and values from a failing test: of all that was handed in, or of the steps where a run
 * ended before that.
 */
function touched({updates}: Build): string[] {
	const last = updates.findLast(({final}) => final);
	const each = (last ? [last] : updates).flatMap(update => update.touched ?? []);
	const lines = each.map(({kind, path, what}) => `- ${kind}: ${escapeInline(path)}: ${escapeInline(what)}`);
	if (lines.length === 0) return [];
	const withBase = last?.base_tests
		? [`With the tests as they were before the work, the check ${describeCheck(last.base_tests)}.`]
		: [];
	return ['## To be looked at', [...new Set(lines)].join('\n'), ...withBase];
}

/** `2 files, +4 −1`, or a dash where it was not measured. */
export function changeSize({files_changed: files, insertions, deletions}: Readonly<Record<string, unknown>>): string {
	return typeof files === 'number'
		? `${files} ${files === 1 ? 'file' : 'files'}, +${Number(insertions ?? 0)} −${Number(deletions ?? 0)}`
		: '–';
}

const alerts = ({alerts: all}: Build): string[] =>
	all.length === 0
		? []
		: [
				'## Alerts',
				all
					.map(
						({severity, step, cycle, reason, evidence}) =>
							`- **${severity}**, cycle ${cycle}${step === undefined ? '' : `, ${escapeInline(step)}`}: ${escapeInline(reason)}${evidence === undefined ? '' : ` (${escapeInline(evidence)})`}`,
					)
					.join('\n'),
			];

const decisions = ({decisions: all}: Build, state: DebateState): string[] =>
	all.length === 0
		? []
		: [
				'## Decisions',
				all
					.map(({cycle, decision, rationale, comments, remarks, votes = []}) =>
						[
							`- Cycle ${cycle}: **${decision}**${rationale === undefined ? '' : `. ${escapeInline(rationale)}`}`,
							...[...comments, ...remarks].map(comment => `  - ${escapeInline(comment)}`),
							...votes.map(vote => `  - ${escapeInline(describeVote(vote, state))}`),
						].join('\n'),
					)
					.join('\n'),
			];

/** `Ada: revise, critical: …` or `Ada: accept. It adds.` */
export const describeVote = ({reviewer, decision, critical, rationale}: DecisionVote, {seats}: DebateState): string =>
	`${seats.find(({id}) => id === reviewer)?.name ?? reviewer}: ${decision}${critical === undefined ? '' : `, critical: ${critical}`}${rationale === undefined || rationale === '' ? '' : `. ${rationale}`}`;

const handedOver = ({handOver}: Build): string[] =>
	handOver ? ['## What became of it', escapeInline(handOver.note)] : [];

/** How the reviewer did by the checks, in a sentence; nothing where no check could say. */
export function describeEffectiveness({
	truePositives,
	falsePositives,
	trueNegatives,
	falseNegatives,
}: Omit<EffectivenessEvent, 'type'>): string {
	const objections = truePositives + falsePositives;
	if (objections + trueNegatives + falseNegatives === 0) return 'No check ran that could bear the reviewer out.';
	const borneOut =
		objections === 0
			? 'The reviewer objected to nothing that a check could bear out'
			: `The checks bear out ${truePositives} of ${objections} objections (${falsePositives} false)`;
	return `${borneOut}, and ${falseNegatives} of ${falseNegatives + trueNegatives} acceptances went against them.`;
}

const effectiveness = ({effectiveness: measured}: Build): string[] =>
	measured ? ['## The reviewer, by the checks', describeEffectiveness(measured)] : [];

/** A fence that no run of its own signs in the text can close. */
function diff({updates}: Build): string[] {
	const whole = updates.findLast(({final}) => final)?.diff ?? '';
	if (whole.trim() === '') return [];
	const longest = Math.max(2, ...[...whole.matchAll(/`+/gu)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	return ['## All that was changed', `${fence}diff\n${whole.trimEnd()}\n${fence}`];
}
