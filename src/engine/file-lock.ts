/** A lock beside a file, for the moment between reading it and writing it. Held by processes of ours; others do not know it. */
import {readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {setTimeout as wait} from 'node:timers/promises';

/** Nobody holds it longer than it takes to read and write one file. */
const stalestMs = 5000;
const patienceMs = 15_000;

/** Runs `task`, which must not wait, while no other process of ours does. A lock left by one that died is taken over. */
export async function withLock<T>(lock: string, task: () => T): Promise<T> {
	const until = performance.now() + patienceMs;
	while (!take(lock)) {
		if (isStale(lock)) rmSync(lock, {force: true});
		else if (performance.now() > until) throw new Error(`${lock} is held by process ${readFileSync(lock, 'utf8')} and not given back`);
		else await wait(10);
	}
	try {
		return task();
	} finally {
		rmSync(lock, {force: true});
	}
}

function take(lock: string): boolean {
	try {
		writeFileSync(lock, String(process.pid), {flag: 'wx'});
		return true;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
		throw error;
	}
}

function isStale(lock: string): boolean {
	const found = statSync(lock, {throwIfNoEntry: false});
	return found !== undefined && Date.now() - found.mtimeMs > stalestMs;
}
