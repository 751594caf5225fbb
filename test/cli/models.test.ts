import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {loadSettings} from '../../src/settings/settings.ts';
import {voiceFactory} from '../../src/app/voices/create-voices.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

/** A home with one server of the user's own, which has two models. */
async function homeWithServer() {
	let asked = 0;
	const server = createServer((_request, response) => {
		asked++;
		response.end(
			JSON.stringify({
				data: [
					{id: 'maker/large', context_length: 64_000, pricing: {prompt: '0.000002', completion: '0.00001'}},
					{id: 'maker/small'},
				],
			}),
		);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	const home = freshFolder();
	writeFileSync(
		join(home, 'settings.json'),
		JSON.stringify({
			providers: {mine: {baseUrl: `http://127.0.0.1:${address.port}/v1`, name: 'Mine', keyVariable: 'MINE_KEY'}},
		}),
	);
	return {home, asked: () => asked};
}

/** An address that nothing listens at. */
const nowhere = 'http://127.0.0.1:1/api.json';

/** A server with this list of public figures. */
async function listServer(answer: string, status = 200): Promise<string> {
	const server = createServer((_request, response) => void response.writeHead(status).end(answer));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api.json`;
}

const publicList = JSON.stringify({
	openai: {
		models: {
			'gpt-9': {
				id: 'gpt-9',
				reasoning: true,
				limit: {context: 900_000, output: 9000},
				cost: {
					input: 1.5,
					output: 6,
					cache_read: 0.15,
					tiers: [{input: 3, output: 9, cache_read: 0.3, tier: {type: 'context', size: 200_000}}],
				},
			},
			'gpt-8': {id: 'gpt-8', cost: {input: 1, output: 2, cache_read: 0, context_over_200k: {input: 2, output: 4}}},
			free: {id: 'free', cost: {input: 0, output: 0}},
			broken: {id: 'broken', cost: {input: '1'}},
		},
	},
	'somebody-else': {models: {x: {id: 'x', cost: {input: 1, output: 2}}}},
	broken: 7,
});

describe('rostrum models --refresh', () => {
	it('fetches public prices and limits, and keeps those of known providers', async () => {
		const home = freshFolder();
		const said = await rostrum(['models', '--refresh'], {home, env: {ROSTRUM_MODELDATA: await listServer(publicList)}});
		expect(said).toMatchObject({code: 0, stderr: '127.0.0.1 told prices and limits of 2 models.\n'});
		expect(JSON.parse(readFileSync(join(home, 'cache', 'model-data.json'), 'utf8'))).toEqual({
			date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
			source: '127.0.0.1',
			models: {
				openai: {
					'gpt-9': {
						context: 900_000,
						answer: 9000,
						thinks: true,
						input: 1.5,
						cached: 0.15,
						output: 6,
						above: [{tokens: 200_000, input: 3, cached: 0.3, output: 9}],
					},
					'gpt-8': {input: 1, output: 2, above: [{tokens: 200_000, input: 2, output: 4}]},
				},
			},
		});
	});

	it.each([
		['no network', async () => nowhere, /gave no model data: fetch failed \(.+\)\. Those of models\.dev, \d/u],
		['an error', async () => listServer('no', 503), /it answered 503\. Those of models\.dev/u],
		['a page instead of JSON', async () => listServer('<html>'), /what it sent is not JSON\. Those of/u],
		['another JSON', async () => listServer('[1]'), /no prices of models in the notation of models\.dev\. Those of/u],
		['more than there can be', async () => listServer(' '.repeat(33_000_000)), /more than 8 MB.*Those of/u],
	])('keeps what it has and says so: %s', async (_name, address, message) => {
		const home = freshFolder();
		const said = await rostrum(['models', '--refresh'], {home, env: {ROSTRUM_MODELDATA: await address()}});
		expect(said).toMatchObject({code: 0, stderr: expect.stringMatching(message)});
		expect(existsSync(join(home, 'cache', 'model-data.json'))).toBe(false);
	});
});

describe('rostrum models', () => {
	it('lists what fits, with context and price, asks a server once a day, and keeps no key', async () => {
		const {home, asked} = await homeWithServer();
		const env = {MINE_KEY: 'sk-test-abcdefghijklmnop'};
		const first = await rostrum(['models', 'LARGE'], {home, env});
		expect(first).toMatchObject({
			code: 0,
			stderr: '',
			stdout: expect.stringMatching(
				/^Mine, 1 model:\n {2}mine:maker\/large\s+64,000 tokens\s+\$2 in, \$10 out a million\n/u,
			),
		});
		expect((await rostrum(['models', 'maker', '--json'], {home, env})).stdout).toContain('"voice": "mine:maker/small"');
		expect(asked()).toBe(1);
		await rostrum(['models', 'maker', '--refresh'], {home, env: {...env, ROSTRUM_MODELDATA: nowhere}});
		expect(asked()).toBe(2);
		const kept = join(home, 'models.json');
		expect(readFileSync(kept, 'utf8')).not.toContain(env.MINE_KEY);
		expect(statSync(kept).size).toBeGreaterThan(0);
	});

	it('says where nothing fits', async () => {
		const {home} = await homeWithServer();
		expect(await rostrum(['models', 'nowhere'], {home})).toMatchObject({
			code: 0,
			stdout: '',
			stderr: 'No model of the servers that can be reached has "nowhere" in its name.\n',
		});
	});

	it('a voice has the price and context that its server told', async () => {
		const {home} = await homeWithServer();
		await rostrum(['models', 'large'], {home});
		// What a server on this machine asks is its price; its context is still its own.
		const voice = voiceFactory(loadSettings({}, {env: {ROSTRUM_HOME: home}}))('mine:maker/large');
		expect(voice).toMatchObject({contextTokens: 64_000, price: {input: 2, output: 10}});
		expect(
			voiceFactory(loadSettings({}, {env: {ROSTRUM_HOME: home}}))('mine:maker/other').contextTokens,
		).toBeUndefined();
	});
});
