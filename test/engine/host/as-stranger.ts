/** What a program sees of a living process that belongs to another user, and that it may not signal. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdtempSync, rmSync} from 'node:fs';

const others = {running: 65_534, looking: 65_533} as const;

/**
 * Calls `look` with the id of such a process and a folder that both may write in. Root may signal everybody: there a
 * third user looks.
 */
export async function asStranger<T>(
	prepare: (pid: number, folder: string) => void,
	look: (pid: number, folder: string) => T,
): Promise<T> {
	const folder = mkdtempSync('/tmp/rostrum-stranger-');
	chmodSync(folder, 0o777);
	const isRoot = process.geteuid?.() === 0;
	const child = isRoot ? spawn('sleep', ['60'], {uid: others.running, stdio: 'ignore'}) : undefined;
	if (child) await once(child, 'spawn');
	const pid = child?.pid ?? 1;
	try {
		prepare(pid, folder);
		if (isRoot) process.seteuid?.(others.looking);
		return look(pid, folder);
	} finally {
		if (isRoot) process.seteuid?.(0);
		child?.kill();
		rmSync(folder, {recursive: true, force: true});
	}
}
