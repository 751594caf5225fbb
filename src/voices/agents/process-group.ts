/** Groups of processes that we start, and that must not outlive us however we end. */
import {spawn} from 'node:child_process';

/** Sends a signal to a whole group; it may already be gone, which is what was wanted. */
export function signalGroup(group: number | undefined, signal: NodeJS.Signals): void {
	if (group === undefined) return;
	try {
		process.kill(-group, signal);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
	}
}

export type ProcessGuard = {
	/** Resolves when the guard knows which group it is to end. */
	readonly watch: (group: number | undefined) => Promise<void>;
	/** The group has ended: its number may soon be another's. */
	readonly dismiss: () => void;
};

/** The first line names the group; where the input ends before a second one, we are gone. */
const vigil = 'read -r group && { read -r over || kill -KILL "-$group"; }';

/**
 * Starts a process of its own that ends a group once this process is gone: no signal tells a program of its own `kill
 * -9`,
 * but a pipe to another one closes with it. It is in no group of ours, and holds up nothing.
 */
export function startGuard(): ProcessGuard {
	const child = spawn('sh', ['-c', vigil], {detached: true, stdio: ['pipe', 'ignore', 'ignore']});
	// Where it cannot be started, what it is to guard cannot be started either, and says so.
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
