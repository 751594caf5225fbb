import type {VoiceRequest} from '../../../src/voices/voice.ts';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, test} from 'vitest';
import type {QuirkStore, Quirks} from '../../../src/voices/quirks.ts';
import {
	context,
	events,
	handServer,
	hear,
	question,
	rehearsalServer,
	said,
	speech,
	stopped,
	turn,
	verdict,
	voiceAt,
} from '../../fixtures/http-voice.ts';

const last = (deltas: readonly {type: string}[]): string | undefined => deltas.at(-1)?.type;

describe('an answer over HTTP', () => {
	test('streams pieces and ends with usage and one finish', async () => {
		const server = await rehearsalServer();
		const heard = await hear(voiceAt(server.url).answer(turn, context()));
		expect(heard).toMatchObject({text: speech, thinking: '', finish: 'stop', error: undefined});
		expect(heard.deltas.filter(({type}) => type === 'text').length).toBeGreaterThan(10);
		expect(heard.deltas.at(-2)).toMatchObject({
			type: 'usage',
			usage: {input: server.log[0]?.promptTokens, output: server.log[0]?.completionTokens},
		});
		expect(last(heard.deltas)).toBe('finish');
		expect(heard.deltas.filter(({type}) => type === 'finish')).toHaveLength(1);
	});

	test.concurrent.for<[string, string, number | undefined]>([
		['401', 'unusable', 401],
		['402', 'unusable', 402],
		['403', 'unusable', 403],
		['404', 'unusable', 404],
		['408', 'server', 408],
		['500', 'server', 500],
		['503', 'server', 503],
		['429', 'rate-limit', 429],
		['429-retry-after', 'rate-limit', 429],
		['html', 'malformed', undefined],
		['empty', 'empty', undefined],
		['reset', 'network', undefined],
		['stall', 'timeout', undefined],
	])('fails before its first word because of %s: %s', async ([fault, kind, status], {onTestFinished}) => {
		const server = await rehearsalServer([fault], {}, onTestFinished);
		const heard = await hear(voiceAt(server.url).answer(turn, context(fault === 'stall' ? 200 : 5_000)));
		expect(heard.error).toMatchObject({name: 'VoiceError', kind, status});
		expect(heard.deltas).toEqual([]);
		expect(server.log).toHaveLength(1);
	});

	test.concurrent.for([
		['reset-mid', 'network'],
		['stall-mid', 'stalled'],
		['half-json', 'malformed'],
		['error-in-stream', 'server'],
	] as const)('keeps its first words when %s breaks it: %s', async ([fault, kind], {onTestFinished}) => {
		const server = await rehearsalServer([fault], {tps: 200}, onTestFinished);
		const heard = await hear(voiceAt(server.url).answer(turn, context(fault === 'stall-mid' ? 1_000 : 5_000)));
		expect(heard.error).toMatchObject({kind});
		expect(speech.startsWith(heard.text)).toBe(true);
		expect(heard.text).not.toBe('');
		expect(heard.finish).toBeUndefined();
	});

	test.each([
		['no-finish', 'stop'],
		['no-done', 'stop'],
		['slow', 'stop'],
	] as const)('is complete in spite of %s, and says how it ended: %s', async (fault, finish) => {
		const server = await rehearsalServer([fault], {tps: 2_000});
		const heard = await hear(voiceAt(server.url).answer(turn, context()));
		expect(heard).toMatchObject({text: speech, finish, error: undefined});
	});

	test('estimates its usage if the server does not report it', async () => {
		const server = await rehearsalServer(['no-usage']);
		const heard = await hear(voiceAt(server.url).answer(turn, context()));
		expect(heard.deltas.find(({type}) => type === 'usage')).toMatchObject({
			usage: {output: Math.ceil(speech.length / 4), estimated: true},
		});
	});

	test.each(['reasoning', 'reasoning-content', 'think-tags'])('yields %s as thinking, never as text', async fault => {
		const server = await rehearsalServer([fault]);
		const heard = await hear(voiceAt(server.url).answer(turn, context()));
		expect(heard).toMatchObject({
			text: speech,
			thinking: 'First I look at what was asked, then at what stands against it.',
			finish: 'stop',
		});
	});

	test('reports the server’s retry delay, even if it is over a minute', async () => {
		const server = await rehearsalServer(['429-retry-after'], {retryAfter: 90});
		const {error} = await hear(voiceAt(server.url).answer(turn, context()));
		expect(error).toMatchObject({retryAfterMs: 90_000});
	});

	test('fails if no server listens at the address', async () => {
		const server = await rehearsalServer();
		await server.close();
		const {error} = await hear(voiceAt(server.url).answer(turn, context()));
		expect(error).toMatchObject({kind: 'network', message: `Nothing answers at ${server.url}: is Test running?`});
	});

	test('shows the server’s message and never the key', async () => {
		const key = 'ours-0123-4567';
		const {url} = await handServer(
			(_body, response) =>
				void response
					.writeHead(401, {'Content-Type': 'application/json'})
					.end(JSON.stringify({message: `Incorrect API key provided: ${key}. See\u001B[31m the docs`})),
		);
		const {error} = await hear(voiceAt(url, {apiKey: key}).answer(turn, context()));
		expect(error).toMatchObject({
			kind: 'unusable',
			message:
				'Test does not accept the key (401): Incorrect API key provided: [key]. See [31m the docs. Check TEST_KEY.',
		});
	});

	test('sends its own headers, and no key if it has none', async () => {
		const got: unknown[] = [];
		const {url} = await handServer((_body, response, incoming) => {
			got.push(incoming.headers.authorization, incoming.headers['x-title']);
			events(response, said('Yes.'), stopped());
		});
		await hear(voiceAt(url, {headers: {'X-Title': 'Rostrum'}}).answer(turn, context()));
		expect(got).toEqual([undefined, 'Rostrum']);
	});
});

