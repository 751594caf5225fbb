import {createServer} from 'node:http';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {findLocalServers, listModels, runningContext} from '../../src/voices/model-list.ts';
import {providers, type Provider} from '../../src/voices/providers.ts';

/** A server that answers some paths, and the paths requested. */
async function server(answers: Readonly<Record<string, unknown>>): Promise<{origin: string; asked: string[]}> {
	const asked: string[] = [];
	const http = createServer(({method, url = '', headers}, response) => {
		asked.push(`${method ?? ''} ${url} ${headers.authorization ?? ''}`.trim());
		const answer = answers[url];
		if (answer === undefined) response.writeHead(404).end();
		else if (answer === 'silence') response.writeHead(200);
		else if (answer === 'away') response.writeHead(302, {Location: 'http://127.0.0.1:1/'}).end();
		else response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
	});
	await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		http.close();
		http.closeAllConnections();
	});
	const address = http.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return {origin: `http://127.0.0.1:${address.port}`, asked};
}

const rowAt = (id: string, origin: string): Provider => {
	const row = providers.find(provider => provider.id === id);
	if (!row) throw new Error(id);
	return {...row, baseUrl: `${origin}/v1`};
};

describe('a model list', () => {
	it('has a router’s prices and context sizes, and no price if the router picks the model', async () => {
		const {origin, asked} = await server({
			'/v1/models': {
				data: [
					{
						id: 'b/large',
						context_length: 200_000,
						pricing: {prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003'},
					},
					{id: 'a/auto', context_length: 2_000_000, pricing: {prompt: '-1', completion: '-1'}},
					{id: 'c/bare'},
				],
			},
		});
		expect(await listModels(rowAt('openrouter', origin), {key: 'secret', timeoutMs: 1_000})).toEqual([
			{id: 'a/auto', contextTokens: 2_000_000},
			{id: 'b/large', contextTokens: 200_000, price: {input: 3, output: 15, cached: 0.3}},
			{id: 'c/bare'},
		]);
		expect(asked).toEqual(['GET /v1/models Bearer secret']);
	});

	it.each([
		['ollama', '/api/tags', {models: [{name: 'qwen3:8b', size: 5}]}, {id: 'qwen3:8b', here: true}],
		[
			'lmstudio',
			'/api/v0/models',
			{data: [{id: 'gemma', state: 'loaded', max_context_length: 8_192}]},
			{id: 'gemma', loaded: true, contextTokens: 8_192, here: true},
		],
		[
			'vllm',
			'/v1/models',
			{data: [{id: 'llama', owned_by: 'vllm', max_model_len: 4_096}]},
			{id: 'llama', contextTokens: 4_096, here: true},
		],
		[
			'llamacpp',
			'/v1/models',
			{data: [{id: 'tiny', owned_by: 'llamacpp', meta: {n_ctx_train: 2_048}}]},
			{id: 'tiny', contextTokens: 2_048, atOnce: 1, here: true},
		],
		[
			'llamacpp',
			'/v1/models',
			{data: [{id: 'tiny', owned_by: 'llamacpp', meta: {n_ctx: 1_024, n_ctx_train: 2_048}}]},
			{id: 'tiny', contextTokens: 1_024, atOnce: 1, here: true},
		],
	])('of %s', async (id, path, answer, model) => {
		const {origin} = await server({[path]: answer});
		expect(await listModels(rowAt(id, origin), {timeoutMs: 1_000})).toEqual([model]);
	});

	it.each([
		['a different server', {data: [{id: 'x', owned_by: 'someone'}]}, /is not vLLM/u],
		['a web page', '<html>', /not answer with a list of models/u],
		['silence', 'silence', /does not answer at .* within 200 ms/u],
		['a redirect elsewhere', 'away', /sends requests on to http:\/\/127\.0\.0\.1:1\/, which is not followed/u],
	])('is none from %s', async (_what, answer, words) => {
		const {origin} = await server({'/v1/models': answer});
		await expect(listModels(rowAt('vllm', origin), {timeoutMs: 200})).rejects.toThrow(words);
	});
});

describe('local servers', () => {
	it('are found at their addresses and identified by their answers; no other address is asked', async () => {
		const [ollama, other] = [
			await server({'/api/tags': {models: [{name: 'qwen3'}]}}),
			await server({'/v1/models': {data: [{id: 'page'}]}}),
		];
		const far: Provider = {id: 'far', name: 'Far', baseUrl: 'http://192.0.2.1/v1'};
		const fetched = vi.spyOn(globalThis, 'fetch');
		onTestFinished(() => fetched.mockRestore());
		const found = await findLocalServers([
			rowAt('ollama', ollama.origin),
			rowAt('llamacpp', other.origin),
			rowAt('vllm', 'http://127.0.0.1:1'),
			far,
		]);
		expect(found.map(({provider, models}) => [provider.id, models.map(({id}) => id)])).toEqual([['ollama', ['qwen3']]]);
		const addresses = fetched.mock.calls.map(([address]) =>
			address instanceof Request ? address.url : address.toString(),
		);
		expect(addresses.join('\n')).not.toContain('192.0.2.1');
		expect([...ollama.asked, ...other.asked].every(line => line.startsWith('GET '))).toBe(true);
	});
});

describe('the context of a local server', () => {
	it.each([
		['of Ollama', {'/api/ps': {models: [{name: 'qwen3:latest', model: 'qwen3:latest', context_length: 4_096}]}}, 4_096],
		['of Ollama, for another model', {'/api/ps': {models: [{name: 'gemma:2b', context_length: 4_096}]}}, undefined],
		['of llama.cpp', {'/props': {default_generation_settings: {n_ctx: 8_192}}}, 8_192],
		['of who does not say', {}, undefined],
		['of who says it oddly', {'/api/ps': 'none', '/props': {n_ctx: 'many'}}, undefined],
	])('%s', async (_, answers, tokens) => {
		const {origin} = await server(answers);
		expect(await runningContext(`${origin}/v1`, 'qwen3')).toBe(tokens);
	});

	it('is asked of nobody else', async () => {
		expect(await runningContext('http://192.0.2.1/v1', 'qwen3')).toBeUndefined();
	});
});
