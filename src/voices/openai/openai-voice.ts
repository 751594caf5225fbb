/** Voices that are reached over the Chat Completions API. */
import type OpenAI from 'openai';
import {refusalOf, type RequestTarget} from '../errors.ts';
import {answerReader, type AnswerReader} from './answer-reader.ts';
import {requestBody} from './request-body.ts';
import {streamAnswer} from './stream-answer.ts';
import {rateLimitsOf, type Provider} from '../providers.ts';
import {
	firstQuirks,
	isFormRefusal,
	learnFromRefusal,
	learnHeadroom,
	learnIgnoredSchema,
	quirkKey,
	type Quirks,
	type QuirkStore,
} from '../quirks.ts';
import {VoiceError, type Voice, type VoiceContext, type VoiceDelta, type VoiceRequest} from '../voice.ts';

export type OpenAiVoiceOptions = {
	/** As a user writes it, such as `ollama:qwen3`. */
	readonly id: string;
	readonly name: string;
	/** Who makes the model, as it is shown. */
	readonly provider: string;
	readonly model: string;
	/** The provider's row. */
	readonly row: Provider;
	/** Where the requests go if not to the row's address. */
	readonly baseUrl?: string;
	readonly apiKey?: string;
	/** Sent in place of the row's headers. */
	readonly headers?: Readonly<Record<string, string>>;
	/** What models turned out not to take; share one between all voices. */
	readonly quirks?: QuirkStore;
	readonly price?: NonNullable<Voice['price']>;
	readonly contextTokens?: number;
	readonly cacheFrom?: number;
};

/** What all requests of one voice share. */
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
 * A voice behind an address. It makes one request an answer, and another only where the server refuses the form of the
 * first, which is remembered; it never repeats a request that failed. It throws `VoiceError`, or the signal's reason
 * when it is aborted.
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
 * Loaded when somebody first speaks: the SDK is a tenth of a second. What it would take from the environment, and not
 * from us, is switched off.
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

/** The time-outs are ours: see `pieces`. This is the longest that a timer can wait. */
const longestWait = 2_147_483_647;

/** Some servers put their words outside of `error`, where the SDK would drop them. */
const keepingWords: typeof fetch = async (input, init) => {
	const response = await fetch(input, init);
	if (response.ok) return response;
	return Response.json(
		{error: {body: await response.text()}},
		{status: response.status, headers: withoutLength(response.headers)},
	);
};

function withoutLength(headers: Headers): Headers {
	const kept = new Headers(headers);
	for (const name of ['content-length', 'content-encoding', 'content-type']) kept.delete(name);
	return kept;
}

/** Asks, and asks in another form for as long as the server refuses the form and there is another. */
async function* adapted(line: ModelEndpoint, request: VoiceRequest, context: VoiceContext): AsyncGenerator<VoiceDelta> {
	const deadline = context.clock.now() + (context.firstMs ?? context.timeoutMs);
	for (;;) {
		const known = line.quirks.get(line.key);
		const quirks = known ?? firstQuirks(line.row);
		// Another request may have learnt more meanwhile.
		const remember = (lesson: Quirks) => line.quirks.get(line.key) === known && line.quirks.set(line.key, lesson);
		const reader = answerReader(request, line.to, line.price);
		try {
			const body = requestBody(request, {id: line.to.model, contextTokens: line.contextTokens}, line.row, quirks);
			yield* streamAnswer(signal => open(line, body, signal), reader, {
				to: line.to,
				context,
				deadline,
				whole: request.schema !== undefined,
				uncounted: quirks.uncounted,
			});
			const rest = reader.end();
			const lesson = finishOf(rest) === 'stop' ? afterwards(quirks, request, reader, line.row) : undefined;
			if (lesson) remember(lesson);
			if (reader.said > 0) return yield* rest;
			const more = finishOf(rest) === 'length' ? learnHeadroom(quirks, request) : undefined;
			if (!more) return yield* withoutWords(rest, line.to);
			remember(more);
		} catch (error) {
			if (!(error instanceof VoiceError) || reader.said > 0) throw error;
			const refusal = refusalOf(error);
			// What earlier runs made of this server may not be true any more: all is tried anew then.
			if (isFormRefusal(refusal) && line.quirks.doubt?.(line.key)) continue;
			const lesson = learnFromRefusal(quirks, refusal, request, line.row);
			if (!lesson) throw error;
			remember(lesson);
		}
	}
}

/** What an answer that was given teaches for the next one. */
function afterwards(quirks: Quirks, request: VoiceRequest, reader: AnswerReader, row: Provider): Quirks | undefined {
	if (reader.said === 0) return undefined;
	const counting = quirks.uncounted === reader.counted ? {...quirks, uncounted: !reader.counted} : undefined;
	const unheld = request.schema && !reader.braced ? learnIgnoredSchema(counting ?? quirks, row) : undefined;
	return unheld ?? counting;
}

const finishOf = (deltas: readonly VoiceDelta[]): string | undefined =>
	deltas.find(delta => delta.type === 'finish')?.finish;

/** A refusal needs no words; every other answer does. */
function withoutWords(rest: VoiceDelta[], to: RequestTarget): VoiceDelta[] {
	const finish = finishOf(rest);
	if (finish === 'refusal') return rest;
	throw new VoiceError(
		'empty',
		finish === 'length'
			? `${to.name} used up the answer's whole length on thinking.`
			: `${to.name} answered with nothing.`,
	);
}

/** The chunks of one request, or the whole answer as one where the server does not stream. */
async function* open({to, connect}: ModelEndpoint, body: unknown, signal: AbortSignal): AsyncGenerator {
	const client = await connect();
	const {data, response} = await client
		.post<AsyncIterable<unknown>>('/chat/completions', {body, stream: true, signal})
		.withResponse();
	const type = response.headers.get('content-type') ?? '';
	if (type.includes('text/html'))
		throw new VoiceError(
			'malformed',
			`${to.baseUrl} answers with a web page: it is not the address of a model server.`,
		);
	if (type.includes('application/json')) yield response.json();
	else yield* data;
}
