/** Lists a server's models with their limits and prices, as far as it reports them. Read-only requests. */
import {connect} from 'node:net';
import {z} from 'zod';
import {fetchHere, limitBody, listLimits, RedirectRefused} from './limited-fetch.ts';
import {isLocal, type Provider} from './providers.ts';
import type {Voice} from './voice.ts';

/**
 * `price` is in US dollars per million tokens. `loaded` tells whether a server that loads models on demand has it in
 * memory. `atOnce` is set for servers whose concurrent requests share one context.
 */
export const ListedModel = z.object({
	id: z.string().min(1),
	contextTokens: z.int().positive().optional(),
	price: z.object({input: z.number(), cached: z.number().optional(), output: z.number()}).optional(),
	loaded: z.boolean().optional(),
	atOnce: z.int().positive().optional(),
	/** Its server is a program that runs it on this machine, and says so. */
	here: z.boolean().optional(),
	/** What it is for, if not for chat, as far as its server says. */
	kind: z.literal('embeddings').optional(),
});
export type ListedModel = z.infer<typeof ListedModel>;

const Tokens = z.int().positive().optional().catch(undefined);
/** US dollars per token, as text. Routers that pick the model report -1. */
const Dollars = z.coerce.number().nonnegative().optional().catch(undefined);

/** A model in the dialects of all known servers; every server leaves some fields out. */
const ModelRow = z.object({
	id: z.string().min(1).optional(),
	name: z.string().min(1).optional(),
	context_length: Tokens,
	context_window: Tokens,
	max_model_len: Tokens,
	max_context_length: Tokens,
	loaded_context_length: Tokens,
	meta: z.object({n_ctx: Tokens, n_ctx_train: Tokens}).nullish().catch(undefined),
	pricing: z.object({prompt: Dollars, completion: Dollars, input_cache_read: Dollars}).nullish().catch(undefined),
	state: z.string().optional().catch(undefined),
	type: z.string().optional().catch(undefined),
	owned_by: z.string().optional().catch(undefined),
	remote_host: z.string().optional().catch(undefined),
});
type ModelRow = z.infer<typeof ModelRow>;
const ModelListResponse = z.union([z.object({data: z.array(ModelRow)}), z.object({models: z.array(ModelRow)})]);

export type ListModelsOptions = {
	readonly key?: string | undefined;
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
};

/** What a request that costs nothing is sent with. */
export const headersFor = ({id, headers}: Provider, key: string | undefined): Record<string, string> => ({
	...headers,
	...(key !== undefined && {
		Authorization: `Bearer ${key}`,
		...(id === 'anthropic' && {'x-api-key': key, 'anthropic-version': '2023-06-01'}),
	}),
});

/** The models of a provider, by id. Throws an `Error` with a message for the user. */
export async function listModels(
	provider: Provider,
	{key, timeoutMs, signal}: ListModelsOptions,
): Promise<ListedModel[]> {
	const limit = AbortSignal.timeout(timeoutMs);
	const response = await fetchHere(listAddress(provider), {
		headers: headersFor(provider, key),
		signal: signal ? AbortSignal.any([signal, limit]) : limit,
	}).catch((error: unknown) => {
		signal?.throwIfAborted();
		if (error instanceof RedirectRefused)
			throw new Error(
				`${provider.name} sends requests on to ${error.message}, which is not followed: if you trust that address, make it the server's.`,
				{cause: error},
			);
		throw new Error(
			`${provider.name} does not answer at ${provider.baseUrl}${limit.aborted ? ` within ${timeoutMs} ms` : ''}.`,
			{cause: error},
		);
	});
	if (!response.ok) throw new Error(`${provider.name} does not list its models (${response.status}).`);
	return modelsIn(response, provider, signal);
}