describe('timeouts', () => {
	test('keep-alive comments do not count as a first word', async () => {
		const server = await rehearsalServer(['stall']);
		const {error} = await hear(voiceAt(server.url).answer(turn, context(300)));
		expect(error).toMatchObject({kind: 'timeout', message: 'Test gave no first word within 0.3 s.'});
	});

	test.concurrent(
		'a flowing stream may take longer than the timeout, an answer to a schema may not',
		async ({onTestFinished}) => {
			const server = await rehearsalServer([], {tps: 30}, onTestFinished);
			const voice = voiceAt(server.url);
			const [flowing, asked] = await Promise.all([
				hear(voice.answer(turn, context(600))),
				hear(voice.answer(question, context(200))),
			]);
			expect(flowing).toMatchObject({text: speech, error: undefined});
			expect(asked.error).toMatchObject({kind: 'timeout', message: 'Test did not finish its answer within 0.2 s.'});
		},
	);

	test.concurrent(
		'earlier attempts shorten the wait for the first word, but not for the pieces after it',
		async ({onTestFinished}) => {
			const server = await rehearsalServer(['stall@1'], {ttft: 0, tps: 100}, onTestFinished);
			const voice = voiceAt(server.url);
			const first = await hear(voice.answer(turn, context(60_000, {firstMs: 100})));
			expect(first.error).toMatchObject({kind: 'timeout'});
			expect(await hear(voice.answer(turn, context(60_000, {firstMs: 5_000})))).toMatchObject({text: speech});
		},
	);

	test.concurrent('a slow consumer does not make the voice time out', async ({onTestFinished}) => {
		const server = await rehearsalServer([], {tps: 200}, onTestFinished);
		let text = '';
		for await (const delta of voiceAt(server.url).answer(turn, context(500))) {
			if (text === '') await wait(1_000);
			if (delta.type === 'text') text += delta.text;
		}
		expect(text).toBe(speech);
	});

	test.concurrent.for(['before the first word', 'in the middle'])(
		'an abort %s reaches the server and throws its reason',
		async (when, {onTestFinished}) => {
			const server = await rehearsalServer(when === 'in the middle' ? ['stall-mid'] : ['stall'], {}, onTestFinished);
			const stop = new AbortController();
			const hearing = hear(voiceAt(server.url).answer(turn, context(10_000, {signal: stop.signal})));
			await wait(200);
			const reason = new Error('cut');
			stop.abort(reason);
			expect((await hearing).error).toBe(reason);
			await expect.poll(() => server.log[0]?.abortedAt).toBeTypeOf('number');
		},
	);

	test('a consumer that stops early ends the request', async () => {
		const server = await rehearsalServer([], {tps: 20});
		for await (const delta of voiceAt(server.url).answer(turn, context())) if (delta.type === 'text') break;
		await expect.poll(() => server.log[0]?.abortedAt).toBeTypeOf('number');
	});

	test('sends no request if already aborted', async () => {
		const server = await rehearsalServer();
		const {error} = await hear(voiceAt(server.url).answer(turn, context(100, {signal: AbortSignal.abort('over')})));
		expect(error).toBe('over');
		expect(server.log).toEqual([]);
	});

	test('waits less for a server that has finished but keeps the connection open than for a silent one', async () => {
		const {url} = await handServer((_body, response) => {
			response.writeHead(200, {'Content-Type': 'text/event-stream'}).write(`${said('Yes.')}\n\n${stopped()}\n\n`);
		});
		expect(await hear(voiceAt(url).answer(turn, context(60_000)))).toMatchObject({text: 'Yes.', finish: 'stop'});
	});
});

