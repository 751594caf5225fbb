/** What is set is tried once: a voice has to answer, and a key has to be taken. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {modelServer, ollamaList} from '../fixtures/model-server.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';

const ollamaAt = (baseUrl: string, more: Readonly<Record<string, unknown>> = {}) => ({
	PATH: '',
	ROSTRUM_PROVIDERS: JSON.stringify({ollama: {baseUrl}, ...more}),
});

it.each([['voice'], ['arbiter'], ['judges']])('%s: a model that its server does not have is refused', async name => {
	const {url} = await modelServer({lists: ollamaList('qwen3:8b', 'llama3.1:8b')});
	const home = freshFolder();
	const {code, stderr} = await rostrum(['config', 'set', name, 'ollama:nonsense'], {home, env: ollamaAt(url)});
	expect(stderr).toMatch(/"ollama:nonsense" \(from the setting "\w+"\).*It has llama3\.1:8b, qwen3:8b\./u);
	expect(code).toBe(2);
	expect(readdirSync(home)).not.toContain('settings.json');
	const set = await rostrum(['config', 'set', name, 'ollama:qwen3:8b'], {home, env: ollamaAt(url)});
	expect(set).toEqual({code: 0, stdout: '', stderr: ''});
});

it('a voice that does not answer is refused, with who could speak here instead', async () => {
	const {url} = await modelServer({lists: {'/v1/models': {data: [{id: 'mxbai-embed-large'}, {id: 'gemma-3-4b'}]}}});
	const env = ollamaAt('http://127.0.0.1:47/v1', {here: {baseUrl: url}});
	const home = freshFolder();
	const {code, stderr} = await rostrum(['config', 'set', 'voice', 'ollama:qwen3'], {home, env});
	expect(stderr).toMatch(
		/Nothing answers at http:\/\/127\.0\.0\.1:47\/v1.*Here there are here:gemma-3-4b, rehearsal\./u,
	);
	expect([code, readdirSync(home)]).toEqual([2, []]);
	const agent = await rostrum(['config', 'set', 'voice', 'agent:claude'], {home, env});
	expect([agent.code, agent.stderr]).toEqual([2, expect.stringContaining('Claude Code is not installed')]);
});

it('a key that its provider refuses is not kept, and never shown', async () => {
	const {url} = await modelServer({lists: {'/v1/models': {data: []}}, key: 'the-right-one'});
	const home = freshFolder();
	const env = {PATH: '', ROSTRUM_PROVIDERS: JSON.stringify({mine: {baseUrl: url, keyVariable: 'MINE_KEY'}})};
	const wrong = await rostrum(['config', 'set', 'keys.mine', '-'], {home, env, stdin: 'the-wrong-one\n'});
	expect(wrong.stderr).toContain('mine refuses this key');
	expect(wrong.stderr + wrong.stdout).not.toContain('the-wrong-one');
	expect([wrong.code, readdirSync(home)]).toEqual([2, []]);
	const right = await rostrum(['config', 'set', 'keys.mine', '-'], {home, env, stdin: 'the-right-one\n'});
	expect(right).toEqual({code: 0, stdout: '', stderr: 'mine takes this key.\n'});
	expect(readdirSync(join(home))).toContain('keys.json');
});
