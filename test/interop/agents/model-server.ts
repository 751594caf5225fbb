/**
 * A model server on loopback for coding agents: it speaks Chat Completions (OpenCode, Qwen Code), Responses (Codex),
 * Messages (Claude Code) and Gemini's API, and does what a test tells it: words, tool calls, failures, silence.
 */
import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {z} from 'zod';
import type {Message} from '../../../src/debate/protocol.ts';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';

/** What the model does: a tool call comes first, and its result is then quoted in words. */
type ModelScript = {
	/** A `path` that is not absolute is in the folder that the agent works in; `at` is what must be asked for. */
	readonly tool?: {readonly does: 'read' | 'edit' | 'run'; readonly path: string; readonly at?: RegExp};
	/** A tool of an MCP server, by the end of its name, and what it is called with. */
	readonly call?: {readonly tool: string; readonly input: Readonly<Record<string, unknown>>};
	/** The HTTP status to fail with, or `stall` to fall silent in the middle of an answer. */
	readonly fault?: number | 'stall';
	/** Rehearsal voices answer the prompt, so that whole debates can be held. */
	readonly rehearse?: boolean;
};

export type ModelServer = {
	readonly url: string;
	script: ModelScript;
	/** The bodies it was sent, as JSON. */
	readonly requests: unknown[];
	readonly close: () => Promise<void>;
};

/** Tokens that it reports for every request. */
export const countedTokens = {input: 1_234, output: 56};

