/** Output that cannot be written, or that nobody reads: one line and 3, or 141 as with any other program. */
import {execFileSync, spawn} from 'node:child_process';
import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {program} from '../e2e/rostrum.ts';
import {freshFolder, rostrum} from '../run-cli.ts';

function shell(line: string, home: string): Promise<{readonly code: number | null; readonly stderr: string}> {
	const child = spawn('bash', ['-c', line], {
		cwd: home,
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: join(home, 'home'), NODE: process.execPath, PROGRAM: program},
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
	return new Promise(resolve => child.once('close', code => resolve({code, stderr})));
}

const rostrumIn = (rest: string): string => `"$NODE" "$PROGRAM" ${rest}`;
const run = 'run duelogic --topic "Zoos should be closed." --voice rehearsal --headless --pace instant --out out';

it('makes the file of an export private, whatever the umask', async () => {
	const home = freshFolder();
	await shell(`umask 000; ${rostrumIn('export sample-liberty-vs-community --to md -o out.md')}`, home);
	expect(statSync(join(home, 'out.md')).mode & 0o777).toBe(0o600);
});

describe('output on a full disk', () => {
	it.each([
		['a debate as events', `${run} --json`],
		['a debate as text', run],
		['a list', 'models --help'],
		['a version', '--version'],
		['an export', 'export sample-liberty-vs-community --to md'],
		['a check', 'verify sample-liberty-vs-community'],
	])('ends %s with one line and 3', async (_, args) => {
		const {code, stderr} = await shell(`${rostrumIn(args)} > /dev/full`, freshFolder());
		const told = stderr.split('\n').filter(line => line.startsWith('rostrum:'));
		expect({code, told}).toEqual({code: 3, told: [expect.stringContaining('the disk is full (ENOSPC)')]});
		expect(stderr).not.toMatch(/^\s+at /mu);
	});

	it('leaves a debate that can be resumed', async () => {
		const home = freshFolder();
		await shell(`${rostrumIn(`${run} --json`)} > /dev/full`, home);
		const folder = join(home, 'out', readdirSync(join(home, 'out'))[0] ?? '');
		expect(
			await rostrum(['resume', folder, '--trust', folder, '--headless', '--pace', 'instant'], {home}),
		).toMatchObject({
			code: 0,
		});
	});

	it('ends with 3 also where nothing can be told of it', async () => {
		expect(
			(await shell(`${rostrumIn('verify sample-liberty-vs-community')} > /dev/full 2>&1`, freshFolder())).code,
		).toBe(3);
	});
});

describe('a reader that goes away early', () => {
	it.each([
		['a debate as events', `${run} --json`],
		['a debate as text', run],
		['an export', 'export sample-liberty-vs-community --to html'],
	])('ends %s with 141, as it ends any other program', async (_, args) => {
		const home = freshFolder();
		const {code, stderr} = await shell(`${rostrumIn(args)} | head -1; exit "\${PIPESTATUS[0]}"`, home);
		expect({code, stderr}).toEqual({code: 141, stderr: expect.not.stringContaining('rostrum:')});
		if (!args.startsWith('run')) return;
		const journal = execFileSync('sh', ['-c', 'cat out/*/debate.jsonl'], {cwd: home, encoding: 'utf8'});
		expect(journal).not.toContain('"type":"debate-end"');
	});
});
