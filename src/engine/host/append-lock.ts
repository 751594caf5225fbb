/**
 * An exclusive lock file: whoever creates it (`open` with `wx`) has the lock, and says in it who that is and since
 * when.
 * One whose owner is gone is taken over. Whoever takes a dead lock away must itself hold a lock on doing so, named
 * after that very lock, so that of two who find it dead only one can remove it, and neither removes the next one's.
 */
import {randomUUID} from 'node:crypto';
import {closeSync, openSync, readFileSync, statSync, unlinkSync, writeSync} from 'node:fs';
import {hostname} from 'node:os';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {parseJsonIfValid} from '../../debate/text/parse-json.ts';

/** What a lock file holds: who has it, since when (milliseconds of the wall clock), and a name of its own. */
const Owner = z.object({pid: z.int(), host: z.string(), at: z.number(), nonce: z.string()});
type Owner = z.infer<typeof Owner>;

/**
 * `waitMs`: how long a live owner is waited for. `deadAfterMs`: after how long the number of a living process must be
 * that of another one by now.
 */
export type LockOptions = {readonly waitMs?: number; readonly deadAfterMs?: number; readonly signal?: AbortSignal};

/** A lock that a live process would not give up in time. */
export class LockHeld extends Error {
	override readonly name = 'LockHeld';
}

/** No owner needs longer than this from creating its lock to writing its name into it. */
const namelessMs = 2000;

/** Waits for the lock and gives the function that gives it back. Throws `LockHeld`, saying by whom and what to do. */
export async function lockFile(
	file: string,
	{waitMs = 10_000, deadAfterMs = 600_000, signal}: LockOptions = {},
): Promise<() => void> {
	const deadline = performance.now() + waitMs;
	for (let tries = 0; ; tries++) {
		const giveBack = create(file);
		if (giveBack) return giveBack;
		const found = look(file);
		if (found && isDead(found, deadAfterMs))
			await remove(file, found, {waitMs: deadline - performance.now(), deadAfterMs});
		else if (performance.now() > deadline) throw new LockHeld(refusal(file, found, waitMs));
		// Those who wait do so for different times, or they would come back together.
		else await wait(1 + Math.random() * Math.min(20, 2 + tries), undefined, signal ? {signal} : {});
	}
}

/** Creates the lock file, or gives nothing where there is one. */
function create(file: string): (() => void) | undefined {
	const owner = JSON.stringify({
		pid: process.pid,
		host: hostname(),
		at: Date.now(),
		nonce: randomUUID(),
	} satisfies Owner);
	let descriptor: number;
	try {
		descriptor = openSync(file, 'wx');
	} catch (error) {
		if (isCode(error, 'EEXIST')) return undefined;
		throw error;
	}
	try {
		writeSync(descriptor, owner);
	} finally {
		closeSync(descriptor);
	}
	return () => {
		if (look(file)?.text === owner) unlinkSync(file);
	};
}

type LockFileState = {
	readonly text: string;
	readonly owner: Owner | undefined;
	/** Milliseconds. */ readonly age: number;
	readonly name: string;
};

/** What is in the lock file, if there still is one. */
function look(file: string): LockFileState | undefined {
	try {
		const {ino, mtimeMs} = statSync(file);
		const text = readFileSync(file, 'utf8');
		const owner = Owner.safeParse(parseJsonIfValid(text)).data;
		return {
			text,
			owner,
			age: Date.now() - (owner?.at ?? mtimeMs),
			name: owner?.nonce ?? `nameless-${ino}-${Math.round(mtimeMs)}`,
		};
	} catch (error) {
		if (isCode(error, 'ENOENT')) return undefined;
		throw error;
	}
}

/** Of a process on another machine only the age is known. */
function isDead({owner, age}: LockFileState, deadAfterMs: number): boolean {
	if (!owner) return age > namelessMs;
	return age > deadAfterMs || (owner.host === hostname() && !isAlive(owner.pid));
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return !isZombie(pid);
	} catch (error) {
		if (isCode(error, 'ESRCH')) return false;
		if (isCode(error, 'EPERM')) return true;
		throw error;
	}
}

/** Killed, and nobody has asked what became of it: it keeps its number and does nothing more. Only Linux shows it. */
function isZombie(pid: number): boolean {
	try {
		return /\) [ZX] [^)]*$/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch (error) {
		if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return false;
		throw error;
	}
}

/** Takes a dead lock away, unless somebody has done so. */
async function remove(file: string, dead: LockFileState, options: LockOptions): Promise<void> {
	const giveBack = await lockFile(`${file}.${dead.name}`, options);
	try {
		if (look(file)?.name === dead.name) unlinkSync(file);
	} finally {
		giveBack();
	}
}

function refusal(file: string, found: LockFileState | undefined, waitMs: number): string {
	const who = found?.owner
		? `process ${found.owner.pid} on ${found.owner.host}, for ${(found.age / 1000).toFixed(0)} s now`
		: 'a process that has not said who it is';
	return `${file} is held by ${who}; it was waited for ${(waitMs / 1000).toLocaleString('en-US')} s. If that process is not at work on this file, remove the lock file.`;
}

const isCode = (error: unknown, code: string): boolean =>
	error instanceof Error && 'code' in error && error.code === code;
