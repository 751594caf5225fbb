/** A run of builder and reviewer: plan, risk, checks, the current diff, alerts, cycle and decision. */
import {
	describeCheck,
	type Alert,
	type Build,
	type StepView,
	type Update,
	type CheckResult,
	type DecisionVote,
	type RefusalEvent,
	type Risk,
	type Severity,
} from '../../debate/formats/builder-reviewer.ts';
import {memoizeRecent} from '../../debate/fold.ts';
import type {DebateState} from '../../debate/state.ts';
import {changeSize, describeEffectiveness, describeVote, stepStatus} from './markdown.ts';
import {allRows, joined, listed, single, type Blocks} from '../../view/blocks.ts';
import {blank, line, row, rule, span, type Row, type Span} from '../../view/rows.ts';
import {signs, type Tone} from '../../view/theme.ts';
import {awaitedRows, type WaitingFor} from '../../view/participants.ts';
import {hanging, proseLines} from '../../view/markdown.ts';
import {readable, wrapText} from '../../view/wrap.ts';
import type {FormatPane} from '../contract.ts';
import {diffRows} from '../../view/pane-rows.ts';

/** All that there is to see. Empty for debates of other kinds. */
export function buildBlocks(state: DebateState, width: number, waiting?: WaitingFor): Blocks {
	const build = state.formats.builderReviewer;
	if (build.goal === undefined) return joined();
	return joined(
		single([...headRows(build, width), ...awaitedRows(state, waiting)]),
		single(planOf(build, width)),
		alertBlocks(build, width),
		checkBlocks(build, width),
		single(touchedRows(build, width)),
		single(build.changed ? diffOf(build.changed, width) : []),
		single(endRows(state, width)),
	);
}

/** Plan, checks and alerts, and how it ended. */
function buildSummary(state: DebateState, width: number): readonly Row[] {
	const build = state.formats.builderReviewer;
	return build.goal === undefined
		? []
		: [
				...headRows(build, width),
				...planOf(build, width),
				...allRows(joined(alertBlocks(build, width), checkBlocks(build, width))),
				...touchedRows(build, width),
				...endRows(state, width),
			];
}

/** Which cycle it is, and what was decided in those before. */
function headRows({cycle, maxCycles, decisions, runId}: Build, width: number): readonly Row[] {
	const decided = decisions.at(-1);
	const course: Span[] = [
		span(`cycle ${cycle}${maxCycles === undefined ? '' : ` of ${maxCycles}`}`, 'strong'),
		...(decided ? [span(` · ${decided.decision}`, decisionTones[decided.decision])] : []),
	];
	return [{spans: course, right: width < 60 ? [] : [span(runId ?? '', 'dim')]}];
}

const decisionTones: Readonly<Record<'accept' | 'revise' | 'abort', Tone>> = {
	accept: 'good',
	revise: 'warning',
	abort: 'error',
};
const riskTones: Readonly<Record<Risk, Tone>> = {low: 'good', medium: 'warning', high: 'error'};
const riskDots: Readonly<Record<Risk, string>> = {
	low: `${signs.full}${signs.empty}${signs.empty}`,
	medium: `${signs.full}${signs.full}${signs.empty}`,
	high: `${signs.full}${signs.full}${signs.full}`,
};

/** What each of several reviewers scored. */
const scoresOf = ({votes = []}: NonNullable<Build['feedback']>): string =>
	votes.length === 0 ? '' : `${votes.map(({risk}) => risk).join(', ')} → `;

const planOf = ({plan, feedback, steps}: Build, width: number): readonly Row[] =>
	plan ? planRows(plan, feedback, steps, width) : [blank, line('no plan yet', 'dim')];

