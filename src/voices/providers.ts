/** Model providers that speak the Chat Completions API, as data. */
import type {RateLimits} from './voice.ts';

/**
 * How an answer is made to fit a schema: enforced by the server, enforced without what servers often refuse in one,
 * enforced as JSON only, or requested in the prompt.
 */
export type Rung = 'schema' | 'plain' | 'object' | 'text';

/** How a provider deviates from most servers. */
type ProviderQuirks = {
	/** The rungs it supports, best first; all by default. A server that takes a schema may take a plain one. */
	readonly rungs?: readonly [Rung, ...Rung[]];
	/** Its parameter for the answer's maximum length. */
	readonly maxTokens?: 'max_tokens' | 'max_completion_tokens';
	/** Prefixes of model ids whose cache breakpoints need to be marked with `cache_control`. */
	readonly cacheControl?: readonly string[];
	/** A router: structured requests must be kept from hosts that ignore the schema. */
	readonly routes?: boolean;
	/** It keeps the thinking of all its models apart from their words, or marks both of its ends. */
	readonly thinksApart?: boolean;
};

/** What a user may say of a server besides its address. */
type UserManners = {
	/** It puts every word of every answer where others put a model's thinking. */
	readonly answersInThinking?: boolean | undefined;
};

/** A server that speaks Chat Completions. */
export type Provider = {
	/** The part before the colon in `ollama:qwen3`. */
	readonly id: string;
	readonly name: string;
	/** Including the version, such as `http://127.0.0.1:11434/v1`. */
	readonly baseUrl: string;
	/** The environment variable with its API key; undefined if it needs none. */
	readonly keyVariable?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Its limits on concurrent requests and requests per minute, if it has any. */
	readonly atOnce?: number;
	readonly perMinute?: number;
	/**
	 * The path, from the root, of a model list with more detail than `/models`, and the owner which that list must name
	 * for the server to be this one.
	 */
	readonly listPath?: string;
	readonly listedAs?: string;
	/** The path, from the root, where a key is asked about, of a server that lists its models to anybody. */
	readonly keyPath?: string;
	readonly quirks?: ProviderQuirks;
} & UserManners;

/** A provider from the user's settings: a new server, or other values for a known one. */
type UserProvider = {readonly baseUrl: string} & UserManners & {
		readonly [K in 'name' | 'keyVariable' | 'headers' | 'atOnce' | 'perMinute']?: Provider[K] | undefined;
	};

export const providers: readonly Provider[] = [
	{
		id: 'openrouter',
		name: 'OpenRouter',
		baseUrl: 'https://openrouter.ai/api/v1',
		keyVariable: 'OPENROUTER_API_KEY',
		keyPath: '/api/v1/key',
		headers: {'X-OpenRouter-Title': 'Rostrum', 'X-OpenRouter-Categories': 'cli-agent'},
		quirks: {cacheControl: ['anthropic/', 'qwen/', 'alibaba/'], routes: true, thinksApart: true},
	},
	{
		id: 'openai',
		name: 'OpenAI',
		baseUrl: 'https://api.openai.com/v1',
		keyVariable: 'OPENAI_API_KEY',
		quirks: {maxTokens: 'max_completion_tokens', thinksApart: true},
	},
	{
		id: 'anthropic',
		name: 'Anthropic',
		baseUrl: 'https://api.anthropic.com/v1',
		keyVariable: 'ANTHROPIC_API_KEY',
		quirks: {rungs: ['schema', 'text'], thinksApart: true},
	},
	{
		id: 'google',
		name: 'Google',
		baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
		keyVariable: 'GEMINI_API_KEY',
		quirks: {thinksApart: true},
	},
	{
		id: 'xai',
		name: 'xAI',
		baseUrl: 'https://api.x.ai/v1',
		keyVariable: 'XAI_API_KEY',
		quirks: {thinksApart: true},
	},
	{
		id: 'mistral',
		name: 'Mistral AI',
		baseUrl: 'https://api.mistral.ai/v1',
		keyVariable: 'MISTRAL_API_KEY',
		quirks: {thinksApart: true},
	},
	{
		id: 'groq',
		name: 'Groq',
		baseUrl: 'https://api.groq.com/openai/v1',
		keyVariable: 'GROQ_API_KEY',
		perMinute: 30,
		quirks: {thinksApart: true},
	},
	{
		id: 'deepseek',
		name: 'DeepSeek',
		baseUrl: 'https://api.deepseek.com/v1',
		keyVariable: 'DEEPSEEK_API_KEY',
		quirks: {rungs: ['object', 'text'], thinksApart: true},
	},
	{id: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', listPath: '/api/tags', atOnce: 1},
	{
		id: 'lmstudio',
		name: 'LM Studio',
		baseUrl: 'http://127.0.0.1:1234/v1',
		listPath: '/api/v0/models',
		atOnce: 1,
		quirks: {rungs: ['schema', 'text']},
	},
	{id: 'llamacpp', name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', listedAs: 'llamacpp', atOnce: 1},
	{id: 'vllm', name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1', listedAs: 'vllm'},
];

/** Routers limit free models to this many requests per minute. */
const freePerMinute = 20;

export function rateLimitsOf({baseUrl, listedAs, atOnce, perMinute}: Provider, model: string): RateLimits {
	const most = model.endsWith(':free') ? freePerMinute : perMinute;
	const answersMany = listedAs === 'vllm';
	return {
		server: baseUrl,
		...(atOnce !== undefined ? {atOnce} : isLocal({baseUrl}) && !answersMany && {mayQueue: true as const}),
		...(most !== undefined && {rate: {burst: Math.ceil(most / 3), perMinute: most}}),
	};
}

export const isLocal = ({baseUrl}: Pick<Provider, 'baseUrl'>): boolean =>
	['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);

/** Addresses are displayed and recorded, so those with a user name, password or query are rejected. */
export function isPlainAddress(address: string): boolean {
	const {username, password, search} = new URL(address);
	return username === '' && password === '' && search === '';
}

/** Built-in providers with the user's own added, which override those of the same id. */
export function withUserProviders(own: Readonly<Record<string, UserProvider>>): Provider[] {
	const rows = new Map(providers.map(row => [row.id, row]));
	for (const [id, row] of Object.entries(own)) {
		const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
		const known = rows.get(id);
		const baseUrl = row.baseUrl.replace(/\/+$/u, '');
		const quirks = known?.quirks && {
			...known.quirks,
			thinksApart: known.quirks.thinksApart === true && baseUrl === known.baseUrl,
		};
		rows.set(id, {name: id, ...known, ...given, id, baseUrl, ...(quirks && {quirks})});
	}
	return [...rows.values()];
}
