/** `rostrum batch`: holds a matrix of debates, as many at once as wanted, and ranks who argued better. */
import {basename, extname, join} from 'node:path';
import {
	debaterName,
	type BatchProgress,
	type BatchStanding,
	batchTracker,
	type BatchTracker,
} from '../app/batch/progress.ts';
import {type ItemStatus, statusOf, sumOf, type Amount} from '../app/batch/item-status.ts';
import {money, formatCount, plural, spentText} from '../languages/wording.ts';
import {batchOptions, settingFlags} from '../app/plan/option-rows.ts';
import {judgedByKin, refuseUnfit, readBatchFile, type BatchFile, batchItems} from '../app/batch/batch-file.ts';
import {
	holdBatch,
	type BatchEnd,
	type BatchRun,
	expectedOf,
	planItem,
	type BatchPlace,
} from '../app/batch/hold-batch.ts';
import type {ReadyPlan} from '../app/plan/attach-voices.ts';
import {checkOnce} from '../app/plan/start-check.ts';
import {debatesFolder} from '../app/files/debate-folders.ts';
import type {CommandContext} from '../app/context.ts';
import {exitCodes, type Format} from '../formats/contract.ts';
import {flagOption, numberOption, type Input} from '../formats/options.ts';
import {completeDebates} from '../app/session/resume.ts';
import {formatOf, formats} from '../formats/index.ts';
import {rank} from '../ratings/rank.ts';
import {Settings} from '../settings/schema.ts';
import {drawn, isInteractive} from '../settings/terminal.ts';
import {UsageError} from '../debate/usage-error.ts';
import type {Run} from './command.ts';
import {printRows, printStyleFor} from './print-rows.ts';
import {rankingRows} from './rank-rows.ts';
import type {ShownEnd} from './batch-on-screen.ts';
import {queueFor, type QueueAccess} from './batch-queue.ts';

// The progress of a batch as plain lines.

/** A debate that has ended, and how far the batch is. */
export const endLine = ({item, outcome, spent}: ItemStatus, {done, total, running}: BatchProgress): string =>
	`${done} of ${total}: ${item.topic} · ${debaterName(item.one)} for, ${debaterName(item.other)} against, seed ${item.seed} · ${outcome ?? ''} · ${money(spent.usd)}, ${spent.tokens} tokens · ${running.length} running`;

const mostNamed = 3;

/** Who leads, with 95 % intervals; undefined while nobody can be ranked. */
export function leadersLine(standings: readonly BatchStanding[]): string | undefined {
	if (standings.length === 0) return undefined;
	const named = standings
		.slice(0, mostNamed)
		.map(({name, rating, low, high}) => `${name} ${Math.round(rating)} (${Math.round(low)}–${Math.round(high)})`);
	const told = standings[0]?.apart === false ? '; the first two are not told apart yet' : '';
	return `So far: ${named.join(', ')}${told}`;
}

export const run: Run = async (input, context, helpText) => {
	const {
		args: [named = ''],
		options,
	} = input;
	if (named === 'work') return (await import('./batch-work.ts')).work(input, context, helpText);
	const configuration = context.configure(settingFlags(options, batchOptions));
	const {settings, home} = configuration;
	const batch = readBatchFile(named, context.cwd);
	const name = `batch-${basename(named, extname(named))}`;
	const folder = join(debatesFolder(settings.out, home, context.cwd), name);
	const {cwd, signal, recorder, stderr} = context;
	const notice = (text: string): void => void stderr.write(`${text}\n`);
	const place: BatchPlace = {folder, configuration, context: {cwd, signal, recorder, notice}};
	const statuses = batchItems(batch, pairFor).map(item => statusOf(item, folder));
	const {plans, expected} = prepared(statuses, place, flagOption(options, 'force'));
	const queue = await queueFor(options, configuration, context);
	if (flagOption(options, 'dryRun')) return exitCodes.ok;
	const atOnce = atOnceOf(options, batch, queue);
	// Where nothing is held here, workers have voices of their own.
	if (atOnce > 0) for (const text of await checkOnce(plans, configuration, signal)) notice(text);
	const ended = statuses.filter(({outcome}) => outcome !== undefined).map(({journal}) => journal);
	await completeDebates(ended, {configuration, recorder, notice});
	const budget = settings.budget ?? budgetOf(batch.budget, named);
	const held = {name, statuses, expected, budget, place, atOnce};
	const end = await hold(held, queue, options, context);
	report(end, flagOption(options, 'json'), context);
	return exitCodeOf(end);
};

