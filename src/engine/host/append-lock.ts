/**
 * An exclusive lock file: a process takes the lock by making it, holds it while it is there, and releases it by
 * removing it. It comes into being with its content, which says who its owner is. A lock is stale only where the system
 * says that its owner is gone, however old it is: their process is no more, its id is another's, or the machine was
 * started anew. A lock whose owner cannot be seen, on another machine or in another container, stays; the refusal says
 * what to do. Removing a stale lock takes a second lock, named after the stale one, so that of two processes that find
 * it stale only one removes it, and neither removes a new owner's lock.
 */
import {execFileSync} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {linkSync, readFileSync, readlinkSync, rmSync, statSync, unlinkSync, writeFileSync} from 'node:fs';
import {hostname, platform, uptime} from 'node:os';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {parseJsonIfValid} from '../../debate/text/json.ts';
import {readRegularFile} from './regular-file.ts';

/**
 * The contents of a lock file: the owner, since when (wall clock, milliseconds; only told, never counted), a unique
 * name, when its process started, and where it runs.
 */
const Owner = z.object({
	pid: z.int(),
	host: z.string(),
	at: z.number(),
	nonce: z.string(),
	started: z.string().optional(),
	machine: z
		.object({id: z.string().optional(), boot: z.string().optional(), processes: z.string().optional()})
		.optional(),
});
type Owner = z.infer<typeof Owner>;

/**
 * `waitMs`: how long to wait for an owner. `mode`: who may read the lock file, `0o666` less the umask as a rule; an
 * owner that another user is to see has to be readable by them.
 */
type LockOptions = {
	readonly mode?: number;
	readonly waitMs?: number;
	readonly signal?: AbortSignal;
};

export type FileLock = {
	/** Whether this owner still holds it: not once another has removed the lock file, or taken the lock after that. */
	isOurs(): boolean;
	/** Removes the lock file, unless another holds the lock by now. */
	release(): void;
};

/** An owner who is not known to be gone did not release the lock in time. */
export class LockHeld extends Error {
	override readonly name = 'LockHeld';
}

/** Waits for the lock and takes it. Throws `LockHeld`, with its owner and what to do. */
export async function takeLock(
	file: string,
	{waitMs = 10_000, signal, mode = 0o666}: LockOptions = {},
): Promise<FileLock> {
	const deadline = performance.now() + waitMs;
	for (let tries = 0; ; tries++) {
		const lock = takeFreeLock(file, mode);
		if (lock) return lock;
		const found = readLock(file);
		if (found && isStale(found)) await removeStale(file, found, {waitMs: deadline - performance.now(), mode});
		else if (performance.now() > deadline) throw new LockHeld(refusal(file, found, waitMs));
		// Jitter, so that processes that wait do not retry together.
		else await wait(1 + Math.random() * Math.min(20, 2 + tries), undefined, signal ? {signal} : {});
	}
}

/** Whether somebody holds the lock who is not known to be gone. */
export function isLocked(file: string): boolean {
	const found = readLock(file);
	return found !== undefined && !isStale(found);
}

const newOwner = (): Owner => {
	const {started, ...machine} = machineOf(process.pid);
	return {
		pid: process.pid,
		host: hostname(),
		at: Date.now(),
		nonce: randomUUID(),
		...(started !== undefined && {started}),
		machine,
	};
};

const ownedBy = (file: string, {nonce}: Owner): FileLock => {
	const isOurs = () => readLock(file)?.owner?.nonce === nonce;
	return {
		isOurs,
		release() {
			if (isOurs()) unlinkSync(file);
		},
	};
};

/** Takes a lock that nobody holds, whole from its beginning; undefined if it exists. */
export function takeFreeLock(file: string, mode: number): FileLock | undefined {
	const owner = newOwner();
	const fresh = `${file}.${randomUUID()}.new`;
	try {
		writeFileSync(fresh, JSON.stringify(owner), {flag: 'wx', mode});
		linkSync(fresh, file);
		return ownedBy(file, owner);
	} catch (error) {
		if (isCode(error, 'EEXIST')) return undefined;
		if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].some(code => isCode(error, code)))
			return createInPlace(file, owner, mode);
		throw error;
	} finally {
		rmSync(fresh, {force: true});
	}
}