describe('parsing of streams', () => {
	test('accepts split characters, CRLF, comments, other events and chunks without choices', async () => {
		const {url} = await handServer(async (_body, response) => {
			response.writeHead(200, {'Content-Type': 'text/event-stream'});
			const bytes = Buffer.from(
				[
					': wait',
					'event: ping\r\ndata: {}',
					said('Señor — '),
					'data: {"choices":[]}',
					said('日本 🗳️'),
					stopped(),
					'data: [DONE]',
				]
					.map(line => `${line}\r\n\r\n`)
					.join(''),
			);
			for (let start = 0; start < bytes.length; start += 7) {
				response.write(bytes.subarray(start, start + 7));
				await new Promise(setImmediate);
			}
			response.end();
		});
		expect(await hear(voiceAt(url).answer(turn, context()))).toMatchObject({
			text: 'Señor — 日本 🗳️',
			finish: 'stop',
			error: undefined,
		});
	});

	test('accepts an answer from a server that does not stream', async () => {
		const {url} = await handServer(
			(_body, response) =>
				void response.writeHead(200, {'Content-Type': 'application/json'}).end(
					JSON.stringify({
						choices: [{message: {role: 'assistant', content: 'All at once.'}, finish_reason: 'stop'}],
						usage: {prompt_tokens: 7, completion_tokens: 3},
					}),
				),
		);
		const heard = await hear(voiceAt(url).answer(turn, context()));
		expect(heard).toMatchObject({text: 'All at once.', finish: 'stop'});
		expect(heard.deltas).toContainEqual({type: 'usage', usage: {input: 7, output: 3}});
	});

	test.each([
		['length', 'length'],
		['content_filter', 'refusal'],
		['tool_calls', 'stop'],
	])('the server’s %s is our %s', async (theirs, ours) => {
		const {url} = await handServer((_body, response) => events(response, said('So far.'), stopped(theirs)));
		expect(await hear(voiceAt(url).answer(turn, context()))).toMatchObject({text: 'So far.', finish: ours});
	});

	test('accepts a refusal without text', async () => {
		const {url} = await handServer((_body, response) =>
			events(response, 'data: {"choices":[{"delta":{"refusal":"No."},"finish_reason":"stop"}]}'),
		);
		expect(await hear(voiceAt(url).answer(turn, context()))).toMatchObject({
			text: '',
			finish: 'refusal',
			error: undefined,
		});
	});

	test.each([
		['a status within the stream', 'data: {"error":{"code":429,"message":"slow down"}}', 'rate-limit'],
		['an error as the finish', stopped('error'), 'server'],
		['a line that is no chunk', 'data: {"choices":"none"}', 'malformed'],
	])('%s', async (_what, line, kind) => {
		const {url} = await handServer((_body, response) => events(response, line));
		expect((await hear(voiceAt(url).answer(turn, context()))).error).toMatchObject({kind});
	});

	test('reads cached and reasoning tokens, and prefers the server’s cost to ours', async () => {
		const usage = {
			prompt_tokens: 1_000,
			completion_tokens: 100,
			prompt_tokens_details: {cached_tokens: 800},
			completion_tokens_details: {reasoning_tokens: 40},
		};
		const {url} = await handServer((body, response) =>
			events(
				response,
				said('Yes.'),
				stopped(),
				`data: ${JSON.stringify({choices: [], usage: {...usage, ...(body['model'] === 'priced' && {cost: 0.5})}})}`,
			),
		);
		const price = {input: 2, cached: 0.5, output: 10};
		const counted = {input: 1_000, output: 100, cached: 800, reasoning: 40};
		expect((await hear(voiceAt(url, {price}).answer(turn, context()))).deltas).toContainEqual({
			type: 'usage',
			usage: counted,
			cost: (200 * 2 + 800 * 0.5 + 100 * 10) / 1_000_000,
		});
		expect((await hear(voiceAt(url, {price, model: 'priced'}).answer(turn, context()))).deltas).toContainEqual({
			type: 'usage',
			usage: counted,
			cost: 0.5,
		});
		expect((await hear(voiceAt(url).answer(turn, context()))).deltas).toContainEqual({type: 'usage', usage: counted});
	});
});

