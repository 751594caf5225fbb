/** What a server that refuses a request is asked next: learned by trying, not from the words of the refusal. */
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import type {Quirks} from '../../../src/voices/quirks.ts';
import {
	context,
	events,
	handServer,
	hear,
	question,
	said,
	stopped,
	turn,
	verdict,
	voiceAt,
} from '../../fixtures/http-voice.ts';

type Body = Record<string, unknown>;
const refused = (message: string, code?: string) =>
	JSON.stringify({error: {message, type: 'invalid_request_error', code}});
const Format = z.object({type: z.string(), json_schema: z.object({strict: z.boolean().optional()}).optional()});
const schemaOf = ({response_format: format}: Body): string | undefined => {
	const {type, json_schema: schema} = Format.partial().catch({}).parse(format);
	return type === 'json_schema' ? (schema?.strict ? 'strict' : 'plain') : type;
};
const hasSystem = ({messages}: Body): boolean => JSON.stringify(messages).includes('"role":"system"');
const wide = {
	...question,
	schema: {
		name: 'verdict',
		json: {
			type: 'object',
			properties: {
				fair: {type: 'boolean'},
				quote: {anyOf: [{$ref: '#/$defs/quote'}, {type: 'null'}]},
				kind: {anyOf: [{const: 'a'}, {const: 'b'}]},
				marks: {type: 'array', items: {type: 'integer', minimum: 0}, maxItems: 4},
			},
			required: ['fair', 'kind', 'marks'],
			$defs: {quote: {type: 'string', minLength: 1, pattern: '^.'}},
		},
	},
};

/** A server that refuses what `refuses` says something of, and answers all else. */
const picky = (refuses: (body: Body) => readonly [number, string] | undefined) =>
	handServer((body, response) => {
		const [status, text] = refuses(body) ?? [];
		if (status !== undefined) response.writeHead(status, {'content-type': 'application/json'}).end(text);
		else
			events(
				response,
				said(body['response_format'] || JSON.stringify(body).includes('JSON Schema') ? verdict : 'Yes.'),
				stopped(),
			);
	});

describe('a schema that is refused, in whatever words', () => {
	test.each([
		[
			'Google: too many states',
			400,
			'The specified schema produces a constraint that has too many states for serving.',
		],
		['Google: a bare word', 400, 'Request contains an invalid argument.'],
		['Anthropic: a keyword', 400, "output_format.schema: For 'integer' type, property 'minimum' is not supported"],
		[
			'OpenAI: a keyword',
			400,
			"Invalid schema for response_format 'verdict': In context=(), 'minItems' is not permitted.",
		],
		['a page of a proxy', 422, '<html><title>Unprocessable</title></html>'],
		['nothing at all', 400, ''],
	])('%s: the plain schema is taken', async (_of, status, message) => {
		const {url, bodies} = await picky(body => (schemaOf(body) === 'strict' ? [status, refused(message)] : undefined));
		const quirks = new Map<string, Quirks>();
		const heard = await hear(voiceAt(url, {quirks}).answer(wide, context()));
		expect(heard).toMatchObject({text: verdict, finish: 'stop'});
		expect(bodies.map(schemaOf)).toEqual(['strict', 'plain']);
		expect(bodies[1]).toMatchObject({
			response_format: {
				json_schema: {
					schema: {
						type: 'object',
						properties: {
							fair: {type: 'boolean'},
							quote: {type: 'string'},
							kind: {enum: ['a', 'b']},
							marks: {type: 'array', items: {type: 'integer'}},
						},
						required: ['fair', 'kind', 'marks'],
					},
				},
			},
		});
		expect(JSON.stringify(bodies[1])).not.toMatch(/pattern|minLength|maxItems|additionalProperties|\$ref|anyOf/u);
		// The second debate wastes nothing.
		await hear(voiceAt(url, {quirks}).answer(wide, context()));
		expect(bodies.map(schemaOf)).toEqual(['strict', 'plain', 'plain']);
	});

	test.each([
		['Groq', 400, refused("Failed to generate JSON. See 'failed_generation'.", 'json_validate_failed')],
		['a list of faults', 422, '{"detail":[{"loc":["body","x"],"msg":"Extra data"}]}'],
		['no such media', 415, '{"error":"unsupported media"}'],
	])('%s takes none: the ladder is gone down to the words, once', async (_of, status, text) => {
		const {url, bodies} = await picky(body => (body['response_format'] ? [status, text] : undefined));
		const quirks = new Map<string, Quirks>();
		const {deltas} = await hear(voiceAt(url, {quirks}).answer(question, context()));
		expect(bodies.map(schemaOf)).toEqual(['strict', 'plain', 'json_object', undefined]);
		await hear(voiceAt(url, {quirks}).answer(question, context()));
		expect(bodies).toHaveLength(5);
		expect(deltas.filter(({type}) => type === 'notice')).toHaveLength(3);
	});

	test('a decoder that fails with a 500 is first asked again as it was', async () => {
		const {url, bodies} = await picky(body =>
			schemaOf(body) === 'strict' ? [500, 'guided decoding failed'] : undefined,
		);
		const voice = voiceAt(url);
		expect((await hear(voice.answer(question, context()))).error).toMatchObject({kind: 'server', status: 500});
		expect(await hear(voice.answer(question, context()))).toMatchObject({text: verdict});
		expect(bodies.map(schemaOf)).toEqual(['strict', 'strict', 'plain']);
	});
});

