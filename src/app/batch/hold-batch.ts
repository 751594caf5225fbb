/** Holds the debates of a batch in this process, some at once. What is done is known from their journals alone. */
import {mkdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {Budget, Outcome} from '../../debate/events.ts';
import {endingIn} from '../../debate/ending.ts';
import {fold} from '../../debate/reduce.ts';
import {totalSpending} from '../../debate/spending.ts';
import {voiceLimiter, type VoiceLimiter} from '../../engine/calls/voice-limiter.ts';
import {realClock} from '../../engine/context/clock.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {CliContext} from '../cli/context.ts';
import {journalName} from '../files/find-debate.ts';
import {estimate} from '../plan/estimate.ts';
import {planWithVoices, type ReadyPlan} from '../plan/attach-voices.ts';
import {resumeSession} from '../session/resume.ts';
import {startSession, type RunningSession} from '../session/start-session.ts';
import {priceFinder} from '../voices/price-finder.ts';
import {normalizeInput} from '../plan/normalize-input.ts';
import type {BatchItem} from './matrix.ts';

/** Tokens and US dollars; `usd` leaves out what has no known price. */
export type Amount = {readonly usd: number; readonly tokens: number};

/** How a debate of the batch stands. */
export type ItemStatus = {
	readonly item: BatchItem;
	readonly journal: string;
	/** Undefined while it is not over. */
	readonly outcome: Outcome | undefined;
	readonly begun: boolean;
	readonly spent: Amount;
};

export type BatchRun = {
	readonly folder: string;
	readonly atOnce: number;
	readonly budget: Budget | undefined;
	readonly configuration: Configuration;
	readonly context: CliContext;
	readonly onEnd: (status: ItemStatus, progress: {readonly done: number; readonly running: number}) => void;
};

export type BatchEnd = {readonly statuses: readonly ItemStatus[]; readonly why: 'done' | 'interrupted' | 'budget'};

/** Reads from its journal how a debate stands. */
export function statusOf(item: BatchItem, folder: string): ItemStatus {
	const journal = join(folder, item.folder, journalName);
	if (!statSync(journal, {throwIfNoEntry: false})) return unbegun(item, journal);
	const {events} = readJournal(journal);
	if (events.length === 0) return unbegun(item, journal);
	const {usage, cost} = spendingIn(events);
	return {item, journal, outcome: endingIn(events)?.outcome, begun: true, spent: {usd: cost, tokens: usage}};
}

const nothing: Amount = {usd: 0, tokens: 0};
const unbegun = (item: BatchItem, journal: string): ItemStatus => ({
	item,
	journal,
	outcome: undefined,
	begun: false,
	spent: nothing,
});

function spendingIn(events: Parameters<typeof fold>[0]): {readonly usage: number; readonly cost: number} {
	const {input, output, cost} = totalSpending(fold(events));
	return {usage: input + output, cost};
}

/** The plan of a debate, as `rostrum run` would make it. Throws `UsageError`. */
export function planItem(
	item: BatchItem,
	{configuration, context, folder}: Omit<BatchRun, 'onEnd' | 'atOnce' | 'budget'>,
): ReadyPlan {
	const {home, settings} = configuration;
	const {arbiter, judge} = item.input.options;
	const own: Configuration = {
		...configuration,
		settings: {
			...settings,
			pace: 'instant',
			seed: item.seed,
			budget: undefined,
			...(typeof arbiter === 'string' && {arbiter}),
			...(Array.isArray(judge) && {judges: judge.map(String)}),
		},
	};
	const plan = planWithVoices(normalizeInput(item.input, home, context.cwd), own, {
		cwd: context.cwd,
		interactive: false,
	});
	return {...plan, folder};
}

/** What a debate is expected to spend; nothing is known of voices without a price. */
export function expectedOf(plan: ReadyPlan, configuration: Configuration): Amount {
	const {cost, tokens} = estimate(plan, priceFinder(configuration));
	return {usd: cost ?? 0, tokens};
}

/** A debate may spend so many times what it is expected to. */
const slack = 3;

export async function holdBatch(items: readonly BatchItem[], run: BatchRun): Promise<BatchEnd> {
	const statuses = new Map(items.map(item => [item, statusOf(item, run.folder)]));
	const open = items.filter(item => statuses.get(item)?.outcome === undefined);
	const reserved = new Map<BatchItem, Amount>();
	const {signal} = run.context;
	const limiter = voiceLimiter(realClock());
	let why: BatchEnd['why'] = 'done';

	const sum = (amounts: Iterable<Amount>): Amount =>
		[...amounts].reduce((all, one) => ({usd: all.usd + one.usd, tokens: all.tokens + one.tokens}), nothing);
	const left = (): Budget | undefined => {
		if (!run.budget) return undefined;
		const used = sum([
			...[...statuses.values()].filter(({item}) => !reserved.has(item)).map(({spent}) => spent),
			...reserved.values(),
		]);
		return {
			...(run.budget.usd !== undefined && {usd: run.budget.usd - used.usd}),
			...(run.budget.tokens !== undefined && {tokens: run.budget.tokens - used.tokens}),
		};
	};

	async function worker(): Promise<void> {
		for (let item = open.shift(); item && !signal.aborted && why === 'done'; item = open.shift()) {
			const plan = planItem(item, run);
			const before = statuses.get(item) ?? unbegun(item, '');
			const share = shareOf(left(), expectedOf(plan, run.configuration), before.spent);
			if (share === 'none') {
				why = 'budget';
				return;
			}
			reserved.set(item, {usd: share?.usd ?? 0, tokens: share?.tokens ?? 0});
			const running = await begin(plan, share, before, {...run, limiter});
			for await (const {type} of running.session.events) if (type === 'debate-end' || signal.aborted) break;
			await running.done;
			reserved.delete(item);
			const after = statusOf(item, run.folder);
			statuses.set(item, after);
			if (after.outcome === undefined) return;
			const done = [...statuses.values()].filter(({outcome}) => outcome !== undefined).length;
			run.onEnd(after, {done, running: reserved.size});
		}
	}

	await Promise.all(Array.from({length: Math.min(run.atOnce, open.length)}, worker));
	return {statuses: [...statuses.values()], why: signal.aborted ? 'interrupted' : why};
}

/** What a debate may spend of what is left; none if that is less than it is expected to need. */
function shareOf(left: Budget | undefined, expected: Amount, spent: Amount): Budget | undefined | 'none' {
	if (!left) return undefined;
	const part = (rest: number | undefined, wanted: number, before: number): number | undefined =>
		rest === undefined
			? undefined
			: rest + before < wanted
				? 0
				: Math.min(rest + before, Math.max(wanted * slack, before));
	const [usd, tokens] = [part(left.usd, expected.usd, spent.usd), part(left.tokens, expected.tokens, spent.tokens)];
	if (tokens === 0 || (usd !== undefined && usd <= 0 && expected.usd > 0)) return 'none';
	return {...(usd !== undefined && usd > 0 && {usd}), ...(tokens !== undefined && {tokens: Math.floor(tokens)})};
}

/** Starts a debate, or goes on with it. A journal that holds nothing yet is begun anew. */
async function begin(
	plan: ReadyPlan,
	budget: Budget | undefined,
	status: ItemStatus,
	run: BatchRun & {readonly limiter: VoiceLimiter},
): Promise<RunningSession> {
	const {configuration, context, folder, limiter} = run;
	const options = {
		cwd: context.cwd,
		signal: context.signal,
		limiter,
		headless: true,
		configuration,
		notice: (text: string) => void context.stderr.write(`${text}\n`),
	};
	if (status.begun) return (await resumeSession(status.journal, {...options, folder})).running;
	mkdirSync(join(folder, status.item.folder), {recursive: true});
	rmSync(status.journal, {force: true});
	return startSession(
		{...plan, ...(budget && Object.keys(budget).length > 0 && {budget})},
		{...options, journalFile: status.journal},
	);
}
