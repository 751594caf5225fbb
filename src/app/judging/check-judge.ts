/** Measures a voice as a judge: puts the labelled turns to it, and keeps what came of it. */
import {join} from 'node:path';
import type {Spending} from '../../debate/state.ts';
import {type Protocol, withUnknownConfig} from '../../debate/protocol.ts';
import {rulesVersion} from '../../debate/rubric.ts';
import {figuresOf, type JudgeFigures, fitnessOf, judgeSeat, shareText} from '../../formats/duelogic/figures.ts';
import {checkedTurns, judgeCheck, probesOf, type CheckConfig, type Probe} from '../../formats/duelogic/judge-check.ts';
import {homeFiles} from '../../settings/home.ts';
import type {Configuration} from '../../settings/settings.ts';
import {slug} from '../files/debate-folders.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import {checkedPlan} from '../plan/start-check.ts';
import {refusePeople, timesAndMeans} from '../plan/resolve-plan.ts';
import {resolveParticipants} from '../voices/resolve-participants.ts';
import {keepCheckResult, sentenceOf, type JudgeResult, type LabelledSet} from './judge-results.ts';
import {runJudging, type JudgingRun} from './run-judging.ts';
import {columns} from '../library/listing.ts';

/** A voice that is to be measured. */
export type PlannedCheck = {
	readonly voice: string;
	readonly plan: ReadyPlan;
	readonly probes: readonly Probe[];
	readonly set: LabelledSet;
};

/** Throws `UsageError` for a voice that is not there or cannot judge. */
export async function planCheck(
	written: string,
	{
		set,
		limit,
		configuration,
		signal,
	}: {
		readonly set: LabelledSet;
		readonly limit: number | undefined;
		readonly configuration: Configuration;
		readonly signal: AbortSignal;
	},
): Promise<PlannedCheck> {
	const probes = probesOf(set.turns, limit);
	const config: CheckConfig = {
		rules: rulesVersion,
		set: set.hash,
		turns: new Set(probes.map(({labelled}) => labelled.id)).size,
		contextTokens: 10_000_000,
	};
	const protocol = withUnknownConfig(judgeCheck(probes));
	const planned = await planQuestions(written, {protocol, config, subject: 'Labelled turns'}, configuration, signal);
	return {...planned, probes, set};
}

/** A plan by which the judge's seat alone is asked. Throws `UsageError`. */
export async function planQuestions(
	written: string,
	{protocol, config, subject}: {readonly protocol: Protocol; readonly config: object; readonly subject: string},
	configuration: Configuration,
	signal: AbortSignal,
): Promise<{readonly voice: string; readonly plan: ReadyPlan}> {
	const {settings, notices} = configuration;
	const filled = resolveParticipants([{id: judgeSeat, role: 'judge'}], {judges: [written], seats: {}}, configuration);
	refusePeople(filled, {protocol, config, interactive: false});
	const plan = await checkedPlan(
		{
			...filled,
			protocol,
			config,
			subject: {text: subject},
			title: 'Judge check',
			seed: settings.seed ?? 1,
			pace: 0,
			timeoutMs: settings.timeout,
			...timesAndMeans({...settings, closing: false}, false),
			exports: [],
			folder: join(homeFiles(configuration.home).judgeChecks, slug(filled.participants[0]?.voice ?? written)),
			remembered: undefined,
			notices: [...notices, ...filled.notices],
		},
		configuration,
		{signal, anyway: true},
	);
	return {voice: plan.participants[0]?.voice ?? written, plan};
}

/** What was measured, and how the measuring went. `kept` is absent where it was not finished. */
export type CheckReport = Omit<JudgingRun, 'evaluations'> & {
	readonly voice: string;
	readonly figures: JudgeFigures;
	readonly spending: Spending;
	readonly fitness: JudgeResult['fitness'];
	readonly sentence: string;
	readonly rules: number;
	readonly set: string;
	/** Whether the whole set was put, and all of it was answered. */
	readonly whole: boolean;
};

