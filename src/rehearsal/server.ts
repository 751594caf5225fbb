/** The rehearsal voices as an OpenAI-compatible server on loopback. */
import {createHash} from 'node:crypto';
import {type IncomingMessage, type ServerResponse, createServer} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import type {Message} from '../debate/protocol.ts';
import type {VoiceRequest} from '../voices/voice.ts';
import {
	type FaultName,
	charactersPerToken,
	faultCounter,
	errorReplyFor,
	type ServerFault,
	type ErrorReply,
	fitTurn,
	padJson,
	tokensOf,
} from './faults.ts';

// Parses requests to the rehearsal server, and logs them.

const Parts = z
	.array(z.object({text: z.string().default('')}))
	.transform(parts => parts.map(({text}) => text).join(''));
const Limit = z.int().positive().nullish();

const ChatRequest = z.object({
	model: z.string().min(1),
	messages: z
		.array(
			z.object({
				role: z
					.enum(['system', 'developer', 'user', 'assistant'])
					.transform(role => (role === 'developer' ? 'system' : role)),
				content: z.union([z.string(), Parts]),
			}),
		)
		.min(1),
	stream: z.boolean().default(false),
	stream_options: z.object({include_usage: z.boolean().optional()}).nullish(),
	max_tokens: Limit,
	max_completion_tokens: Limit,
	temperature: z.number().nullish(),
	seed: z.int().nullish(),
	response_format: z
		.object({
			type: z.string(),
			json_schema: z.object({name: z.string().default('answer'), schema: z.record(z.string(), z.unknown())}).optional(),
		})
		.nullish(),
});
type ChatRequest = z.infer<typeof ChatRequest>;

/** One request. Times are milliseconds since the epoch, with fractions; a token is four characters. */
type RequestLog = {
	/** Sent with the answer as `x-request-id`. */
	readonly id: string;
	readonly at: number;
	readonly model: string;
	/** The kind of the last message's task, if it has one. */
	readonly purpose: string | undefined;
	readonly promptTokens: number;
	/** Prompt tokens shared with the beginning of the previous request to the same model, or of any (`cacheFrom`). */
	readonly sharedTokens: number;
	/** SHA-256 of the messages, in hex. */
	readonly hash: string;
	readonly messages?: readonly Message[];
	readonly faults: readonly FaultName[];
	kind: 'turn' | 'json';
	status: number;
	/** The number of tokens sent. */
	completionTokens: number;
	firstTokenAt?: number;
	endedAt?: number;
	/** When the client closed the connection early. */
	abortedAt?: number;
};

const now = (): number => performance.timeOrigin + performance.now();

/** Logs requests; remembers the last prompt to each model, or all of them. */
function requestLogger(
	keepMessages: boolean,
	cacheFrom: number | undefined,
): {
	note(request: ChatRequest, faults: ReadonlySet<FaultName>): RequestLog;
	readonly log: readonly RequestLog[];
} {
	const log: RequestLog[] = [];
	const before = new Map<string, readonly string[]>();
	function note({model, messages, response_format}: ChatRequest, faults: ReadonlySet<FaultName>): RequestLog {
		const schema = cacheFrom === undefined ? undefined : response_format?.json_schema?.schema;
		const text = [...(schema ? [JSON.stringify(schema)] : []), ...messages.map(({content}) => content)].join('\n');
		const earlier = before.get(model) ?? [];
		const shared = Math.floor(Math.max(0, ...earlier.map(each => commonPrefix(each, text))) / charactersPerToken);
		const entry: RequestLog = {
			id: `rehearsal-${log.length + 1}`,
			at: now(),
			model,
			status: 200,
			completionTokens: 0,
			faults: [...faults],
			purpose: /<task kind="([\w-]+)"/u.exec(messages.at(-1)?.content ?? '')?.[1],
			promptTokens: Math.ceil(text.length / charactersPerToken),
			sharedTokens: shared < (cacheFrom ?? 0) ? 0 : shared,
			hash: createHash('sha256').update(JSON.stringify(messages)).digest('hex'),
			kind: response_format && response_format.type !== 'text' ? 'json' : 'turn',
			...(keepMessages && {messages}),
		};
		before.set(model, cacheFrom === undefined ? [text] : [...earlier, text]);
		log.push(entry);
		return entry;
	}
	return {note, log};
}

