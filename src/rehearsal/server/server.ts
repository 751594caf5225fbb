/**
 * The rehearsal voices as an OpenAI-compatible server on loopback, for tests, measurements and trying out a client.
 */
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {z} from 'zod';
import type {Message} from '../../debate/protocol.ts';
import type {VoiceRequest} from '../../voices/voice.ts';
import {faultCounter, errorReplyFor, type ServerFault, type FaultName, type ErrorReply} from './faults.ts';
import {charactersPerToken, fitTurn, padJson, tokensOf} from './lengths.ts';
import {reset, stream, whole, type ServerAnswer, type Rate} from './send-answer.ts';
import {asRequest, ChatRequest, jsonBody, now, requestLogger, type RequestLog} from './chat-request.ts';

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
	/**
	 * Context size in tokens, prompt and answer together: rejects what does not fit, and is reported in the model list.
	 */
	readonly contextTokens?: number;
	readonly faults?: readonly ServerFault[];
	/** The Retry-After header for faults that send it, in seconds. */
	readonly retryAfter?: number;
	readonly keepMessages?: boolean;
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
		logger: requestLogger(options.keepMessages ?? false),
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

const modelList = ({contextTokens}: ServeOptions) => ({
	object: 'list',
	data: [{id: 'rehearsal', object: 'model', owned_by: 'rostrum', context_length: contextTokens}],
});

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