/** The models that an answer lists, by id. Throws an `Error` where it lists none, or is another server's. */
export async function modelsIn(response: Response, provider: Provider, signal?: AbortSignal): Promise<ListedModel[]> {
	const answer = ModelListResponse.safeParse(
		await limitBody(response, listLimits)
			.json()
			.catch(() => undefined),
	);
	if (!answer.success) throw new Error(`${provider.name} did not answer with a list of models.`);
	const rows = 'data' in answer.data ? answer.data.data : answer.data.models;
	if (provider.listedAs !== undefined && !rows.some(row => row.owned_by === provider.listedAs))
		throw new Error(`What answers at ${provider.baseUrl} is not ${provider.name}.`);
	const known = await idsRunHere(rows, provider, signal);
	return rows
		.flatMap(row => listed(row) ?? [])
		.map(one => (known.has(one.id) ? {...one, here: true} : one))
		.toSorted((one, other) => one.id.localeCompare(other.id));
}

/** What programs that run models name as the owner of each; the last is `rostrum serve-rehearsal`. */
const runners = ['llamacpp', 'vllm', 'rostrum'];

const idsOf = (rows: readonly ModelRow[]): ReadonlySet<string> =>
	new Set(rows.flatMap(({id, name}) => id ?? name ?? []));

/**
 * Models that a server at a loopback address says it runs itself. A gateway there may send them on to whoever is paid,
 * and an Ollama says which of its models it sends to its own cloud. Servers that name no owner are asked for the lists
 * that only Ollama and LM Studio have.
 */
async function idsRunHere(
	rows: readonly ModelRow[],
	provider: Provider,
	signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
	if (!isLocal(provider) || rows.some(({pricing}) => pricing)) return new Set();
	const owned = rows.filter(({owned_by = ''}) => runners.includes(owned_by));
	if (owned.length > 0) return idsOf(owned);
	const listAt = async (path: string): Promise<readonly ModelRow[]> => {
		if (provider.listPath !== undefined) return provider.listPath === path ? rows : [];
		const list = await valueAt(path, provider.baseUrl, ModelListResponse, signal);
		return list ? ('data' in list ? list.data : list.models) : [];
	};
	const [ollama, studio] = await Promise.all([listAt(ollamaPath), listAt(studioPath)]);
	return idsOf([
		...ollama.filter(({id, remote_host}) => id === undefined && remote_host === undefined),
		...studio.filter(({state}) => state !== undefined),
	]);
}

/** Some servers report more in a list of their own than at `/models`. */
export const listAddress = ({baseUrl, listPath}: Provider): string =>
	listPath === undefined ? `${baseUrl}/models` : new URL(listPath, baseUrl).href;

function listed({id, name, pricing, state, type, meta, owned_by, ...row}: ModelRow): ListedModel | undefined {
	const known = id ?? name;
	if (known === undefined) return undefined;
	const contextTokens =
		row.loaded_context_length ??
		row.max_model_len ??
		row.context_length ??
		row.context_window ??
		row.max_context_length ??
		meta?.n_ctx ??
		meta?.n_ctx_train;
	const price = pricing && priceOf(pricing);
	return {
		id: known,
		...(contextTokens !== undefined && {contextTokens}),
		...(price && {price}),
		...(state !== undefined && {loaded: state === 'loaded'}),
		...(type === 'embeddings' && {kind: type}),
		...(owned_by === 'llamacpp' && {atOnce: 1}),
	};
}

function priceOf({prompt, completion, input_cache_read: cached}: NonNullable<ModelRow['pricing']>): Voice['price'] {
	if (prompt === undefined || completion === undefined) return undefined;
	const million = (dollars: number): number => Math.round(dollars * 1e12) / 1e6;
	return {input: million(prompt), output: million(completion), ...(cached !== undefined && {cached: million(cached)})};
}

/** Names of models that answer with vectors, scores, sound or pictures. */
const notForChat =
	/(?:^|[-_/.:])(?:bge|gte|e5|minilm|rerank\w*|whisper|tts|clip|siglip|stable-diffusion|sdxl|flux)(?:[-_/.:]|$)|embed/iu;

