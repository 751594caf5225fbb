/** The rehearsal voices as an OpenAI-compatible server on loopback, for tests, measurements and trying out a client. */
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {z} from 'zod';
import type {Message} from '../../../debate/protocol.ts';
import type {VoiceRequest} from '../../voice.ts';
import {faultCounter, errorReplyFor, type ServerFault, type FaultName, type ErrorReply} from './faults.ts';
import {charactersPerToken, fitTurn, padJson, tokensOf} from './lengths.ts';
import {reset, stream, whole, type ServerAnswer, type Rate} from './send-answer.ts';
import {asRequest, ChatRequest, jsonBody, now, requestLogger, type RequestLog} from './chat-request.ts';

/**
 * Words for messages. `seed` is 0 where the request had none; there is a `schema` only where the server was sent one.
 */
type Rehearse = (
	messages: readonly Message[],
	request: {readonly seed: number; readonly maxTokens?: number; readonly schema?: NonNullable<VoiceRequest['schema']>},
) => {readonly text: string};

export type ServeOptions = {
	/** A free one where it is 0 or not given. */
	readonly port?: number;
	/** Milliseconds to the first token. */
	readonly ttft?: number;
	/** Tokens a second after it, a token being four characters; as fast as can be where it is not given. */
	readonly tps?: number;
	/** Makes every turn exactly so many tokens long. */
	readonly turnTokens?: number;
	/** Makes every JSON answer at least so many tokens long. */
	readonly jsonTokens?: number;
	/** Refuses what does not fit into so many tokens, prompt and answer together, and says so in its list of models. */
	readonly contextTokens?: number;
	readonly faults?: readonly ServerFault[];
	/** What Retry-After says where a fault asks for it, in seconds. */
	readonly retryAfter?: number;
	readonly keepMessages?: boolean;
	readonly rehearse: Rehearse;
};

export type RehearsalServer = {
	/** With `/v1`, as clients want it. */
	readonly url: string;
	readonly port: number;
	/** Every request so far, in the order they came. */
	readonly log: readonly RequestLog[];
	close(): Promise<void>;
};

const loopback = '127.0.0.1';

/** Starts the server, on 127.0.0.1 alone. Rejects where the port is taken. */
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

/** What all requests share. */
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

/** As servers refuse it that reserve the whole answer. */
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

/** Notes down when an answer ended, or when the other side went before that, and tells of it. */
function watch(response: ServerResponse, entry: RequestLog): AbortSignal {
	const gone = new AbortController();
	response.once('close', () => {
		if (response.writableEnded) entry.endedAt = now();
		else if (entry.endedAt === undefined) entry.abortedAt = now();
		gone.abort();
	});
	return gone.signal;
}

const rateOf = ({ttft = 0, tps = 0}: ServeOptions, faults: ReadonlySet<FaultName>): Rate => ({
	ttft,
	tps: faults.has('slow') ? (tps || 50) / 10 : tps,
});

const thought = 'First I look at what was asked, then at what stands against it.';

/** What is said: the voice's words at the length that is wanted, dressed as the faults have it. */
function compose(
	{rehearse, turnTokens, jsonTokens}: ServeOptions,
	request: ChatRequest,
	faults: ReadonlySet<FaultName>,
	entry: RequestLog,
): Pick<ServerAnswer, 'text' | 'thinking' | 'finish'> {
	const asked = asRequest(request);
	const {text: first} = rehearse(request.messages, asked);
	if (/^\s*\{/u.test(first)) entry.kind = 'json';
	// A turn that is to be short is planned to be short.
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
