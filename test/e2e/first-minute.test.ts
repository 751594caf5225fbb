/**
 * The first minute, by keys: how many of them and how many seconds it takes from a start in an empty home until the
 * first words stand on the screen, with a model server where LM Studio has its own.
 */
import {mkdtempSync} from 'node:fs';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {events, said, stopped} from '../fixtures/http-voice.ts';
import {modelServer} from '../fixtures/model-server.ts';
import {openRostrum, patient} from './rostrum.ts';
import type {TerminalApp} from './term.ts';

const list = {
	data: [
		{id: 'text-embedding-nomic', type: 'embeddings', state: 'loaded'},
		{id: 'aya-8b', type: 'llm', state: 'not-loaded', max_context_length: 32_768},
		{id: 'qwen3-8b', type: 'llm', state: 'loaded', max_context_length: 32_768},
	],
};
const words = 'Whoever lends a ladder keeps a street, said the model that was found.';
/** The most seconds from a key to the first words; a busy machine takes some of them. */
const mostSeconds = 15;

/** The program in an empty home, with LM Studio's server at a port of the test's. */
async function firstStart() {
	const answer = (incoming: IncomingMessage, response: ServerResponse) => {
		incoming.resume().on('end', () => events(response, said(`${words} `.repeat(4)), stopped(), 'data: [DONE]'));
	};
	const server = await modelServer({
		lists: {'/api/v0/models': list, '/v1/models': list},
		onPost: answer,
		onFinished: onTestFinished,
	});
	const away = {baseUrl: 'http://127.0.0.1:47/v1'};
	const providers = {lmstudio: {baseUrl: server.url}, ollama: away, llamacpp: away, vllm: away};
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-first-'));
	const cwd = mkdtempSync(path.join(tmpdir(), 'rostrum-here-'));
	const env = {ROSTRUM_PROVIDERS: JSON.stringify(providers), PATH: path.dirname(process.execPath)};
	const app = openRostrum(home, [], {cwd, env, columns: 80, rows: 24});
	await app.waitFor('Speaks   Qwen3 8B', patient);
	return {app, server};
}

/** Presses these, and gives the seconds from the first of them until what is awaited stands there. */
async function seconds(app: TerminalApp, keys: readonly string[], awaited: RegExp): Promise<number> {
	const began = performance.now();
	await app.press(...keys);
	await app.waitFor(awaited, patient);
	return (performance.now() - began) / 1000;
}

it('one key: the words of the recording', async () => {
	const {app, server} = await firstStart();
	const took = await seconds(app, ['enter'], /▌ \S+ \S+ \S+/u);
	expect(took).toBeLessThan(mostSeconds);
	expect(server.asked.filter(asked => asked.startsWith('POST'))).toEqual([]);
	expect(app.text()).toMatch(/ROSTRUM {2}Recording/u);
	expect(app.text()).toContain('esc back');
	expect(app.text()).not.toContain('not judged');
}, 90_000);

it('two keys: a debate that the found model speaks', async () => {
	const {app, server} = await firstStart();
	const took = await seconds(app, ['down', 'enter'], /▌ .*Whoever lends/u);
	expect(took).toBeLessThan(mostSeconds);
	expect(app.text()).toContain('Qwen3 8B');
	expect(server.asked).toContain('POST /v1/chat/completions');
}, 90_000);

it('a topic and Enter: a debate of one’s own', async () => {
	const {app} = await firstStart();
	const topic = 'Libraries should lend tools';
	const took = await seconds(app, [...(topic.match(/./gu) ?? []), 'enter'], /▌ .*Whoever lends/u);
	expect(took).toBeLessThan(mostSeconds + topic.length);
	expect(app.text()).toContain(topic);
}, 90_000);
