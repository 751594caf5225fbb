/**
 * An exclusive lock file: whoever creates it (`open` with `wx`) has the lock, and writes into it who they are and since
 * when. On one host a living process keeps its lock however long it is stopped or asleep: its id and start time tell it
 * from another one with the same id. A lock whose owner is dead is removed. Removing takes a second lock, named after
 * the dead one, so that of two processes that find it dead only one removes it, and neither removes a new owner's lock.
 */
import {execFileSync} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {readFileSync, closeSync, openSync, statSync, unlinkSync, writeSync} from 'node:fs';
import {platform, hostname} from 'node:os';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {parseJsonIfValid} from '../../debate/text/json.ts';
import {readRegularFile} from './regular-file.ts';

// Tells a living process from another one that has been given its id since.

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

/**
 * The contents of a lock file: the owner, since when (wall clock, milliseconds), a unique name, and when its process
 * started.
 */
const Owner = z.object({
	pid: z.int(),
	host: z.string(),
	at: z.number(),
	nonce: z.string(),
	started: z.string().optional(),
});
type Owner = z.infer<typeof Owner>;

/**
 * `waitMs`: how long to wait for a live owner. `deadAfterMs`: the age after which the lock of another host counts as
 * dead, where nobody can see whether its process lives. `mode`: who may read the lock file, `0o666` less the umask as
 * a rule; an owner that another user is to see has to be readable by them.
 */
type LockOptions = {
	readonly mode?: number;
	readonly waitMs?: number;
	readonly deadAfterMs?: number;
	readonly signal?: AbortSignal;
};

export type FileLock = {
	/** Whether the lock file still names this owner: it does not once another has taken it over, or removed it. */
	isOurs(): boolean;
	/** Gives the lock back, unless another has it by now. */
	release(): void;
};

/** A live process did not release the lock in time. */
export class LockHeld extends Error {
	override readonly name = 'LockHeld';
}

/** No owner needs longer than this between creating the lock file and writing into it, in milliseconds. */
const namelessMs = 2000;

/** Waits for the lock and returns the function that releases it. Throws `LockHeld`, with its owner and what to do. */
export async function lockFile(file: string, options: LockOptions = {}): Promise<() => void> {
	return (await takeLock(file, options)).release;
}

/** Like `lockFile`, for an owner that wants to know later whether it still has the lock. */
export async function takeLock(
	file: string,
	{waitMs = 10_000, deadAfterMs = 600_000, signal, mode = 0o666}: LockOptions = {},
): Promise<FileLock> {
	const deadline = performance.now() + waitMs;
	for (let tries = 0; ; tries++) {
		const lock = create(file, mode);
		if (lock) return lock;
		const found = look(file);
		if (found && isDead(found, deadAfterMs))
			await remove(file, found, {waitMs: deadline - performance.now(), deadAfterMs, mode});
		else if (performance.now() > deadline) throw new LockHeld(refusal(file, found, waitMs));
		// Jitter, so that processes that wait do not retry together.
		else await wait(1 + Math.random() * Math.min(20, 2 + tries), undefined, signal ? {signal} : {});
	}
}

/** Whether somebody holds the lock who is not dead. */
export function isLocked(file: string, {deadAfterMs = 600_000}: Pick<LockOptions, 'deadAfterMs'> = {}): boolean {
	const found = look(file);
	return found !== undefined && !isDead(found, deadAfterMs);
}

const newOwner = (): string => {
	const started = processStart(process.pid);
	return JSON.stringify({
		pid: process.pid,
		host: hostname(),
		at: Date.now(),
		nonce: randomUUID(),
		...(started !== undefined && {started}),
	} satisfies Owner);
};

const ownedBy = (file: string, owner: string): FileLock => {
	const isOurs = () => look(file)?.text === owner;
	return {
		isOurs,
		release() {
			if (isOurs()) unlinkSync(file);
		},
	};
};

/** Creates the lock file; undefined if it exists. */
function create(file: string, mode: number): FileLock | undefined {
	const owner = newOwner();
	let descriptor: number;
	try {
		descriptor = openSync(file, 'wx', mode);
	} catch (error) {
		if (isCode(error, 'EEXIST')) return undefined;
		throw error;
	}
	try {
		writeSync(descriptor, owner);
	} catch (error) {
		unlinkSync(file);
		throw error;
	} finally {
		closeSync(descriptor);
	}
	return ownedBy(file, owner);
}

type LockFileState = {
	readonly text: string;
	readonly owner: Owner | undefined;
	/** In milliseconds. */
	readonly age: number;
	readonly name: string;
};

/** Reads the lock file; undefined if it is gone. */
function look(file: string): LockFileState | undefined {
	try {
		const {ino, mtimeMs} = statSync(file);
		const text = readRegularFile(file);
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

/** Whether a process on another machine is alive cannot be checked: there only the age counts. */
function isDead({owner, age}: LockFileState, deadAfterMs: number): boolean {
	if (!owner) return age > namelessMs;
	return owner.host === hostname() ? !isAlive(owner.pid) || isAnother(owner) : age > deadAfterMs;
}

/** Whether the process that has the owner's id now is not the owner. */
function isAnother({pid, started}: Owner): boolean {
	const start = started === undefined ? undefined : processStart(pid);
	return start !== undefined && start !== started;
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

/** A zombie was killed and keeps its id until its parent reaps it. Only Linux shows it, in /proc. */
function isZombie(pid: number): boolean {
	try {
		return /\) [ZX] [^)]*$/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch (error) {
		if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return false;
		throw error;
	}
}

/** Removes a dead lock, unless somebody has done so already. */
async function remove(file: string, dead: LockFileState, options: LockOptions): Promise<void> {
	const release = await lockFile(`${file}.${dead.name}`, options);
	try {
		if (look(file)?.name === dead.name) unlinkSync(file);
	} finally {
		release();
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
