/**
 * Whoever is found fills every seat: the program in nine surroundings, of which `npm test` tries five, with servers on
 * loopback that list their models as the providers do.
 */
import {chmodSync, mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {serveRehearsal} from '../../src/rehearsal/server.ts';
import {some} from '../hunt/every.ts';
import {openHere, patient} from './rostrum.ts';

const away = {baseUrl: 'http://127.0.0.1:47/v1'};

type Surroundings = {
	readonly name: string;
	readonly keys?: readonly string[];
	/** Models by provider. */
	readonly lists?: Readonly<Record<string, readonly string[]>>;
	readonly agent?: true;
	/** Who argues; who hosts and judges. */
	readonly debaters: readonly string[];
	readonly serving: readonly string[];
};

const models = {
	openai: ['dall-e-4', 'gpt-4o', 'gpt-6-sol', 'gpt-6-luna', 'gpt-5.6-terra', 'gpt-6.1-terra', 'text-embedding-4'],
	anthropic: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-sonnet-4-5-20250929', 'claude-haiku-5-5'],
	google: ['models/gemini-4-argon', 'models/gemini-3.8-flash', 'models/gemini-3.5-flash-lite', 'models/imagen-5'],
	mistral: ['codestral-latest', 'mistral-large-4', 'mistral-medium-3.5', 'mistral-small-latest'],
	openrouter: ['anthropic/claude-sonnet-6', 'openai/gpt-6.1-terra', 'google/gemini-3.5-flash-lite', 'x-ai/grok-5'],
	ollama: ['qwen3:8b', 'aya:8b'],
};

const surroundings: readonly Surroundings[] = [
	{name: 'nothing', debaters: [], serving: []},
	{
		name: 'OpenAI',
		keys: ['OPENAI_API_KEY'],
		lists: {openai: models.openai},
		debaters: ['openai:gpt-6.1-terra', 'openai:gpt-6-sol'],
		serving: ['openai:gpt-6-luna'],
	},
	{
		name: 'Anthropic',
		keys: ['ANTHROPIC_API_KEY'],
		lists: {anthropic: models.anthropic},
		debaters: ['anthropic:claude-sonnet-5-5', 'anthropic:claude-opus-5-5'],
		serving: ['anthropic:claude-haiku-5-5'],
	},
	{
		name: 'Gemini',
		keys: ['GEMINI_API_KEY'],
		lists: {google: models.google},
		debaters: ['google:gemini-4-argon', 'google:gemini-3.8-flash'],
		serving: ['google:gemini-3.5-flash-lite'],
	},
	{
		name: 'Mistral',
		keys: ['MISTRAL_API_KEY'],
		lists: {mistral: models.mistral},
		debaters: ['mistral:mistral-large-4', 'mistral:mistral-medium-3.5'],
		serving: ['mistral:mistral-small-latest'],
	},
	{
		name: 'OpenRouter',
		keys: ['OPENROUTER_API_KEY'],
		lists: {openrouter: models.openrouter},
		debaters: ['openrouter:anthropic/claude-sonnet-6', 'openrouter:openai/gpt-6.1-terra'],
		serving: ['openrouter:x-ai/grok-5', 'openrouter:google/gemini-3.5-flash-lite'],
	},
	{name: 'Ollama', lists: {ollama: models.ollama}, debaters: ['ollama:qwen3:8b'], serving: ['ollama:qwen3:8b']},
	{
		name: 'Ollama and a key',
		keys: ['OPENAI_API_KEY'],
		lists: {ollama: models.ollama, openai: models.openai},
		debaters: ['ollama:qwen3:8b', 'openai:gpt-6.1-terra'],
		serving: ['openai:gpt-6-luna'],
	},
	{name: 'an agent', agent: true, debaters: ['agent:mine'], serving: ['agent:mine']},
];

const allKeys = surroundings.flatMap(({keys = []}) => keys);

/** A provider that lists its models and speaks; gives its address, and who was asked to speak. */
async function provider(id: string, ids: readonly string[], spoke: string[]): Promise<string> {
	const speaker = await serveRehearsal({faults: [], rehearse, burst: 8});
	const lists: Readonly<Record<string, unknown>> = {
		'/v1/models': {data: ids.map(model => ({id: model, object: 'model'}))},
		// What says that models run here, only Ollama has; of the others it is not known who pays.
		...(id === 'ollama' && {
			'/api/tags': {models: ids.map(name => ({name}))},
			'/api/ps': {models: ids.slice(0, 1).map(name => ({name}))},
		}),
		'/api/v1/key': {data: {}},
	};
	const server = createServer((incoming, response) => {
		const {method = '', url = '', headers} = incoming;
		if (method === 'GET') {
			response.writeHead(url in lists ? 200 : 404).end(JSON.stringify(lists[url] ?? {}));
			return;
		}
		const pieces: Buffer[] = [];
		incoming.on('data', (piece: Buffer) => void pieces.push(piece));
		incoming.on('end', () => {
			const body = Buffer.concat(pieces).toString();
			spoke.push(`${id}:${/"model":"([^"]+)"/u.exec(body)?.[1] ?? ''}`);
			fetch(`${speaker.url}/chat/completions`, {
				method: 'POST',
				body,
				headers: {'content-type': headers['content-type'] ?? ''},
			})
				.then(async answer => {
					response.writeHead(answer.status, Object.fromEntries(answer.headers));
					if (answer.body) for await (const piece of answer.body) response.write(piece);
					response.end();
				})
				.catch(() => response.destroy());
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(async () => {
		server.closeAllConnections();
		server.close();
		await speaker.close();
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return `http://127.0.0.1:${address.port}/v1`;
}

it.each(some(surroundings, 2))(
	'$name',
	async ({keys = [], lists = {}, agent, debaters, serving}) => {
		const spoke: string[] = [];
		const home = mkdtempSync(path.join(tmpdir(), 'rostrum-cast-'));
		const providers: Record<string, unknown> = {ollama: away, lmstudio: away, llamacpp: away, vllm: away};
		const variables = {
			openai: 'OPENAI_API_KEY',
			anthropic: 'ANTHROPIC_API_KEY',
			google: 'GEMINI_API_KEY',
			mistral: 'MISTRAL_API_KEY',
			openrouter: 'OPENROUTER_API_KEY',
		};
		for (const [id, ids] of Object.entries(lists))
			providers[id] = {
				baseUrl: await provider(id, ids, spoke),
				...(id in variables && {keyVariable: Object.entries(variables).find(([name]) => name === id)?.[1]}),
			};
		const bin = path.join(home, 'bin');
		mkdirSync(bin);
		writeFileSync(path.join(bin, 'my-agent'), '#!/bin/sh\nsleep 30\n');
		chmodSync(path.join(bin, 'my-agent'), 0o755);
		const env = {
			...Object.fromEntries(allKeys.map(name => [name, keys.includes(name) ? 'a-key-of-the-test' : ''])),
			ROSTRUM_PROVIDERS: JSON.stringify(providers),
			...(agent && {ROSTRUM_AGENTS: JSON.stringify({mine: {command: 'my-agent'}})}),
			HOME: home,
			PATH: `${bin}:${path.dirname(process.execPath)}`,
		};
		const app = openHere(home, [], {cwd: home, env, columns: 120, rows: 40});
		await app.waitFor('What should they debate?', patient);
		await app.press('down');
		const card = await app.waitFor('From the command line', patient);
		// The command is the cast, wrapped beside the list.
		const command = card.slice(card.indexOf('rostrum run')).replaceAll(/\s+/gu, '');
		for (const voice of debaters.length > 0 ? [...debaters, ...serving] : ['rehearsal'])
			expect(command).toContain(voice);
		expect(card).toContain(debaters.length > 0 ? 'Libertarian Chair' : 'rehearsal, no model');
		expect(spoke).toEqual([]);
		if (agent) return;
		await app.press('enter');
		if (keys.length > 0) {
			// Nobody is asked for a word before it is said who pays.
			await app.waitFor('somebody, at a price that is not known', patient);
			expect(spoke).toEqual([]);
			await app.press('down', 'down', 'enter');
		}
		await app.waitFor(/▌ \S+ \S+ \S+/u, patient);
		await app.press('>', '>', '>', '>', '>', '>');
		await app.waitFor(/exchange \d/u, patient);
		const voices = new Set([...debaters, ...serving]);
		expect(spoke.filter(voice => !voices.has(voice))).toEqual([]);
		expect(debaters.filter(voice => !spoke.includes(voice))).toEqual([]);
	},
	90_000,
);
