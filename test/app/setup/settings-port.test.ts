import {existsSync, mkdtempSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {settingsPort} from '../../../src/app/setup/settings-port.ts';
import {loadSettings} from '../../../src/settings/settings.ts';

const rowsWith = async (env: Readonly<Record<string, string>>) => {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-settings-'));
	const rows = await settingsPort(home, () => loadSettings({}, {env: {ROSTRUM_HOME: home, ...env}})).read();
	return new Map(rows.map(row => [row.name, row]));
};

test('every setting and key has a label of its own in words, beside the name that the command line knows', async () => {
	const rows = [...(await rowsWith({})).values()];
	const labels = rows.map(({label}) => label);
	expect(new Set(labels).size).toBe(rows.length);
	for (const {name, label} of rows) {
		expect(label).toMatch(/^\p{Lu}[\p{Ll} ’-]*(?: \p{L}+)*$/u);
		expect(label).not.toBe(name);
	}
	expect(labels).toContain('Key for OpenRouter');
});

test('values are in words, and say how else they are set', async () => {
	const rows = await rowsWith({ROSTRUM_TIMEOUT: '90000', ROSTRUM_CLOSING: 'true', ROSTRUM_THEME: 'light'});
	expect(rows.get('timeout')).toMatchObject({value: '90 s', initial: '90000'});
	expect(rows.get('closing')).toMatchObject({value: 'on', initial: 'true', may: 'on, off'});
	expect(rows.get('theme')?.value).toBe('for a light background');
	expect(rows.get('weights')?.value).toBe('25 · 25 · 25 · 25');
	expect(rows.get('voice')).toMatchObject({
		value: 'automatic',
		ways: ['rostrum config set voice VALUE', '--voice, for one run', 'ROSTRUM_VOICE in the environment'],
	});
	expect(rows.get('keys.openrouter')?.ways).toEqual([
		'rostrum config set keys.openrouter -',
		'OPENROUTER_API_KEY in the environment',
	]);
});

test('settings are in groups, and keys for models stand first', async () => {
	const rows = [...(await rowsWith({})).values()];
	const groups = rows.map(({group}) => group);
	expect(groups[0]).toBe('Keys');
	expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual([...new Set(groups)]);
});

/** A port whose only server of the user's own takes one key. */
async function portWithServer() {
	const server = createServer((request, response) => {
		const isKnown = request.headers.authorization === 'Bearer right';
		response.writeHead(isKnown ? 200 : 401, {'Content-Type': 'application/json'}).end('{"data":[]}');
	});
	await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	const {port} = address;
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-settings-'));
	const providers = JSON.stringify({
		mine: {name: 'Mine', baseUrl: `http://127.0.0.1:${port}/v1`, keyVariable: 'MY_KEY'},
	});
	const env = {ROSTRUM_HOME: home, ROSTRUM_PROVIDERS: providers, PATH: '/nowhere'};
	return {settings: settingsPort(home, () => loadSettings({}, {env})), server, home};
}

test('a key is tried before it is kept', async () => {
	const {settings, server, home} = await portWithServer();
	await expect(settings.change('keys.mine', 'wrong')).rejects.toThrow('Mine refuses this key');
	expect(existsSync(path.join(home, 'keys.json'))).toBe(false);
	expect(await settings.change('keys.mine', 'right')).toContain('Mine takes this key.');
	server.closeAllConnections();
	await new Promise(resolve => server.close(resolve));
	expect(await settings.change('keys.mine', 'other')).toContain('Saved untried: Mine did not answer.');
	expect((await settings.read()).find(({name}) => name === 'keys.mine')?.value).toBe('••••');
});

test('programs and engines are looked for when they are set', async () => {
	const {settings, server} = await portWithServer();
	await expect(settings.change('speech', 'parrot')).rejects.toThrow('There is no such speech engine');
	expect(await settings.change('speech', 'piper')).toContain('piper is not installed');
	expect(await settings.change('player', 'gramophone -q')).toContain('gramophone is not installed');
	expect(await settings.change('agents', '{"mine": {"command": "no-such-agent"}}')).toContain('no-such-agent');
	const gone = await settings.change('providers', '{"here": {"baseUrl": "http://127.0.0.1:9/v1"}}');
	expect(gone).toContain('does not answer at http://127.0.0.1:9/v1');
	server.close();
});