function commonPrefix(a: string, b: string): number {
	let length = 0;
	while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
	return length;
}

/** The request to the voice; the seed is 0 if none was sent. */
function asRequest({seed, max_tokens, max_completion_tokens, response_format}: ChatRequest): {
	seed: number;
	maxTokens?: number;
	schema?: NonNullable<VoiceRequest['schema']>;
} {
	const maxTokens = max_completion_tokens ?? max_tokens ?? undefined;
	const format = response_format?.json_schema;
	return {
		seed: seed ?? 0,
		...(maxTokens !== undefined && {maxTokens}),
		...(format && {schema: {name: format.name, json: format.schema}}),
	};
}

const largestBody = 32_000_000;

/** Parses the body as JSON. Throws a `SyntaxError` if it is invalid, a `RangeError` if it is too large. */
async function jsonBody(incoming: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of incoming) {
		const bytes = Buffer.from(chunk);
		length += bytes.length;
		if (length > largestBody) throw new RangeError(`The body is larger than ${largestBody} bytes.`);
		chunks.push(bytes);
	}
	return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

// Sends an answer of the rehearsal server at the configured rate, with the configured faults.

/**
 * `ttft`: milliseconds from the request to the first token; `tps`: tokens per second after that, 0 for no limit;
 * `burst`: tokens per event of a stream.
 */
type Rate = {readonly ttft: number; readonly tps: number; readonly burst: number};

type ServerAnswer = {
	readonly request: ChatRequest;
	/** Split into tokens. */
	readonly thinking: readonly string[];
	readonly text: readonly string[];
	readonly finish: 'stop' | 'length';
	readonly faults: ReadonlySet<FaultName>;
	readonly rate: Rate;
	readonly entry: RequestLog;
	/** Aborted when the client has disconnected. */
	readonly gone: AbortSignal;
};

type ChunkBody = Record<string, unknown>;

const chunk = ({request}: ServerAnswer, more: ChunkBody): ChunkBody => ({
	id: 'chatcmpl-rehearsal',
	object: 'chat.completion.chunk',
	created: Math.floor(Date.now() / 1_000),
	model: request.model,
	...more,
});
const choice = (answer: ServerAnswer, delta: ChunkBody, finish: string | null = null): ChunkBody =>
	chunk(answer, {choices: [{index: 0, delta, finish_reason: finish}]});

const usage = ({entry, thinking, faults}: ServerAnswer): ChunkBody => ({
	prompt_tokens: entry.promptTokens,
	completion_tokens: entry.completionTokens,
	total_tokens: entry.promptTokens + entry.completionTokens,
	prompt_tokens_details: {cached_tokens: faults.has('no-cache') ? 0 : entry.sharedTokens},
	completion_tokens_details: {reasoning_tokens: thinking.length},
});

/** Streams an answer as server-sent events. */
async function stream(answer: ServerAnswer, response: ServerResponse): Promise<void> {
	const {faults, entry, rate} = answer;
	const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
	response.writeHead(200, {'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache'});
	if (faults.has('empty')) return void response.end('data: [DONE]\n\n');
	if (faults.has('stall')) return silence(response, answer.gone);
	send(choice(answer, {role: 'assistant', content: ''}));
	const thought = faults.has('reasoning') ? 'reasoning' : 'reasoning_content';
	const deltas = [
		...bursts(answer.thinking, rate.burst).map(tokens => ({tokens, name: thought})),
		...bursts(answer.text, rate.burst).map(tokens => ({tokens, name: 'content'})),
	];
	const middle = Math.min(deltas.length - 1, Math.max(1, Math.floor(deltas.length / 3)));
	for (const [index, {tokens, name}] of deltas.entries()) {
		await due(answer, entry.completionTokens);
		if (index === middle && (await breaks(answer, response))) return;
		send(choice(answer, {[name]: tokens.join('')}));
		entry.completionTokens += tokens.length;
	}
	if (faults.has('no-finish')) return void response.end();
	send(choice(answer, {}, answer.finish));
	if (answer.request.stream_options?.include_usage && !faults.has('no-usage'))
		send(chunk(answer, {choices: [], usage: usage(answer)}));
	response.end(faults.has('no-done') ? undefined : 'data: [DONE]\n\n');
}

