/** Token usage and cost of requests. */
import type {Usage} from '../debate/events.ts';
import type {Message} from '../debate/protocol.ts';
import type {VoicePrice} from './voice.ts';

const charactersPerToken = 4;

/**
 * Estimates usage at 4 characters per token, for requests without reported usage, such as aborted ones. `said` is in
 * characters.
 */
export function estimatedUsage(messages: readonly Message[], said: number): Usage {
	const asked = messages.reduce((sum, {content}) => sum + content.length, 0);
	return {input: Math.ceil(asked / charactersPerToken), output: Math.ceil(said / charactersPerToken), estimated: true};
}

/** The prices of a prompt of so many tokens. */
export const priceAt = (price: VoicePrice, input: number) =>
	price.above?.findLast(({tokens}) => input > tokens) ?? price;

/**
 * The cost of one request in US dollars. Cached tokens are part of the input; without a price of their own they cost as
 * much.
 */
export function costOf(usage: Usage, price: VoicePrice): number {
	const {input, cached: again = input, output} = priceAt(price, usage.input);
	const cached = Math.min(usage.cached ?? 0, usage.input);
	return ((usage.input - cached) * input + cached * again + usage.output * output) / 1_000_000;
}

/** What writing the fresh part of a prompt into a cache costs beyond its price, at so many times that. */
export const cacheWritesOf = ({input, cached = 0}: Usage, price: VoicePrice, times = 1): number =>
	((input - Math.min(cached, input)) * priceAt(price, input).input * (times - 1)) / 1_000_000;

/** US dollars saved by cached tokens, compared with the full price. */
export function savedBy({cached = 0, input}: Usage, price: VoicePrice): number {
	const {input: full, cached: again = full} = priceAt(price, input);
	return (Math.min(cached, input) * Math.max(0, full - again)) / 1_000_000;
}

/** The usage of one request and its cost in US dollars, if known. */
export type Used = {readonly usage: Usage; readonly cost?: number};

/**
 * Adds up requests. The cost is known only if all costs are, a count if any is; the sum is an estimate if any part
 * is.
 */
export function sumOf(uses: readonly Used[]): Partial<Used> {
	const [first, ...rest] = uses;
	if (!first) return {};
	const cost = uses.reduce<number | undefined>(
		(sum, use) => (sum === undefined || use.cost === undefined ? undefined : sum + use.cost),
		0,
	);
	return {usage: rest.reduce((sum, {usage}) => added(sum, usage), first.usage), ...(cost !== undefined && {cost})};
}

function added(one: Usage, other: Usage): Usage {
	const both = (name: 'cached' | 'reasoning') =>
		one[name] === undefined && other[name] === undefined ? {} : {[name]: (one[name] ?? 0) + (other[name] ?? 0)};
	return {
		input: one.input + other.input,
		output: one.output + other.output,
		...both('cached'),
		...both('reasoning'),
		...((one.estimated || other.estimated) && {estimated: true}),
	};
}
