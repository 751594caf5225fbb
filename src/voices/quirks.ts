/** What a model turned out not to accept: learned from rejected requests, and applied to all later ones. */
import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import type {Provider, Rung} from './providers.ts';
import type {VoiceRequest} from './voice.ts';

const Droppable = z.enum(['temperature', 'seed', 'stream_options', 'cache_control', 'stream']);
type Droppable = z.infer<typeof Droppable>;

export const Quirks = z.object({
	rung: z.enum(['schema', 'object', 'text']),
	/** The parameter for the answer's maximum length; `none` if the model accepts neither. */
	limit: z.enum(['max_tokens', 'max_completion_tokens', 'none']),
	dropped: z.array(Droppable),
	/** Tokens added to every limit, for models whose thinking counts towards it. */
	headroom: z.int().nonnegative(),
	/** Whether it has omitted the usage, so that nobody waits for it. */
	uncounted: z.boolean().default(false),
	/** Whether it answers as a whole although a stream was asked for. */
	unstreamed: z.boolean().default(false),
	/** Whether it has ended without a finish reason, or given one before the last words. */
	unfinished: z.boolean().default(false),
	finishesEarly: z.boolean().default(false),
	/** Whether system messages go into the first of the user, and messages of one role into one. */
	folded: z.boolean().default(false),
	/** Whether the model's thinking is known to be apart from its words, or to end with a mark that nothing opens. */
	thinks: z.enum(['unknown', 'apart', 'open']).default('unknown'),
	/** What it sends that cannot be read and is passed over, in words. */
	odd: z.array(z.string()).default([]),
});
export type Quirks = z.infer<typeof Quirks>;

/**
 * Quirks by `quirkKey`; a `Map` will do for one run. `doubt` forgets what an earlier run learned and tells whether
 * there was anything: a server that rejects a request adapted to it must have changed.
 */
export type QuirkStore = {
	get(key: string): Quirks | undefined;
	set(key: string, quirks: Quirks): unknown;
	doubt?(key: string): boolean;
};

export const quirkKey = (baseUrl: string, model: string): string => `${baseUrl} ${model}`;

const rungs: readonly Rung[] = ['schema', 'object', 'text'];

/** The quirks assumed before a model has rejected anything. */
export const firstQuirks = ({quirks = {}}: Provider): Quirks => ({
	rung: quirks.rungs?.[0] ?? 'schema',
	limit: quirks.maxTokens ?? 'max_tokens',
	dropped: [],
	headroom: 0,
	uncounted: false,
	unstreamed: false,
	unfinished: false,
	finishesEarly: false,
	folded: false,
	thinks: quirks.thinksApart ? 'apart' : 'unknown',
	odd: [],
});

/** How a server answers, and what of it cannot be read. */
type Manners = Readonly<Record<'counts' | 'finishes' | 'finishesEarly' | 'streams' | 'takenBack', boolean>> & {
	readonly odd: readonly string[];
};

/** A rejected request: the status and the server's full message. */
export type Refusal = {readonly status: number | undefined; readonly words: string};

const namesFormat = /response_format|response format|json_schema|json schema|json_object|structured output|grammar/iu;
const refuses = /support|deprecat|unrecogni[sz]ed|unknown|unexpected|not (?:allowed|permitted)|extra inputs|instead/iu;

/** As templates of models say it that know no system role, or want the roles in turns. */
const refusesRoles =
	/roles? must alternate|system (?:role|message|prompt)s?[^.]{0,40}(?:not|un)[- ]?supported|only [^.]{0,40}roles? (?:are|is) supported|(?:not|un)[- ]?support\w* [^.]{0,20}system (?:role|message)|developer instruction/iu;

/** Whether the form of the request was rejected. */
export const isFormRefusal = ({status}: Refusal): boolean => status === 400 || status === 422;

/**
 * What a rejection teaches; undefined if no other form would help. Every lesson takes something away, so retries end.
 */
export function learnFromRefusal(
	quirks: Quirks,
	{status, words}: Refusal,
	request: VoiceRequest,
	provider: Provider,
): Quirks | undefined {
	const wrongForm = isFormRefusal({status, words});
	// Some report what their template throws as an error of their own.
	if ((wrongForm || status === 500) && !quirks.folded && refusesRoles.test(words)) return {...quirks, folded: true};
	if (request.schema && wrongForm && namesFormat.test(words)) return oneDown(quirks, provider);
	if (request.schema && status === 404 && /no endpoints/iu.test(words)) return otherHosts(quirks, request, provider);
	return wrongForm && refuses.test(words) ? without(quirks, words, request, provider) : undefined;
}

/** The answer to a schema had no brace: the server accepted the schema but did not enforce it. */
export const learnIgnoredSchema = (quirks: Quirks, provider: Provider): Quirks | undefined =>
	quirks.rung === 'text' ? undefined : oneDown(quirks, provider);

function oneDown(quirks: Quirks, provider: Provider): Quirks | undefined {
	const known = provider.quirks?.rungs ?? rungs;
	const rung = known[known.indexOf(quirks.rung) + 1];
	return rung && {...quirks, rung};
}

/**
 * A router without a suitable host does not say which parameter is to blame: drop the temperature first, then go down
 * a rung with it.
 */
function otherHosts(quirks: Quirks, {temperature}: VoiceRequest, provider: Provider): Quirks | undefined {
	if (temperature !== undefined && !quirks.dropped.includes('temperature'))
		return {...quirks, dropped: [...quirks.dropped, 'temperature']};
	const down = oneDown(quirks, provider);
	return down && {...down, dropped: down.dropped.filter(parameter => parameter !== 'temperature')};
}

/** Drops the parameter that the message names; a length limit is renamed first. */
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
		stream: true,
	};
	const named = Droppable.options.find(
		parameter => sent[parameter] && !quirks.dropped.includes(parameter) && naming(parameter).test(words),
	);
	return named && {...quirks, dropped: [...quirks.dropped, named]};
}

const naming = (parameter: Droppable): RegExp =>
	parameter === 'stream' ? /\bstream(?:ing)?\b/iu : new RegExp(`\\b${parameter}\\b`, 'iu');

/** Oddities that are remembered of one model. */
const mostOdd = 8;

/** What the manners of a complete answer teach; undefined if they are known. */
export function learnManners(quirks: Quirks, manners: Manners, {schema}: VoiceRequest): Quirks | undefined {
	const learned: Quirks = {
		...quirks,
		uncounted: !manners.counts,
		unstreamed: quirks.unstreamed || !manners.streams,
		unfinished: quirks.unfinished || !manners.finishes,
		finishesEarly: quirks.finishesEarly || manners.finishesEarly,
		// An answer that is held to a schema shows nothing of how the model thinks.
		thinks: manners.takenBack ? 'open' : quirks.thinks === 'unknown' && !schema ? 'apart' : quirks.thinks,
		odd: [...new Set([...quirks.odd, ...manners.odd])].slice(0, mostOdd),
	};
	return isDeepStrictEqual(learned, quirks) ? undefined : learned;
}

const thinkingRoom = 4_000;

/** The answer hit its limit before the first word: make room for thinking, once. */
export const learnHeadroom = (quirks: Quirks, request: VoiceRequest): Quirks | undefined =>
	request.maxTokens === undefined || quirks.limit === 'none' || quirks.headroom > 0
		? undefined
		: {...quirks, headroom: thinkingRoom};