describe('a system role that is refused, in whatever words', () => {
	test.each([
		["Invalid value: 'system'. Supported values are: 'user' and 'assistant'"],
		["'messages[0].role' does not support 'system' with this model"],
		['This model does not support system instructions'],
		["messages.0.role: Input should be 'user' or 'assistant'"],
		['Unexpected role "system"'],
		["role 'system' is not allowed"],
		['Bad request.'],
	])('%s', async message => {
		const {url, bodies} = await picky(body => (hasSystem(body) ? [400, refused(message)] : undefined));
		expect(await hear(voiceAt(url).answer(turn, context()))).toMatchObject({text: 'Yes.'});
		expect(bodies.map(hasSystem)).toEqual([true, false]);
		expect(JSON.stringify(bodies[1]?.['messages'])).toContain('Speak.');
	});
});

describe('steps end', () => {
	test('at four for a kind of request in the life of a voice, and the first refusal is told', async () => {
		let count = 0;
		const {url, bodies} = await picky(() => [400, refused(`No ${++count}.`)]);
		const voice = voiceAt(url);
		const asked = {...turn, maxTokens: 100, temperature: 0.3, seed: 1};
		expect((await hear(voice.answer(asked, context()))).error).toMatchObject({
			message: expect.stringContaining('No 1.'),
		});
		expect(bodies).toHaveLength(5);
		await hear(voice.answer(asked, context()));
		expect(bodies).toHaveLength(6);
	});

	test.each([
		[401, 'No key.'],
		[402, 'Pay.'],
		[400, 'Your credit balance is too low.'],
		[400, 'This prompt is too long: maximum context length is 5.'],
		[400, 'Flagged by our moderation.'],
		[404, 'No such model.'],
		[503, 'Overloaded.'],
	])('%i, %s: what explains itself is worth none', async (status, message) => {
		const {url, bodies} = await picky(() => [status, refused(message)]);
		await hear(voiceAt(url).answer(question, context()));
		expect(bodies).toHaveLength(1);
	});

	test('what did not help is not kept', async () => {
		const {url} = await picky(() => [400, refused('No.')]);
		const quirks = new Map<string, Quirks>();
		await hear(voiceAt(url, {quirks}).answer(question, context()));
		expect([...quirks]).toEqual([]);
	});
});

