/** Pipes, sockets and devices where a file is expected: refused at once, or read where the user means them. */
import {execFileSync, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {program} from '../e2e/rostrum.ts';
import {freshFolder, rostrum} from '../run-cli.ts';
import {some} from '../hunt/every.ts';

const pipeAt = (path: string): string => {
	mkdirSync(join(path, '..'), {recursive: true});
	execFileSync('sh', ['-c', 'mkfifo "$0"', path]);
	return path;
};

/** Runs a command line that may hang; a run that does is ended, and its code is null. */
function within(seconds: number, args: readonly string[], home: string, line = '') {
	const env = {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: join(home, 'home'), ROSTRUM_REHEARSAL_SPEED: '2000'};
	const child =
		line === ''
			? spawn(process.execPath, [program, ...args], {cwd: home, env, stdio: ['ignore', 'pipe', 'pipe']})
			: spawn('bash', ['-c', line], {cwd: home, env: {...env, NODE: process.execPath, PROGRAM: program}});
	const said = {stdout: '', stderr: ''};
	child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
	child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
	const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
	return new Promise<{code: number | null; stdout: string; stderr: string}>(resolve => {
		child.once('close', code => {
			clearTimeout(timer);
			resolve({code, ...said});
		});
	});
}

const run = ['run', '--voice', 'rehearsal', '--headless', '--pace', 'instant'];
const journal = (home: string) => pipeAt(join(home, 'debate', 'debate.jsonl'));

describe('a pipe nobody writes to, or a device, in the place of a file', () => {
	it.each(
		some<[string, (home: string) => readonly string[]]>(
			[
				['settings', home => (pipeAt(join(home, 'home', 'settings.json')), ['config', 'list'])],
				['keys', home => (pipeAt(join(home, 'home', 'keys.json')), ['doctor'])],
				['a preset', home => (pipeAt(join(home, 'home', 'presets', 'mine.json')), ['presets'])],
				[
					'own frameworks',
					home => (pipeAt(join(home, 'home', 'frameworks.json')), [...run, 'duelogic', '--topic', 'Why?']),
				],
				['a journal that is verified', home => ['verify', journal(home)]],
				['a folder of debates that is verified', home => (journal(home), ['verify', home])],
				['a journal that is played', home => ['replay', journal(home)]],
				['a journal that is resumed', home => ['resume', journal(home), '--headless']],
				['a journal that is exported', home => ['export', journal(home), '--to', 'md']],
				['a journal among others', home => (pipeAt(join(home, 'transcripts', 'one', 'debate.jsonl')), ['list'])],
				[
					'the file of a debate that is joined',
					home => ['join', pipeAt(join(home, 'DEBATE.md')), '--voice', 'rehearsal'],
				],
				['a file that is watched', home => ['watch', pipeAt(join(home, 'DEBATE.md')), '--headless']],
				['a device as a topic', () => [...run, 'duelogic', '--topic', '@/dev/zero']],
				['a device as context', () => [...run, 'duelogic', '--topic', 'Why?', '--context', '@/dev/zero']],
				['a device as a specification', () => [...run, 'adversarial-spec', '/dev/zero']],
				['a device as a review', () => [...run, 'code-debate', '--review', '/dev/zero']],
				['a device as a file to debate', () => [...run, 'code-debate', '--files', '/dev/zero']],
				['a device as a batch', () => ['batch', '/dev/zero']],
				['a device as judgements', () => ['rank', '/dev/zero']],
				[
					'a device as a list of words',
					() => ['export', 'sample-liberty-vs-community', '--to', 'podcast', '--pronounce', '/dev/zero'],
				],
			],
			4,
		),
	)('as %s ends the program in a few words', async (_, prepare) => {
		const home = mkdtempSync(join(tmpdir(), 'rostrum-strange-'));
		const {code, stderr} = await within(50, prepare(home), home);
		expect({code, stderr}).toEqual({code: expect.any(Number), stderr: expect.not.stringContaining('this is a bug')});
		expect([0, 2, 3]).toContain(code);
	});

	it('that is to be written to is refused', async () => {
		const home = mkdtempSync(join(tmpdir(), 'rostrum-strange-'));
		const out = pipeAt(join(home, 'out'));
		const {code, stderr} = await within(30, ['export', 'sample-liberty-vs-community', '--to', 'md', '-o', out], home);
		expect({code, stderr}).toEqual({code: 2, stderr: expect.stringContaining('cannot be written')});
	});

	// A signal that comes while the program starts is not heard before its event loop turns: it must not be lost.
	it('ends on SIGTERM wherever it comes, while the program starts and while it waits for a pipe', async () => {
		const home = mkdtempSync(join(tmpdir(), 'rostrum-strange-'));
		const pipe = pipeAt(join(home, 'p'));
		for (const at of some([100, 300, 700, 200, 400, 500, 1000, 3000], 3)) {
			const child = spawn(process.execPath, [program, ...run, 'duelogic', '--topic', `@${pipe}`], {
				cwd: home,
				env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: join(home, 'home')},
			});
			const ended = new Promise(resolve => child.once('close', resolve));
			await wait(at);
			const before = performance.now();
			child.kill('SIGTERM');
			await ended;
			expect([at, performance.now() - before < 2000]).toEqual([at, true]);
		}
	}, 60_000);
});