/** Whether it can speak, as far as its server or its name says. */
export const isForChat = ({id, kind}: Pick<ListedModel, 'id' | 'kind'>): boolean =>
	kind === undefined && !notForChat.test(id);

/** Orders models so that those in memory come first. */
export const loadedFirst = (one: Pick<ListedModel, 'loaded'>, other: Pick<ListedModel, 'loaded'>): number =>
	Number(other.loaded === true) - Number(one.loaded === true);

/** Where an Ollama and an LM Studio list what they have. */
const ollamaPath = '/api/tags';
const studioPath = '/api/v0/models';

/** Time limit for local servers to respond, in milliseconds. */
const localMs = 500;

const Loaded = z.object({
	models: z.array(z.object({name: z.string().optional(), model: z.string().optional(), context_length: Tokens})),
});
const Running = z.object({
	n_ctx: Tokens,
	default_generation_settings: z.object({n_ctx: Tokens}).optional().catch(undefined),
});

/** The value at a path of a server, as far as it has the form; undefined if it has none. */
async function valueAt<T>(
	path: string,
	baseUrl: string,
	form: z.ZodType<T>,
	signal?: AbortSignal,
): Promise<T | undefined> {
	const limit = AbortSignal.timeout(localMs);
	try {
		const response = await fetchHere(new URL(path, baseUrl), {
			signal: signal ? AbortSignal.any([signal, limit]) : limit,
		});
		return response.ok ? form.safeParse(await limitBody(response, listLimits).json()).data : undefined;
	} catch {
		signal?.throwIfAborted();
		return undefined;
	}
}

/**
 * How many tokens a local server reads at once with this model as it runs now, which may be far fewer than the model
 * could; undefined if the server does not say.
 */
export async function runningContext(
	baseUrl: string,
	model: string,
	signal?: AbortSignal,
): Promise<number | undefined> {
	if (!isLocal({baseUrl})) return undefined;
	const [ollama, llama] = await Promise.all([
		valueAt('/api/ps', baseUrl, Loaded, signal),
		valueAt('/props', baseUrl, Running, signal),
	]);
	const loaded = ollama?.models.find(({name, model: id}) =>
		[name, id].some(each => each?.replace(/:latest$/u, '') === model.replace(/:latest$/u, '')),
	);
	return loaded?.context_length ?? llama?.default_generation_settings?.n_ctx ?? llama?.n_ctx;
}

/**
 * Whether anything takes connections there. With its first request Node loads all of its HTTP client: that is spared
 * where no server runs.
 */
async function isListening(baseUrl: string): Promise<boolean> {
	const {hostname, port, protocol} = new URL(baseUrl);
	const usual = protocol === 'https:' ? 443 : 80;
	const socket = connect({host: hostname.replaceAll(/[[\]]/gu, ''), port: Number(port || usual), timeout: localMs});
	return new Promise<boolean>(resolve => {
		socket
			.once('connect', () => resolve(true))
			.once('timeout', () => resolve(false))
			.once('error', () => resolve(false));
	}).finally(() => socket.destroy());
}

/** Finds running local model servers among the providers, with their models; asks all at once. */
export async function findLocalServers(
	providers: readonly Provider[],
	signal?: AbortSignal,
): Promise<{readonly provider: Provider; readonly models: readonly ListedModel[]}[]> {
	const asked = await Promise.allSettled(
		providers.filter(isLocal).map(async provider => {
			if (!(await isListening(provider.baseUrl))) throw new Error(`Nothing listens at ${provider.baseUrl}.`);
			const [models, loaded] = await Promise.all([
				listModels(provider, {timeoutMs: localMs, signal}),
				// The list of an Ollama does not say which it has in memory.
				provider.listPath === ollamaPath ? valueAt('/api/ps', provider.baseUrl, Loaded, signal) : undefined,
			]);
			const inMemory = new Set(loaded?.models.flatMap(({name, model}) => name ?? model ?? []));
			return {provider, models: models.map(one => (inMemory.has(one.id) ? {...one, loaded: true} : one))};
		}),
	);
	return asked.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []));
}
