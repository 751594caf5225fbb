import {readFileSync, statSync, writeFileSync} from 'node:fs';
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
		await rostrum(['models', 'maker', '--refresh'], {home, env});
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
		// A server on this machine is free whatever it says; its context is known.
		const voice = voiceFactory(loadSettings({}, {env: {ROSTRUM_HOME: home}}))('mine:maker/large');
		expect(voice).toMatchObject({contextTokens: 64_000, price: {input: 0, output: 0}});
		expect(
			voiceFactory(loadSettings({}, {env: {ROSTRUM_HOME: home}}))('mine:maker/other').contextTokens,
		).toBeUndefined();
	});
});
