/** What a model turned out not to accept: learned from rejected requests, and applied to all later ones. */
import {isDeepStrictEqual} from 'node:util';
import {z} from 'zod';
import type {Provider, Rung} from './providers.ts';
import type {VoiceRequest} from './voice.ts';

const Droppable = z.enum(['temperature', 'seed', 'stream_options', 'cache_control', 'stream']);
type Droppable = z.infer<typeof Droppable>;

export const Quirks = z.object({
	rung: z.enum(['schema', 'plain', 'object', 'text']),
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

const rungs: readonly Rung[] = ['schema', 'plain', 'object', 'text'];

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

/** One step down: another form of the request, and what it does without, in words for the user. */
export type FormStep = {readonly without: string; readonly take: (quirks: Quirks) => Quirks};

const namesFormat = /response_format|response format|json_schema|json schema|json_object|structured output|grammar/iu;
const refuses = /support|deprecat|unrecogni[sz]ed|unknown|unexpected|not (?:allowed|permitted)|extra inputs|instead/iu;

/** What is said of a schema that is not taken, where schemas are. */
const namesKeywords =
	/keyword|complex|too many|states|nest|depth|additionalProperties|pattern|(?:any|one|all)Of|(?:min|max)(?:imum|items|length)|invalid schema/iu;

/** As templates of models say it that know no system role, or want the roles in turns. */
const refusesRoles =
	/roles? must alternate|system (?:role|message|prompt)s?[^.]{0,40}(?:not|un)[- ]?supported|only [^.]{0,40}roles? (?:are|is) supported|(?:not|un)[- ]?support\w* [^.]{0,20}system (?:role|message)|developer instruction/iu;
const namesRoles = /\broles?\b|\bsystem\b/iu;

/** Whether the form of the request was rejected. */
export const isFormRefusal = ({status}: Refusal): boolean => status === 400 || status === 422;

/**
 * The step that a rejection names, or undefined. Every step takes something away, so that they end; the server's own
 * words are worth one each.
 */
export function namedStep(
	quirks: Quirks,
	{status, words}: Refusal,
	request: VoiceRequest,
	provider: Provider,
): FormStep | undefined {
	const wrongForm = isFormRefusal({status, words});
	// Some report what their template throws as an error of their own.
	if ((wrongForm || status === 500) && refusesRoles.test(words)) return foldSystem(quirks, request);
	if (request.schema && wrongForm && namesFormat.test(words))
		return downFrom(quirks.rung === 'schema' && !namesKeywords.test(words) ? 'plain' : quirks.rung, provider);
	if (request.schema && status === 404 && /no endpoints/iu.test(words)) return otherHosts(quirks, request, provider);
	const parameter = wrongForm && refuses.test(words) ? withoutNamed(quirks, words, request, provider) : undefined;
	return parameter ?? (wrongForm && namesRoles.test(words) ? foldSystem(quirks, request) : undefined);
}

/** The next step where a server only says no: the likeliest cause of a refusal first. */
export function nextStep(quirks: Quirks, request: VoiceRequest, provider: Provider): FormStep | undefined {
	const isLimited = request.maxTokens !== undefined || request.mostTokens !== undefined;
	return request.schema
		? (downFrom(quirks.rung, provider) ?? foldSystem(quirks, request) ?? dropExtras(quirks, request))
		: (foldSystem(quirks, request) ??
				dropExtras(quirks, request) ??
				(isLimited ? otherLimit(quirks, provider) : undefined));
}

function foldSystem({folded}: Quirks, {messages}: VoiceRequest): FormStep | undefined {
	return folded || !messages.some(({role}) => role === 'system')
		? undefined
		: {without: 'a system role', take: quirks => ({...quirks, folded: true})};
}

const rungNames: Readonly<Record<Rung, string>> = {
	schema: '',
	plain: 'bounds, patterns and unions in schemas',
	object: 'schemas, but for one in words',
	text: 'a format for answers, but for a schema in words',
};

/** The answer to a schema had no brace: the server accepted the schema but did not enforce it. */
export const learnIgnoredSchema = (quirks: Quirks, provider: Provider): Quirks | undefined =>
	quirks.rung === 'text'
		? undefined
		: downFrom(quirks.rung === 'schema' ? 'plain' : quirks.rung, provider)?.take(quirks);

function downFrom(from: Rung, {quirks = {}}: Provider): FormStep | undefined {
	const known = rungs.filter(rung =>
		rung === 'plain' ? quirks.rungs?.includes('schema') !== false : quirks.rungs?.includes(rung) !== false,
	);
	const rung = known.find(each => rungs.indexOf(each) > rungs.indexOf(from));
	return (
		rung && {
			without: rungNames[rung],
			take: given => (rungs.indexOf(given.rung) < rungs.indexOf(rung) ? {...given, rung} : given),
		}
	);
}

/**
 * A router without a suitable host does not say which parameter is to blame: drop the temperature first, then go down
 * a rung with it.
 */
function otherHosts(quirks: Quirks, {temperature}: VoiceRequest, provider: Provider): FormStep | undefined {
	if (temperature !== undefined && !quirks.dropped.includes('temperature')) return drop(['temperature']);
	const down = downFrom(quirks.rung === 'schema' ? 'plain' : quirks.rung, provider);
	return (
		down && {
			...down,
			take: given => ({...down.take(given), dropped: given.dropped.filter(parameter => parameter !== 'temperature')}),
		}
	);
}

const drop = (parameters: readonly Droppable[]): FormStep => ({
	without: parameters.join(', '),
	take: quirks => ({...quirks, dropped: [...new Set([...quirks.dropped, ...parameters])]}),
});

/** What of the optional parameters the request has. */
function extrasOf(quirks: Quirks, request: VoiceRequest): Droppable[] {
	const sent: Readonly<Record<Droppable, boolean>> = {
		temperature: request.temperature !== undefined,
		seed: request.seed !== undefined,
		stream_options: true,
		cache_control: request.messages.some(({breakpoint}) => breakpoint),
		stream: true,
	};
	return Droppable.options.filter(parameter => sent[parameter] && !quirks.dropped.includes(parameter));
}

/** Without a stream nothing would be heard as it comes, so that goes only where a server names it. */
function dropExtras(quirks: Quirks, request: VoiceRequest): FormStep | undefined {
	const extras = extrasOf(quirks, request).filter(parameter => parameter !== 'stream');
	return extras.length === 0 ? undefined : drop(extras);
}

/** A length limit is renamed first. */
function otherLimit({limit}: Quirks, provider: Provider): FormStep | undefined {
	const first = firstQuirks(provider).limit;
	if (limit === 'none') return undefined;
	const other = limit === first ? (limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens') : 'none';
	return {without: limit, take: quirks => ({...quirks, limit: other})};
}

/** Drops the parameter that the message names. */
function withoutNamed(quirks: Quirks, words: string, request: VoiceRequest, provider: Provider): FormStep | undefined {
	if (/max_(?:completion_)?tokens/u.test(words) && request.maxTokens !== undefined) {
		const limit = otherLimit(quirks, provider);
		if (limit) return limit;
	}
	const named = extrasOf(quirks, request).find(parameter => naming(parameter).test(words));
	return named && drop([named]);
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
