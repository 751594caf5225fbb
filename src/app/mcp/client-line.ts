/**
 * The line to a client: what it sends as arguments is read as it was meant, and no result is longer than it can take;
 * the rest of one is a resource.
 */
import {ResourceTemplate, type McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import type {Transport} from '@modelcontextprotocol/sdk/shared/transport.js';
import {z} from 'zod';
import {readAs} from '../../engine/calls/read-as.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** The input schemas of a server's tools by name, noted as they are registered. */
type ToolInputs = ReadonlyMap<string, z.ZodType>;

/** Notes the input of each tool that is registered from here on, and serves the rests of long results. */
export function clientLine(server: McpServer): (transport: Transport) => Transport {
	const inputs = new Map<string, z.ZodType>();
	const register = server.registerTool.bind(server);
	server.registerTool = (name, config, handler) => {
		if (config.inputSchema instanceof z.ZodType) inputs.set(name, config.inputSchema);
		return register(name, config, handler);
	};
	const rests = openRests();
	server.registerResource(
		'rest',
		new ResourceTemplate('rostrum://results/{number}/{part}', {list: undefined}),
		{title: 'The rest of a long result', mimeType: 'text/plain'},
		(uri, {number, part}) => {
			const parts = rests.find(Number(number));
			return {contents: [{uri: uri.href, mimeType: 'text/plain', text: partOf(parts, part, restUri(Number(number)))}]};
		},
	);
	return transport => onLine(transport, inputs, rests);
}

/** Calls of tools come with their arguments as they were meant, and results go at a length that clients take. */
function onLine(transport: Transport, inputs: ToolInputs, rests: Rests): Transport {
	let linked = false;
	const line: Transport = {
		start() {
			Object.assign(transport, {
				onmessage: ((message, extra) =>
					line.onmessage?.(withArguments(message, inputs), extra)) satisfies Transport['onmessage'],
				onclose: () => line.onclose?.(),
				onerror: (error: Error) => line.onerror?.(error),
			});
			return transport.start();
		},
		send(message, options) {
			// Clients of older versions refuse a result with a link in it; the address stands in the text as well.
			const version = Greeting.safeParse(message).data?.result.protocolVersion;
			if (version !== undefined) linked = version >= '2025-06-18';
			return transport.send(withinLimit(briefTools(message), {rests, linked}), options);
		},
		close: () => transport.close(),
	};
	return line;
}

const ToolList = z.looseObject({
	result: z.looseObject({
		tools: z.array(z.looseObject({inputSchema: z.looseObject({$schema: z.string()}), execution: z.unknown()})),
	}),
});

/** A client pays for its list of tools in each request: what holds anyway is left out of it. */
function briefTools<T extends object>(message: T): T {
	const {result} = ToolList.safeParse(message).data ?? {};
	if (!result) return message;
	const tools = result.tools.map(({inputSchema: {$schema: _dialect, ...inputSchema}, execution: _task, ...tool}) => ({
		...tool,
		inputSchema,
	}));
	return {...message, result: {...result, tools}};
}

const Greeting = z.looseObject({result: z.looseObject({protocolVersion: z.string()})});

const ToolCall = z.looseObject({
	method: z.literal('tools/call'),
	params: z.looseObject({name: z.string(), arguments: z.record(z.string(), z.unknown())}),
});

function withArguments<T>(message: T, inputs: ToolInputs): T {
	const call = ToolCall.safeParse(message).data;
	const schema = call && inputs.get(call.params.name);
	if (!schema) return message;
	return {...message, params: {...call.params, arguments: asMeant(call.params.arguments, schema)}};
}

/** Nothing is null, and an empty text where it may be left out; what cannot be read stays, and is refused by name. */
function asMeant(given: Readonly<Record<string, unknown>>, schema: z.ZodType): unknown {
	const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
	return readAs(said, z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'})).value;
}

// Results in parts. Hosts refuse, or cut without a word, what has more than 25,000 tokens.

/** Of a result, its data and its text together. */
const mostTokens = 20_000;
/** UTF-8 bytes of a token: English has four and more, Chinese three and less. */
const bytesOfToken = 3;
const mostBytes = mostTokens * bytesOfToken;

const ToolResult = z.looseObject({
	result: z.looseObject({
		content: z.tuple([z.object({type: z.literal('text'), text: z.string()})]),
		structuredContent: z.unknown().optional(),
	}),
});

function withinLimit<T>(message: T, {rests, linked}: {rests: Rests; linked: boolean}): T {
	const answer = ToolResult.safeParse(message).data;
	if (!answer) return message;
	const {content, structuredContent: data} = answer.result;
	const room = mostBytes - (data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data)));
	const parts = partsOf(content[0].text, Math.max(room, mostBytes / 10));
	if (parts.length === 1) return message;
	const uri = restUri(rests.keep(parts));
	const link = {type: 'resource_link', uri: uri(2), name: 'the rest', mimeType: 'text/plain'};
	const shown = [{type: 'text', text: partOf(parts, '1', uri)}, ...(linked ? [link] : [])];
	return {...message, result: {...answer.result, content: shown}};
}

/** The texts of results that were too long, in parts. */
type Rests = {
	readonly keep: (parts: readonly string[]) => number;
	readonly find: (number: number) => readonly string[];
};

/** How many long results are held for a client that reads on. */
const mostHeld = 20;

function openRests(): Rests {
	const held = new Map<number, readonly string[]>();
	let last = 0;
	return {
		keep(parts) {
			held.set(++last, parts);
			held.delete(last - mostHeld);
			return last;
		},
		find: number => held.get(number) ?? [],
	};
}

const restUri = (number: number) => (part: number) => `rostrum://results/${number}/${part}`;

/** A part of a long text, counted from 1, with the address of the next. Throws `UsageError` where it has none. */
export const partOfText = (text: string, part: string, uri: (part: number) => string): string =>
	partOf(partsOf(text), part, uri);

/** A text in parts of at most so many bytes, cut after lines where they are not too long. */
function partsOf(text: string, most = mostBytes): readonly [string, ...string[]] {
	let rest = Buffer.from(text);
	const parts: string[] = [];
	while (rest.length > most) {
		let end = rest.lastIndexOf('\n', most - 1) + 1;
		if (end < most / 2) end = most;
		// Never within a character.
		while (((rest[end] ?? 0) & 0xc0) === 0x80) end--;
		parts.push(rest.toString('utf8', 0, end));
		rest = rest.subarray(end);
	}
	const [first, ...others] = [...parts, rest.toString('utf8')];
	return [first, ...others];
}

/** One of several parts says where the next one is. Throws `UsageError` where there is no such part. */
function partOf(
	parts: readonly string[],
	part: string | readonly string[] | undefined,
	uri: (part: number) => string,
): string {
	const number = Number(part);
	const text = parts[number - 1];
	if (text === undefined)
		throw new UsageError({
			what: 'There is no such part',
			value: String(part),
			from: 'the client',
			todo: parts.length === 0 ? 'Call the tool again: its long result is held no more.' : `There are ${parts.length}.`,
		});
	if (parts.length === 1) return text;
	const next = number === parts.length ? 'It is the last.' : `The next: ${uri(number + 1)}`;
	return `${text}\n\n[Part ${number} of ${parts.length}. ${next}]`;
}
