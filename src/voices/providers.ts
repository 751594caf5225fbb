/** Providers of models that speak the Chat Completions API, as rows of data. */
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
	readonly quirks?: ProviderQuirks;
};

/** A row of the user's own: a server we do not know, or another address for one we do. */
export type OwnProvider = {readonly baseUrl: string} & {readonly [K in 'name' | 'keyVariable' | 'headers']?: Provider[K] | undefined};

export const providers: readonly Provider[] = [
	{
		id: 'openrouter',
		name: 'OpenRouter',
		baseUrl: 'https://openrouter.ai/api/v1',
		keyVariable: 'OPENROUTER_API_KEY',
		headers: {'X-OpenRouter-Title': 'Rostrum', 'X-OpenRouter-Categories': 'cli-agent'},
		quirks: {cacheControl: ['anthropic/', 'qwen/', 'alibaba/'], routes: true},
	},
	{id: 'openai', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY', quirks: {maxTokens: 'max_completion_tokens'}},
	{id: 'ollama', name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1'},
	{id: 'lmstudio', name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', quirks: {rungs: ['schema', 'text']}},
	{id: 'llamacpp', name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1'},
	{id: 'vllm', name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1'},
];

/** Our rows with the user's own, by id, laid over them. */
export function withOwn(own: Readonly<Record<string, OwnProvider>>): Provider[] {
	const rows = new Map(providers.map(row => [row.id, row]));
	for (const [id, row] of Object.entries(own)) {
		const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
		rows.set(id, {name: id, ...rows.get(id), ...given, id, baseUrl: row.baseUrl.replace(/\/+$/u, '')});
	}
	return [...rows.values()];
}
