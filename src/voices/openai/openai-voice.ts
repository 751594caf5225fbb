/** Voices over the OpenAI Chat Completions API. */
import type OpenAI from 'openai';
import {refusalOf, type RequestTarget} from '../errors.ts';
import {answerRoom, bodyLimits, type AnswerRoom} from '../answer-room.ts';
import {errorText, fetchHere, limitBody} from '../limited-fetch.ts';
import {AnswerReader} from './answer-reader.ts';
import {requestBody} from './request-body.ts';
import {readBody, type BodyPart} from './response-body.ts';
import {streamAnswer} from './stream-answer.ts';
import {rateLimitsOf, type Provider} from '../providers.ts';
import {
	firstQuirks,
	isFormRefusal,
	learnHeadroom,
	learnIgnoredSchema,
	learnManners,
	namedStep,
	nextStep,
	quirkKey,
	type Quirks,
	type QuirkStore,
	type FormStep,
} from '../quirks.ts';
import {thinksUnopened} from '../thinking-marks.ts';
import {sumOf} from '../usage.ts';
import {VoiceError, type Voice, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../voice.ts';

export type OpenAiVoiceOptions = Pick<Voice, 'id' | 'name' | 'provider' | 'price' | 'contextTokens' | 'cacheFrom'> & {
	readonly model: string;
	readonly row: Provider;
	/** Overrides the row's address. */
	readonly baseUrl?: string;
	readonly apiKey?: string;
	/** Replaces the row's headers. */
	readonly headers?: Readonly<Record<string, string>>;
	/** What models turned out not to accept; shared between all voices. */
	readonly quirks?: QuirkStore;
};

/** Shared by all requests of one voice. */
type ModelEndpoint = {
	readonly to: RequestTarget;
	readonly row: Provider;
	readonly key: string;
	readonly quirks: QuirkStore;
	readonly price: Voice['price'];
	readonly contextTokens: number | undefined;
	readonly connect: () => Promise<OpenAI>;
};

/**
 * A voice behind an HTTP endpoint. It makes one request per answer, and repeats it in another form only if the server
 * rejects the form, which is remembered. It never retries failures: it throws `VoiceError`, or the signal's reason
 * when aborted.
 */
export function openAiVoice(options: OpenAiVoiceOptions): Voice {
	const {id, name, provider, model, row, price, contextTokens, cacheFrom, apiKey} = options;
	const baseUrl = options.baseUrl ?? row.baseUrl;
	let client: Promise<OpenAI> | undefined;
	const line: ModelEndpoint = {
		to: {name: row.name, baseUrl, model, keyVariable: row.keyVariable, secrets: apiKey === undefined ? [] : [apiKey]},
		row,
		price,
		contextTokens,
		key: quirkKey(baseUrl, model),
		quirks: options.quirks ?? new Map<string, Quirks>(),
		connect: () => (client ??= connect(baseUrl, apiKey, options.headers ?? row.headers ?? {})),
	};
	return {
		id,
		name,
		provider,
		model,
		deterministic: false,
		rateLimits: rateLimitsOf({...row, baseUrl}, model),
		...(contextTokens !== undefined && {contextTokens}),
		...(cacheFrom !== undefined && {cacheFrom}),
		...(price && {price}),
		answer: (request, context) => adapted(line, request, context),
	};
}

/**
 * Loads the SDK on first use, since that takes 0.1 s. Switches off what the SDK would read from environment
 * variables.
 */
async function connect(
	baseURL: string,
	apiKey: string | undefined,
	headers: Readonly<Record<string, string>>,
): Promise<OpenAI> {
	const {default: Client} = await import('openai');
	return new Client({
		baseURL,
		apiKey: apiKey ?? 'none',
		organization: null,
		project: null,
		adminAPIKey: null,
		maxRetries: 0,
		timeout: longestWait,
		logLevel: 'off',
		fetch: keepingWords,
		defaultHeaders: {...headers, ...(apiKey === undefined && {Authorization: null})},
	});
}

/** Switches off the SDK's timeout: `streamAnswer` has its own. This is the longest delay a timer supports. */
const longestWait = 2_147_483_647;

const isJson = ({headers}: Response): boolean => (headers.get('content-type') ?? '').includes('application/json');

/** Some servers put the message outside `error`, where the SDK would drop it. */
const keepingWords: typeof fetch = async (input, init) => {
	const response = await fetchHere(input, init);
	if (response.ok) return response;
	return Response.json(
		{error: {body: await errorText(response)}},
		{status: response.status, headers: withoutLength(response.headers)},
	);
};

function withoutLength(headers: Headers): Headers {
	const kept = new Headers(headers);
	for (const name of ['content-length', 'content-encoding', 'content-type']) kept.delete(name);
	return kept;
}

/**
 * Sends the request, in another form for as long as the server rejects it and there is one to try. What worked is kept
 * from the first piece of an answer on.
 */
async function* adapted(line: ModelEndpoint, request: VoiceRequest, context: VoiceContext): AsyncGenerator<VoiceDelta> {
	const deadline = context.clock.now() + (context.firstMs ?? context.timeoutMs);
	const room = answerRoom(request);
	const before: VoiceDelta[] = [];
	const memory = memoryOf(line);
	const steps: FormStep[] = [];
	let first: VoiceError | undefined;
	for (;;) {
		const known = line.quirks.get(line.key);
		const quirks = steps.reduce((form, {take}) => take(form), known ?? firstQuirks(line.row));
		let kept = steps.length === 0;
		const reader = new AnswerReader(request, {
			to: line.to,
			price: line.price,
			room,
			...quirks,
			answersInThinking: line.row.answersInThinking,
			isNew: what => isNew(line, what),
		});
		const words = heldWords(holdingOf(quirks, request, line), context.clock);
		try {
			const body = requestBody(request, {...line, id: line.to.model}, line.row, quirks);
			const pieces = streamAnswer(signal => open(line, body, room, signal), reader, {
				to: line.to,
				context,
				deadline,
				whole: request.schema !== undefined,
				uncounted: quirks.uncounted,
			});
			for await (const piece of pieces) {
				if (!kept) yield* keptSteps(line, quirks, steps);
				kept = true;
				yield* words(piece);
			}
			Object.assign(memory, {answered: true});
			memory.troubled.delete(kindOf(request));
			const rest = withUsageOf(before, reader.end()).flatMap(words);
			if (!kept) yield* keptSteps(line, quirks, steps);
			const lesson = finishOf(rest) === 'stop' ? afterwards(quirks, request, reader, line.row) : undefined;
			// Another request may have learned more in the meantime.
			if (lesson && (steps.length > 0 || line.quirks.get(line.key) === known)) line.quirks.set(line.key, lesson);
			if (reader.said > 0) return yield* rest;
			const more = finishOf(rest) === 'length' ? learnHeadroom(quirks, request) : undefined;
			yield* rest.filter(({type}) => type === 'taken-back');
			if (!more) return yield* withoutWords(rest, reader, line.to);
			line.quirks.set(line.key, more);
			before.push(...rest);
		} catch (error) {
			if (!(error instanceof VoiceError) || reader.said > 0) throw error;
			const refusal = refusalOf(error);
			// The server may have changed since an earlier run learned its quirks: forget them and start over.
			if (steps.length === 0 && isFormRefusal(refusal) && line.quirks.doubt?.(line.key)) continue;
			first ??= error;
			const step = namedStep(quirks, refusal, request, line.row) ?? triedStep(line, quirks, request, error);
			if (!step) throw memory.answered ? first : notYet(first, line.to);
			steps.push(step);
		}
	}
}

/** What is known in this run of a model at a server. */
type ModelMemory = {
	answered: boolean;
	/** Steps that were tried unasked, and kinds of requests that ended in trouble last, by kind. */
	readonly tried: Map<RequestKind, number>;
	readonly troubled: Set<RequestKind>;
};
type RequestKind = 'speech' | 'schema';
const kindOf = ({schema}: VoiceRequest): RequestKind => (schema ? 'schema' : 'speech');

const memories = new WeakMap<QuirkStore, Map<string, ModelMemory>>();

function memoryOf({quirks, key}: ModelEndpoint): ModelMemory {
	const all = memories.get(quirks) ?? new Map<string, ModelMemory>();
	memories.set(quirks, all);
	const memory = all.get(key) ?? {answered: false, tried: new Map(), troubled: new Set()};
	all.set(key, memory);
	return memory;
}

/** The steps that have led to an answer: kept, and each told once. */
function keptSteps(line: ModelEndpoint, quirks: Quirks, steps: readonly FormStep[]): VoiceDelta[] {
	line.quirks.set(line.key, quirks);
	return steps
		.filter(({without}) => isNew(line, `no ${without}`))
		.map(({without}) => ({
			type: 'notice',
			text: `${line.to.name} refuses ${without} for "${line.to.model}", and is asked without.`,
		}));
}

/** Steps for one kind of request in the life of a voice that no word of its server asks for. */
const mostSteps = 4;

/** A step where nothing else explains the refusal. A server's own trouble is met with the same request
 * first, and is its schema's at most. */
function triedStep(
	line: ModelEndpoint,
	quirks: Quirks,
	request: VoiceRequest,
	error: VoiceError,
): FormStep | undefined {
	const memory = memoryOf(line);
	const kind = kindOf(request);
	const wasTroubled = memory.troubled.has(kind);
	if (error.status === 500) memory.troubled.add(kind);
	const isUnexplained =
		error.status === 500
			? wasTroubled && kind === 'schema'
			: error.status === 404
				? memory.answered && !/model/iu.test(refusalOf(error).words)
				: error.kind === 'refused-request' && error.input === undefined && isAboutForm(error.status);
	const tried = memory.tried.get(kind) ?? 0;
	if (!isUnexplained || tried >= mostSteps) return undefined;
	memory.tried.set(kind, tried + 1);
	return nextStep(quirks, request, line.row);
}

const isAboutForm = (status: number | undefined): boolean => status === 400 || status === 415 || status === 422;

/** A proxy in front of a server that never answered yet says so: it may still be starting. */
function notYet(error: VoiceError, to: RequestTarget): VoiceError {
	return error.cause !== undefined && (error.status === 502 || error.status === 504)
		? new VoiceError('loading', `${to.name} is not there yet (${error.status}).`, {status: error.status, cause: error})
		: error;
}

/** In characters: longer than any model thinks that comes to an answer. */
const longestHeld = 128_000;

/** What of an answer is held back, if anything: `briefly`, or until it is known what it is. */
type HeldBack = 'briefly' | 'until-known' | undefined;

/**
 * Words wait until it is known that they are not thinking where a model has only marked the end of its thinking before,
 * or its family does. Those of a model that has not answered yet wait briefly: what turns out to be thinking behind
 * that is taken back.
 */
function holdingOf({thinks}: Quirks, {schema}: VoiceRequest, {row: {quirks}, to: {model}}: ModelEndpoint): HeldBack {
	if (schema !== undefined || thinks === 'apart' || (thinks === 'unknown' && quirks?.thinksApart)) return undefined;
	return thinks === 'open' || thinksUnopened.test(model) ? 'until-known' : 'briefly';
}

/** Brief is one sentence, so many words, or so many milliseconds behind the first one, whichever comes first. */
const brief = {words: 40, ms: 1_500} as const;
const hasSentence = (text: string): boolean => /[.!?…]["'”’)\]]*\s+\S|[。！？]/u.test(text);

/**
 * Keeps words back until a mark has shown that they were thinking, thinking has come apart from them, or the answer has
 * ended with neither; or briefly.
 */
function heldWords(holding: HeldBack, {now}: VoiceContext['clock']): (piece: VoiceDelta) => VoiceDelta[] {
	let held: Extract<VoiceDelta, {type: 'text'}>[] | undefined = holding && [];
	let text = '';
	let began: number | undefined;
	const release = (): readonly Extract<VoiceDelta, {type: 'text'}>[] => {
		const all = held ?? [];
		held = undefined;
		return all;
	};
	const isEnough = (): boolean =>
		holding === 'briefly'
			? now() - (began ?? now()) > brief.ms || hasSentence(text) || text.split(/\s+/u).length > brief.words
			: text.length > longestHeld;
	return piece => {
		if (piece.type === 'taken-back' && held) return release().map(({text: words}) => ({type: 'thinking', text: words}));
		if (piece.type === 'thinking' || piece.type === 'usage' || piece.type === 'finish') return [...release(), piece];
		if (piece.type !== 'text' || !held) return [piece];
		held.push(piece);
		text += piece.text;
		began ??= now();
		return isEnough() ? [...release()] : [];
	};
}

/** What has been told of each server; a store is kept for the whole run. */
const told = new WeakMap<QuirkStore, Set<string>>();

/** Whether a server's oddity has not been told yet. */
function isNew({quirks, to}: ModelEndpoint, what: string): boolean {
	const known = told.get(quirks) ?? new Set();
	told.set(quirks, known);
	const before = known.size;
	return known.add(`${to.baseUrl} ${what}`).size > before;
}

/** What a complete answer teaches for the next request. */
function afterwards(quirks: Quirks, request: VoiceRequest, reader: AnswerReader, row: Provider): Quirks | undefined {
	if (reader.said === 0) return undefined;
	const learned = learnManners(quirks, reader.shown, request);
	const unheld = request.schema && !reader.shown.braced ? learnIgnoredSchema(learned ?? quirks, row) : undefined;
	return unheld ?? learned;
}

/** Adds the usage of requests that were made in vain: they were paid for. */
function withUsageOf(before: readonly VoiceDelta[], rest: readonly VoiceDelta[]): VoiceDelta[] {
	const last = before.findLast(delta => delta.type === 'usage');
	return rest.map(delta => (delta.type === 'usage' && last ? {...delta, ...sumOf([last, delta])} : delta));
}

const finishOf = (deltas: readonly VoiceDelta[]): string | undefined =>
	deltas.find(delta => delta.type === 'finish')?.finish;

/** Throws for an answer without text, unless it is a refusal. */
function withoutWords(rest: VoiceDelta[], {tool, thoughts}: AnswerReader, to: RequestTarget): VoiceDelta[] {
	const finish = finishOf(rest);
	if (finish === 'refusal') return rest;
	if (tool !== undefined)
		throw new VoiceError('empty', `${to.name} called ${tool}, which it was not given, and said nothing.`, {
			input: 'called-tool',
		});
	if (finish === 'length') throw new VoiceError('empty', `${to.name} used up the answer's whole length on thinking.`);
	if (thoughts === 0) throw new VoiceError('empty', `${to.name} answered with nothing.`);
	throw new VoiceError(
		'empty',
		`${to.name} only thought (${thoughts} words) and gave no answer. If it puts every answer there, set "answersInThinking": true in its row of the setting "providers"; else switch its thinking off.`,
		{input: 'only-thought'},
	);
}

/** The parts of one answer's body. */
async function* open(
	{connect}: ModelEndpoint,
	body: unknown,
	room: AnswerRoom,
	signal: AbortSignal,
): AsyncGenerator<BodyPart> {
	const client = await connect();
	const response = await client.post('/chat/completions', {body, stream: true, signal}).asResponse();
	const limits = bodyLimits(room, !isJson(response));
	yield* readBody(limitBody(response, limits), limits);
}
