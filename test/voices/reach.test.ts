import {createServer, type ServerResponse} from 'node:http';
import {expect, onTestFinished, test} from 'vitest';
import {providers, type Provider} from '../../src/voices/providers.ts';
import {reachModels} from '../../src/voices/reach.ts';

const {signal} = new AbortController();

type Answers = Readonly<Record<string, unknown>>;

/** A server that answers some paths; gives its row and the requests that came. */
async function serverAs(id: string, answers: Answers): Promise<{row: Provider; asked: string[]}> {
	const asked: string[] = [];
	const http = createServer(({method, url = ''}, response) => {
		asked.push(`${method ?? ''} ${url}`);
		answer(response, answers[url]);
	});
	await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		http.close();
		http.closeAllConnections();
	});
	const address = http.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return {row: rowAt(id, `http://127.0.0.1:${address.port}/v1`), asked};
}

function answer(response: ServerResponse, given: unknown): void {
	if (given === 'silence') return;
	if (given === undefined) return void response.writeHead(404).end();
	if (typeof given === 'number') return void response.writeHead(given).end('{"error": {"message": "no"}}');
	response.end(JSON.stringify(given));
}

const rowAt = (id: string, baseUrl: string): Provider => {
	const row = providers.find(provider => provider.id === id);
	return row ? {...row, baseUrl} : {id, name: 'Own', baseUrl};
};

const reach = async (row: Provider, model: string, key = 'secret-key', withinMs = 2_000) =>
	(await reachModels(row, [model], {key, withinMs, signal})).of(model);

test('a model that its server lists answers, whatever tag stands behind its name', async () => {
	const {row, asked} = await serverAs('ollama', {'/api/tags': {models: [{name: 'qwen3:latest'}, {name: 'gemma3:4b'}]}});
	expect(await reach(row, 'qwen3')).toMatchObject({is: 'answers'});
	expect(await reach(row, 'gemma3:4b')).toMatchObject({is: 'answers'});
	expect(new Set(asked)).toEqual(new Set(['GET /api/tags']));
});

test('an unknown model does not answer, and what there is instead is named, the most alike first', async () => {
	const {row} = await serverAs('ollama', {
		'/api/tags': {models: [{name: 'gemma3:4b'}, {name: 'llama3:8b'}, {name: 'qwen3:8b'}, {name: 'phi4'}]},
	});
	const found = await reach(row, 'qwen2');
	expect(found).toMatchObject({is: 'silent', instead: ['qwen3:8b', 'gemma3:4b', 'llama3:8b', 'phi4']});
	expect(found.says).toContain('does not know the model "qwen2"');
	expect(found.says).toContain('It has qwen3:8b, gemma3:4b, llama3:8b and 1 more.');
});

test('a server without models has none to answer with', async () => {
	const {row} = await serverAs('lmstudio', {'/api/v0/models': {data: []}});
	expect(await reach(row, 'qwen3')).toMatchObject({is: 'silent', instead: []});
});

test('an alias that is not listed answers where it has an entry of its own', async () => {
	const {row, asked} = await serverAs('anthropic', {
		'/v1/models': {data: [{id: 'claude-1-20250101'}]},
		'/v1/models/claude-1': {id: 'claude-1-20250101'},
	});
	expect(await reach(row, 'claude-1')).toMatchObject({is: 'answers'});
	expect(await reach(row, 'claude-9')).toMatchObject({is: 'silent', instead: ['claude-1-20250101']});
	const own = asked.filter(path => path.startsWith('GET /v1/models'));
	expect(own).toEqual(['GET /v1/models', 'GET /v1/models/claude-1', 'GET /v1/models', 'GET /v1/models/claude-9']);
});

test('a router that lists its models to anybody is asked about the key', async () => {
	const listed = {'/v1/models': {data: [{id: 'a/b'}]}};
	const refusing = await serverAs('openrouter', {...listed, '/api/v1/key': 401});
	const found = await reach(refusing.row, 'a/b');
	expect(found).toMatchObject({is: 'silent'});
	expect(found.says).toContain('OpenRouter does not accept the key (401)');
	expect(found.says).toContain('OPENROUTER_API_KEY');
	const taking = await serverAs('openrouter', {...listed, '/api/v1/key': {data: {}}});
	expect(await reach(taking.row, 'a/b:free')).toMatchObject({is: 'answers'});
});

test.each([403, 404, 405, 429, 500, 503])('HTTP %s is an answer: the server is there', async status => {
	const {row} = await serverAs('openai', {'/v1/models': status});
	expect(await reach(row, 'gpt-4o')).toMatchObject({is: 'answers'});
});

test('a key that is not accepted does not answer, and is never shown', async () => {
	const {row} = await serverAs('openai', {'/v1/models': 401});
	const found = await reach(row, 'gpt-4o', 'sk-very-secret');
	expect(found).toMatchObject({is: 'silent'});
	expect(found.says).not.toContain('very-secret');
});

test('a server that is not there does not answer, and is told by its address', async () => {
	expect(await reach(rowAt('ollama', 'http://127.0.0.1:47/v1'), 'qwen3')).toMatchObject({
		is: 'silent',
		says: 'Nothing answers at http://127.0.0.1:47/v1: is Ollama running?',
	});
});

test('a server that does not answer within the time is slow, and no more than that', async () => {
	const {row} = await serverAs('openai', {'/v1/models': 'silence'});
	expect(await reach(row, 'gpt-4o', 'secret', 300)).toMatchObject({is: 'slow'});
});

test('an address of one’s own that has no list answers', async () => {
	const {row} = await serverAs('custom', {});
	expect(await reach(row, 'anything')).toMatchObject({is: 'answers'});
});

test('llama.cpp with one model takes any name for it', async () => {
	const {row} = await serverAs('llamacpp', {'/v1/models': {data: [{id: 'a.gguf', owned_by: 'llamacpp'}]}});
	expect(await reach(row, 'whatever')).toMatchObject({is: 'answers'});
});
