/** Process groups that must not outlive Rostrum, however it ends. */
import {spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';

/** Signals a whole group; a group that is already gone is fine. */
export function signalGroup(group: number | undefined, signal: NodeJS.Signals): void {
	if (group === undefined) return;
	try {
		process.kill(-group, signal);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

export type ProcessGuard = {
	/** Resolves once the guard knows the group's id, and the mark on everything that the group starts. */
	readonly watch: (group: number | undefined, mark: ProcessMark) => Promise<void>;
	/** Call when the group has ended, since its id may be reused. */
	readonly dismiss: () => void;
};

const markName = 'ROSTRUM_STARTED_BY';

/** A variable in the environment of a program and all that it starts: by it those are found that left its group. */
export type ProcessMark = {readonly env: Readonly<Record<string, string>>; readonly endAll: () => void};

export function processMark(): ProcessMark {
	const value = randomUUID();
	return {env: {[markName]: value}, endAll: () => endMarked(`${markName}=${value}`)};
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

/** Reads the group's id and its mark. If the input ends before a third line, Rostrum is gone: kill them all. */
const vigil = `read -r group && read -r mark && { read -r over || {
kill -KILL "-$group"
for file in /proc/[0-9]*/environ; do
	if tr '\\0' '\\n' 2>/dev/null <"$file" | grep -qx "$mark"; then pid=\${file#/proc/}; kill -KILL "\${pid%/environ}"; fi
done
}; } 2>/dev/null`;

/**
 * Starts a detached watchdog that kills a process group if Rostrum dies. A process cannot catch its own `kill -9`,
 * but its pipe to the watchdog closes with it. The watchdog does not keep Rostrum running.
 */
export function startGuard(): ProcessGuard {
	const child = spawn('sh', ['-c', vigil], {detached: true, stdio: ['pipe', 'ignore', 'ignore']});
	// If `sh` cannot be started, neither can the agent, which reports it.
	child.on('error', () => undefined);
	child.stdin.on('error', () => undefined);
	child.unref();
	return {
		watch: (group, {env}) =>
			new Promise(resolve => {
				if (group === undefined) resolve();
				else child.stdin.write(`${group}\n${Object.entries(env).flat().join('=')}\n`, () => resolve());
			}),
		dismiss: () => void child.stdin.end('over\n'),
	};
}