/** Puts the turns to the judge, or those that an earlier run has left. A finished measurement is kept. */
export async function checkJudge(
	{voice, plan, probes, set}: PlannedCheck,
	options: {
		readonly home: string;
		readonly signal: AbortSignal;
		readonly onProgress?: (done: number, all: number) => void;
	},
): Promise<CheckReport> {
	const run = await runJudging(plan, {
		folder: plan.folder,
		home: options.home,
		signal: options.signal,
		onProgress: done => options.onProgress?.(done, probes.length),
	});
	const {evaluations, ...rest} = run;
	const figures = figuresOf(checkedTurns(probes, evaluations));
	const whole = run.outcome === 'completed' && figures.turns === set.turns.length;
	const fitness = fitnessOf(figures, whole);
	const report = {
		...rest,
		voice,
		figures,
		fitness,
		sentence: sentenceOf(fitness, figures),
		rules: rulesVersion,
		set: set.hash,
		whole,
	};
	if (run.outcome === 'completed')
		keepCheckResult(options.home, {
			voice,
			at: new Date().toISOString(),
			rules: rulesVersion,
			set: set.hash,
			turns: figures.turns,
			whole,
			fitness,
			sentence: report.sentence,
			journal: run.file,
			figures,
		});
	return report;
}

// The figures of a judge as text.

/** Everything that was measured, the verdict last. */
export function reportText(report: CheckReport): string {
	const {voice, rules, set, figures, file, sentence} = report;
	return [
		`${voice}: ${figures.turns} labelled turns, rules ${rules}, set ${set}\n`,
		columns([
			['item', 'accuracy', 'false yes', 'found', 'labelled'],
			...figures.items.map(({id, accuracy, falseYes, found, labelled}) => [
				id,
				shareText(accuracy),
				shareText(falseYes),
				shareText(found),
				String(labelled),
			]),
			['all', shareText(figures.accuracy), shareText(figures.falseYes), shareText(figures.found), ''],
		]),
		columns(rows(figures)),
		`Tokens and cost: ${spendingText(report)}. Kept in ${file}\n`,
		`${sentence}\n`,
	].join('\n');
}

function rows({traps, stability, seats, names, unusable, honest}: JudgeFigures): string[][] {
	return [
		[
			'Traps',
			`false yes on ${traps.fellFor} of ${traps.turns}, ${shareText(traps.falseYes)}; upper 95 % bound (Wilson) ${shareText(traps.upper)}`,
		],
		[
			'  by kind',
			traps.kinds.map(({kind, turns, fellFor}) => `${kind.replaceAll('_', ' ')} ${fellFor} of ${turns}`).join(', '),
		],
		['The same turn twice', constancyText(stability)],
		['Seats exchanged', constancyText(seats)],
		['Names of models for seats', constancyText(names)],
		['Unusable verdicts', shareText(unusable)],
		[
			'Scores of honest turns',
			`mean ${points(honest.mean)}, ${shareText(honest.full)} of them 100; ${points(honest.distanceFromMark)} points from the labellers’ marks, ${signed(honest.aboveMark)} on average`,
		],
	];
}

const constancyText = ({turns, same, distance}: JudgeFigures['stability']): string =>
	turns === 0
		? 'not measured'
		: `${shareText(same)} of the answers the same, scores ${points(distance)} points apart (${turns} turns)`;

const points = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(1));
const signed = (value: number | undefined): string =>
	value === undefined ? '–' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

export function spendingText({spending}: Pick<CheckReport, 'spending'>): string {
	const {calls, input, cached, output, cost, unpriced} = spending;
	const sum = unpriced === calls && calls > 0 ? 'of unknown price' : `$${cost.toFixed(cost < 0.01 ? 4 : 2)}`;
	return `${calls.toLocaleString('en')} requests, ${input.toLocaleString('en')} tokens in (${cached.toLocaleString('en')} of them cached), ${output.toLocaleString('en')} out, ${sum}`;
}
