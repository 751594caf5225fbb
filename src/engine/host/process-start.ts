/** Tells a living process from another one that has been given its id since. */
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {platform} from 'node:os';

/**
 * When a process started: the same text for as long as it lives, another one for every other process with its id. On
 * Linux the boot's id and clock ticks since then; elsewhere what `ps` says, to the second. Undefined if nobody knows.
 */
export function processStart(pid: number): string | undefined {
	if (platform() === 'linux') return linuxStart(pid);
	return platform() === 'win32' ? undefined : startByPs(pid);
}

/** Field 22 of /proc/PID/stat, counted behind the name, which may contain anything. */
function linuxStart(pid: number): string | undefined {
	try {
		const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8')
			.replace(/^.*\) /su, '')
			.split(' ')[19];
		const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
		return ticks === undefined ? undefined : `${boot} ${ticks}`;
	} catch (error) {
		if (error instanceof Error && 'code' in error) return undefined;
		throw error;
	}
}

function startByPs(pid: number): string | undefined {
	try {
		// Everybody has to be told the same time, in the same words.
		const env = {PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC'};
		const start = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {env, encoding: 'utf8'}).trim();
		return start === '' ? undefined : start;
	} catch (error) {
		if (error instanceof Error && ('code' in error || 'status' in error)) return undefined;
		throw error;
	}
}
