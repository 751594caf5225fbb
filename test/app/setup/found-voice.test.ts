/** A model that runs on this machine speaks on the home screen where nobody was named and there is no key. */
import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {homePort, type RostrumPort} from '../../../src/app/setup/home-port.ts';
import {loadSettings} from '../../../src/settings/settings.ts';
import {modelServer} from '../../fixtures/model-server.ts';

const lists = {
	'/api/tags': {models: [{name: 'nomic-embed-text'}, {name: 'aya:8b'}, {name: 'qwen3:8b'}]},
	'/api/ps': {models: [{name: 'nomic-embed-text'}, {name: 'qwen3:8b'}]},
};

/** The home screen's port with these servers, and nothing else of this machine. */
async function port(baseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<RostrumPort> {
	const home = mkdtempSync(join(tmpdir(), 'rostrum-found-'));
	const away = {baseUrl: 'http://127.0.0.1:47/v1'};
	const providers = {ollama: {baseUrl}, lmstudio: away, llamacpp: away, vllm: away};
	const env = {ROSTRUM_HOME: home, HOME: home, PATH: '', ROSTRUM_PROVIDERS: JSON.stringify(providers), ...more};
	const {stdin, stdout, stderr} = process;
	const context = {stdin, stdout, stderr, writeStyled: () => {}, cwd: home, env, signal: new AbortController().signal};
	return homePort({...context, configure: flags => loadSettings(flags, context)});
}

const voicesOf = ({presets}: RostrumPort): string[] => [
	...new Set(presets.flatMap(({voiced = []}) => voiced.map(({voice}) => voice))),
];

test('the one in memory that can speak has every seat of every preset, and costs nothing', async () => {
	const {url} = await modelServer({lists});
	const found = await port(url);
	expect(found.voicesFound.speaks).toBe('automatic: Qwen3 8B on Ollama');
	expect(voicesOf(found).filter(voice => voice !== 'human')).toEqual(['ollama:qwen3:8b']);
	expect(found.voicesFound.notices).toEqual([]);
	expect(new Set(found.presets.map(({estimate}) => estimate?.cost))).toEqual(new Set([0]));
});

test('it is what a setup begins with, and what its command names', async () => {
	const {url} = await modelServer({lists});
	const setup = await (await port(url)).setup?.();
	const [sheet] = setup?.sheets ?? [];
	if (!setup || !sheet) throw new Error('no setup');
	const form = {...sheet.blank, answers: {'--topic': 'Tea first.'}};
	const seen = setup.preview({protocol: sheet.protocol, form});
	expect(new Set(seen.seats.map(({voice}) => voice))).toEqual(new Set(['ollama:qwen3:8b']));
	expect(seen.command).toContain('--voice ollama:qwen3:8b');
	const other = setup.preview({protocol: sheet.protocol, form: {...form, everyone: 'rehearsal'}});
	expect(new Set(other.seats.map(({voice}) => voice))).toEqual(new Set(['rehearsal']));
});

test('it does not where another voice is set', async () => {
	const {url} = await modelServer({lists});
	expect(voicesOf(await port(url, {ROSTRUM_VOICE: 'rehearsal'}))).not.toContain('ollama:qwen3:8b');
});

test('a provider whose list cannot be asked has no seat, and that is said', async () => {
	const {url} = await modelServer({lists: {}});
	const found = await port('http://127.0.0.1:47/v1', {OPENAI_API_KEY: 'x', OPENAI_BASE_URL: url});
	expect(voicesOf(found).filter(voice => voice !== 'human')).toEqual(['rehearsal']);
	expect(found.voicesFound.notices.join()).toContain(
		'OpenAI does not list its models (404). None of its models is seated.',
	);
});

test('other voices for the next start have their own seats, and a seat that takes no person says so', async () => {
	const {url} = await modelServer({lists});
	const {voices, presets} = await port(url);
	const card = presets.find(({protocol}) => protocol === 'duelogic');
	if (!voices || !card) throw new Error('no Duelogic');
	const seated = voices.seated(card, {chair_1: 'rehearsal', judge: 'ollama:aya:8b'});
	const own = Object.fromEntries((seated.voiced ?? []).map(({id, voice}) => [id, voice]));
	expect(own).toMatchObject({chair_1: 'rehearsal', chair_2: 'ollama:qwen3:8b', judge: 'ollama:aya:8b'});
	expect(() => voices.seated(card, {judge: 'human'})).toThrow('A person cannot sit as judge');
	expect(await voices.check('ollama:nonsense')).toContain('It has nomic-embed-text, aya:8b, qwen3:8b.');
});

test('a start waits for a server that does not answer for a while, and not for ever', async () => {
	const {url} = await modelServer({lists: {}, hangs: true});
	const began = performance.now();
	await port(url);
	expect(performance.now() - began).toBeGreaterThan(400);
});