/** The plan as a checklist, with the risk beside it. */
const planRows = memoizeRecent(
	(
		plan: NonNullable<Build['plan']>,
		feedback: Build['feedback'],
		steps: Build['steps'],
		width: number,
	): readonly Row[] => {
		const risk = feedback
			? span(`${scoresOf(feedback)}risk ${feedback.risk} ${riskDots[feedback.risk]}`, riskTones[feedback.risk])
			: span('risk not scored yet', 'dim');
		const notes = [
			...(feedback?.risks ?? []).map(text => `risk: ${text}`),
			...(feedback?.notes ?? []),
			...(feedback?.additional_checks ?? []).map(check => `also check: ${check}`),
			...(plan.alternative
				? [
						`${plan.alternative.taken ? 'another plan was taken over' : 'another plan was declined'}: ${plan.alternative.reason}`,
					]
				: []),
		];
		return [
			blank,
			rule(width, span(`Plan · ${Math.round(plan.confidence * 100)} % sure`, 'strong'), risk),
			...proseLines(plan.summary, width).map(pieces => row(...pieces)),
			...steps.flatMap(step => stepRows(step, width)),
			...notes.flatMap(note => hanging(span(`  ${signs.separator} `, 'dim'), note, width, 'dim')),
		];
	},
);

const stepLooks = {
	planned: {sign: signs.empty, tone: 'dim'},
	done: {sign: signs.yes, tone: 'good'},
	failed: {sign: signs.no, tone: 'error'},
} as const;

function stepRows(step: StepView, width: number): readonly Row[] {
	const {sign, tone} = stepLooks[stepStatus(step)];
	const [first, ...rest] = hanging(
		span(`${sign} `, tone),
		`${step.id} ${step.title}`,
		width - 14,
		stepStatus(step) === 'planned' ? 'plain' : tone,
	);
	return first ? [{...first, right: step.update?.tests ? checkSpans(step.update.tests) : []}, ...rest] : [];
}

const checkSpans = (check: CheckResult): readonly Span[] => [
	span(`check ${check.ok ? signs.yes : signs.no}`, check.ok ? 'good' : 'error'),
];

const severityTones: Readonly<Record<Severity, Tone>> = {info: 'dim', warning: 'warning', critical: 'error'};

/** The latest alerts first, as in a ticker. */
function alertBlocks({alerts, refused}: Build, width: number): Blocks {
	if (alerts.length + refused.length === 0) return joined();
	return joined(
		single([blank, rule(width, span('Alerts', 'strong'))]),
		listed(alerts, alert => alertRows(alert, width), {reversed: true}),
		listed(refused, refusal => refusalRows(refusal, width)),
	);
}

const alertRows = memoizeRecent(({severity, step, reason}: Alert, width: number): readonly Row[] =>
	hanging(
		span(`${severity === 'info' ? signs.separator : signs.notice} `, severityTones[severity]),
		`${severity}${step === undefined ? '' : ` ${step}`}: ${reason}`,
		width,
		severityTones[severity],
	),
);

const refusalRows = memoizeRecent(({file, reason}: RefusalEvent, width: number): readonly Row[] =>
	hanging(span(`${signs.out} `, 'warning'), `refused ${file}: ${reason}`, width, 'warning'),
);

/** What was checked, update by update, and the end of the output where it failed. */
function checkBlocks({updates, baseline, check}: Build, width: number): Blocks {
	if (updates.length === 0 && !baseline) return joined();
	const before: readonly Row[] = baseline
		? [
				{
					spans: [
						span('before'.padEnd(8), 'dim'),
						span(
							`${baseline.ok ? signs.yes : signs.no} check ${describeCheck(baseline)}`,
							baseline.ok ? 'good' : 'error',
						),
					],
				},
			]
		: [];
	return joined(
		single([
			blank,
			rule(width, span('Steps', 'strong'), check === undefined ? undefined : span(check, 'dim')),
			...before,
		]),
		listed(updates, update => updateRows(update)),
		single(outputRows(updates.at(-1)?.tests, width)),
	);
}

