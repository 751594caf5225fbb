import {mkdtempSync} from 'node:fs';
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
		value: '–',
		ways: ['rostrum config set voice VALUE', '--voice, for one run', 'ROSTRUM_VOICE in the environment'],
	});
	expect(rows.get('keys.openrouter')?.ways).toEqual([
		'rostrum config set keys.openrouter -',
		'OPENROUTER_API_KEY in the environment',
	]);
});
