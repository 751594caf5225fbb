/** `rostrum judge-check`: measures a judge before it is trusted. */
import {fallaciesSet, peopleSet, planByPeople} from '../app/judging/check-by-people.ts';
import {checkJudge, planCheck, reportText} from '../app/judging/check-judge.ts';
import {readFallacies, readRatedSpeeches} from '../app/judging/rated-by-people.ts';
import {readLabelledSet} from '../app/judging/judge-results.ts';
import {judgeCheckOptions, settingFlags} from '../app/plan/option-rows.ts';
import type {CliContext} from '../app/context.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {ReadyPlan} from '../app/plan/attach-voices.ts';
import type {Configuration} from '../settings/settings.ts';
import {flagOption, type Input, numberOption, textOption} from '../formats/options.ts';
import type {Run} from './command.ts';
import {type EndedJudging, judgingExitCode, sayCost, unfinishedText, progressLine} from './judging-run.ts';

export const run: Run = async ({args, options}, context) => {
	const voices = [...new Set(args)];
	if (voices.length === 0)
		throw new UsageError({
			what: 'No voice was named',
			from: 'the command line',
			todo: 'Say which, such as "rostrum judge-check openrouter:openai/gpt-4o" or "rostrum judge-check rehearsal".',
		});
	const configuration = context.configure(settingFlags(options, judgeCheckOptions));
	const json = flagOption(options, 'json');
	const planned = await plansOf(voices, options, configuration, context.signal);
	const reports: Measured['report'][] = [];
	for (const check of planned) {
		const {report, text} = await measured(check, json, context);
		reports.push(report);
		if (!json) context.stdout.write(text);
		if (report.outcome !== 'completed') break;
	}
	if (json) context.stdout.write(`${JSON.stringify(reports, undefined, '\t')}\n`);
	return Math.max(...reports.map(judgingExitCode));
};

type Measured = {readonly report: EndedJudging & {readonly before: number}; readonly text: string};
type Planned = {
	readonly voice: string;
	readonly plan: ReadyPlan;
	readonly measure: (onProgress: (done: number, all: number) => void) => Promise<Measured>;
};

/** Everything is planned, and every file read, before the first voice is asked. */
async function plansOf(
	voices: readonly string[],
	options: Input['options'],
	configuration: Configuration,
	signal: AbortSignal,
): Promise<Planned[]> {
	const {home, settings} = configuration;
	const limit = numberOption(options, 'limit', {flag: '--limit', from: 1});
	const pairs = numberOption(options, 'pairs', {flag: '--pairs', from: 1, to: 5000}) ?? 120;
	const [people, fallacies] = [textOption(options, 'people'), textOption(options, 'fallacies')];
	const sets = [
		...(people === undefined ? [] : [peopleSet(readRatedSpeeches(people), pairs, settings.seed ?? 1)]),
		...(fallacies === undefined ? [] : [fallaciesSet(readFallacies(fallacies))]),
	];
	const labelled = sets.length === 0 ? readLabelledSet() : undefined;
	const planned: Planned[] = [];
	for (const voice of voices) {
		if (labelled) {
			const check = await planCheck(voice, {set: labelled, limit, configuration, signal});
			const measure: Planned['measure'] = async onProgress => {
				const report = await checkJudge(check, {home, signal, onProgress});
				return {report, text: reportText(report)};
			};
			planned.push({...check, measure});
		}
		for (const set of sets) planned.push(await planByPeople(voice, set, configuration, signal));
	}
	return planned;
}

async function measured(check: Planned, json: boolean, context: CliContext): Promise<Measured> {
	const {stderr} = context;
	for (const notice of check.plan.notices) stderr.write(`${notice}\n`);
	await sayCost(check.plan, json, context);
	const progress = progressLine(stderr, check.voice);
	const done = await check.measure(progress.show);
	progress.done();
	const {before} = done.report;
	if (before > 0) stderr.write(`${before} verdicts were there from an earlier run.\n`);
	if (done.report.outcome !== 'completed') stderr.write(`${unfinishedText(done.report)}\n`);
	return done;
}
