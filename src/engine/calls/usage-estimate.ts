/**
 * What a request uses where nobody counted it, such as one that was ended early: its tokens by its characters, those of
 * the prefix that went to that model before it as cached, both in proportion to what the server counted of others.
 */
import type {Usage} from '../../debate/events.ts';
import {costOf, type Used} from '../../voices/usage.ts';
import type {Voice, VoiceRequest} from '../../voices/voice.ts';

/** One request on its way. Tokens are as the server would count them, as far as that is known. */
export type SentRequest = {
	/** Tokens of its prompt that went to the model before, however few. */
	readonly shared: number;
	/** How many of these its server may be counted on to have cached, by what it counted of others like it. */
	readonly surelyCached: number;
	/** To be called when its answer begins: from then on, its prompt is in the server's cache. */
	begun(): void;
	/** What it uses if so many tokens of an answer have been written. */
	estimate(written: number): Usage;
	/** What it may cost beyond its estimate, in US dollars, where a cancelled stream may be billed whole. */
	atMost(used: Used): number;
	/** To be called with what the server counted. */
	counted(used: Used, written: number): void;
};

/** US dollars, and requests. */
type UsageSums = {
	/** What the server counted, and what the estimate of the very same requests came to. */
	readonly billed: number;
	readonly told: number;
	readonly counted: number;
	/** What was estimated, and how much more it is where whole answers are billed. */
	readonly estimated: number;
	readonly more: number;
	readonly uncounted: number;
};

export type UsageEstimates = {
	sent(voice: Voice, request: VoiceRequest, at: number): SentRequest;
	/** Adds a request that nobody counted. */
	uncounted(cost: number, more: number): void;
	readonly sums: UsageSums;
};

const charactersPerToken = 4;
/** The shortest cache lifetime of any server, in milliseconds. */
const cacheLifetimeMs = 4 * 60_000;
/** The shortest prefix that most servers cache, in tokens. */
const usualPrefix = 1024;
/** So many prompts of a kind are remembered for each voice: the longest prefix is that of one of the last. */
const remembered = 8;
/** Counts of so many tokens say something of the rest. */
const enough = 500;

type PromptParts = readonly string[];
type PromptKind = {
	prompts: {parts: PromptParts; at: number}[];
	/** Tokens as they were counted, and as they would have been estimated. */
	readonly input: Ratio;
	readonly cached: Ratio;
	readonly output: Ratio;
	answers: number;
};
type Ratio = {counted: number; guessed: number};

const newKind = (): PromptKind => ({
	prompts: [],
	input: {counted: 0, guessed: 0},
	cached: {counted: 0, guessed: 0},
	output: {counted: 0, guessed: 0},
	answers: 0,
});

export function usageEstimates(): UsageEstimates {
	const kinds = new Map<string, PromptKind>();
	const shortest = new Map<string, number>();
	const sums: Writable<UsageSums> = {billed: 0, told: 0, counted: 0, estimated: 0, more: 0, uncounted: 0};

	/** Requests with one schema share what stands in front of them all. */
	function kindOf(voice: Voice, request: VoiceRequest): PromptKind {
		const key = JSON.stringify([voice.id, schemaBefore(voice, request.schema)]);
		const kind = kinds.get(key) ?? newKind();
		kinds.set(key, kind);
		return kind;
	}

	function sent(voice: Voice, request: VoiceRequest, at: number): SentRequest {
		const kind = kindOf(voice, request);
		kind.prompts = kind.prompts.filter(prompt => at - prompt.at < cacheLifetimeMs);
		return sentRequest(voice, request, {kind, shortest, sums, at});
	}

	return {
		sent,
		uncounted(cost, more) {
			sums.estimated += cost;
			sums.more += more;
			sums.uncounted += 1;
		},
		get sums() {
			return sums;
		},
	};
}

type Writable<T> = {-readonly [K in keyof T]: T[K]};
type KnownUsage = {
	readonly kind: PromptKind;
	/** The shortest prefix that was taken from the cache, by voice, where it is shorter than was known. */
	readonly shortest: Map<string, number>;
	readonly sums: Writable<UsageSums>;
	readonly at: number;
};

function sentRequest(voice: Voice, request: VoiceRequest, {kind, shortest, sums, at}: KnownUsage): SentRequest {
	const parts = partsOf(voice, request);
	const tokens = lengthOf(parts) / charactersPerToken;
	const shared = Math.max(0, ...kind.prompts.map(prompt => sharedLength(prompt.parts, parts))) / charactersPerToken;
	const isCached = () => shared >= (shortest.get(voice.id) ?? voice.cacheFrom ?? usualPrefix);
	const estimate = (written: number): Usage => {
		const input = Math.ceil(tokens * ratioOf(kind.input));
		const cached = isCached() ? Math.min(input, Math.floor(shared * ratioOf(kind.cached))) : 0;
		const output = Math.ceil(written * ratioOf(kind.output));
		return {input, output, ...(cached > 0 && {cached}), estimated: true};
	};
	const isShown = isCached() && kind.cached.guessed >= enough;
	return {
		shared,
		surelyCached: isShown ? Math.floor(shared * Math.min(1, ratioOf(kind.cached))) : 0,
		estimate,
		begun() {
			kind.prompts = [...kind.prompts, {parts, at}].slice(-remembered);
		},
		atMost({usage, cost}) {
			if (voice.price === undefined || cost === undefined || voice.billing?.cancelled === 'written') return 0;
			const usual = kind.answers === 0 ? (request.maxTokens ?? 0) : kind.output.counted / kind.answers;
			return Math.max(0, costOf({...usage, output: Math.max(usage.output, Math.ceil(usual))}, voice.price) - cost);
		},
		counted({usage, cost}, written) {
			const told = voice.price && costOf(estimate(written), voice.price);
			if (cost !== undefined && told !== undefined) {
				sums.billed += cost;
				sums.told += told;
				sums.counted += 1;
			}
			kind.answers += 1;
			add(kind.input, usage.input, tokens);
			add(kind.output, usage.output, written);
			const {cached} = usage;
			if (cached === undefined) return;
			if (cached > 0 && !isCached()) shortest.set(voice.id, Math.min(shared, cached));
			if (isCached()) add(kind.cached, cached, shared);
		},
	};
}

function add(ratio: Ratio, counted: number, guessed: number): void {
	ratio.counted += counted;
	ratio.guessed += guessed;
}

const ratioOf = ({counted, guessed}: Ratio): number => (guessed < enough ? 1 : counted / guessed);

/** Servers have a schema in front of everything, unless it is told in words. */
const schemaBefore = ({price}: Voice, schema: VoiceRequest['schema']): string =>
	schema && !(schema.inWords && price) ? JSON.stringify(schema.json) : '';

/** What a server reads, in its order. */
const partsOf = (voice: Voice, {messages, schema}: VoiceRequest): PromptParts => [
	schemaBefore(voice, schema),
	...messages.map(({content}) => content),
	schema?.inWords && voice.price ? JSON.stringify(schema.json) : '',
];

const lengthOf = (parts: PromptParts): number => parts.reduce((sum, part) => sum + part.length, 0);

/** Characters that both begin with. */
function sharedLength(before: PromptParts, now: PromptParts): number {
	const end = now.findIndex((part, place) => part !== before[place]);
	if (end < 0) return lengthOf(now);
	return lengthOf(now.slice(0, end)) + commonPrefix(before[end] ?? '', now[end] ?? '');
}

function commonPrefix(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let length = 0;
	while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
	return length;
}
