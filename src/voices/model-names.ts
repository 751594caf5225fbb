/** A model's display name and vendor, derived from its id. */

/** Names that do not follow from the id. */
const displayNames: Readonly<Record<string, string>> = {
	'openai/gpt-4o': 'GPT-4o',
	'openai/gpt-4o-mini': 'GPT-4o mini',
	'openai/o3': 'o3',
	'openai/o4-mini': 'o4-mini',
	'anthropic/claude-3.5-sonnet': 'Claude 3.5 Sonnet',
	'meta-llama/llama-3.3-70b-instruct': 'Llama 3.3 70B',
	'deepseek/deepseek-chat': 'DeepSeek Chat',
	'deepseek/deepseek-r1': 'DeepSeek R1',
	'mistralai/mistral-large': 'Mistral Large',
};

/** Vendors by the part of an id before the slash. */
const makers: Readonly<Record<string, string>> = {
	anthropic: 'Anthropic',
	openai: 'OpenAI',
	'x-ai': 'xAI',
	google: 'Google',
	'meta-llama': 'Meta',
	mistralai: 'Mistral AI',
	deepseek: 'DeepSeek',
	qwen: 'Alibaba',
	alibaba: 'Alibaba',
	cohere: 'Cohere',
	microsoft: 'Microsoft',
	nvidia: 'NVIDIA',
	amazon: 'Amazon',
	moonshotai: 'Moonshot AI',
	'z-ai': 'Z.ai',
	minimax: 'MiniMax',
	perplexity: 'Perplexity',
};

/** Vendors by the family that an id starts with, for servers that do not name the vendor. */
const families: Readonly<Record<string, string>> = {
	claude: 'Anthropic',
	gpt: 'OpenAI',
	chatgpt: 'OpenAI',
	grok: 'xAI',
	gemini: 'Google',
	gemma: 'Google',
	llama: 'Meta',
	mistral: 'Mistral AI',
	mixtral: 'Mistral AI',
	codestral: 'Mistral AI',
	deepseek: 'DeepSeek',
	qwen: 'Alibaba',
	qwq: 'Alibaba',
	phi: 'Microsoft',
	command: 'Cohere',
	kimi: 'Moonshot AI',
	glm: 'Z.ai',
	minimax: 'MiniMax',
	smollm: 'Hugging Face',
};

const spellings: Readonly<Record<string, string>> = {
	gpt: 'GPT',
	chatgpt: 'ChatGPT',
	oss: 'OSS',
	deepseek: 'DeepSeek',
	qwq: 'QwQ',
	glm: 'GLM',
	minimax: 'MiniMax',
	mini: 'mini',
	nano: 'nano',
	it: 'IT',
	vl: 'VL',
	ai: 'AI',
};

/**
 * A model's name and vendor: `anthropic/claude-sonnet-4` gives Claude Sonnet 4 by Anthropic, `llama3.1:8b` gives
 * Llama 3.1 8B by Meta. If the vendor is unknown, `host`, such as `Ollama`, is used instead.
 */
export function describeModel(id: string, host: string): {readonly name: string; readonly provider: string} {
	const [vendor, rest] = id.includes('/')
		? [id.slice(0, id.indexOf('/')).toLowerCase(), id.slice(id.lastIndexOf('/') + 1)]
		: [undefined, id];
	const bare = rest
		.replace(/\.gguf$/iu, '')
		.replace(/[-.](?:i?q\d\w*|[bf]f?p?(?:16|32))$/iu, '')
		.replace(/:(?:free|latest|nitro|floor|beta|exacto|online)$/u, '');
	const family = /^[a-z]+/u.exec(bare.toLowerCase())?.[0] ?? '';
	const provider = (vendor === undefined ? undefined : makers[vendor]) ?? families[family] ?? host;
	const known =
		displayNames[id.replace(/:.*$/u, '')] ??
		Object.entries(displayNames).find(([key]) => vendor === undefined && key.endsWith(`/${bare}`))?.[1];
	return {name: known ?? (derived(bare) || id), provider};
}

/**
 * A name from an id: without dates and `instruct`, version numbers rejoined, sizes and brands in their usual
 * spelling.
 */
function derived(bare: string): string {
	return bare
		.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/u, '')
		.replace(/(?<=[a-z])-(\d)-(\d)(?=-|$)/giu, '-$1.$2')
		.replace(/^(llama|gemma|phi|mistral)(\d)/iu, '$1-$2')
		.split(/[-_:\s]+/u)
		.filter(word => word !== '' && !/^instruct$/iu.test(word))
		.map(spelt)
		.join(' ')
		.replace(/^(GPT) (?=\d|OSS)/u, '$1-');
}

function spelt(word: string): string {
	const brand = spellings[word.toLowerCase()];
	if (brand) return brand;
	if (/^\d+(?:\.\d+)?b$/iu.test(word) || /^[rvk]\d/iu.test(word)) return word.toUpperCase();
	return /^[a-z]/u.test(word) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
