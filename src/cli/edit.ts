/** `rostrum edit`: makes an edition of a debate that was held before, beside its journal. */
import {editOptions, settingFlags} from '../app/plan/option-rows.ts';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {spendingText} from '../app/judging/check-judge.ts';
import {editDebate, planEdit, type EditReport, type PlannedEdit} from '../app/judging/edit-debate.ts';
import {flagOption} from '../formats/options.ts';
import {judgingExitCode, sayCost, unfinishedText} from './judging-run.ts';
import {exitCodes} from '../formats/contract.ts';
import type {Run} from './command.ts';

export const run: Run = async ({args: [named = ''], options}, context) => {
	const configuration = context.configure(settingFlags(options, editOptions));
	const folder = debatesFolder(configuration.settings.out, configuration.home, context.cwd);
	const json = flagOption(options, 'json');
	const planned = await planEdit(findJournal(named, context.cwd, folder), configuration, context.signal);
	for (const notice of planned.plan.notices) context.stderr.write(`${notice}\n`);
	await sayCost(planned.plan, json, context);
	const report = await editDebate(planned, context.signal);
	if (report.outcome !== 'completed') context.stderr.write(`${unfinishedText(report)}\n`);
	context.stdout.write(json ? `${JSON.stringify(report, undefined, '\t')}\n` : asText(planned, report));
	return report.outcome === 'completed' && report.edition?.reason !== undefined
		? exitCodes.unwell
		: judgingExitCode(report);
};

/** What the editor gave, what of it does not hold, and where it is kept. */
function asText({plan}: PlannedEdit, {edition, file, ...report}: EditReport): string {
	const by = `Edited by ${plan.participants.map(({voice}) => voice).join(', ')}: ${spendingText(report)}.`;
	if (!edition) return `${by}\n`;
	if (edition.reason !== undefined) return `No edition: ${edition.reason}.\n${by}\n`;
	const {title, standfirst, refused = [], untrue = []} = edition;
	return `${[
		...(title === undefined ? [] : [title]),
		...(standfirst === undefined ? [] : [standfirst]),
		...refused.map(({what, because}) => `Left out: ${what}, ${because}.`),
		...untrue.map(({turn, sentence, why}) => `It doubts ${turn}, sentence ${sentence}: ${why}`),
		by,
		`Kept in ${file}; exports of this debate use it, and its journal stays as it is.`,
	].join('\n')}\n`;
}
