/** `rostrum rescore`: judges an old debate anew under the present rules, beside the old scores. */
import type {CommandContext} from '../app/context.ts';
import {rescoreOptions, settingFlags} from '../app/plan/option-rows.ts';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {spendingText} from '../app/judging/check-judge.ts';
import {planRescore, rescoreDebate, type PlannedRescore, type RescoreReport} from '../app/judging/rescore.ts';
import {columns} from '../app/library/listing.ts';
import type {EvaluationEvent} from '../debate/evaluation.ts';
import {flagOption} from '../formats/options.ts';
import {judgingExitCode, sayCost, unfinishedText, progressLine} from './judging-run.ts';
import type {Run} from './command.ts';

export const run: Run = async ({args: [named = ''], options}, context) => {
	const configuration = context.configure(settingFlags(options, rescoreOptions));
	const folder = debatesFolder(configuration.settings.out, configuration.home, context.cwd);
	const json = flagOption(options, 'json');
	const planned = await planRescore(findJournal(named, context.cwd, folder), configuration, context.signal);
	const report = await rescored(planned, json, context);
	context.stdout.write(
		json ? `${JSON.stringify(asJson(planned, report), undefined, '\t')}\n` : asText(planned, report),
	);
	return judgingExitCode(report);
};

async function rescored(planned: PlannedRescore, json: boolean, context: CommandContext): Promise<RescoreReport> {
	const {stderr, signal} = context;
	for (const notice of planned.plan.notices) stderr.write(`${notice}\n`);
	await sayCost(planned.plan, json, context);
	const progress = progressLine(stderr, 'Turns');
	const report = await rescoreDebate(planned, {signal, onProgress: progress.show});
	progress.done();
	if (report.before > 0) stderr.write(`${report.before} turns had been judged anew before.\n`);
	if (report.outcome !== 'completed') stderr.write(`${unfinishedText(report)}\n`);
	return report;
}

const nameOf = ({old}: PlannedRescore, speaker: string): string =>
	old.seats.find(({id}) => id === speaker)?.name ?? speaker;

function asText(planned: PlannedRescore, report: RescoreReport): string {
	const rows = report.turns.map(({turn, before, now}) => [
		turn.id,
		nameOf(planned, turn.speaker),
		scoreText(before),
		scoreText(now),
	]);
	const means = (['before', 'now'] as const).map(when => {
		const scores = report.turns.flatMap(each => each[when]?.adherenceScore ?? []);
		const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
		return scores.length === 0 ? '–' : `${mean.toFixed(1)} over ${scores.length} turns`;
	});
	return [
		columns([['turn', 'speaker', 'before', 'now'], ...rows, ['mean', '', ...means]]),
		`Judged by ${planned.plan.participants.map(({voice}) => voice).join(', ')}: ${spendingText(report)}.\n`,
		`Kept in ${report.file}; the debate’s own scores stay as they are.\n`,
	].join('\n');
}

/** `72 (64–80), contested: self critique`, or why there is none. */
function scoreText(evaluation: EvaluationEvent | undefined): string {
	if (!evaluation) return '–';
	const {adherenceScore, reason, range, contested = [], selfJudged, rules = 1} = evaluation;
	if (adherenceScore === null) return `not scored: ${reason ?? 'no reason given'}`;
	return [
		`${adherenceScore}${range && range[0] !== range[1] ? ` (${range[0]}–${range[1]})` : ''}`,
		...(rules === 1 ? ['rules 1'] : []),
		...(contested.length > 0
			? [`contested: ${contested.map(name => name.replaceAll(/(?=[A-Z])/gu, ' ').toLowerCase()).join(' and ')}`]
			: []),
		...(selfJudged ? ['judged by its own model'] : []),
	].join(', ');
}

function asJson(planned: PlannedRescore, {turns, file, outcome, reason, spending}: RescoreReport): unknown {
	const {old, journal, plan} = planned;
	return {
		debateId: old.start?.debateId,
		journal,
		rescore: file,
		outcome: outcome ?? null,
		...(reason === undefined ? {} : {reason}),
		judges: plan.participants.map(({voice}) => voice),
		turns: turns.map(({turn, before, now}) => ({
			turnId: turn.id,
			speaker: turn.speaker,
			before: scoreJson(before),
			now: scoreJson(now),
		})),
		spending,
	};
}

const scoreJson = (evaluation: EvaluationEvent | undefined): unknown =>
	evaluation
		? {
				adherenceScore: evaluation.adherenceScore,
				rules: evaluation.rules ?? 1,
				...(evaluation.reason === undefined ? {} : {reason: evaluation.reason}),
				...(evaluation.range ? {range: evaluation.range} : {}),
				...(evaluation.contested ? {contested: evaluation.contested} : {}),
				...(evaluation.selfJudged ? {selfJudged: true} : {}),
				working: evaluation.working,
			}
		: null;