export async function modelServer(): Promise<ModelServer> {
	const requests: unknown[] = [];
	const server = createServer((request, response) => {
		void serve(request, response, handle, requests);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	if (port === undefined) throw new Error('no port');
	const handle: ModelServer = {
		url: `http://127.0.0.1:${port}`,
		script: {},
		requests,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
	return handle;
}

async function serve(request: IncomingMessage, response: ServerResponse, {script}: ModelServer, requests: unknown[]) {
	const sent = await text(request);
	const path = (request.url ?? '').replace(/\?.*$/u, '');
	const json = (value: unknown, status = 200) =>
		response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(value));
	if (request.method === 'HEAD') return response.end();
	if (path.endsWith('/models')) return json({object: 'list', data: [{id: 'small', object: 'model', owned_by: 'test'}]});
	if (path.endsWith(':countTokens')) return json({totalTokens: countedTokens.input});
	if (path.endsWith('/count_tokens')) return json({input_tokens: countedTokens.input});
	const wire = wires.find(({ending}) => path.endsWith(ending));
	if (!wire) return json({error: {message: `nothing is at ${path}`}}, 404);
	const body: unknown = JSON.parse(sent);
	requests.push(body);
	if (typeof script.fault === 'number')
		return json({type: 'error', error: {type: 'test_error', message: `No luck: ${script.fault}.`}}, script.fault);
	const asked = wire.read(body);
	const act = decide(asked, script, folderIn(sent));
	const {stream = path.endsWith(generating)} = z.object({stream: z.boolean().optional()}).parse(body);
	if (!stream) return json(wire.whole(act));
	response.writeHead(200, {'content-type': 'text/event-stream'});
	const events = wire.events(act);
	for (const [place, {name, data}] of events.entries()) {
		if (script.fault === 'stall' && place >= wire.stallsAfter) return undefined;
		response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
	}
	return response.end(wire.ending === '/chat/completions' ? 'data: [DONE]\n\n' : '');
}

type Tool = {
	readonly name: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	/** Codex has the tools of a server in a namespace of their own. */
	readonly namespace?: string | undefined;
};
type Asked = {
	readonly tools: readonly Tool[];
	/** What users said, the latest last. */
	readonly said: readonly string[];
	readonly result: string | undefined;
};
type Act =
	| {readonly text: string}
	| {readonly tool: string; readonly namespace?: string | undefined; readonly input: Record<string, unknown>};
type Wire = {
	readonly ending: string;
	readonly stallsAfter: number;
	readonly read: (body: unknown) => Asked;
	readonly whole: (act: Act) => unknown;
	readonly events: (act: Act) => readonly {readonly name?: string; readonly data: unknown}[];
};

const toolNames: Readonly<Record<NonNullable<ModelScript['tool']>['does'], RegExp>> = {
	read: /^(?:read|read_file)$/iu,
	edit: /^(?:write|write_file)$/iu,
	run: /^(?:bash|shell|run_shell_command|exec_command|shell_command)$/iu,
};

function decide({tools, said, result}: Asked, {tool, call, rehearse: plays}: ModelScript, folder: string): Act {
	const prompt = lastOf(said);
	const called = call && callOf(call, tools, result);
	if (called) return called;
	const task = said.findLast(text => text.includes('<task ')) ?? prompt;
	if (tool && result === undefined && !prompt.startsWith('That was refused') && (tool.at?.test(task) ?? true)) {
		const wanted = (does: keyof typeof toolNames) => tools.find(({name}) => toolNames[does].test(name));
		// Codex has no tools for files: it runs commands.
		const found = wanted(tool.does) ?? wanted('run');
		if (found) return {tool: found.name, input: inputFor(found, {...tool, path: resolve(folder, tool.path)})};
		// A subordinate request, such as one for the session's title.
		if (tools.length > 0)
			return {text: `There is no tool that can ${tool.does}: ${tools.map(({name}) => name).join(' ')}`};
	}
	if (plays) return {text: rehearse(rehearsed(said.slice(0, said.indexOf(task) + 1)), {seed: 1}).text};
	return {text: result === undefined ? 'The point stands.' : `The tool said: ${result.slice(0, 400)}`};
}

/**
 * Calls a tool of a server. Some agents offer it only once their model has searched for it, Qwen Code by the tool
 * `tool_call` alone.
 */
function callOf({tool, input}: NonNullable<ModelScript['call']>, tools: readonly Tool[], result = ''): Act | undefined {
	// As text, or as data.
	if (/handle\W{2,6}\d{8}-/u.test(result)) return undefined;
	const found = tools.find(({name}) => name.endsWith(tool));
	if (found) return {tool: found.name, namespace: found.namespace, input};
	const [full] = new RegExp(`\\w*${tool}\\b`, 'u').exec(result) ?? [];
	if (full !== undefined) return {tool: 'tool_call', input: {name: full, arguments: input}};
	const search = tools.find(({name}) => /^tool_?search$/iu.test(name));
	return search && {tool: search.name, input: {query: tool, max_results: 5}};
}

/** An agent has what is for everybody in its first prompt; rehearsal voices look for it in the system's. */
const rehearsed = (said: readonly string[]): Message[] => [
	{role: 'system', content: said.join('\n\n')},
	...said.map((content): Message => ({role: 'user', content})),
];

/** The last folder that a request says is the agent's. */
const folderIn = (sent: string): string =>
	[...sent.matchAll(/(?:work|files) in (\/[^\s,"]+), which is your working folder/gu)].at(-1)?.[1] ?? '/';

function inputFor({parameters}: Tool, {does, path}: NonNullable<ModelScript['tool']>): Record<string, unknown> {
	const written = 'export const changed = true;\n';
	const values: [RegExp, unknown][] = [
		[/path|file/iu, path],
		[/content/iu, written],
		[/^(?:command|cmd)$/iu, {run: `touch ${path}`, read: `cat ${path}`, edit: patchOf(path, written)}[does]],
		[/description|justification/iu, 'A try'],
		[/is_background/iu, false],
	];
	const {properties = {}, required = []} = z
		.object({properties: z.record(z.string(), z.object({type: z.unknown()}).loose()), required: z.array(z.string())})
		.partial()
		.parse(parameters);
	return Object.fromEntries(
		Object.entries(properties).flatMap(([name, {type}]) => {
			const value = values.find(([pattern]) => pattern.test(name))?.[1];
			if (value === undefined || (!required.includes(name) && !/path|command|cmd|content/u.test(name))) return [];
			return [[name, type === 'array' ? ['sh', '-c', value] : value]];
		}),
	);
}

/** What Codex takes for an edit. */
const patchOf = (path: string, written: string): string =>
	`apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${path}\n+${written}*** End Patch\nEOF`;

const Text = z.union([z.string(), z.array(z.unknown()), z.null(), z.undefined()]);
/** The text of a message's content, in any of the three notations. */
function textOf(content: unknown): string {
	const parsed = Text.parse(content);
	if (typeof parsed === 'string') return parsed;
	return (parsed ?? [])
		.map(part =>
			z
				.object({text: z.string().catch(''), tool_name: z.string(), content: z.unknown()})
				.partial()
				.parse(part),
		)
		.map(({text, tool_name: tool, content: inner}) => text ?? tool ?? textOf(inner))
		.join('\n');
}

const ours = /which is your working folder|by words alone|That was refused/u;
/** The last prompt that is ours: agents add reminders of their own. */
const lastOf = (texts: readonly string[]): string => texts.findLast(text => ours.test(text)) ?? texts.at(-1) ?? '';
const lastOr = (texts: readonly string[]) => texts.at(-1);

const Chat = z.object({
	messages: z.array(z.object({role: z.string(), content: z.unknown().optional()}).loose()),
	tools: z
		.array(
			z.object({
				function: z.object({name: z.string(), parameters: z.record(z.string(), z.unknown()).default({})}).loose(),
			}),
		)
		.optional(),
});

const chat: Wire = {
	ending: '/chat/completions',
	stallsAfter: 1,
	read(body) {
		const {messages, tools = []} = Chat.parse(body);
		const from = messages.findLastIndex(({role}) => role === 'user');
		return {
			tools: tools.map(({function: {name, parameters}}) => ({name, parameters})),
			said: messages.filter(({role}) => role === 'user').map(({content}) => textOf(content)),
			result: lastOr(messages.slice(from).flatMap(({role, content}) => (role === 'tool' ? [textOf(content)] : []))),
		};
	},
	whole: act => ({
		...chatChunk,
		object: 'chat.completion',
		choices: [{...chatChoice(act), message: chatDelta(act)}],
		usage: chatUsage,
	}),
	events: act => [
		{data: {...chatChunk, choices: [{index: 0, delta: chatDelta(act), finish_reason: null}]}},
		{data: {...chatChunk, choices: [{...chatChoice(act), delta: {}}]}},
		{data: {...chatChunk, choices: [], usage: chatUsage}},
	],
};
const chatChunk = {id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'small'};
const chatChoice = (act: Act) => ({index: 0, finish_reason: 'tool' in act ? 'tool_calls' : 'stop'});
const chatUsage = {
	prompt_tokens: countedTokens.input,
	completion_tokens: countedTokens.output,
	total_tokens: countedTokens.input + countedTokens.output,
};
const chatDelta = (act: Act) =>
	'tool' in act
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						index: 0,
						id: `call_${++calls}`,
						type: 'function',
						function: {name: act.tool, arguments: JSON.stringify(act.input)},
					},
				],
			}
		: {role: 'assistant', content: act.text};

const Messages = z.object({
	messages: z.array(z.object({role: z.string(), content: z.unknown().optional()}).loose()),
	tools: z
		.array(z.object({name: z.string(), input_schema: z.record(z.string(), z.unknown()).optional()}).loose())
		.optional(),
});
const Blocks = z
	.array(z.object({type: z.string(), content: z.unknown().optional(), text: z.string().optional()}).loose())
	.catch([]);

const messages: Wire = {
	ending: '/v1/messages',
	stallsAfter: 3,
	read(body) {
		const parsed = Messages.parse(body);
		const last = Blocks.parse(parsed.messages.at(-1)?.content);
		return {
			tools: (parsed.tools ?? []).map(({name, input_schema: parameters = {}}) => ({name, parameters})),
			said: parsed.messages
				.filter(({role}) => role === 'user')
				.flatMap(({content}) =>
					typeof content === 'string' ? [content] : Blocks.parse(content).map(({text = ''}) => text),
				),
			result: lastOr(last.flatMap(({type, content}) => (type === 'tool_result' ? [textOf(content)] : []))),
		};
	},
	whole: act => ({...claudeMessage, content: [claudeBlock(act)], stop_reason: claudeStop(act), usage: claudeUsage}),
	events: act =>
		[
			{
				type: 'message_start',
				message: {...claudeMessage, content: [], stop_reason: null, usage: {...claudeUsage, output_tokens: 1}},
			},
			{
				type: 'content_block_start',
				index: 0,
				content_block: 'tool' in act ? {...claudeBlock(act), input: {}} : {type: 'text', text: ''},
			},
			{
				type: 'content_block_delta',
				index: 0,
				delta:
					'tool' in act
						? {type: 'input_json_delta', partial_json: JSON.stringify(act.input)}
						: {type: 'text_delta', text: act.text},
			},
			{type: 'content_block_stop', index: 0},
			{type: 'message_delta', delta: {stop_reason: claudeStop(act)}, usage: {output_tokens: countedTokens.output}},
			{type: 'message_stop'},
		].map(data => ({name: data.type, data})),
};
const claudeMessage = {id: 'm1', type: 'message', role: 'assistant', model: 'small', stop_sequence: null};
const claudeUsage = {input_tokens: countedTokens.input, output_tokens: countedTokens.output};
const claudeStop = (act: Act) => ('tool' in act ? 'tool_use' : 'end_turn');
const claudeBlock = (act: Act) =>
	'tool' in act
		? {type: 'tool_use', id: `toolu_${++calls}`, name: act.tool, input: act.input}
		: {type: 'text', text: act.text};

const ResponsesTool = z.looseObject({
	name: z.string().optional(),
	parameters: z.record(z.string(), z.unknown()).optional(),
});
const Responses = z.object({
	input: z.array(
		z
			.object({
				type: z.string().optional(),
				role: z.string().optional(),
				content: z.unknown().optional(),
				output: z.unknown().optional(),
			})
			.loose(),
	),
	tools: z.array(ResponsesTool.extend({tools: z.array(ResponsesTool).optional()})).optional(),
});

const responses: Wire = {
	ending: '/responses',
	stallsAfter: 3,
	read(body) {
		const {input, tools = []} = Responses.parse(body);
		const from = input.findLastIndex(({role}) => role === 'user');
		return {
			tools: tools.flatMap(({name: outer, tools: inner, ...own}) =>
				(inner ?? [{...own, name: outer}]).flatMap(({name, parameters = {}}) =>
					name === undefined ? [] : [{name, parameters, namespace: inner && outer}],
				),
			),
			said: input.filter(({role}) => role === 'user').map(({content}) => textOf(content)),
			result: lastOr(
				input.slice(from).flatMap(({type = '', output}) => (type.endsWith('_output') ? [textOf(output)] : [])),
			),
		};
	},
	whole: act => responseOf(act),
	events: act =>
		[
			{type: 'response.created', response: {...responseOf(act), status: 'in_progress', output: []}},
			{type: 'response.output_item.added', output_index: 0, item: responseItem(act)},
			...('tool' in act
				? []
				: [{type: 'response.output_text.delta', item_id: 'i1', output_index: 0, content_index: 0, delta: act.text}]),
			{type: 'response.output_item.done', output_index: 0, item: responseItem(act)},
			{type: 'response.completed', response: responseOf(act)},
		].map(data => ({name: data.type, data})),
};
const responseItem = (act: Act) =>
	'tool' in act
		? {
				type: 'function_call',
				id: 'i1',
				call_id: `call_${calls}`,
				name: act.tool,
				...(act.namespace === undefined ? {} : {namespace: act.namespace}),
				arguments: JSON.stringify(act.input),
				status: 'completed',
			}
		: {
				type: 'message',
				id: 'i1',
				role: 'assistant',
				status: 'completed',
				content: [{type: 'output_text', text: act.text, annotations: []}],
			};
const responseOf = (act: Act) => ({
	id: 'r1',
	object: 'response',
	created_at: 1,
	model: 'small',
	status: 'completed',
	output: [responseItem(act)],
	usage: {
		input_tokens: countedTokens.input,
		output_tokens: countedTokens.output,
		total_tokens: countedTokens.input + countedTokens.output,
		input_tokens_details: {cached_tokens: 0},
		output_tokens_details: {reasoning_tokens: 0},
	},
});

const Part = z.looseObject({
	text: z.string().optional(),
	functionResponse: z.looseObject({response: z.unknown()}).optional(),
});
const Contents = z.object({
	contents: z.array(z.looseObject({role: z.string().optional(), parts: z.array(Part)})),
	tools: z
		.array(
			z.looseObject({
				functionDeclarations: z
					.array(
						z.looseObject({
							name: z.string(),
							parameters: z.record(z.string(), z.unknown()).optional(),
							parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
						}),
					)
					.optional(),
			}),
		)
		.optional(),
});
const generating = ':streamGenerateContent';

const generate = (ending: string): Wire => ({
	ending,
	stallsAfter: 0,
	read(body) {
		const {contents, tools = []} = Contents.parse(body);
		return {
			tools: tools.flatMap(({functionDeclarations = []}) =>
				functionDeclarations.map(({name, parameters, parametersJsonSchema}) => ({
					name,
					parameters: parametersJsonSchema ?? parameters ?? {},
				})),
			),
			said: contents
				.filter(({role}) => role === 'user')
				.flatMap(({parts}) => parts.flatMap(({text: words = ''}) => (words === '' ? [] : [words]))),
			result: lastOr(
				(contents.at(-1)?.parts ?? []).flatMap(({functionResponse}) =>
					functionResponse ? [JSON.stringify(functionResponse.response)] : [],
				),
			),
		};
	},
	whole: act => generated(act),
	events: act => [{data: generated(act)}],
});
const generated = (act: Act) => ({
	candidates: [
		{
			index: 0,
			content: {
				role: 'model',
				parts: ['tool' in act ? {functionCall: {name: act.tool, args: act.input}} : {text: act.text}],
			},
			finishReason: 'STOP',
		},
	],
	modelVersion: 'small',
	usageMetadata: {
		promptTokenCount: countedTokens.input,
		candidatesTokenCount: countedTokens.output,
		totalTokenCount: countedTokens.input + countedTokens.output,
	},
});

let calls = 0;
const wires: readonly Wire[] = [chat, messages, responses, generate(generating), generate(':generateContent')];
