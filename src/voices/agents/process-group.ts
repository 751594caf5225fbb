/** Process groups that must not outlive Rostrum, however it ends. */
import {spawn} from 'node:child_process';

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
	/** Resolves once the guard knows the group's id. */
	readonly watch: (group: number | undefined) => Promise<void>;
	/** Call when the group has ended, since its id may be reused. */
	readonly dismiss: () => void;
};

/** Reads the group's id. If the input ends before a second line, Rostrum is gone: kill the group. */
const vigil = 'read -r group && { read -r over || kill -KILL "-$group"; }';

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
		watch: group =>
			new Promise(resolve => {
				if (group === undefined) resolve();
				else child.stdin.write(`${group}\n`, () => resolve());
			}),
		dismiss: () => void child.stdin.end('over\n'),
	};
}
