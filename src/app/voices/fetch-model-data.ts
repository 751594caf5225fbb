/** Fetches public figures of models from a server in the notation of models.dev, when the user asks for it. */
import {z} from 'zod';
import {writeWhole} from '../../engine/host/write-whole.ts';
import {homeFiles} from '../../settings/home.ts';
import {fetchHere, limitBody} from '../../voices/limited-fetch.ts';
import {providers} from '../../voices/providers.ts';
import {PublicModel, type ModelData} from './model-facts.ts';

const Tokens = z.int().positive().optional().catch(undefined);
const Dollars = z.number().nonnegative();
const Cost = z.object({input: Dollars, output: Dollars, cache_read: Dollars.optional()});
const Row = z.object({
	reasoning: z.boolean().optional(),
	limit: z.object({context: Tokens, output: Tokens}).optional(),
	cost: Cost.extend({
		tiers: z.array(Cost.extend({tier: z.object({type: z.literal('context'), size: z.int().positive()})})).optional(),
		context_over_200k: Cost.optional(),
	}),
});
const Listed = z.record(
	z.string(),
	z
		.object({models: z.record(z.string(), z.unknown())})
		.optional()
		.catch(undefined),
);

/** What is fetched holds every model of every provider in the world: some megabytes. */
const limits = {total: 8_000_000};
const patienceMs = 30_000;

type Fetching = {readonly home: string; readonly address: string; readonly now: Date; readonly signal: AbortSignal};

/** Keeps the figures of the providers that are built in. Throws an `Error` with a message for the user. */
export async function fetchModelData({home, address, now, signal}: Fetching): Promise<ModelData> {
	const models = modelsIn(await fetched(address, signal));
	if (Object.keys(models).length === 0)
		throw new Error(`${address} gave no prices of models in the notation of models.dev.`);
	const data: ModelData = {date: now.toISOString().slice(0, 10), source: new URL(address).hostname, models};
	writeWhole(homeFiles(home).modelData, `${JSON.stringify(data)}\n`);
	return data;
}

async function fetched(address: string, signal: AbortSignal): Promise<unknown> {
	const limit = AbortSignal.timeout(patienceMs);
	try {
		const response = await fetchHere(address, {signal: AbortSignal.any([signal, limit])});
		if (!response.ok) throw new Error(`it answered ${response.status}`);
		return await limitBody(response, limits).json();
	} catch (error) {
		signal.throwIfAborted();
		throw new Error(`${address} gave no model data: ${limit.aborted ? 'it took too long' : whyNotFetched(error)}.`, {
			cause: error,
		});
	}
}

function whyNotFetched(error: unknown): string {
	if (error instanceof SyntaxError) return 'what it sent is not JSON';
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** Rows that do not fit, or have no price, are left out. */
function modelsIn(answer: unknown): ModelData['models'] {
	const listed = Listed.safeParse(answer).data ?? {};
	const lists = providers.flatMap(({id}): [string, Record<string, PublicModel>][] => {
		const rows = Object.entries(listed[id]?.models ?? {}).flatMap(([name, row]) => {
			const model = publicModel(row);
			return model ? [[name, model] as const] : [];
		});
		return rows.length === 0 ? [] : [[id, Object.fromEntries(rows)]];
	});
	return Object.fromEntries(lists);
}

function publicModel(row: unknown): PublicModel | undefined {
	const read = Row.safeParse(row);
	if (!read.success) return undefined;
	const {limit, reasoning, cost} = read.data;
	const {tiers = [], context_over_200k: long} = cost;
	const above = [
		...tiers.map(({tier, ...price}) => ({tokens: tier.size, ...priceOf(price)})),
		...(long && tiers.length === 0 ? [{tokens: 200_000, ...priceOf(long)}] : []),
	];
	if (cost.input === 0 || cost.output === 0) return undefined;
	return {
		...(limit?.context !== undefined && {context: limit.context}),
		...(limit?.output !== undefined && {answer: limit.output}),
		...(reasoning && {thinks: true}),
		...priceOf(cost),
		...(above.length > 0 && {above}),
	};
}

/** A price of 0 for cached tokens means that none is given. */
const priceOf = ({input, output, cache_read: cached = 0}: z.infer<typeof Cost>) => ({
	input,
	...(cached > 0 && {cached}),
	output,
});
