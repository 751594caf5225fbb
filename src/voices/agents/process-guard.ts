/** A watchdog that ends what Rostrum started if Rostrum itself is killed. */
import {spawn, type ChildProcess} from 'node:child_process';
import type {ProcessMark} from './process-group.ts';

/** What the watchdog knows of one program. */
export type GuardedProgram = {
	/** Once it was started: its process group. */
	readonly started: (group: number | undefined) => void;
	/** Once it has ended, since the group's id may be reused. */
	readonly ended: () => void;
};

/**
 * Reads lines of `MARK GROUP`, `MARK` (not started yet) and `- MARK` (ended). When its input ends, Rostrum is gone: it
 * kills every group, and on Linux everything that has a mark. A process that is just being started has its mark a
 * moment later, so it looks until there was none for a while.
 */
const vigil = `
const {readdirSync, readFileSync} = require('node:fs');
const {spawnSync} = require('node:child_process');
const programs = new Map();
let rest = '';
process.stdin.setEncoding('utf8').on('error', () => {}).on('data', text => {
	const lines = (rest + text).split('\\n');
	rest = lines.pop();
	for (const [first, second = ''] of lines.map(line => line.split(' ')))
		if (first === '-') programs.delete(second);
		else programs.set(first, second);
}).on('close', () => {
	for (const group of programs.values()) if (group !== '') endGroup(group);
	if (process.platform === 'linux' && programs.size > 0) endMarked(10);
});
function endGroup(group) {
	if (process.platform === 'win32') spawnSync('taskkill', ['/pid', group, '/t', '/f']);
	else attempt(() => process.kill(-group, 'SIGKILL'));
}
function endMarked(times) {
	for (const pid of readdirSync('/proc').filter(name => /^[0-9]+$/.test(name)))
		attempt(() => {
			if (readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0').some(entry => programs.has(entry)))
				process.kill(pid, 'SIGKILL');
		});
	if (times > 1) setTimeout(endMarked, 50, times - 1);
}
// It has ended meanwhile, or is another user's.
function attempt(act) { try { act(); } catch {} }
`;

let watchdog: ChildProcess | undefined;

/**
 * Has a program watched that is about to be started with this mark. One watchdog does for all of them: a process of its
 * own in Node, so that it is the same on every system. A process cannot catch its own `kill -9`, but its pipe to the
 * watchdog closes with it. The watchdog does not keep Rostrum running.
 */
export function guardProgram({entry}: Pick<ProcessMark, 'entry'>): GuardedProgram {
	watchdog ??= startWatchdog();
	const {stdin} = watchdog;
	const tell = (line: string) => void (stdin?.writable && stdin.write(`${line}\n`));
	tell(entry);
	return {
		started: group => tell(`${entry} ${group ?? ''}`),
		ended: () => tell(`- ${entry}`),
	};
}

function startWatchdog(): ChildProcess {
	const child = spawn(process.execPath, ['-e', vigil], {
		detached: true,
		windowsHide: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	const forget = (): void => {
		if (watchdog === child) watchdog = undefined;
	};
	// Without it, programs are still ended by whatever ends Rostrum but `kill -9`.
	child.on('error', forget).on('exit', forget);
	child.stdin.on('error', forget);
	child.unref();
	return child;
}
