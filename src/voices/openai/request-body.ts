/** Builds a Chat Completions request body, limited to what the model is known to accept. */
import type {Message} from '../../debate/protocol.ts';
import type {Provider} from '../providers.ts';
import type {Quirks} from '../quirks.ts';
import {plainSchema, strictSchema, type JsonObject} from '../strict-schema.ts';
import {estimatedUsage} from '../usage.ts';
import type {Voice, VoiceRequest} from '../voice.ts';

/** A model's id, its context size in tokens and its price, if known. */
type Model = {
	readonly id: string;
	readonly contextTokens?: number | undefined;
	readonly price?: Voice['price'];
};

/** The body of a streaming request. */
export function requestBody(
	request: VoiceRequest,
	{id: model, contextTokens, price}: Model,
	provider: Provider,
	known: Quirks,
): JsonObject {
	const {schema} = request;
	const quirks = schema?.inWords && price ? {...known, rung: 'text' as const} : known;
	const takes = (parameter: Quirks['dropped'][number]): boolean => !quirks.dropped.includes(parameter);
	// The router is then restricted to hosts that support every parameter, and few support a seed.
	const routed = schema !== undefined && provider.quirks?.routes === true && quirks.rung !== 'text';
	const marked = takes('cache_control') && provider.quirks?.cacheControl?.some(prefix => model.startsWith(prefix));
	const given = schema ? withSchemaInWords(request.messages, schema.json, quirks.rung) : request.messages;
	const asked = quirks.folded ? inTurns(given) : given;
	return {
		model,
		messages: marked ? withBreakpoints(asked) : asked.map(({role, content}) => ({role, content})),
		stream: takes('stream'),
		...(takes('stream_options') && takes('stream') && {stream_options: {include_usage: true}}),
		...limit(request, quirks, contextTokens),
		...(request.temperature !== undefined && takes('temperature') && {temperature: request.temperature}),
		...(request.seed !== undefined && takes('seed') && !routed && {seed: request.seed}),
		...(schema && format(schema, quirks.rung)),
		...(routed && {provider: {require_parameters: true}}),
	};
}

/** The smallest useful answer, in tokens. If even that does not fit, the server is left to reject the request. */
const leastAnswer = 300;
/** Tokens that servers add per message. */
const wrapping = 8;
/** The estimate of four characters per token is an average; some models need more tokens. */
const denser = 1.1;

/** Many servers reserve room for the whole answer, so the limit must not exceed what the prompt leaves free. */
function limit(
	{maxTokens = Infinity, mostTokens = Infinity, messages}: VoiceRequest,
	quirks: Quirks,
	contextTokens = Infinity,
): JsonObject {
	if ((maxTokens === Infinity && mostTokens === Infinity) || quirks.limit === 'none') return {};
	const free = Math.max(
		leastAnswer,
		Math.floor(contextTokens - estimatedUsage(messages, 0).input * denser - wrapping * messages.length),
	);
	return {[quirks.limit]: Math.max(1, Math.floor(Math.min(maxTokens + quirks.headroom, mostTokens, free)))};
}

/** The schema must be nested under `json_schema.schema`: llama.cpp silently ignores a flat one. */
function format({name, json}: NonNullable<VoiceRequest['schema']>, rung: Quirks['rung']): JsonObject {
	if (rung === 'text') return {};
	return {
		response_format:
			rung === 'object' ? {type: 'json_object'} : {type: 'json_schema', json_schema: {name, ...inForm(json, rung)}},
	};
}

const inForm = (json: JsonObject, rung: Quirks['rung']): JsonObject =>
	rung === 'plain' ? {schema: plainSchema(json)} : {strict: true, schema: strictSchema(json)};

/**
 * Adds the schema to the last message if the server does not enforce it. No other prompt shares that message, so
 * cached prefixes stay valid.
 */
export function withSchemaInWords(
	messages: readonly Message[],
	schema: JsonObject,
	rung: Quirks['rung'],
): readonly Message[] {
	const last = messages.at(-1);
	if (rung === 'schema' || rung === 'plain' || !last) return messages;
	const form = rung === 'object' ? 'one JSON object' : 'one JSON object in a fenced block (```json)';
	return [
		...messages.slice(0, -1),
		{
			...last,
			content: `${last.content}\n\nAnswer with ${form} that fits this JSON Schema, and with nothing else:\n${JSON.stringify(strictSchema(schema))}`,
		},
	];
}

/** The messages for a template without a system role, which wants those of the user and the model in turns. */
function inTurns(messages: readonly Message[]): readonly Message[] {
	const turns: Message[] = [];
	for (const message of messages) {
		const role = message.role === 'system' ? 'user' : message.role;
		const last = turns.at(-1);
		if (last?.role === role)
			turns[turns.length - 1] = {...message, role, content: `${last.content}\n\n${message.content}`};
		else turns.push({...message, role});
	}
	return turns;
}

/** The most breakpoints that any server accepts. */
const mostBreakpoints = 4;

/** Marks the first breakpoint and the last ones as `cache_control` parts. */
function withBreakpoints(messages: readonly Message[]): JsonObject[] {
	const at = messages.flatMap(({breakpoint}, index) => (breakpoint ? [index] : []));
	const kept = new Set(at.length > mostBreakpoints ? [...at.slice(0, 1), ...at.slice(1 - mostBreakpoints)] : at);
	return messages.map(({role, content}, index) => ({
		role,
		content: kept.has(index) ? [{type: 'text', text: content, cache_control: {type: 'ephemeral'}}] : content,
	}));
}
