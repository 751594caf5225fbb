/**
 * What a model at an address turned out not to take: learnt from its refusals, remembered, and held to from then on.
 */
import {z} from 'zod';
import type {Provider, Rung} from './providers.ts';
import type {VoiceRequest} from './voice.ts';

const Droppable = z.enum(['temperature', 'seed', 'stream_options', 'cache_control']);
type Droppable = z.infer<typeof Droppable>;

export const Quirks = z.object({
	rung: z.enum(['schema', 'object', 'text']),
	/** The name the limit on an answer's length goes by, or none where no limit is taken. */
	limit: z.enum(['max_tokens', 'max_completion_tokens', 'none']),
	dropped: z.array(Droppable),
	/** Tokens put on top of every limit, for models that think before they speak and count that in. */
	headroom: z.int().nonnegative(),
	/** Whether it has ended an answer without a word on its tokens, so that nobody waits for one. */
	uncounted: z.boolean().default(false),
});
export type Quirks = z.infer<typeof Quirks>;

/**
 * Quirks by `quirkKey`; a `Map` will do for one run. `doubt` lets go of what an earlier run has learnt, and says
 * whether
 * there was anything of the kind: a server that refuses what was made to its liking has changed.
 */
export type QuirkStore = {
	get(key: string): Quirks | undefined;
	set(key: string, quirks: Quirks): unknown;
	doubt?(key: string): boolean;
};

export const quirkKey = (baseUrl: string, model: string): string => `${baseUrl} ${model}`;

const rungs: readonly Rung[] = ['schema', 'object', 'text'];

/** What is held of a model before it has refused anything. */
export const firstQuirks = ({quirks = {}}: Provider): Quirks => ({
	rung: quirks.rungs?.[0] ?? 'schema',
	limit: quirks.maxTokens ?? 'max_tokens',
	dropped: [],
	headroom: 0,
	uncounted: false,
});

/** A request that the server would not take: what it answered, in full. */
export type Refusal = {readonly status: number | undefined; readonly words: string};

const namesFormat = /response_format|response format|json_schema|json schema|json_object|structured output|grammar/iu;
const refuses = /support|deprecat|unrecogni[sz]ed|unknown|unexpected|not (?:allowed|permitted)|extra inputs|instead/iu;

/** Whether it is the form of the request that was refused. */
export const isFormRefusal = ({status}: Refusal): boolean => status === 400 || status === 422;

/**
 * What a refusal teaches, or nothing if another form of the request would not help. Every lesson takes something away,
 * so there is an end to them.
 */
export function learnFromRefusal(
	quirks: Quirks,
	{status, words}: Refusal,
	request: VoiceRequest,
	provider: Provider,
): Quirks | undefined {
	const wrongForm = isFormRefusal({status, words});
	if (request.schema && wrongForm && namesFormat.test(words)) return oneDown(quirks, provider);
	if (request.schema && status === 404 && /no endpoints/iu.test(words)) return otherHosts(quirks, request, provider);
	return wrongForm && refuses.test(words) ? without(quirks, words, request, provider) : undefined;
}

/** An answer to a schema without a single brace: the server took the schema and did not hold the model to it. */
export const learnIgnoredSchema = (quirks: Quirks, provider: Provider): Quirks | undefined =>
	quirks.rung === 'text' ? undefined : oneDown(quirks, provider);

function oneDown(quirks: Quirks, provider: Provider): Quirks | undefined {
	const known = provider.quirks?.rungs ?? rungs;
	const rung = known[known.indexOf(quirks.rung) + 1];
	return rung && {...quirks, rung};
}

/**
 * A router that finds no host does not say for which parameter: without a temperature first, then a rung down with it.
 */
function otherHosts(quirks: Quirks, {temperature}: VoiceRequest, provider: Provider): Quirks | undefined {
	if (temperature !== undefined && !quirks.dropped.includes('temperature'))
		return {...quirks, dropped: [...quirks.dropped, 'temperature']};
	const down = oneDown(quirks, provider);
	return down && {...down, dropped: down.dropped.filter(parameter => parameter !== 'temperature')};
}

/** The parameter that a refusal names, dropped; a limit is given its other name first. */
function without(quirks: Quirks, words: string, request: VoiceRequest, provider: Provider): Quirks | undefined {
	if (/max_(?:completion_)?tokens/u.test(words) && request.maxTokens !== undefined && quirks.limit !== 'none') {
		const other = quirks.limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
		return {...quirks, limit: quirks.limit === firstQuirks(provider).limit ? other : 'none'};
	}
	const sent: Readonly<Record<Droppable, boolean>> = {
		temperature: request.temperature !== undefined,
		seed: request.seed !== undefined,
		stream_options: true,
		cache_control: request.messages.some(({breakpoint}) => breakpoint),
	};
	const named = Droppable.options.find(
		parameter =>
			sent[parameter] && !quirks.dropped.includes(parameter) && new RegExp(`\\b${parameter}\\b`, 'iu').test(words),
	);
	return named && {...quirks, dropped: [...quirks.dropped, named]};
}

const thinkingRoom = 4_000;

/** An answer that ran into its limit before the first word: room for the thinking, once. */
export const learnHeadroom = (quirks: Quirks, request: VoiceRequest): Quirks | undefined =>
	request.maxTokens === undefined || quirks.limit === 'none' || quirks.headroom > 0
		? undefined
		: {...quirks, headroom: thinkingRoom};
