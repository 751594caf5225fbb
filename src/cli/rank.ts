/** `rostrum rank`: who argues better, from judgements of debates with sides swapped. */
import {buffer} from 'node:stream/consumers';
import {decodeText} from '../debate/text/text-file.ts';
import type {CommandContext} from '../app/context.ts';
import {rankOptions, settingFlags} from '../app/plan/option-rows.ts';
import {
	journalsAt,
	judgementsIn,
	libraryJudgements,
	readJudgementFile,
	readTextFile,
	type JudgementSource,
} from '../app/judging/judgements.ts';
import {exitCodes} from '../formats/contract.ts';
import {flagOption, numberOption, textOption, type Input} from '../formats/options.ts';
import {defaultResamples, rank, type Ranking} from '../ratings/rank.ts';
import {rankingCsv, rankingHtml} from '../ratings/report.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {Run} from './command.ts';
import {writeOutput} from './write-output.ts';
import {printRows, printStyleFor} from './print-rows.ts';
import {rankingRows} from './rank-rows.ts';

export const run: Run = async ({args, options}, context) => {
	const form = formOf(options);
	const seed = numberOption(options, 'seed', {flag: '--seed'});
	const resamples = numberOption(options, 'resamples', {flag: '--resamples', from: 100, to: 100_000});
	const sources =
		args.length === 0
			? [await libraryJudgements(context.configure(settingFlags(options, rankOptions)), context)]
			: await Promise.all([...new Set(args)].map(named => sourceAt(named, context)));
	for (const notice of sources.flatMap(({notices}) => notices)) context.stderr.write(`${notice}\n`);
	const judgements = sources.flatMap(source => source.judgements);
	const ranking = rank(judgements, {seed, resamples: resamples ?? defaultResamples});
	if (ranking.names.length === 0) throw nothingToRank(ranking, judgements.length);
	const output = textOption(options, 'output');
	const style = {...printStyleFor(context), ...(output !== undefined && {colour: false})};
	const text = form ? writers[form](ranking) : printRows(rankingRows(ranking, style.width), style);
	if (!form && output === undefined) context.writeStyled(text);
	else writeOutput(text, output, context);
	return exitCodes.ok;
};

async function sourceAt(named: string, {stdin, cwd}: CommandContext): Promise<JudgementSource> {
	if (named === '-') return readJudgementFile('standard input', decodeText(await buffer(stdin)).text);
	const journals = journalsAt(named, cwd);
	return journals ? judgementsIn(journals) : readJudgementFile(named, readTextFile(named, cwd));
}

const writers = {
	json: (ranking: Ranking) => `${JSON.stringify(ranking, undefined, '\t')}\n`,
	csv: rankingCsv,
	html: rankingHtml,
};
const forms = ['json', 'csv', 'html'] as const;

/** At most one of `--json`, `--csv` and `--html`; without one, the ranking is written as lines for people. */
function formOf(options: Input['options']): (typeof forms)[number] | undefined {
	const asked = forms.filter(name => flagOption(options, name));
	if (asked.length > 1)
		throw new UsageError({
			what: 'A ranking is written in one form at a time',
			value: asked.map(name => `--${name}`).join(' '),
			from: 'the command line',
			todo: 'Give one of them.',
		});
	return asked[0];
}

function nothingToRank({leftOut}: Ranking, judgements: number): UsageError {
	return new UsageError({
		what:
			judgements === 0 ? 'There are no judgements' : 'No two debaters met with both orders of sides before one judge',
		...(judgements > 0 && {
			value: `${judgements} judgements, ${leftOut.oneSided} matchups with one order of sides only, ${leftOut.noCommonJudge} without a judge of both orders`,
		}),
		todo: 'Let each pair debate a motion twice, with sides swapped; "rostrum help motion" says how.',
	});
}
