/** Sends an answer of the rehearsal server at the configured rate, with the configured faults. */
import type {ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import type {FaultName} from './faults.ts';
import {now, type ChatRequest, type RequestLog} from './chat-request.ts';

/**
 * `ttft`: milliseconds from the request to the first token; `tps`: tokens per second after that, 0 for no limit;
 * `burst`: tokens per event of a stream.
 */
export type Rate = {readonly ttft: number; readonly tps: number; readonly burst: number};

export type ServerAnswer = {
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
export async function stream(answer: ServerAnswer, response: ServerResponse): Promise<void> {
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
export async function whole(answer: ServerAnswer, response: ServerResponse): Promise<void> {
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
export function reset(response: ServerResponse, entry: RequestLog): void {
	entry.endedAt = now();
	response.socket?.resetAndDestroy();
}

/**
 * Resets the connection in mid-answer, once all written data has been flushed; otherwise it would be lost with the
 * connection.
 */
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
