/**
 * The places that the home screen leads to beside debates, on a terminal: settings, the health check, and a debate
 * that runs elsewhere.
 */
import {execFile} from 'node:child_process';
import {appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {journalsUnder} from '../../src/app/files/debate-folders.ts';
import {noKeys, openHere, patient, program} from './rostrum.ts';
import type {TerminalApp} from './term.ts';

const execFileAsync = promisify(execFile);

async function atHome(size: {
	readonly columns: number;
	readonly rows: number;
}): Promise<{readonly app: TerminalApp; readonly home: string}> {
	const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));
	const app = openHere(home, [], size);
	await app.waitFor('m more', patient);
	return {app, home};
}

async function leave(app: TerminalApp): Promise<void> {
	await app.press('esc');
	await app.waitFor('m more', patient);
	await app.press('q');
	expect((await app.exited).exitCode).toBe(0);
}

/** Goes through a list, a line a key, until the line is the chosen one. */
async function walk(app: TerminalApp, key: string, line: RegExp): Promise<void> {
	for (let steps = 0; steps < 60 && !line.test(app.text()); steps++) {
		const before = app.text();
		app.write(key);
		for (let tries = 0; tries < 50 && app.text() === before; tries++) await sleep(20);
	}
	await app.waitFor(line);
}

it('settings are changed where they stand: refused with a reason, kept, a key never shown, and taken back', async () => {
	const {app, home} = await atHome({columns: 80, rows: 24});
	const kept = (file: string): unknown => JSON.parse(readFileSync(path.join(home, file), 'utf8'));
	await app.press('s');
	await app.waitFor('enter change');
	await walk(app, '\u001B[B', /❯.*\bSeed\b/u);
	await app.press('enter');
	app.write('12x\r');
	expect(await app.waitFor('does not fit')).toContain('"12x"');
	expect(existsSync(path.join(home, 'settings.json'))).toBe(false);
	app.resize(60, 20);
	await app.press('backspace', 'enter');
	await app.waitFor('Seed: saved in');
	expect(kept('settings.json')).toEqual({seed: 12});
	await walk(app, '\u001B[A', /❯.*Voice for every seat/u);
	await app.press('enter');
	app.write('ollam:qwen3\r');
	expect(await app.waitFor('is not a provider')).toMatch(/ollam:qwen3\s+enter save/u);
	expect(kept('settings.json')).toEqual({seed: 12});
	// A voice that does not answer is refused as well, and one that does is kept.
	app.write(`${'\u007F'.repeat(6)}a:qwen3\r`);
	expect(await app.waitFor('This voice cannot speak now', patient)).toMatch(/ollama:qwen3\s+enter save/u);
	expect(kept('settings.json')).toEqual({seed: 12});
	app.write(`${'\u007F'.repeat('ollama:qwen3'.length)}rehearsal\r`);
	await app.waitFor('Voice for every seat: saved in');
	expect(kept('settings.json')).toEqual({seed: 12, voice: 'rehearsal'});
	await app.press('?');
	expect(await app.waitFor('esc close')).toContain('back to the default');
	await app.press('esc');
	await app.waitFor(/❯.*Voice for every seat/u);
	await app.press('d');
	await app.waitFor('keep rehearsal');
	await app.press('down', 'enter');
	await app.waitFor('Voice for every seat: back to the default.');
	app.write('\u001B[A');
	await app.waitFor(/❯.*Key for \w+/u);
	await app.press('enter');
	app.write('\u001B[200~key-of-mine\r\n\u001B[201~');
	await app.waitFor('●●●');
	expect(app.text()).not.toContain('key-of-mine');
	await app.press('enter');
	await app.waitFor(/Saved untried|saved in the file for keys/u);
	expect(app.text()).not.toContain('key-of-mine');
	expect(Object.values(kept('keys.json') ?? {})).toEqual(['key-of-mine']);
	await app.press('d');
	await app.waitFor(/Remove the key for .*\?/u);
	await app.press('down', 'enter');
	await app.waitFor(/Key for .*: removed\./u);
	expect(kept('keys.json')).toEqual({});
	await leave(app);
}, 120_000);

it('the health check tells what it finds as it finds it, holds a debate, and can be asked again', async () => {
	const {app} = await atHome({columns: 100, rows: 40});
	await app.press('c');
	await app.waitFor('✓ All that is needed works.', patient);
	expect(app.text()).toMatch(/✓ {2}rehearsal +completed, \d+ events/u);
	expect(app.text()).toMatch(/✓ {2}screen +100 × 40, /u);
	app.resize(60, 15);
	app.write('rr');
	await app.waitFor(/Checking… \d+ s/u);
	await app.waitFor('✓ All that is needed works.', patient);
	await leave(app);
}, 120_000);

it('a debate that another process writes is caught up with, searched meanwhile, and followed to its end', async () => {
	const {app, home} = await atHome({columns: 100, rows: 30});
	const [held, elsewhere] = [path.join(home, 'held'), path.join(home, 'elsewhere')];
	await execFileAsync(
		process.execPath,
		[
			program,
			'run',
			'duelogic',
			'--preset',
			'classic_clash',
			'--topic',
			'Voting should be compulsory.',
			'--voice',
			'rehearsal',
			'--seed',
			'7',
			'--set',
			'flow.maxExchanges=3',
			'--headless',
			'--out',
			held,
		],
		{env: {...process.env, ROSTRUM_HOME: home, ...noKeys}},
	);
	const lines = readFileSync(journalsUnder(held)[0] ?? '', 'utf8').split(/(?<=\n)/u);
	const half = lines.findIndex(line => line.includes('"type":"segment-start"') && line.includes('"round":2'));
	mkdirSync(path.join(elsewhere, '20261101-120000-voting'), {recursive: true});
	const journal = path.join(elsewhere, '20261101-120000-voting', 'debate.jsonl');
	writeFileSync(journal, lines.slice(0, half).join(''));
	await app.press('w');
	await app.waitFor('enter open');
	app.write(`\u001B[200~${path.join(home, 'nowhere')}\u001B[201~\r`);
	await app.waitFor('There is no debate here', patient);
	app.write(`${'\u007F'.repeat('nowhere'.length)}elsewhere\r`);
	await app.waitFor('watching', patient);
	await app.waitFor('exchange 1/3', patient);
	await app.press('/');
	await app.waitFor('Search');
	app.write('The proposition today\r');
	await app.waitFor(/▾ \d+ newer turns?: G/u, patient);
	app.resize(60, 20);
	appendFileSync(journal, lines.slice(half).join(''));
	expect(await app.waitFor('── over ─', patient)).toContain('The proposition today');
	await app.press('esc');
	await app.waitFor('enter results');
	await app.press('G', 'enter');
	await app.waitFor('completed', patient);
	await app.press('q');
	await app.waitFor('m more', patient);
	await app.press('q');
	expect((await app.exited).exitCode).toBe(0);
}, 120_000);
