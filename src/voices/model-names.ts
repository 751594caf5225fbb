/** A model's display name and vendor, derived from its id. */
import written from '../../data/voices/model-names.json' with {type: 'json'};

/**
 * Names that do not follow from the id, and the spelling of brands in others. Vendors go by the part of an id before
 * the slash, or by the family that it starts with where a server does not name them.
 */
const {
	displayNames,
	makers,
	families,
	spellings,
}: Readonly<Record<keyof typeof written, Readonly<Record<string, string>>>> = written;

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
