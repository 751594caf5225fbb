import {chmodSync, mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {modelServer} from '../../fixtures/model-server.ts';
import {installedAgents} from '../../../src/app/voices/installed-agents.ts';
import {voiceChoices} from '../../../src/app/voices/voice-choices.ts';
import {nobodyFound} from '../../../src/app/voices/find-voices.ts';
import {voicesFound} from '../../../src/app/setup/home-port.ts';
import {loadSettings, type Configuration} from '../../../src/settings/settings.ts';
import {withUserProviders} from '../../../src/voices/providers.ts';
import {foundRows} from '../../../src/view/voices-found.ts';

/** A machine with these programs and environment variables. */
function machine(programs: readonly string[], env: Readonly<Record<string, string>> = {}): Configuration {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-path-'));
	for (const name of programs) {
		writeFileSync(join(folder, name), '#!/bin/sh\n');
		chmodSync(join(folder, name), 0o755);
	}
	writeFileSync(join(folder, 'opencode'), 'no program');
	mkdirSync(join(folder, 'qwen'));
	return loadSettings(
		{},
		{env: {ROSTRUM_HOME: mkdtempSync(join(tmpdir(), 'rostrum-home-')), PATH: `/nowhere:${folder}`, ...env}},
	);
}

const ollama = withUserProviders({})
	.filter(({id}) => id === 'ollama')
	.map(provider => ({provider, age: 0, models: [{id: 'qwen3'}, {id: 'mistral'}]}));
const served = {...nobodyFound, served: ollama};
const text = (rows: ReturnType<typeof foundRows>): string =>
	rows.map(({spans, right = []}) => [...spans, ...right].map(one => one.text).join('')).join('\n');

describe('coding agents', () => {
	it('are found if their program and its adapter are installed', () => {
		expect(installedAgents(machine(['claude', 'npx', 'gemini'])).map(({id}) => id)).toEqual([
			'claude',
			'gemini',
			'claude-cli',
			'gemini-cli',
		]);
		expect(installedAgents(machine(['claude'])).map(({id}) => id)).toEqual(['claude-cli']);
	});

	it('are not found in files that are not programs', () => {
		expect(installedAgents(machine([])).map(({id}) => id)).toEqual([]);
	});
});

describe('the home screen', () => {
	it('lists keys by source without showing them, servers with their models, and each agent once', () => {
		const found = voicesFound(machine(['claude', 'npx'], {OPENROUTER_API_KEY: 'secret-key'}), served, [
			'A preset is left out.',
		]);
		expect(found).toMatchObject({
			keys: ['OpenRouter (OPENROUTER_API_KEY)'],
			servers: ['Ollama (2 models)'],
			agents: ['Claude Code'],
			notices: ['A preset is left out.'],
		});
		expect(JSON.stringify(found)).not.toContain('secret-key');
	});

	it('says who speaks: rehearsal where nothing was found, the voice that is set, or who was found', () => {
		const debaters = [{voice: 'ollama:qwen3', name: 'Qwen3 on Ollama', provider: 'ollama'}];
		const found = {...nobodyFound, debaters};
		expect(voicesFound(machine([]), nobodyFound, []).speaks).toBe('the built-in rehearsal voices (no model)');
		expect(voicesFound(machine([], {ROSTRUM_VOICE: 'ollama:aya'}), found, []).speaks).toContain('ollama:aya');
		expect(voicesFound(machine([]), found, []).speaks).toBe('automatic: Qwen3 on Ollama');
	});

	it('has two lines if there is little room, else one for each kind', () => {
		const found = voicesFound(machine(['claude', 'npx']), served, []);
		expect(foundRows(found, 58, 2)).toHaveLength(2);
		expect(text(foundRows(found, 58, 2))).toContain('Ollama (2 models), Claude Code');
		expect(foundRows(found, 118, 5)).toHaveLength(4);
	});

	it('says by which key to give a key where nothing was found', () => {
		const nothing = voicesFound(machine([]), nobodyFound, []);
		expect(text(foundRows(nothing, 78, 2))).toContain('no coding agents add a key');
		expect(text(foundRows(nothing, 118, 5))).toContain('none founds add a key');
		expect(text(foundRows(nothing, 56, 2))).not.toContain('add a key');
	});
});

describe('voices that could take a seat on the stage', () => {
	it('are installed agents, people and rehearsal', async () => {
		const {voices} = await voiceChoices(machine(['claude']), new AbortController().signal);
		expect(voices.map(({voice}) => voice)).toEqual(['agent:claude-cli', 'human', 'rehearsal']);
	});

	it('are told as they come: whoever is always there at once, then what each server lists', async () => {
		const slow = Promise.withResolvers<void>();
		const server = await modelServer({
			lists: {'/v1/models': {data: [{id: 'late-model'}]}},
			after: slow.promise,
		});
		const providers = {slow: {baseUrl: server.url, keyVariable: 'SLOW_KEY'}};
		const told: string[][] = [];
		const searching = voiceChoices(
			machine([], {ROSTRUM_PROVIDERS: JSON.stringify(providers), SLOW_KEY: 'x'}),
			new AbortController().signal,
			({voices}) => told.push(voices.map(({voice}) => voice)),
		);
		expect(told).toEqual([['human', 'rehearsal']]);
		slow.resolve();
		const {voices} = await searching;
		expect(voices.map(({voice}) => voice)).toEqual(['slow:late-model', 'human', 'rehearsal']);
		expect(told.at(-1)).toEqual(['slow:late-model', 'human', 'rehearsal']);
	});
});