/** Where a file system has no hard links, there is a moment in which a lock does not say whose it is. */
function createInPlace(file: string, owner: Owner, mode: number): FileLock | undefined {
	try {
		writeFileSync(file, JSON.stringify(owner), {flag: 'wx', mode});
		return ownedBy(file, owner);
	} catch (error) {
		if (isCode(error, 'EEXIST')) return undefined;
		if (isCode(error, 'ENOSPC')) rmSync(file, {force: true});
		throw error;
	}
}

type LockFileState = {
	readonly owner: Owner | undefined;
	/** When it was made: wall clock, milliseconds. */
	readonly at: number;
	readonly name: string;
};

/** Reads the lock file; undefined if it is gone. */
function readLock(file: string): LockFileState | undefined {
	try {
		const {ino, mtimeMs} = statSync(file);
		const text = readRegularFile(file);
		const owner = Owner.safeParse(parseJsonIfValid(text)).data;
		return {
			owner,
			at: owner?.at ?? mtimeMs,
			name: owner?.nonce ?? `nameless-${ino}-${Math.round(mtimeMs)}`,
		};
	} catch (error) {
		if (isCode(error, 'ENOENT')) return undefined;
		throw error;
	}
}

/** A lock that names no owner is stale, left by a power loss, if it is older than the system's start. */
function isStale({owner, at}: LockFileState): boolean {
	if (!owner) return at < Date.now() - uptime() * 1000;
	const isSeen = seenFrom(owner);
	if (isSeen === 'gone') return true;
	return isSeen === 'here' && (!isAlive(owner.pid) || !isProcessOf(owner.pid, owner.started));
}

/**
 * Where an owner is, seen from here: among the processes of this system, gone with an earlier start of it, or out of
 * sight. By the host's name alone where a system tells nothing of its start.
 */
function seenFrom({host, machine}: Owner): 'here' | 'gone' | 'out of sight' {
	const ours: Machine = machineOf(process.pid);
	const boot = machine?.boot;
	if (boot === undefined || ours.boot === undefined) return host === hostname() ? 'here' : 'out of sight';
	if (boot === ours.boot)
		return machine?.processes === undefined || machine.processes === ours.processes ? 'here' : 'out of sight';
	// The same machine after another start: none of its processes is left.
	return host === hostname() && (machine === undefined || machine.id === ours.id) ? 'gone' : 'out of sight';
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

/** Removes a stale lock, unless somebody has done so already. */
async function removeStale(file: string, stale: LockFileState, options: LockOptions): Promise<void> {
	const removal = await takeLock(`${file}.${stale.name}`, options);
	try {
		if (readLock(file)?.name === stale.name) unlinkSync(file);
	} finally {
		removal.release();
	}
}

function refusal(file: string, found: LockFileState | undefined, waitMs: number): string {
	const who = found?.owner
		? `process ${found.owner.pid} on ${found.owner.host}, since ${new Date(found.at).toISOString()}`
		: 'a process that has not said who it is';
	return `${file} is held by ${who}; it was waited for ${(waitMs / 1000).toLocaleString('en-US')} s. If that process is not at work on this file, remove the lock file.`;
}

const isCode = (error: unknown, code: string): boolean =>
	error instanceof Error && 'code' in error && error.code === code;

// Tells a living process from another one that has been given its id since, and this system from others.

/**
 * Where a process runs: the machine, this start of it, and the set of processes that it can see, which containers have
 * of their own. What is unknown here is left out.
 */
type Machine = {
	readonly id?: string | undefined;
	readonly boot?: string | undefined;
	readonly processes?: string | undefined;
};

let known: Machine | undefined;

/** Where we run, and when the process of this id started. */
export function machineOf(pid: number): Machine & {readonly started?: string | undefined} {
	known ??= {
		...told('id', () => readRegularFile('/etc/machine-id').trim() || undefined),
		...told('boot', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
		...told('processes', () => readlinkSync('/proc/self/ns/pid')),
	};
	const started = processStart(pid);
	return {...known, ...(started !== undefined && {started})};
}

/** Only Linux tells these, and not everywhere. */
function told(name: keyof Machine, read: () => string | undefined): Machine {
	if (platform() !== 'linux') return {};
	try {
		const value = read();
		return value === undefined ? {} : {[name]: value};
	} catch (error) {
		if (error instanceof Error && 'code' in error) return {};
		throw error;
	}
}

/** Whether the process that has this id now is the one that started then; so it is taken to be where nobody knows. */
function isProcessOf(pid: number, started: string | undefined): boolean {
	const now = started === undefined ? undefined : processStart(pid);
	return now === undefined || now === started;
}

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