const bursts = (tokens: readonly string[], size: number): (readonly string[])[] =>
	Array.from({length: Math.ceil(tokens.length / size)}, (_, index) => tokens.slice(index * size, (index + 1) * size));

/** Sends the whole answer at once, at the time its last token is due. */
async function whole(answer: ServerAnswer, response: ServerResponse): Promise<void> {
	const {faults, entry, thinking, text} = answer;
	const tokens = thinking.length + text.length;
	if (tokens > 0) await due(answer, tokens - 1);
	entry.completionTokens += tokens;
	const reasoning = thinking.length > 0 && {
		[faults.has('reasoning') ? 'reasoning' : 'reasoning_content']: thinking.join(''),
	};
	const message = {role: 'assistant', content: text.join(''), ...reasoning};
	response.writeHead(200, {'Content-Type': 'application/json'});
	response.end(
		JSON.stringify({
			...chunk(answer, {object: 'chat.completion', choices: [{index: 0, message, finish_reason: answer.finish}]}),
			...(!faults.has('no-usage') && {usage: usage(answer)}),
		}),
	);
}

/** Waits until a token is due. Times count from the request, so that delays do not add up. */
async function due({rate, entry, gone}: ServerAnswer, token: number): Promise<void> {
	const at = entry.at + rate.ttft + (rate.tps > 0 ? (token * 1_000) / rate.tps : 0);
	for (let left = at - now(); left > 0; left = at - now()) await wait(left, undefined, {signal: gone});
	entry.firstTokenAt ??= now();
}

/** Simulates faults in mid-answer. Returns true if the answer ends there. */
async function breaks({faults, entry, gone}: ServerAnswer, response: ServerResponse): Promise<boolean> {
	if (faults.has('stall-mid')) await silence(response, gone);
	else if (faults.has('reset-mid')) await resetBehind(response, entry);
	else if (faults.has('half-json')) response.end('data: {"choices":[{"index":0,"delta":{"cont\n\n');
	else if (faults.has('error-in-stream'))
		response.end(`data: ${JSON.stringify({error: {message: 'The model broke down.', code: 502}})}\n\n`);
	else return false;
	return true;
}

/** Resets the connection, like a crashing server. */
function reset(response: ServerResponse, entry: RequestLog): void {
	entry.endedAt = now();
	response.socket?.resetAndDestroy();
}

/** Resets the connection in mid-answer, once what was written has been flushed. */
async function resetBehind(response: ServerResponse, entry: RequestLog): Promise<void> {
	await new Promise<void>(resolve => response.write(': that was all\n\n', () => resolve()));
	reset(response, entry);
}

const aliveMs = 50;

/** Sends only comments, which keep the connection alive, until the client disconnects. */
async function silence(response: ServerResponse, gone: AbortSignal): Promise<void> {
	for (;;) {
		response.write(': keep-alive\n\n');
		await wait(aliveMs, undefined, {signal: gone});
	}
}

/** Answers messages. `seed` is 0 if the request had none; `schema` is set only if the request had one. */
type Rehearse = (
	messages: readonly Message[],
	request: {readonly seed: number; readonly maxTokens?: number; readonly schema?: NonNullable<VoiceRequest['schema']>},
) => {readonly text: string};