describe('a pipe that the user named', () => {
	const line = (rest: string) => `"$NODE" "$PROGRAM" ${rest}`;
	const debate = `${run.join(' ')} --out out duelogic --set flow.maxExchanges=3`;

	it.each(
		some(
			[
				['the topic, from standard input', `echo "Piped words" | ${line(`${debate} --topic @-`)}`],
				['the topic, by its device', `echo "Piped words" | ${line(`${debate} --topic @/dev/stdin`)}`],
				['the topic, from a command', line(`${debate} --topic @<(echo "Piped words")`)],
				['the topic, from one that is slow', line(`${debate} --topic @<(sleep 1; echo "Piped words")`)],
				['the topic, from a file', `echo "Piped words" > w; ${line(`${debate} --topic @/dev/stdin`)} < w`],
				['topic and context in one', `printf 'Piped words\\n\\nAnd more\\n' | ${line(`${debate} --topic @-`)}`],
				[
					'a named one with a writer that comes late',
					`mkfifo p; (sleep 1; echo "Piped words" > p) & ${line(`${debate} --topic @p`)}`,
				],
				['a specification', `echo "# Piped words" | ${line(`${run.join(' ')} --out out adversarial-spec -`)}`],
				['a review', `echo "Piped words at one.ts:1" | ${line(`${run.join(' ')} --out out code-debate --review -`)}`],
			] as const,
			3,
		),
	)('is read as %s', async (_, command) => {
		const home = freshFolder();
		const {code, stderr} = await within(100, [], home, command);
		expect({code, stderr: stderr.slice(0, 600)}).toMatchObject({code: 0});
		const found = execFileSync('sh', ['-c', 'cat out/*/debate.jsonl'], {cwd: home, encoding: 'utf8'});
		expect(found).toContain('Piped words');
		if (command.includes('And more')) expect(found).toContain('And more');
	});

	it('is a journal as well', async () => {
		const home = freshFolder();
		writeFileSync(join(home, 'j'), readFileSync('transcripts/sample-liberty-vs-community/debate.jsonl'));
		const {code, stdout} = await within(60, [], home, `cat j | ${line('verify -')}`);
		expect({code, stdout}).toEqual({code: 0, stdout: expect.stringContaining('sound')});
	});

	it('is refused on a terminal, where nothing is piped in', async () => {
		const home = freshFolder();
		const {code, stderr} = await rostrum(['run', 'duelogic', '--topic', '@/dev/zero', '--headless'], {home});
		expect({code, stderr}).toEqual({code: 2, stderr: expect.stringContaining('not a file')});
	});
});
