/** Parses requests to the rehearsal server, and logs them. */
import {createHash} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {z} from 'zod';
import type {Message} from '../../debate/protocol.ts';
import type {VoiceRequest} from '../../voices/voice.ts';
import type {FaultName} from './faults.ts';
import {charactersPerToken} from './lengths.ts';

const Parts = z
	.array(z.object({text: z.string().default('')}))
	.transform(parts => parts.map(({text}) => text).join(''));
const Limit = z.int().positive().nullish();

export const ChatRequest = z.object({
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
export type ChatRequest = z.infer<typeof ChatRequest>;

/** One request. Times are milliseconds since the epoch, with fractions; a token is four characters. */
export type RequestLog = {
	/** Sent with the answer as `x-request-id`. */
	readonly id: string;
	readonly at: number;
	readonly model: string;
	/** The kind of the last message's task, if it has one. */
	readonly purpose: string | undefined;
	readonly promptTokens: number;
	/** Prompt tokens shared with the beginning of the previous request to the same model. */
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

export const now = (): number => performance.timeOrigin + performance.now();

/** Logs requests; remembers the last prompt to each model. */
export function requestLogger(keepMessages: boolean): {
	note(request: ChatRequest, faults: ReadonlySet<FaultName>): RequestLog;
	readonly log: readonly RequestLog[];
} {
	const log: RequestLog[] = [];
	const last = new Map<string, string>();
	function note({model, messages, response_format}: ChatRequest, faults: ReadonlySet<FaultName>): RequestLog {
		const text = messages.map(({content}) => content).join('\n');
		const entry: RequestLog = {
			id: `rehearsal-${log.length + 1}`,
			at: now(),
			model,
			status: 200,
			completionTokens: 0,
			faults: [...faults],
			purpose: /<task kind="([\w-]+)"/u.exec(messages.at(-1)?.content ?? '')?.[1],
			promptTokens: Math.ceil(text.length / charactersPerToken),
			sharedTokens: Math.floor(commonPrefix(last.get(model) ?? '', text) / charactersPerToken),
			hash: createHash('sha256').update(JSON.stringify(messages)).digest('hex'),
			kind: response_format && response_format.type !== 'text' ? 'json' : 'turn',
			...(keepMessages && {messages}),
		};
		last.set(model, text);
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
export function asRequest({seed, max_tokens, max_completion_tokens, response_format}: ChatRequest): {
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
export async function jsonBody(incoming: IncomingMessage): Promise<unknown> {
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
