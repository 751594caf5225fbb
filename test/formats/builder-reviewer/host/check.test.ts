import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {runCheck} from '../../../../src/formats/builder-reviewer/host/checks.ts';
import {shellLaunch} from '../../../../src/engine/host/run-command.ts';
import {running} from '../../../fixtures/running.ts';

const cwd = mkdtempSync(path.join(tmpdir(), 'rostrum-check-'));
const check = (command: string, timeoutMs = 20_000, signal = new AbortController().signal) =>
	runCheck({command, cwd, timeoutMs, signal});

/** Whether a process is there; one that has ended and waits for its parent to notice is not. */
function isAlive(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === false;
	} catch {
		return false;
	}
}

async function untilGone(pid: number): Promise<boolean> {
	for (let tries = 0; tries < 100 && isAlive(pid); tries++) await wait(20);
	return !isAlive(pid);
}

describe('a check', () => {
	it('passes or fails by its exit code, and says what it said, both streams in order', async () => {
		expect(await check('echo out; echo err >&2; exit 0')).toMatchObject({
			ok: true,
			exit_code: 0,
			timed_out: false,
			output: 'out\nerr\n',
		});
		expect(await check('echo no; exit 3')).toMatchObject({
			ok: false,
			exit_code: 3,
			output: 'no\n',
			command: 'echo no; exit 3',
		});
		expect(await check('kill -TERM $$')).toMatchObject({ok: false, exit_code: null, signal: 'SIGTERM'});
		expect(await check('no-such-program-at-all')).toMatchObject({ok: false, exit_code: 127});
	});

	it('names paths from the folder that it runs in', async () => {
		const {output} = await check(`printf '%s\\n' "at $PWD/test/a.js:3" "in $PWD" "$PWD-2/b.js" /usr/c.js`);
		expect(output).toBe(`at test/a.js:3\nin .\n${cwd}-2/b.js\n/usr/c.js\n`);
	});

	it('that hangs is killed at its limit with its whole process group', async () => {
		const result = await check(
			'sleep 300 & echo $! > child; (trap "" TERM; sleep 300) & echo $! > stubborn; echo waiting; wait',
			300,
		);
		expect(result).toMatchObject({ok: false, timed_out: true, output: 'waiting\n'});
		for (const file of ['child', 'stubborn'])
			expect(await untilGone(Number(readFileSync(path.join(cwd, file), 'utf8')))).toBe(true);
	});

	it('does not wait for what it left running, and does not leave it', async () => {
		const result = await check('sleep 300 & echo $! > left; echo done');
		expect(result).toMatchObject({ok: true, output: 'done\n'});
		expect(await untilGone(Number(readFileSync(path.join(cwd, 'left'), 'utf8')))).toBe(true);
	});

	it('that floods its output is bounded: the beginning and the end are kept', async () => {
		const {ok, output} = await check('echo first; head -c 30000000 /dev/zero | tr "\\0" x; echo; echo last');
		expect(ok).toBe(true);
		expect(output.length).toBeLessThan(20_000);
		expect(output).toMatch(/^first\nxxx/u);
		expect(output).toMatch(/characters left out …\n.*xxx\nlast\n$/su);
		const {output: emoji} = await check('printf x; for n in $(seq 20000); do printf "😀"; done; printf y');
		expect([emoji.includes('left out'), emoji.includes('\uFFFD'), emoji.isWellFormed()]).toEqual([true, false, true]);
	});

	it('has its output made plain and freed of secrets', async () => {
		const {output} = await check(String.raw`printf '\033[31mred\033[0m \033]0;title\007 PASSWORD=hunter2secret\n'`);
		expect(output).not.toMatch(/[\u001B\u0007]|hunter2/u);
	});

	it('does not see the keys of the voices', async () => {
		const before = process.env['OPENROUTER_API_KEY'];
		process.env['OPENROUTER_API_KEY'] = 'sk-or-v1-of-the-user';
		try {
			expect((await check('echo "[$OPENROUTER_API_KEY]"')).output).toBe('[]\n');
		} finally {
			if (before === undefined) delete process.env['OPENROUTER_API_KEY'];
			else process.env['OPENROUTER_API_KEY'] = before;
		}
	});

	it('ends with the debate', async () => {
		const leaving = new AbortController();
		const running = check('echo $$ > shell; sleep 300', 20_000, leaving.signal);
		setTimeout(() => leaving.abort(new Error('left')), 300);
		await expect(running).rejects.toThrow('left');
		expect(await untilGone(Number(readFileSync(path.join(cwd, 'shell'), 'utf8')))).toBe(true);
	});

	it('is a line of the system’s own shell, which on Windows reads its quotes itself', () => {
		expect(shellLaunch('npm test', 'linux')).toEqual({command: '/bin/sh', args: ['-c', 'npm test']});
		expect(shellLaunch('echo "a b"', 'win32')).toEqual({
			command: 'cmd.exe',
			args: ['/d', '/s', '/c', '"echo "a b""'],
		});
	});

	it('does not outlive the program that runs it, though that is killed with -9, at whatever moment, without sh', async () => {
		const programs = mkdtempSync(path.join(tmpdir(), 'rostrum-programs-'));
		symlinkSync('/bin/sleep', path.join(programs, 'sleep'));
		for (const delay of [0, 2, 5, 10, 20, 40, 400]) {
			const mark = `29${delay}.${process.pid}`;
			const child = spawn(
				process.execPath,
				[
					path.resolve('test/fixtures/checking.ts'),
					cwd,
					`sleep ${mark} & (trap "" TERM HUP; sleep ${mark}) & sleep ${mark}`,
				],
				{stdio: ['ignore', 'pipe', 'inherit'], env: {...process.env, PATH: programs}},
			);
			await once(child.stdout, 'data');
			await wait(delay);
			if (delay === 400) expect(running(mark).length).toBeGreaterThan(3);
			child.kill('SIGKILL');
			await once(child, 'exit');
			let left = running(mark);
			for (let tries = 0; tries < 100 && left.length > 0; tries++) {
				await wait(20);
				left = running(mark);
			}
			expect(left, `${delay} ms`).toEqual([]);
		}
	}, 60_000);
});