const updateRows = memoizeRecent(({cycle, step, tests, metrics, status}: Update): readonly Row[] => [
	{
		spans: [
			span((step ?? `cycle ${cycle}`).padEnd(9), 'dim'),
			tests
				? span(`${tests.ok ? signs.yes : signs.no} check ${describeCheck(tests)}`, tests.ok ? 'good' : 'error')
				: span(status === 'failed' ? `${signs.no} failed` : 'not checked', status === 'failed' ? 'error' : 'dim'),
		],
		right: [
			span(`${changeSize(metrics)}${tests?.ms === undefined ? '' : ` · ${(tests.ms / 1000).toFixed(1)} s`}`, 'dim'),
		],
	},
]);

/** Tests, and what the check runs, where the work touches them. */
function touchedRows({updates}: Build, width: number): readonly Row[] {
	const {touched = [], base_tests: base} = updates.at(-1) ?? {};
	if (touched.length === 0) return [];
	return [
		blank,
		rule(width, span('To be looked at', 'warning')),
		...touched.flatMap(({kind, path, what}) =>
			hanging(span(`${signs.notice} `, 'warning'), `${kind}: ${path}: ${what}`, width, 'plain'),
		),
		...(base
			? [
					line(
						`${base.ok ? signs.yes : signs.no} with the tests as they were: ${describeCheck(base)}`,
						base.ok ? 'good' : 'error',
					),
				]
			: []),
	];
}

const shownOutput = 6;
const outputRows = (check: CheckResult | undefined, width: number): readonly Row[] =>
	!check || check.ok
		? []
		: check.output
				.trimEnd()
				.split('\n')
				.filter(text => text.trim() !== '')
				.slice(-shownOutput)
				.flatMap(text => wrapText(text, Math.max(8, width - 2)).slice(0, 2))
				.map(text => line(`  ${text}`, 'dim'));

const diffOf = memoizeRecent(({final, cycle, step, metrics, diff}: Update, width: number): readonly Row[] => {
	const title = final ? `Diff of cycle ${cycle}, all of it` : `Diff of ${step ?? ''}`;
	return [blank, rule(width, span(title, 'strong'), span(changeSize(metrics), 'dim')), ...diffRows(diff ?? '', width)];
});

const voteRows = (vote: DecisionVote, state: DebateState, width: number): readonly Row[] => {
	const tone = decisionTones[vote.critical === undefined ? vote.decision : 'abort'];
	return hanging(
		span(`${vote.decision === 'accept' ? signs.yes : signs.no} `, tone),
		describeVote(vote, state),
		width,
		'plain',
	);
};

/** The last decision in full, where the work lies, and how the reviewer did. */
function endRows(state: DebateState, width: number): readonly Row[] {
	const {decisions, end, handOver, effectiveness} = state.formats.builderReviewer;
	const decided = decisions.at(-1);
	const verdict = decided
		? [
				blank,
				rule(width, span('Decision', 'strong'), span(decided.decision, decisionTones[decided.decision])),
				...proseLines(decided.rationale ?? '', width).map(pieces => row(...pieces)),
				...decided.comments.flatMap((comment, place) =>
					hanging(span(`${place + 1}. `, 'dim'), comment, width, 'plain'),
				),
				...decided.remarks.flatMap(remark => hanging(span(`${signs.separator} `, 'dim'), remark, width, 'plain')),
				...(decided.votes ?? []).flatMap(vote => voteRows(vote, state, width)),
			]
		: [];
	const closing = end
		? [
				blank,
				row(span(`${signs.rule}${signs.rule} `, 'dim'), span(end.status, 'strong')),
				...wrapText(handOver?.note ?? '', width).map(text => line(text)),
				...(effectiveness ? wrapText(describeEffectiveness(effectiveness), width).map(text => line(text, 'dim')) : []),
			]
		: [];
	return [...verdict, ...closing];
}

export const buildPane: FormatPane = {
	name: 'work',
	placement: 'beside',
	rest: 'start',
	blocks: (state, width, waiting) => buildBlocks(state, readable(width), waiting),
	results: buildSummary,
	unavailable: ['interject'],
};
