import {chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {UsageError} from '../../src/debate/usage-error.ts';
import {homeFiles, rostrumHome} from '../../src/settings/home.ts';
import {loadSettings, resolveSettings, settingNames, writeKey, writeSetting} from '../../src/settings/settings.ts';
import type {Environment} from '../../src/debate/protocol.ts';
import {drawn, isInteractive} from '../../src/settings/terminal.ts';
import {variableOf} from '../../src/settings/schema.ts';

const freshHome = (): string => mkdtempSync(join(tmpdir(), 'rostrum-settings-'));
const nothing = {flags: {}, env: {}, file: {}};
const resolveOne = (over: Partial<typeof nothing>) => resolveSettings({...nothing, ...over});
const messageOf = (act: () => unknown): string => {
	try {
		act();
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
	throw new Error('nothing was refused');
};

describe('precedence', () => {
	const flags = {timeout: '1'};
	const env = {ROSTRUM_TIMEOUT: '2'};
	const file = {timeout: 3};

	it.each([
		{given: {flags, env, file}, timeout: 1, kind: 'flag', from: '--timeout'},
		{given: {flags: {}, env, file}, timeout: 2, kind: 'environment', from: 'ROSTRUM_TIMEOUT'},
		{given: {flags: {}, env: {ROSTRUM_TIMEOUT: ''}, file}, timeout: 3, kind: 'file', from: 'settings.json'},
		{given: nothing, timeout: 120_000, kind: 'default', from: 'default'},
	])('takes the timeout of $timeout from $from', ({given, timeout, kind, from}) => {
		const resolved = resolveSettings(given);
		expect(resolved.settings.timeout).toBe(timeout);
		expect(resolved.given.find(({name}) => name === 'timeout')).toMatchObject({kind, from});
	});

	it('says of every setting where it comes from, and has a variable for each', () => {
		const {given} = resolveOne({env: Object.fromEntries(settingNames.map(name => [variableOf(name), undefined]))});
		expect(given.map(({name}) => name)).toEqual([...settingNames]);
	});
});

describe('values', () => {
	it.each([
		['ROSTRUM_JUDGES', 'openai:gpt-4o, ollama:qwen3', {judges: ['openai:gpt-4o', 'ollama:qwen3']}],
		['ROSTRUM_KEEPER', 'ollama:qwen3', {keeper: 'ollama:qwen3'}],
		['ROSTRUM_PACE', '180', {pace: 180}],
		['ROSTRUM_PACE', 'speech', {pace: 'speech'}],
		['ROSTRUM_SEED', '7', {seed: 7}],
		['ROSTRUM_BUDGET', '0.50usd', {budget: {usd: 0.5}}],
		['ROSTRUM_BUDGET', '200000tok', {budget: {tokens: 200_000}}],
		['ROSTRUM_BUDGET', '1usd,5000tok', {budget: {usd: 1, tokens: 5000}}],
		['ROSTRUM_EXPORT', 'md,srt', {export: ['md', 'srt']}],
		[
			'ROSTRUM_WEIGHTS',
			'{"steelManning": 50}',
			{weights: {steelManning: 50, selfCritique: 25, frameworkConsistency: 25, intellectualHonesty: 25}},
		],
		[
			'ROSTRUM_PROVIDERS',
			'{"mine": {"baseUrl": "http://127.0.0.1:9/v1"}}',
			{providers: {mine: {baseUrl: 'http://127.0.0.1:9/v1'}}},
		],
		['OPENAI_BASE_URL', 'http://127.0.0.1:9/v1', {providers: {openai: {baseUrl: 'http://127.0.0.1:9/v1'}}}],
	])('reads %s=%s', (variable, value, expected) => {
		expect(resolveOne({env: {[variable]: value}}).settings).toMatchObject(expected);
	});

	it.each([
		['timeout', '12s'],
		['timeout', '0'],
		['seed', '-1'],
		['seed', '1.5'],
		['pace', 'fast'],
		['pace', '-1'],
		['budget', '5'],
		['budget', '0usd'],
		['budget', '1usd,'],
		['judges', 'a,b,c,d'],
		['weights', '{"steelManning": -1}'],
		['weights', '{"style": 1}'],
		['providers', '{"mine": {"baseUrl": "file:///x"}}'],
		['weights', '{"steelManning":0,"selfCritique":0,"frameworkConsistency":0,"intellectualHonesty":0}'],
	])('refuses the %s %j, naming it, the value, the source and what it may be', (name, value) => {
		const message = messageOf(() => resolveOne({env: {[`ROSTRUM_${name.toUpperCase()}`]: value}}));
		expect(message).toContain(`"${name}"`);
		expect(message).toContain(JSON.stringify(value));
		expect(message).toContain(`(from ROSTRUM_${name.toUpperCase()})`);
		expect(message).toContain('It may be ');
	});

	it('names every value that does not fit at once', () => {
		const message = messageOf(() =>
			resolveSettings({
				flags: {seed: 'x'},
				env: {ROSTRUM_PACE: 'y'},
				file: {timeout: 'z'},
				path: '/home/settings.json',
			}),
		);
		expect(message.split('\n')).toHaveLength(3);
		expect(message).toContain('from --seed');
		expect(message).toContain('from /home/settings.json');
	});

	it('says which name in the file is no setting', () => {
		expect(resolveOne({file: {tiemout: 3}}).notices).toEqual([expect.stringContaining('"tiemout"')]);
	});

	it('refuses an OPENAI_BASE_URL that is no address', () => {
		expect(messageOf(() => resolveOne({env: {OPENAI_BASE_URL: 'localhost'}}))).toContain('OPENAI_BASE_URL');
	});
});

describe('files', () => {
	it.each([
		['{"timeout": 5', 1, 14],
		['{\n\t"budget": "5000tok",\n}', 3, 1],
		['{"judges": [1,]}', 1, 15],
		['{"voice": tru}', 1, 14],
		['sk-half', 1, 1],
		['', 1, 1],
		['[1]', 1, 1],
		['"x"', 1, 1],
		['null', 1, 1],
	])('stops at a settings file that holds %j, says where, and leaves it', (text, line, column) => {
		const home = freshHome();
		writeFileSync(join(home, 'settings.json'), text);
		const message = messageOf(() => loadSettings({}, {env: {ROSTRUM_HOME: home}}));
		expect(message).toContain(`line ${line}, column ${column} (from ${join(home, 'settings.json')}). Correct it there`);
		expect(readdirSync(home)).toEqual(['settings.json']);
		expect(readFileSync(join(home, 'settings.json'), 'utf8')).toBe(text);
	});

	it('writes a setting for its owner alone, keeping the others', async () => {
		const home = freshHome();
		const env = {ROSTRUM_HOME: home};
		const {settings: file} = homeFiles(home);
		await writeSetting('timeout', '5000', {home});
		await writeSetting('judges', 'a:b,c:d', {home});
		expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({timeout: 5000, judges: 'a:b,c:d'});
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(loadSettings({}, {env}).settings).toMatchObject({timeout: 5000, judges: ['a:b', 'c:d']});
		await writeSetting('timeout', undefined, {home});
		expect(loadSettings({}, {env}).settings.timeout).toBe(120_000);
	});

	it('refuses to write what does not fit, and leaves no file', async () => {
		const home = freshHome();
		await expect(writeSetting('timeout', 'soon', {home})).rejects.toThrow(/"timeout" does not fit: "soon"/u);
		expect(readdirSync(home)).toEqual([]);
	});

	it('says that a file cannot be written, and where', async () => {
		const home = join(freshHome(), 'gone');
		symlinkSync(join(freshHome(), 'missing', 'place'), home);
		await expect(writeSetting('timeout', '5000', {home})).rejects.toThrow(UsageError);
		await expect(writeSetting('timeout', '5000', {home})).rejects.toThrow(
			`(from ${join(home, 'settings.json')}). Check the permissions`,
		);
	});

	it('writes nothing over a broken file of keys, and tells none of it', async () => {
		const home = freshHome();
		writeFileSync(join(home, 'keys.json'), 'sk-half');
		const written = writeKey('mine', 'k', {home});
		await expect(written).rejects.toThrow('not valid JSON: line 1, column 1');
		await expect(written).rejects.not.toThrow('sk-half');
		expect(readFileSync(join(home, 'keys.json'), 'utf8')).toBe('sk-half');
	});
});

describe('keys', () => {
	const withKey = async (env: Environment): Promise<Environment> => {
		await writeKey('openrouter', 'kept-key', {home: rostrumHome(env)});
		return env;
	};
	const openrouter = {id: 'openrouter', keyVariable: 'OPENROUTER_API_KEY'};

	it('come from the environment first, then from the file', async () => {
		const env = await withKey({ROSTRUM_HOME: freshHome()});
		expect(loadSettings({}, {env}).keyOf(openrouter)).toMatchObject({key: 'kept-key'});
		expect(loadSettings({}, {env: {...env, OPENROUTER_API_KEY: 'env-key'}}).keyOf(openrouter)).toEqual({
			key: 'env-key',
			from: 'OPENROUTER_API_KEY',
		});
		expect(loadSettings({}, {env}).keyOf({id: 'openai', keyVariable: 'OPENAI_API_KEY'})).toBeUndefined();
	});

	it('are for their owner alone, and closed to others where they were not', async () => {
		const env = await withKey({ROSTRUM_HOME: freshHome()});
		const {keys} = homeFiles(rostrumHome(env));
		expect(statSync(keys).mode & 0o777).toBe(0o600);
		for (const mode of [0o644, 0o640, 0o604, 0o620]) {
			chmodSync(keys, mode);
			expect(loadSettings({}, {env}).notices).toEqual([expect.stringContaining('0600')]);
			expect(statSync(keys).mode & 0o777).toBe(0o600);
		}
	});

	it('are no part of the settings', async () => {
		const env = await withKey({ROSTRUM_HOME: freshHome()});
		expect(JSON.stringify(loadSettings({}, {env}))).not.toContain('kept-key');
	});
});

describe('a screen', () => {
	const terminal = {stdin: {isTTY: true}, stdout: {isTTY: true}};
	it.each([
		[terminal, {}, true],
		[terminal, {CI: 'false'}, true],
		[terminal, {CI: 'true'}, false],
		[terminal, {TERM: 'dumb'}, false],
		[{...terminal, stdout: {}}, {}, false],
		[{...terminal, stdin: {}}, {}, false],
	])('on %j with %j: %s', (streams, env, expected) => {
		expect(isInteractive({...streams, env})).toBe(expected);
	});
});

it('colours are darker where the user or the terminal says that its background is light', () => {
	expect(
		[{}, {COLORFGBG: '15;0'}, {COLORFGBG: '0;15'}, {COLORFGBG: '0;default;7'}].map(env => drawn({}, env).light),
	).toEqual([undefined, false, true, true]);
	expect(drawn({theme: 'light'}, {NO_COLOR: '1'})).toMatchObject({colour: true, light: true});
	expect(drawn({theme: 'colour'}, {COLORFGBG: '0;15'})).toMatchObject({colour: true, light: false});
	expect(drawn({}, {NO_COLOR: '1', ROSTRUM_THEME: 'light'})).toMatchObject({colour: true, light: true});
	expect(drawn({}, {NO_COLOR: '1', COLORFGBG: '0;15'}).colour).toBe(false);
});