const atOnceOf = (options: Input['options'], batch: BatchFile, queue: QueueAccess | undefined): number =>
	numberOption(options, 'atOnce', {flag: '--at-once', from: queue ? 0 : 1, to: 100}) ?? batch.atOnce;

type HeldBatch = {
	readonly name: string;
	readonly statuses: readonly ItemStatus[];
	readonly expected: ReadonlyMap<string, Amount>;
	readonly budget: Settings['budget'];
	readonly place: BatchPlace;
	readonly atOnce: number;
};

/** Holds the batch, with its screen on a terminal and with lines elsewhere. */
async function hold(
	held: HeldBatch,
	queue: QueueAccess | undefined,
	options: Input['options'],
	context: CommandContext,
): Promise<ShownEnd> {
	const {name, statuses, expected, place, budget, atOnce} = held;
	const screen =
		isInteractive(context) &&
		!flagOption(options, 'json') &&
		!flagOption(options, 'headless') &&
		!drawn(place.configuration.settings, context.env).reader;
	const begin = async (tracker: BatchTracker, own: BatchPlace['context']): Promise<BatchEnd> => {
		const run: BatchRun = {...place, context: own, atOnce, budget, watch: tracker.watch};
		return queue
			? (await import('../app/batch/queue.ts')).holdQueued(statuses, {...run, ...queue, name, expected})
			: holdBatch(statuses, run);
	};
	if (screen) return (await import('./batch-on-screen.ts')).holdOnScreen(held, begin, context);
	const tracker = batchTracker({
		...held,
		onEnd(status, progress) {
			const now = progress();
			context.stderr.write(`${endLine(status, now)}\n`);
			const often = Math.max(5, Math.ceil(now.total / 10));
			const leaders = now.done % often === 0 && now.done < now.total ? leadersLine(now.standings) : undefined;
			if (leaders !== undefined) context.stderr.write(`${leaders}\n`);
		},
		onTold: place.context.notice,
	});
	return {...(await begin(tracker, place.context)), judgements: tracker.judgements};
}

type Prepared = Pick<HeldBatch, 'expected'> & {readonly plans: readonly ReadyPlan[]};

/** Refuses what cannot or should not be held, and says the cost before anything begins. */
function prepared(statuses: readonly ItemStatus[], place: BatchPlace, force: boolean): Prepared {
	const {configuration, context} = place;
	const open = statuses.filter(({outcome}) => outcome === undefined);
	const plans = open.map(({item}) => ({item, plan: planItem(item, place)}));
	refuseUnfit(
		plans.map(({plan}) => plan),
		configuration.home,
		force,
	);
	const expected = new Map(plans.map(({item, plan}) => [item.folder, expectedOf(plan, configuration)]));
	const {usd, tokens} = sumOf(expected.values());
	const held = statuses.length - open.length;
	context.notice(
		`${plural(statuses.length, 'debate')}${held === 0 ? ':' : `, ${held} of them held before; the others take`} about ${formatCount(tokens)} tokens, ${spentText(usd)}. Kept in ${place.folder}`,
	);
	const kin = judgedByKin(plans.map(({plan}) => plan));
	if (kin > 0)
		context.notice(
			`${plural(kin, 'debate')} can only be judged by a model whose maker debates in it: name judges of other makers.`,
		);
	return {expected, plans: plans.map(({plan}) => plan)};
}

function pairFor(protocol: string): NonNullable<Format['pair']> {
	const pair = formatOf(protocol)?.pair;
	if (pair) return pair;
	const known = formats.flatMap(({id, pair: pairs}) => (pairs ? [id] : []));
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

function exitCodeOf({why, statuses, given = []}: BatchEnd): number {
	if (why === 'interrupted') return exitCodes.interrupted;
	if (why === 'budget') return exitCodes.budget;
	const unwell = statuses.some(({outcome}) => outcome === 'failed' || outcome === 'degraded');
	return unwell || given.length > 0 ? exitCodes.unwell : exitCodes.ok;
}

function report({statuses, why, judgements, given = []}: ShownEnd, json: boolean, context: CommandContext): void {
	const done = statuses.filter(({outcome}) => outcome !== undefined);
	const ranking = rank(judgements());
	const spent = statuses.reduce((sum, status) => sum + status.spent.tokens, 0);
	for (const {item, reason} of given)
		context.stderr.write(`Not held to its end: ${item.topic}, seed ${item.seed}: ${reason.split('\n', 1)[0] ?? ''}\n`);
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
	if (ranking.names.length > 0) context.writeStyled(printRows(rankingRows(ranking, style.width), style));
}
