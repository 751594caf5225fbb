/** `rostrum judge-check`: measures a judge before it is trusted. */
import {checkJudge, planCheck, type CheckReport, type PlannedCheck, reportText} from '../app/judging/check-judge.ts';
import {readLabelledSet} from '../app/judging/judge-results.ts';
import {judgeCheckOptions, settingFlags} from '../app/plan/option-rows.ts';
import type {CliContext} from '../app/context.ts';
import {UsageError} from '../debate/usage-error.ts';
import {flagOption, numberOption} from '../formats/options.ts';
import type {Run} from './command.ts';
import {judgingExitCode, sayCost, unfinishedText, progressLine} from './judging-run.ts';

export const run: Run = async ({args, options}, context) => {
	const voices = [...new Set(args)];
	if (voices.length === 0)
		throw new UsageError({
			what: 'No voice was named',
			from: 'the command line',
			todo: 'Say which, such as "rostrum judge-check openrouter:openai/gpt-4o" or "rostrum judge-check rehearsal".',
		});
	const configuration = context.configure(settingFlags(options, judgeCheckOptions));
	const limit = numberOption(options, 'limit', {flag: '--limit', from: 1});
	const set = readLabelledSet();
	const json = flagOption(options, 'json');
	const planned: PlannedCheck[] = [];
	for (const voice of voices) planned.push(await planCheck(voice, {set, limit, configuration, signal: context.signal}));
	const reports: CheckReport[] = [];
	for (const check of planned) {
		const report = await measured(check, configuration.home, json, context);
		reports.push(report);
		if (!json) context.stdout.write(reportText(report));
		if (report.outcome !== 'completed') break;
	}
	if (json) context.stdout.write(`${JSON.stringify(reports, undefined, '\t')}\n`);
	return Math.max(...reports.map(judgingExitCode));
};

async function measured(check: PlannedCheck, home: string, json: boolean, context: CliContext): Promise<CheckReport> {
	const {stderr, signal} = context;
	for (const notice of check.plan.notices) stderr.write(`${notice}\n`);
	await sayCost(check.plan, json, context);
	const progress = progressLine(stderr, check.voice);
	const report = await checkJudge(check, {home, signal, onProgress: progress.show});
	progress.done();
	if (report.before > 0) stderr.write(`${report.before} verdicts were there from an earlier run.\n`);
	if (report.outcome !== 'completed') stderr.write(`${unfinishedText(report)}\n`);
	return report;
}
