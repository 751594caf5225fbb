/**
 * What the depths of a format pay on a user’s own models: questions whose answers are known, put to a debate that
 * talks, and at its price to blind answers that are counted and to one prompt that thinks for as long.
 */
import {appendFileSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {Budget} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {totalSpending, type Spending} from '../../debate/state.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {realClock} from '../../engine/clock.ts';
import {answer} from '../../engine/calls/call.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';
import type {BenchItem, BenchOutcome, MeasuredItem, FormatBench} from '../../formats/contract.ts';
import {seededRandom} from '../../rehearsal/random.ts';
import type {Configuration} from '../../settings/settings.ts';
import {planWithVoices} from '../plan/attach-voices.ts';
import {startSession} from '../session/start-session.ts';

export type BenchRun = {
	/** The format’s id, and its questions. */
	readonly format: string;
	readonly bench: FormatBench;
	readonly items: readonly BenchItem[];
	readonly voices: readonly string[];
	readonly folder: string;
	readonly configuration: Configuration;
	readonly cwd: string;
	readonly signal: AbortSignal;
	readonly budget: Budget;
	readonly onItem: (done: number) => void;
};

/** More samples than these are not drawn, whatever the debate cost. */
const mostSamples = 28;
/** Seats of a debate on a question, and of one that only draws samples. */
const [seats, mostSeats] = [3, 7];

/** The questions of a format in an order by seed. */
export const questionsOf = ({table, items}: FormatBench, seed: number): readonly BenchItem[] =>
	items(JSON.parse(readRegularFile(join(packageRoot, 'data', table))), seededRandom(seed).next);

type Spent = Pick<Spending, 'cost' | 'input' | 'output'>;

/** What is left of the budget, by all that was spent. */
function purseOf(budget: Budget) {
	const spent = {usd: 0, tokens: 0};
	return {
		spent,
		left: (): Budget => ({
			...(budget.usd !== undefined && {usd: Math.max(0, budget.usd - spent.usd)}),
			...(budget.tokens !== undefined && {tokens: Math.max(0, budget.tokens - spent.tokens)}),
		}),
		pay({cost, input, output}: Spent): void {
			spent.usd += cost;
			spent.tokens += input + output;
		},
	};
}

type RunningBench = BenchRun & {readonly purse: ReturnType<typeof purseOf>};

/** A run that ended before its question was answered, with why. */
class BenchBroken extends Error {
	override readonly name = 'BenchBroken';
}

/** Puts one question after the other; every answer is in a journal, and each result a line of `results.jsonl`. */
export async function runBench(run: BenchRun): Promise<{results: MeasuredItem[]; unfinished?: string}> {
	mkdirSync(run.folder, {recursive: true, mode: 0o700});
	const results: MeasuredItem[] = [];
	const bench = {...run, purse: purseOf(run.budget)};
	try {
		for (const item of run.items) {
			const result = await putItem(bench, item);
			results.push(result);
			appendFileSync(join(run.folder, 'results.jsonl'), `${JSON.stringify(result)}\n`);
			run.onItem(results.length);
		}
	} catch (error) {
		if (error instanceof BenchBroken) return {results, unfinished: error.message};
		throw error;
	}
	return {results};
}

async function putItem(run: RunningBench, item: BenchItem): Promise<MeasuredItem> {
	const {bench, purse, voices} = run;
	const [voice = ''] = voices;
	const before = {...purse.spent};
	const members = Array.from({length: seats}, (_, place) => voices[place % voices.length] ?? voice);
	const {blind, winner, held, strength, price} = await hold(run, item, members, true);
	const samples = await drawSamples(run, item, voice, Math.min(mostSamples, Math.max(1, Math.round(price))));
	const thought = bench.answerIn(await think(run, item, voice, price));
	return {
		item: item.id,
		right: `o${item.right + 1}`,
		samples,
		answers: {think: thought, samples: commonest(samples), vote: blind, cruxes: winner},
		held,
		strength,
		price,
		usd: purse.spent.usd - before.usd,
		tokens: purse.spent.tokens - before.tokens,
	};
}

/** What most samples say; null where two are said equally often. */
function commonest(samples: readonly (string | null)[]): string | null {
	const [first, second] = [
		...Map.groupBy(
			samples.filter(position => position !== null),
			position => position,
		),
	]
		.map(([position, own]) => ({position, count: own.length}))
		.toSorted((one, other) => other.count - one.count);
	return first && first.count > (second?.count ?? 0) ? first.position : null;
}

/** A debate in a folder of its own, to its end. */
async function hold(
	run: RunningBench,
	item: BenchItem,
	members: readonly string[],
	talks: boolean,
): Promise<BenchOutcome> {
	const {configuration, format, bench, folder, cwd, signal, purse} = run;
	const settings = {...configuration.settings, out: folder, export: [], editor: undefined, voice: members[0]};
	const input = {args: [format], options: bench.input(item, members, talks)};
	const plan = planWithVoices(input, {...configuration, settings}, {cwd, interactive: false});
	const {session, done} = await startSession(
		{...plan, remembered: undefined, budget: purse.left()},
		{cwd, configuration, signal, headless: true},
	);
	const events = [];
	for await (const event of session.events) if ('seq' in event) events.push(event);
	const {outcome, reason} = await done;
	const state = fold(events);
	purse.pay(totalSpending(state));
	const came = bench.outcome(state);
	if (outcome === undefined || outcome === 'budget' || !came)
		throw new BenchBroken(reason ?? `there is no result on ${item.id}`);
	return came;
}

/** As many blind answers as the debate cost, by debates without talk. */
async function drawSamples(
	run: RunningBench,
	item: BenchItem,
	voice: string,
	count: number,
): Promise<(string | null)[]> {
	const samples: (string | null)[] = [];
	while (samples.length < count) {
		const wanted = Math.min(mostSeats, Math.max(2, count - samples.length));
		const members = Array.from({length: wanted}, () => voice);
		const {answers} = await hold(run, item, members, false);
		samples.push(...members.map((_, place) => answers[place] ?? null));
	}
	return samples.slice(0, count);
}

/** Tokens of an answer in words. */
const answerTokens = 400;
const mostThought = 12_000;

/** What one prompt says that is told to think and check for as many tokens as the debate took. */
async function think(run: RunningBench, item: BenchItem, voice: string, price: number): Promise<string> {
	const {configuration, format, bench, cwd, signal, purse} = run;
	const settings = {...configuration.settings, voice};
	const plan = planWithVoices(
		{args: [format], options: {topic: item.question}},
		{...configuration, settings},
		{cwd, interactive: false},
	);
	const [own] = plan.voices.values();
	if (!own) return '';
	const request = {
		purpose: 'bench',
		messages: [{role: 'user' as const, content: bench.prompt(item)}],
		maxTokens: Math.min(mostThought, Math.round(answerTokens * price)),
		temperature: 0.7,
	};
	const context = {signal, timeoutMs: configuration.settings.timeout, clock: realClock()};
	let text = '';
	try {
		for await (const delta of answer(own, request, context, {retries: 1})) {
			if (delta.type === 'text') text += delta.text;
			if (delta.type === 'usage') purse.pay({...delta.usage, cost: delta.cost ?? 0});
		}
	} catch (error) {
		signal.throwIfAborted();
		throw new BenchBroken(reasonOf(error));
	}
	return text;
}
