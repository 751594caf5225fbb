/** `rostrum batch`: holds a matrix of debates, as many at once as wanted, and ranks who argued better. */
import {basename, extname, join} from 'node:path';
import {batchOptions, settingFlags} from '../../app/cli/option-rows.ts';
import {readBatchFile} from '../../app/batch/batch-file.ts';
import {expectedOf, holdBatch, planItem, statusOf, type BatchEnd} from '../../app/batch/hold-batch.ts';
import {batchItems, type BatchItem} from '../../app/batch/matrix.ts';
import {judgementsIn} from '../../app/ratings/debate-judgements.ts';
import {debatesFolder} from '../../app/files/debate-folder.ts';
import {exitCodes} from '../../hosts/contract/exit-codes.ts';
import {flagOption, numberOption} from '../../hosts/contract/options.ts';
import {formatHosts} from '../../hosts/registry.ts';
import {rank} from '../../ratings/rank.ts';
import {homeFiles} from '../../settings/home.ts';
import {Settings} from '../../settings/schema.ts';
import {money, plural} from '../../transcripts/wording.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {Run} from '../cli/command.ts';
import {printRows, printStyleFor} from '../library/print-rows.ts';
import {rankingRows} from '../rank/rank-rows.ts';

export const run: Run = async ({args: [named = ''], options}, context) => {
	const configuration = context.configure(settingFlags(options, batchOptions));
	const {settings, home} = configuration;
	const batch = readBatchFile(named, context.cwd);
	const items = batchItems(batch, pairFor);
	const folder = join(
		debatesFolder(settings.out, homeFiles(home).transcripts, context.cwd),
		`batch-${basename(named, extname(named))}`,
	);
	const atOnce = numberOption(options, 'atOnce', {flag: '--at-once', from: 1, to: 100}) ?? batch.atOnce;
	const budget = settings.budget ?? budgetOf(batch.budget, named);
	const base = {folder, configuration, context};
	const open = items.filter(item => statusOf(item, folder).outcome === undefined);
	sayCost(open, items.length, base);
	if (flagOption(options, 'dryRun')) return exitCodes.ok;
	const end = await holdBatch(items, {
		...base,
		atOnce,
		budget,
		onEnd: ({item, outcome, spent}, {done, running}) =>
			void context.stderr.write(
				`${done} of ${items.length}: ${item.topic} · ${debater(item.one)} for, ${debater(item.other)} against, seed ${item.seed} · ${outcome} · ${money(spent.usd)}, ${spent.tokens} tokens · ${running} running\n`,
			),
	});
	report(end, flagOption(options, 'json'), context);
	if (end.why === 'interrupted') return exitCodes.interrupted;
	if (end.why === 'budget') return exitCodes.budget;
	const unwell = end.statuses.some(({outcome}) => outcome === 'failed' || outcome === 'degraded');
	return unwell ? exitCodes.unwell : exitCodes.ok;
};

const debater = ({voice, persona}: BatchItem['one']): string =>
	persona === undefined ? voice : `${voice} (${persona})`;

function pairFor(protocol: string): NonNullable<(typeof formatHosts)[string]['pair']> {
	const pair = formatHosts[protocol]?.pair;
	if (pair) return pair;
	const known = Object.entries(formatHosts).flatMap(([id, host]) => (host.pair ? [id] : []));
	throw new UsageError({
		what: 'A batch cannot pair debaters in this format',
		value: protocol,
		from: 'the batch’s "formats"',
		todo: `Formats with two sides are ${known.join(', ')}.`,
	});
}

function budgetOf(text: string | undefined, from: string): Settings['budget'] {
	if (text === undefined) return undefined;
	const parsed = Settings.shape.budget.safeParse(text);
	if (parsed.success) return parsed.data;
	throw new UsageError({what: 'Not a budget', value: text, from, todo: 'Write an amount such as 5usd or 2000000tok.'});
}

/** The cost is said before anything begins. */
function sayCost(open: readonly BatchItem[], all: number, run: Parameters<typeof planItem>[1]): void {
	const expected = open.map(item => expectedOf(planItem(item, run), run.configuration));
	const [usd, tokens] = [
		expected.reduce((sum, one) => sum + one.usd, 0),
		expected.reduce((sum, one) => sum + one.tokens, 0),
	];
	run.context.stderr.write(
		`${plural(all, 'debate')}, ${all - open.length} of them held before; the others take about ${tokens.toLocaleString('en-US')} tokens and ${money(usd)}. Kept in ${run.folder}\n`,
	);
}

function report({statuses, why}: BatchEnd, json: boolean, context: Parameters<Run>[1]): void {
	const done = statuses.filter(({outcome}) => outcome !== undefined);
	const {judgements} = judgementsIn(done.map(({journal}) => journal));
	const ranking = rank(judgements);
	const spent = statuses.reduce((sum, status) => sum + status.spent.tokens, 0);
	if (why !== 'done')
		context.stderr.write(
			`${why === 'budget' ? 'The budget is used up' : 'Interrupted'} with ${done.length} of ${statuses.length} debates held; the same command goes on.\n`,
		);
	if (json) {
		const outcomes = Object.fromEntries(
			[...Map.groupBy(done, ({outcome}) => outcome)].map(([outcome, of]) => [outcome, of.length]),
		);
		context.stdout.write(
			`${JSON.stringify({debates: statuses.length, done: done.length, outcomes, tokens: spent, ended: why, ranking}, undefined, '\t')}\n`,
		);
		return;
	}
	const style = printStyleFor(context);
	if (ranking.names.length > 0) context.stdout.write(printRows(rankingRows(ranking, style.width), style));
}
