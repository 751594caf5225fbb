/** Git in bubblewrap ends with the program that runs it, wherever in its start that is killed. */
import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect, it, onTestFinished, vi} from 'vitest';
import {packageRoot} from '../../../src/engine/host/package-root.ts';
import {findSandbox} from '../../../src/voices/sandbox/sandbox.ts';

const hasWalls = process.platform === 'linux' && 'sandbox' in findSandbox(['/usr/bin', '/bin', '/usr/local/bin']);

/** What the system shows of a process; empty where it has ended. */
function shown(pid: string | number, what: string): string {
	try {
		return readFileSync(`/proc/${pid}/${what}`, 'utf8');
	} catch (error) {
		if (error instanceof Error && 'code' in error) return '';
		throw error;
	}
}

const childrenOf = (pid: string | number): string[] =>
	shown(pid, `task/${pid}/children`)
		.split(' ')
		.filter(child => child !== '');

/** Processes that have this in their command line. */
const naming = (words: string): string[] =>
	readdirSync('/proc').filter(pid => /^\d+$/u.test(pid) && shown(pid, 'cmdline').includes(words));

/** Lines whose least difference takes git many seconds to find. */
function shuffled(random: () => number): string {
	const lines = Array.from({length: 100_000}, (_, line) => ({line, at: random()}));
	return `${lines
		.toSorted((one, other) => one.at - other.at)
		.map(({line}) => line)
		.join('\n')}\n`;
}

it.skipIf(!hasWalls)('is not left behind where it was only being walled in', async () => {
	const repository = mkdtempSync(join(tmpdir(), 'rostrum-walled-'));
	execFileSync('git', ['init', '-q'], {cwd: repository});
	for (const name of ['a', 'b']) writeFileSync(join(repository, name), shuffled(Math.random));
	const git = join(packageRoot, 'src', 'engine', 'host', 'git.ts');
	const asked = ['diff', '--minimal', '--no-index', 'a', 'b'];
	const program = `const {gitIn} = await import(${JSON.stringify(git)}); await gitIn(process.cwd())(${JSON.stringify(asked)});`;
	onTestFinished(() => {
		for (const pid of naming(repository)) process.kill(Number(pid), 'SIGKILL');
	});
	for (let round = 0; round < 6; round++) {
		const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
			cwd: repository,
			detached: true,
			stdio: 'ignore',
		});
		const over = once(child, 'exit');
		const deadline = performance.now() + 30_000;
		const walled = (): boolean =>
			childrenOf(child.pid ?? 0).some(pid => shown(pid, 'cmdline').includes('--minimal') && childrenOf(pid).length > 0);
		while (!walled()) {
			if (performance.now() > deadline) throw new Error('git was not run in bubblewrap');
			await setImmediate();
		}
		// By `timeout`, which ends a group (the first process of a namespace does not heed that), or by itself.
		if (round % 2 === 0) process.kill(-(child.pid ?? 0), 'SIGTERM');
		else child.kill('SIGKILL');
		await over;
		await vi.waitUntil(() => naming(repository).length === 0, {timeout: 15_000});
	}
	expect(naming(repository)).toEqual([]);
});