export type ServeOptions = {
	/** 0 or undefined picks a free port. */
	readonly port?: number;
	/** Milliseconds to the first token. */
	readonly ttft?: number;
	/** Tokens per second after that, at four characters per token; unlimited if undefined. */
	readonly tps?: number;
	/** How many tokens come in one event of a stream, 1 unless said. */
	readonly burst?: number;
	/** Makes every turn exactly this many tokens long. */
	readonly turnTokens?: number;
	/** Makes every JSON answer at least this many tokens long. */
	readonly jsonTokens?: number;
	/** Context size in tokens, prompt and answer together; the model list reports it. */
	readonly contextTokens?: number;
	readonly faults?: readonly ServerFault[];
	/** The Retry-After header for faults that send it, in seconds. */
	readonly retryAfter?: number;
	readonly keepMessages?: boolean;
	/**
	 * Counts as shared what began any earlier prompt to the model, a schema in front of it, from so many tokens on:
	 * as most providers cache. Without it, what began the prompt before counts, however short.
	 */
	readonly cacheFrom?: number;
	readonly rehearse: Rehearse;
};

export type RehearsalServer = {
	/** Including `/v1`, as clients expect it. */
	readonly url: string;
	readonly port: number;
	/** All requests so far, in order of arrival. */
	readonly log: readonly RequestLog[];
	close(): Promise<void>;
};

const loopback = '127.0.0.1';

