/** Providers of models that speak the Chat Completions API, as rows of data. */
import type {RateLimits} from './voice.ts';

/** How an answer is made to fit a schema: by the server, by the server for any JSON, or by asking for it in words. */
export type Rung = 'schema' | 'object' | 'text';

/** Where a provider departs from what most servers do. */
type ProviderQuirks = {
	/** The rungs it knows, best first; all three where it is not said. */
	readonly rungs?: readonly [Rung, ...Rung[]];
	/** The name its limit on an answer's length goes by. */
	readonly maxTokens?: 'max_tokens' | 'max_completion_tokens';
	/** Prefixes of the model ids that want their cache breakpoints marked with `cache_control`. */
	readonly cacheControl?: readonly string[];
	/** Routes requests between hosts, so that a structured one must be kept from hosts that ignore the schema. */
	readonly routes?: boolean;
};

/** A place that answers Chat Completions. */
export type Provider = {
	/** What stands before the colon in `ollama:qwen3`. */
	readonly id: string;
	readonly name: string;
	/** Up to and with the version, such as `http://127.0.0.1:11434/v1`. */
	readonly baseUrl: string;
	/** The environment variable that holds its key; a provider without one needs none. */
	readonly keyVariable?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Requests that it answers at once, where that is a number, and that it wants at most in a minute. */
	readonly atOnce?: number;
	readonly perMinute?: number;
	/**
	 * Where it tells more of its models than at `/models`, as a path from the root; and what that list must name as its
	 * models' owner for it to be this server.
	 */
	readonly listPath?: string;
	readonly listedAs?: string;
	readonly quirks?: ProviderQuirks;
};

/** A row of the user's own: a server we do not know, or another address for one we do. */
export type UserProvider = {readonly baseUrl: string} & {
	readonly [K in 'name' | 'keyVariable' | 'headers' | 'atOnce' | 'perMinute']?: Provider[K] | undefined;
};

export const providers: readonly Provider[] = [
	{
		id: 'openrouter',
		name: 'OpenRouter',
		baseUrl: 'https://openrouter.ai/api/v1',
		keyVariable: 'OPENROUTER_API_KEY',
		headers: {'X-OpenRouter-Title': 'Rostrum', 'X-OpenRouter-Categories': 'cli-agent'},
		quirks: {cacheControl: ['anthropic/', 'qwen/', 'alibaba/'], routes: true},
	},
	{
		id: 'openai',
		name: 'OpenAI',
		baseUrl: 'https://api.openai.com/v1',
		keyVariable: 'OPENAI_API_KEY',
		quirks: {maxTokens: 'max_completion_tokens'},
	},
	{
		id: 'anthropic',
		name: 'Anthropic',
		baseUrl: 'https://api.anthropic.com/v1',
		keyVariable: 'ANTHROPIC_API_KEY',
		quirks: {rungs: ['schema', 'text']},
	},
	{
		id: 'google',
		name: 'Google',
		baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
		keyVariable: 'GEMINI_API_KEY',
	},
	{id: 'xai', name: 'xAI', baseUrl: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY'},
	{id: 'mistral', name: 'Mistral AI', baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY'},
	{id: 'groq', name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY', perMinute: 30},
	{
		id: 'deepseek',
		name: 'DeepSeek',
		baseUrl: 'https://api.deepseek.com/v1',
		keyVariable: 'DEEPSEEK_API_KEY',
		quirks: {rungs: ['object', 'text']},
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

/** Models that a router gives away are given away slowly. */
const freePerMinute = 20;

/** What the server of a row can take from one of its models. */
export function rateLimitsOf({baseUrl, atOnce, perMinute}: Provider, model: string): RateLimits {
	const most = model.endsWith(':free') ? freePerMinute : perMinute;
	return {
		server: baseUrl,
		...(atOnce !== undefined && {atOnce}),
		...(most !== undefined && {rate: {burst: Math.ceil(most / 3), perMinute: most}}),
	};
}

/** Whether a server runs on this machine. */
export const isLocal = ({baseUrl}: Pick<Provider, 'baseUrl'>): boolean =>
	['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);

/** An address is shown and recorded: one with a user name, a password or a query in it is not taken. */
export function isPlainAddress(address: string): boolean {
	const {username, password, search} = new URL(address);
	return username === '' && password === '' && search === '';
}

/** Our rows with the user's own, by id, laid over them. */
export function withUserProviders(own: Readonly<Record<string, UserProvider>>): Provider[] {
	const rows = new Map(providers.map(row => [row.id, row]));
	for (const [id, row] of Object.entries(own)) {
		const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
		rows.set(id, {name: id, ...rows.get(id), ...given, id, baseUrl: row.baseUrl.replace(/\/+$/u, '')});
	}
	return [...rows.values()];
}
