import {describe, expect, test} from 'vitest';
import {faultNames, parseFault, fitTurn, padJson, tokensOf} from '../../../src/rehearsal/faults.ts';
import {serveRehearsal} from '../../../src/rehearsal/server.ts';
import {context, hear, question, rehearsalServer, speech, turn, verdict, voiceAt} from '../../fixtures/http-voice.ts';

const post = (url: string, body: unknown) =>
	fetch(`${url}/chat/completions`, {method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body)});

describe('the rehearsal server', () => {
	test('lists its model, and answers 404 for anything else', async () => {
		const {url} = await rehearsalServer();
		expect(await (await fetch(`${url}/models`)).json()).toMatchObject({data: [{id: 'rehearsal'}]});
		const missing = await fetch(`${url}/embeddings`);
		expect([missing.status, await missing.json()]).toEqual([
			404,
			{error: {message: 'There is nothing at GET /v1/embeddings.', code: 404}},
		]);
	});

	test('answers in one piece if no stream is requested', async () => {
		const {url} = await rehearsalServer();
		const answer = await (await post(url, {model: 'm', messages: [{role: 'user', content: 'Go.'}]})).json();
		expect(answer).toMatchObject({
			choices: [{message: {content: speech}, finish_reason: 'stop'}],
			usage: {prompt_tokens: 1, completion_tokens: tokensOf(speech).length},
		});
	});

	test.each([
		['{"model": "m"', 'JSON'],
		['{"model": "m", "messages": []}', 'messages'],
		['null', 'object'],
	])('refuses %s and says why', async (body, words) => {
		const {url, log} = await rehearsalServer();
		const response = await post(url, body);
		expect(response.status).toBe(400);
		expect(await response.text()).toContain(words);
		expect(log).toEqual([]);
	});

	test('passes everything on to the voice: messages, also in parts, seed, limit and schema', async () => {
		const got: unknown[] = [];
		const {url} = await rehearsalServer([], {
			rehearse: (...all) => {
				got.push(all);
				return {text: verdict};
			},
		});
		await (
			await post(url, {
				model: 'm',
				seed: 4,
				max_completion_tokens: 60,
				messages: [
					{
						role: 'developer',
						content: [
							{type: 'text', text: 'a'},
							{type: 'text', text: 'b'},
						],
					},
				],
				response_format: {type: 'json_schema', json_schema: {name: 'verdict', schema: {type: 'object'}}},
			})
		).text();
		expect(got).toEqual([
			[[{role: 'system', content: 'ab'}], {seed: 4, maxTokens: 60, schema: {name: 'verdict', json: {type: 'object'}}}],
		]);
	});

	test('makes turns and JSON of the configured lengths, and the JSON stays valid', async () => {
		const server = await rehearsalServer([], {turnTokens: 50, jsonTokens: 60});
		const voice = voiceAt(server.url);
		expect((await hear(voice.answer(turn, context()))).text).toHaveLength(200);
		const judged = (await hear(voice.answer(question, context()))).text;
		expect(judged).toHaveLength(240);
		expect(JSON.parse(judged)).toEqual(JSON.parse(verdict));
		expect(server.log.map(({kind, completionTokens}) => [kind, completionTokens])).toEqual([
			['turn', 50],
			['json', 60],
		]);
	});

	test('respects a request’s token limit', async () => {
		const {url} = await rehearsalServer();
		expect(await hear(voiceAt(url).answer({...turn, maxTokens: 3}, context()))).toMatchObject({
			text: speech.slice(0, 12),
			finish: 'length',
		});
	});

	test('sends no token before it is due', async () => {
		const server = await rehearsalServer([], {ttft: 100, tps: 100, turnTokens: 11});
		await hear(voiceAt(server.url).answer(turn, context()));
		const [{at, firstTokenAt = 0, endedAt = 0} = {at: 0}] = server.log;
		expect(firstTokenAt - at).toBeGreaterThanOrEqual(100);
		expect(endedAt - at).toBeGreaterThanOrEqual(200);
	});

	test('logs how much of a prompt repeats the previous one to the same model', async () => {
		const server = await rehearsalServer([], {keepMessages: true});
		const messages = [
			{role: 'system', content: 'x'.repeat(400)},
			{role: 'user', content: '<task kind="judge" speaker="a">'},
		];
		for (const [model, more] of [
			['a', 'one'],
			['b', 'one'],
			['a', 'two'],
		])
			await (await post(server.url, {model, messages: [...messages, {role: 'user', content: more}]})).text();
		expect(server.log.map(({model, sharedTokens}) => [model, sharedTokens])).toEqual([
			['a', 0],
			['b', 0],
			['a', 108],
		]);
		expect(server.log[0]).toMatchObject({promptTokens: 109, messages: [...messages, {role: 'user', content: 'one'}]});
		expect(server.log[0]?.hash).toBe(server.log[1]?.hash);
		expect(server.log[2]?.hash).not.toBe(server.log[0]?.hash);
	});

	test('answers with an error if the voice throws', async () => {
		const {url} = await rehearsalServer([], {
			rehearse: () => {
				throw new Error('no words');
			},
		});
		const response = await post(url, {model: 'm', messages: [{role: 'user', content: 'Go.'}]});
		expect([response.status, await response.text()]).toEqual([500, '{"error":{"message":"no words","code":500}}']);
	});

	test('rejects a port that is taken', async () => {
		const {port} = await rehearsalServer();
		await expect(serveRehearsal({port, rehearse: () => ({text: ''})})).rejects.toMatchObject({code: 'EADDRINUSE'});
	});

	test('closes while requests are in progress', async () => {
		const server = await rehearsalServer(['stall']);
		const hearing = hear(voiceAt(server.url).answer(turn, context(10_000)));
		await expect.poll(() => server.log.length).toBe(1);
		await server.close();
		expect((await hearing).error).toMatchObject({kind: 'network'});
	});
});

describe('faults', () => {
	test('apply to every request, the nth, those for a model, or the nth of these', async () => {
		const server = await rehearsalServer(['503@2', '401:bad/model', '404@2:odd:model']);
		for (const model of ['m', 'm', 'bad/model', 'odd:model', 'odd:model', 'm'])
			await (await post(server.url, {model, messages: [{role: 'user', content: 'Go.'}]})).text();
		expect(server.log.map(({status}) => status)).toEqual([200, 503, 401, 200, 404, 200]);
	});

	test.each(['fire', 'stall@0', '', 'stall@x'])('rejects "%s" with a message', text =>
		expect(parseFault(text)).toBeTypeOf('string'),
	);

	test('can be selected by every name', () =>
		expect(faultNames.map(name => parseFault(name))).toEqual(faultNames.map(name => ({name}))));
});

describe('lengths', () => {
	test('tokens add up to the text and split no character', () => {
		const text = `${'🗳️ '.repeat(5)}日本 and so on`;
		const tokens = tokensOf(text);
		expect(tokens.join('')).toBe(text);
		expect(tokens.every(token => token.isWellFormed())).toBe(true);
	});

	test('turns are cut or padded, JSON is only padded', () => {
		expect(fitTurn('abcdefgh', 1)).toBe('abcd');
		expect(fitTurn('abcd', 4)).toBe('abcd That is one');
		expect(padJson('{"a":1}', 3)).toBe('{"a":1     }');
		expect(padJson('{"a":1}', 1)).toBe('{"a":1}');
	});
});