describe('an answer in another place is called what it is', () => {
	const delta = (fields: Body, reason: string | null = null) =>
		`data: ${JSON.stringify({choices: [{index: 0, delta: fields, finish_reason: reason}]})}`;

	test.each([
		[
			'a call',
			[delta({tool_calls: [{function: {name: 'speak', arguments: '{}'}}]}), delta({}, 'tool_calls')],
			'called-tool',
			'the tool "speak"',
		],
		[
			'an older call',
			[delta({function_call: {name: 'say'}}), delta({}, 'function_call')],
			'called-tool',
			'the tool "say"',
		],
		['a broken call', [delta({}, 'malformed_function_call')], 'called-tool', 'called a tool'],
		[
			'thoughts alone',
			[delta({reasoning_content: 'I am for it.'}), delta({}, 'stop')],
			'only-thought',
			'only thought (4 words)',
		],
	] as const)('%s', async (_of, lines, input, message) => {
		const {url} = await handServer((_body, response) => events(response, ...lines));
		const {error} = await hear(voiceAt(url).answer(turn, context()));
		expect(error).toMatchObject({kind: 'empty', input, transient: false, message: expect.stringContaining(message)});
	});

	test('words beside a call are the answer', async () => {
		const {url} = await handServer((_body, response) =>
			events(response, said('I am for it.'), delta({tool_calls: [{function: {name: 'x'}}]}), delta({}, 'tool_calls')),
		);
		expect(await hear(voiceAt(url).answer(turn, context()))).toMatchObject({text: 'I am for it.', finish: 'stop'});
	});

	test('a server that is said to answer in its thinking is heard', async () => {
		const {url} = await handServer((_body, response) =>
			events(response, delta({reasoning: 'I am '}), delta({reasoning: 'for it.'}), delta({}, 'stop')),
		);
		const row = {id: 'test', name: 'Test', baseUrl: url, answersInThinking: true};
		expect(await hear(voiceAt(url, {row}).answer(turn, context()))).toMatchObject({text: 'I am for it.'});
	});

	test.each([
		[
			'a refusal',
			[delta({refusal: 'I can’t '}), delta({refusal: 'argue that.'}), delta({}, 'stop')],
			'',
			'declined to answer: “I can’t argue that.”',
		],
		[
			'a part that refuses',
			[delta({content: [{type: 'refusal', refusal: 'No.'}]}), delta({}, 'stop')],
			'',
			'declined to answer: “No.”',
		],
		['a filter', [said('I am for'), delta({}, 'content_filter')], 'I am for', 'was cut off by a filter of Test'],
	] as const)('%s', async (_of, lines, text, why) => {
		const {url} = await handServer((_body, response) => events(response, ...lines));
		const heard = await hear(voiceAt(url).answer(turn, context()));
		expect(heard.text).toBe(text);
		expect(heard.deltas.at(-1)).toEqual({type: 'finish', finish: 'refusal', why});
	});
});

describe('a server that is not there yet', () => {
	test.each([
		[503, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}', 'is loading the model'],
		[503, '{"error":"Model x/y is currently loading","estimated_time":20.5}', 'is loading the model'],
		[502, '<html><title>502 Bad Gateway</title></html>', 'is not there yet (502)'],
		[504, '', 'is not there yet (504)'],
	])('%i %s', async (status, text, message) => {
		const {url} = await handServer((_body, response) => void response.writeHead(status).end(text));
		const {error} = await hear(voiceAt(url).answer(turn, context()));
		expect(error).toMatchObject({kind: 'loading', status, transient: true, message: expect.stringContaining(message)});
	});

	test('one that has answered before is in trouble', async () => {
		let isUp = true;
		const {url} = await handServer((_body, response) =>
			isUp ? events(response, said('Yes.'), stopped()) : void response.writeHead(502).end(),
		);
		const voice = voiceAt(url);
		await hear(voice.answer(turn, context()));
		isUp = false;
		expect((await hear(voice.answer(turn, context()))).error).toMatchObject({kind: 'server'});
	});
});