describe('rejected parameters', () => {
	const formats = (bodies: readonly Record<string, unknown>[]) =>
		bodies.map(body => Reflect.get(Object(body['response_format']), 'type'));

	test.each([
		[['reject-schema'], 2],
		[['reject-json'], 3],
	] as const)('%s: the next form that it takes, remembered for the address and model', async (faults, tries) => {
		const server = await rehearsalServer(faults);
		const quirks = new Map<string, Quirks>();
		expect(await hear(voiceAt(server.url, {quirks}).answer(question, context()))).toMatchObject({
			text: verdict,
			finish: 'stop',
		});
		expect(server.log).toHaveLength(tries);
		await hear(voiceAt(server.url, {quirks}).answer(question, context()));
		expect(server.log).toHaveLength(tries + 1);
		expect([...quirks.keys()]).toEqual([`${server.url} model-1`]);
	});

	test('tries a strict schema first, then any JSON with the schema in the prompt, then a fenced block', async () => {
		const {url, bodies} = await handServer((body, response) =>
			body['response_format']
				? void response.writeHead(422).end('{"detail":"response_format is not supported here"}')
				: events(response, said(verdict), stopped()),
		);
		expect(await hear(voiceAt(url).answer(question, context()))).toMatchObject({text: verdict});
		expect(formats(bodies)).toEqual(['json_schema', 'json_object', undefined]);
		expect(bodies[0]).toMatchObject({
			response_format: {
				json_schema: {
					name: 'verdict',
					strict: true,
					schema: {additionalProperties: false, required: ['fair', 'quote']},
				},
			},
		});
		expect(JSON.stringify(bodies[0]?.['messages'])).not.toContain('JSON Schema');
		expect(JSON.stringify(bodies[1]?.['messages'])).toContain('JSON Schema');
		expect(JSON.stringify(bodies[2]?.['messages'])).toContain('fenced');
	});

	test('tells a small form in words where the voice has a price, and holds the server to it elsewhere', async () => {
		const {url, bodies} = await handServer((_body, response) => events(response, said(verdict), stopped()));
		const {schema} = question;
		const small: VoiceRequest = {...question, ...(schema && {schema: {...schema, inWords: true}})};
		const price = {input: 3, cached: 0.3, output: 15};
		for (const voice of [voiceAt(url, {price}), voiceAt(url)])
			expect(await hear(voice.answer(small, context()))).toMatchObject({text: verdict});
		expect(formats(bodies)).toEqual([undefined, 'json_schema']);
		expect(JSON.stringify(bodies[0]?.['messages'])).toContain('JSON Schema');
	});

	test('skips plain JSON for a provider that does not support it', async () => {
		const {url, bodies} = await handServer((body, response) =>
			body['response_format']
				? void response.writeHead(400).end('{"error":"response_format.type json_schema needs another engine"}')
				: events(response, said(verdict), stopped()),
		);
		await hear(
			voiceAt(url, {
				row: {id: 'lmstudio', name: 'LM Studio', baseUrl: url, quirks: {rungs: ['schema', 'text']}},
			}).answer(question, context()),
		);
		expect(formats(bodies)).toEqual(['json_schema', undefined]);
	});

	test('asks a router without a suitable host again without the temperature, then in a simpler form with it', async () => {
		const {url, bodies} = await handServer((body, response) =>
			body['provider']
				? void response
						.writeHead(404)
						.end('{"error":{"message":"No endpoints found that can handle the requested parameters."}}')
				: events(response, said(verdict), stopped()),
		);
		const row = {id: 'openrouter', name: 'OpenRouter', baseUrl: url, quirks: {routes: true}};
		await hear(voiceAt(url, {row}).answer({...question, temperature: 0.3, seed: 5}, context()));
		expect(formats(bodies)).toEqual(['json_schema', 'json_schema', 'json_object', 'json_object', undefined]);
		expect(bodies.map(body => [body['temperature'], body['seed']])).toEqual([
			[0.3, undefined],
			[undefined, undefined],
			[0.3, undefined],
			[undefined, undefined],
			[0.3, 5],
		]);
	});

	test('does not simplify the form after other failures', async () => {
		const server = await rehearsalServer(['503@1', '429@2']);
		const quirks = new Map<string, Quirks>();
		const voice = voiceAt(server.url, {quirks});
		await hear(voice.answer(question, context()));
		await hear(voice.answer(question, context()));
		expect(quirks.size).toBe(0);
	});

	test('leaves out a rejected temperature from then on', async () => {
		const server = await rehearsalServer(['reject-temperature']);
		const voice = voiceAt(server.url);
		const warm = {...turn, temperature: 0.7};
		expect(await hear(voice.answer(warm, context()))).toMatchObject({text: speech});
		expect(await hear(voice.answer(warm, context()))).toMatchObject({text: speech});
		expect(server.log.map(({status}) => status)).toEqual([400, 200, 200]);
	});

	test('renames the limit if its first name is rejected', async () => {
		const {url, bodies} = await handServer((body, response) =>
			body['max_tokens']
				? void response.writeHead(400).end(
						JSON.stringify({
							error: {
								message: "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
								param: 'max_tokens',
							},
						}),
					)
				: events(response, said('Yes.'), stopped()),
		);
		await hear(voiceAt(url).answer({...turn, maxTokens: 50}, context()));
		expect(bodies.map(body => [body['max_tokens'], body['max_completion_tokens']])).toEqual([
			[50, undefined],
			[undefined, 50],
		]);
	});

	test('gives a model that used up its limit on thinking more room, once', async () => {
		const {url, bodies} = await handServer((body, response) =>
			Number(body['max_tokens']) < 1_000
				? events(response, 'data: {"choices":[{"delta":{"reasoning":"Let me see."}}]}', stopped('length'))
				: events(response, said('Yes.'), stopped()),
		);
		expect(await hear(voiceAt(url).answer({...turn, maxTokens: 50}, context()))).toMatchObject({
			text: 'Yes.',
			finish: 'stop',
		});
		expect(bodies.map(body => body['max_tokens'])).toEqual([50, 4_050]);
	});

	test('reports a rejection that no other form can avoid', async () => {
		const {url, bodies} = await handServer(
			(_body, response) =>
				void response.writeHead(400).end('{"error":{"message":"maximum context length is 8192 tokens"}}'),
		);
		const {error} = await hear(voiceAt(url).answer({...question, temperature: 1, maxTokens: 9}, context()));
		expect(error).toMatchObject({
			kind: 'refused-request',
			message: 'Test refused the request (400): maximum context length is 8192 tokens.',
		});
		expect(bodies).toHaveLength(1);
	});

	test('concurrent requests share what they learn', async () => {
		const server = await rehearsalServer(['reject-json'], {ttft: 50});
		const store = new Map<string, Quirks>();
		const quirks: QuirkStore = store;
		const voice = voiceAt(server.url, {quirks});
		const heard = await Promise.all(Array.from({length: 6}, () => hear(voice.answer(question, context()))));
		expect(heard.map(({text}) => text)).toEqual(Array.from({length: 6}, () => verdict));
		expect([...store.values()]).toMatchObject([{rung: 'text'}]);
	});
});

describe('cache breakpoints', () => {
	const shared = {
		...turn,
		messages: [
			...Array.from({length: 6}, (_, index) => ({role: 'user' as const, content: `m${index}`, breakpoint: true})),
			{role: 'user' as const, content: 'now'},
		],
	};

	test('are marked for models that need it: the first one and the last ones', async () => {
		const {url, bodies} = await handServer((_body, response) => events(response, said('Yes.'), stopped()));
		const row = {id: 'router', name: 'Router', baseUrl: url, quirks: {cacheControl: ['anthropic/']}};
		await hear(voiceAt(url, {row, model: 'anthropic/claude'}).answer(shared, context()));
		await hear(voiceAt(url, {row, model: 'openai/gpt'}).answer(shared, context()));
		const plain = shared.messages.map(({role, content}) => ({role, content}));
		const part = (content: string) => ({
			role: 'user',
			content: [{type: 'text', text: content, cache_control: {type: 'ephemeral'}}],
		});
		expect(bodies[0]?.['messages']).toEqual(
			plain.map((message, index) => ([0, 3, 4, 5].includes(index) ? part(message.content) : message)),
		);
		expect(bodies[1]?.['messages']).toEqual(plain);
	});
});
