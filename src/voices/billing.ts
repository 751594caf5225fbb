/** How providers bill what prices do not say, as data: short prefixes, cancelled streams, writing into a cache. */
import {isLocal, type Provider} from './providers.ts';
import type {Billing} from './voice.ts';

/** Where it is from, and the day on which it was read there. */
type ReadSource = {readonly source: string; readonly date: string};

const streams: ReadSource = {source: 'https://openrouter.ai/docs/api-reference/streaming', date: '2026-11-28'};
const caching: ReadSource = {source: 'https://openrouter.ai/docs/features/prompt-caching', date: '2026-11-28'};

type BillingRow = {
	/** The provider’s id here, or how ids of its models begin at a router. */
	readonly providers: readonly string[];
	readonly cancelled: Exclude<Billing['cancelled'], 'unknown'>;
	readonly from: ReadSource;
};

/** Whoever is not named is not known: then a range is told. */
const cancelledStreams: readonly BillingRow[] = [
	{providers: ['openai', 'anthropic', 'xai', 'x-ai', 'deepseek', 'cohere'], cancelled: 'written', from: streams},
	{
		providers: ['google', 'groq', 'mistral', 'mistralai', 'minimax', 'perplexity', 'ai21'],
		cancelled: 'whole',
		from: streams,
	},
];

/** Models whose cache is written into at a price of its own; elsewhere that costs what fresh tokens do. */
const cacheWrites: readonly {readonly models: RegExp; readonly times: number; readonly from: ReadSource}[] = [
	{models: /^(?:anthropic\/|~anthropic\/)/u, times: 1.25, from: caching},
];

/**
 * Shortest prefixes by model id; the first match wins. If sources differ, this is the larger number, to avoid false
 * warnings.
 */
const prefixes: readonly (readonly [RegExp, number])[] = [
	[/claude-(?:opus|fable|mythos)-5\b/u, 512],
	[/claude-(?:haiku-4[.-]5|opus-4[.-][5-7])\b/u, 4096],
	[/claude-(?:3[.-]5-|3-)?haiku/u, 2048],
	[/claude/u, 1024],
	[/gemini/u, 4096],
	[/minimax/u, 512],
];

/** The minimum of most providers. */
const usualPrefix = 1024;

const prefixFrom = (model: string): number => prefixes.find(([id]) => id.test(model.toLowerCase()))?.[1] ?? usualPrefix;

/**
 * The shortest prompt, in tokens, that the server caches. Undefined for local servers, where caching does not affect
 * the cost.
 */
export const cacheMinimum = (row: Pick<Provider, 'baseUrl'>, model: string): number | undefined =>
	isLocal(row) ? undefined : prefixFrom(model);

/** How a model is billed; what a router says of a maker’s models goes by their maker. */
export function billingOf(provider: string, model: string): Billing {
	const maker = model.includes('/') ? model.slice(0, model.indexOf('/')).toLowerCase() : '';
	const row = cancelledStreams.find(({providers}) => providers.includes(provider === 'openrouter' ? maker : provider));
	const isMarked = provider === 'openrouter';
	return {
		cancelled: row?.cancelled ?? 'unknown',
		cacheWrite: (isMarked && cacheWrites.find(({models}) => models.test(model))?.times) || 1,
	};
}
