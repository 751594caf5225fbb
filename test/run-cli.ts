/** Runs the built program as a user would, with a home of its own and nothing of the machine's environment. */
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {packageRoot} from '../src/engine/host/package-root.ts';
import {freshFolder, type How, type Ran} from './run-in-process.ts';

export {freshFolder, type Ran};

export function rostrum(
	args: readonly string[],
	{home = freshFolder(), cwd = home, env = {}, stdin = '', watch, watchErrors}: How = {},
): Promise<Ran> {
	const child = spawn(process.execPath, [join(packageRoot, 'bin', 'rostrum.js'), ...args], {
		cwd,
		// Rehearsal voices talk like people, 90 tokens a second, where a debate is held in real time.
		env: {PATH: process.env['PATH'] ?? '', ROSTRUM_HOME: home, ROSTRUM_REHEARSAL_SPEED: '2000', ...env},
	});
	let [stdout, stderr] = ['', ''];
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		stdout += text;
		watch?.(stdout, signal => child.kill(signal));
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
		watchErrors?.(stderr, signal => child.kill(signal));
	});
	child.stdin.end(stdin);
	return new Promise((resolve, reject) => {
		child.once('error', reject).once('close', code => resolve({code, stdout, stderr}));
	});
}
