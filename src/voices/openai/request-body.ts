/** Builds a Chat Completions request body, limited to what the model is known to accept. */
import type {Message} from '../../debate/protocol.ts';
import type {Provider} from '../providers.ts';
import type {Quirks} from '../quirks.ts';
import {strictSchema, type JsonObject} from '../strict-schema.ts';
import {estimatedUsage} from '../usage.ts';
import type {VoiceRequest} from '../voice.ts';

/** Whom a body is for: its id, and how many tokens it takes, prompt and answer together, where known. */
type Model = {readonly id: string; readonly contextTokens?: number | undefined};

/** The body of a streamed request. */
export function requestBody(
	request: VoiceRequest,
	{id: model, contextTokens}: Model,
	provider: Provider,
	quirks: Quirks,
): JsonObject {
	const {schema} = request;
	const takes = (parameter: Quirks['dropped'][number]): boolean => !quirks.dropped.includes(parameter);
	// Every parameter is then a condition, and few hosts take a seed.
	const routed = schema !== undefined && provider.quirks?.routes === true && quirks.rung !== 'text';
	const marked = takes('cache_control') && provider.quirks?.cacheControl?.some(prefix => model.startsWith(prefix));
	const asked = schema ? withSchemaInWords(request.messages, schema.json, quirks.rung) : request.messages;
	return {
		model,
		messages: marked ? withBreakpoints(asked) : asked.map(({role, content}) => ({role, content})),
		stream: true,
		...(takes('stream_options') && {stream_options: {include_usage: true}}),
		...limit(request, quirks, contextTokens),
		...(request.temperature !== undefined && takes('temperature') && {temperature: request.temperature}),
		...(request.seed !== undefined && takes('seed') && !routed && {seed: request.seed}),
		...(schema && format(schema, quirks.rung)),
		...(routed && {provider: {require_parameters: true}}),
	};
}

/** Below this an answer is of no use: the server may then say itself that it is too much. */
const leastAnswer = 300;
/** What servers put around each message, in tokens. */
const wrapping = 8;
/** Our four characters a token are an average: some models need more tokens for the same words. */
const denser = 1.1;

/** Many servers reserve the whole of the answer: it may be no longer than what the prompt leaves free. */
function limit({maxTokens, messages}: VoiceRequest, quirks: Quirks, contextTokens = Infinity): JsonObject {
	if (maxTokens === undefined || quirks.limit === 'none') return {};
	const free = Math.max(
		leastAnswer,
		Math.floor(contextTokens - estimatedUsage(messages, 0).input * denser - wrapping * messages.length),
	);
	return {[quirks.limit]: Math.min(maxTokens + quirks.headroom, free)};
}

/** The schema nested under `json_schema.schema`: laid flat, llama.cpp would ignore it without a word. */
function format({name, json}: NonNullable<VoiceRequest['schema']>, rung: Quirks['rung']): JsonObject {
	if (rung === 'text') return {};
	return {
		response_format:
			rung === 'object'
				? {type: 'json_object'}
				: {type: 'json_schema', json_schema: {name, strict: true, schema: strictSchema(json)}},
	};
}

/** Where the server does not hold the model to the schema, the last message, which no other prompt shares, does. */
export function withSchemaInWords(
	messages: readonly Message[],
	schema: JsonObject,
	rung: Quirks['rung'],
): readonly Message[] {
	const last = messages.at(-1);
	if (rung === 'schema' || !last) return messages;
	const form = rung === 'object' ? 'one JSON object' : 'one JSON object in a fenced block (```json)';
	return [
		...messages.slice(0, -1),
		{
			...last,
			content: `${last.content}\n\nAnswer with ${form} that fits this JSON Schema, and with nothing else:\n${JSON.stringify(strictSchema(schema))}`,
		},
	];
}

/** No server takes more breakpoints than this. */
const mostBreakpoints = 4;

/** The first breakpoint and the last ones, as `cache_control` parts. */
function withBreakpoints(messages: readonly Message[]): JsonObject[] {
	const at = messages.flatMap(({breakpoint}, index) => (breakpoint ? [index] : []));
	const kept = new Set(at.length > mostBreakpoints ? [...at.slice(0, 1), ...at.slice(1 - mostBreakpoints)] : at);
	return messages.map(({role, content}, index) => ({
		role,
		content: kept.has(index) ? [{type: 'text', text: content, cache_control: {type: 'ephemeral'}}] : content,
	}));
}