/** Starts the server on 127.0.0.1. Rejects if the port is taken. */
export async function serveRehearsal(options: ServeOptions): Promise<RehearsalServer> {
	const service: Service = {
		options,
		logger: requestLogger(options.keepMessages ?? false, options.cacheFrom),
		faultsFor: faultCounter(options.faults ?? []),
	};
	const server = createServer(
		(incoming, response) =>
			void route(service, incoming, response).catch((error: unknown) =>
				fail(response, 500, error instanceof Error ? error.message : String(error)),
			),
	);
	await new Promise<void>((resolve, reject) =>
		server.once('error', reject).listen(options.port ?? 0, loopback, resolve),
	);
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The rehearsal server has no port.');
	const {port} = address;
	return {
		url: `http://${loopback}:${port}/v1`,
		port,
		log: service.logger.log,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Shared by all requests. */
type Service = {
	readonly options: ServeOptions;
	readonly logger: ReturnType<typeof requestLogger>;
	readonly faultsFor: ReturnType<typeof faultCounter>;
};

async function route(service: Service, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
	const path = `${incoming.method} ${incoming.url?.replace(/\?.*$/u, '')}`;
	if (path === 'GET /v1/models') return reply(response, 200, modelList(service.options));
	// It speaks under any model's name.
	const named = /^GET \/v1\/models\/(?<id>.+)$/u.exec(path)?.groups?.['id'];
	if (named !== undefined) return reply(response, 200, modelEntry(decodeURIComponent(named), service.options));
	if (path !== 'POST /v1/chat/completions') return fail(response, 404, `There is nothing at ${path}.`);
	const body = await jsonBody(incoming).catch((error: unknown) =>
		error instanceof SyntaxError || error instanceof RangeError ? error : Promise.reject(error),
	);
	if (body instanceof Error) return fail(response, 400, body.message);
	const request = ChatRequest.safeParse(body);
	if (!request.success) return fail(response, 400, z.prettifyError(request.error));
	const faults = service.faultsFor(request.data.model);
	await chat(service.options, request.data, service.logger.note(request.data, faults), faults, response);
}

const modelEntry = (id: string, {contextTokens}: ServeOptions) => ({
	id,
	object: 'model',
	owned_by: 'rostrum',
	context_length: contextTokens,
});

const modelList = (options: ServeOptions) => ({object: 'list', data: [modelEntry('rehearsal', options)]});

async function chat(
	options: ServeOptions,
	request: ChatRequest,
	entry: RequestLog,
	faults: ReadonlySet<FaultName>,
	response: ServerResponse,
): Promise<void> {
	const gone = watch(response, entry);
	response.setHeader('x-request-id', entry.id);
	const form = {temperature: request.temperature ?? undefined, format: request.response_format?.type};
	const refusal = errorReplyFor(faults, form, options.retryAfter ?? 90) ?? tooLong(options, request, entry);
	if (refusal) {
		entry.status = refusal.status;
		return fail(response, refusal.status, refusal.message, refusal.headers);
	}
	if (faults.has('reset')) return reset(response, entry);
	if (faults.has('html'))
		return void response
			.writeHead(200, {'Content-Type': 'text/html'})
			.end('<!doctype html><title>Sign in</title><p>Sign in to this network.</p>');
	const answer: ServerAnswer = {
		...compose(options, request, faults, entry),
		request,
		faults,
		entry,
		gone,
		rate: rateOf(options, faults),
	};
	await (request.stream ? stream : whole)(answer, response).catch((error: unknown) => {
		if (!gone.aborted) throw error;
	});
}

/** Rejects like servers that reserve room for the whole answer. */
function tooLong(
	{contextTokens = Infinity}: ServeOptions,
	request: ChatRequest,
	{promptTokens}: RequestLog,
): ErrorReply | undefined {
	const wanted = asRequest(request).maxTokens ?? 0;
	if (promptTokens + wanted <= contextTokens) return undefined;
	return {
		status: 400,
		message: `This model's maximum context length is ${contextTokens} tokens. However, you requested ${promptTokens + wanted} tokens (${promptTokens} in the messages, ${wanted} in the completion). Please reduce the length of the messages or completion.`,
	};
}

/** Logs when an answer ends or the client disconnects early. The signal aborts in the latter case. */
function watch(response: ServerResponse, entry: RequestLog): AbortSignal {
	const gone = new AbortController();
	response.once('close', () => {
		if (response.writableEnded) entry.endedAt = now();
		else if (entry.endedAt === undefined) entry.abortedAt = now();
		gone.abort();
	});
	return gone.signal;
}

const rateOf = ({ttft = 0, tps = 0, burst = 1}: ServeOptions, faults: ReadonlySet<FaultName>): Rate => ({
	ttft,
	burst,
	tps: faults.has('slow') ? (tps || 50) / 10 : tps,
});

const thought = 'First I look at what was asked, then at what stands against it.';

/** The answer's text: the voice's words at the configured length, modified by faults. */
function compose(
	{rehearse, turnTokens, jsonTokens}: ServeOptions,
	request: ChatRequest,
	faults: ReadonlySet<FaultName>,
	entry: RequestLog,
): Pick<ServerAnswer, 'text' | 'thinking' | 'finish'> {
	const asked = asRequest(request);
	const {text: first} = rehearse(request.messages, asked);
	if (/^\s*\{/u.test(first)) entry.kind = 'json';
	// Turns that must be shorter are composed to be short.
	const isLong = entry.kind === 'turn' && turnTokens !== undefined && first.length > turnTokens * charactersPerToken;
	const text = isLong
		? rehearse(request.messages, {...asked, maxTokens: Math.min(turnTokens, asked.maxTokens ?? Infinity)}).text
		: first;
	const limit = asked.maxTokens ?? Infinity;
	const fitted =
		entry.kind === 'turn'
			? turnTokens === undefined
				? text
				: fitTurn(text, Math.min(turnTokens, limit))
			: padJson(text, Math.min(jsonTokens ?? 0, limit));
	const tokens = tokensOf(dressed(fitted, entry.kind, faults));
	const thinks = faults.has('reasoning') || faults.has('reasoning-content');
	return {
		text: tokens.slice(0, limit),
		thinking: thinks ? tokensOf(thought) : [],
		finish: tokens.length > limit ? 'length' : 'stop',
	};
}

function dressed(text: string, kind: RequestLog['kind'], faults: ReadonlySet<FaultName>): string {
	if (kind === 'json' && faults.has('fence-json')) return `Here it is:\n\n\`\`\`json\n${text}\n\`\`\`\n`;
	if (kind === 'json' && faults.has('prose-json')) return `I have looked at it closely. ${text} I hope this helps.`;
	if (kind !== 'json' && faults.has('refuse')) return 'I’m sorry, but I can’t take part in this debate.';
	return faults.has('think-tags') ? `<think>${thought}</think>\n\n${text}` : text;
}

function reply(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, {'Content-Type': 'application/json', ...headers}).end(JSON.stringify(body));
}

function fail(
	response: ServerResponse,
	status: number,
	message: string,
	headers?: Readonly<Record<string, string>>,
): void {
	if (response.headersSent) response.destroy();
	else reply(response, status, {error: {message, code: status}}, headers);
}
