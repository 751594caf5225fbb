/** Process groups that must not outlive Rostrum, and the mark by which those are found that left theirs. */
import {spawnSync} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';

/**
 * Signals a whole group; a group that is already gone is fine. Windows has neither groups nor signals: there a process
 * is ended with all that it started.
 */
export function signalGroup(
	group: number | undefined,
	signal: NodeJS.Signals,
	platform: NodeJS.Platform = process.platform,
): void {
	if (group === undefined) return;
	if (platform === 'win32') return void spawnSync('taskkill', ['/pid', String(group), '/t', '/f'], {stdio: 'ignore'});
	try {
		process.kill(-group, signal);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

const markName = 'ROSTRUM_STARTED_BY';

/** A variable in the environment of a program and all that it starts: by it those are found that left its group. */
export type ProcessMark = {
	/** `NAME=VALUE`, as it stands in an environment. */
	readonly entry: string;
	readonly env: Readonly<Record<string, string>>;
	readonly endAll: () => void;
};

export function processMark(): ProcessMark {
	const value = randomUUID();
	const entry = `${markName}=${value}`;
	return {entry, env: {[markName]: value}, endAll: () => endMarked(entry)};
}

/** Ends every process with this entry in its environment, where the system shows environments (Linux). */
function endMarked(entry: string): void {
	for (const pid of process.platform === 'linux' ? readdirSync('/proc').filter(name => /^\d+$/u.test(name)) : []) {
		try {
			if (readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(entry))
				process.kill(Number(pid), 'SIGKILL');
		} catch (error) {
			// It has ended meanwhile, or is another user's.
			if (!(error instanceof Error && 'code' in error)) throw error;
		}
	}
}
