/**
 * One process at a time writes a journal: two would tear each other's lines apart. Its lock has a fencing number, and
 * before every line the writer checks that the lock is still its own: one that was stopped or cut off from the network
 * while another took the journal over writes nothing more.
 */
import {copyFileSync, existsSync, readFileSync, renameSync} from 'node:fs';
import {fenceOf, isLocked, LockHeld, lockFile, seizeLock, takeLock, type FileLock} from '../host/append-lock.ts';
import {syncFile, writeWhole} from '../host/write-whole.ts';
import {NotResumable} from './resume.ts';

export type JournalLock = FileLock & {
	/** Higher than that of every owner before. */
	readonly fence: number;
};

/** A debate may take hours: after a day, an owner on another host is taken for dead. */
const deadAfterMs = 86_400_000;

/** A journal is its owner's alone, and so is what lies beside it. */
const mode = 0o600;

/** Takes the journal for this process. Throws `NotResumable` where another live process has it. */
export async function lockJournal(file: string): Promise<JournalLock> {
	const fence = nextFence(file);
	try {
		const lock = await takeLock(lockOf(file), {waitMs: 0, deadAfterMs, fence, mode});
		return {...lock, fence};
	} catch (error) {
		if (error instanceof LockHeld)
			throw new NotResumable(
				`${file} is being written by another process, which holds this very debate: ${error.message}`,
				{cause: error},
			);
		throw error;
	}
}

/** How a worker takes a journal over; `isHeld` is false while it does not know whether another was told to. */
export type TakeOver = {readonly fence: number; readonly isHeld: () => boolean};

/** Takes the journal, or takes it over. Throws `NotResumable`. */
export async function journalLock(file: string, takeOver: TakeOver | undefined): Promise<JournalLock> {
	if (!takeOver) return lockJournal(file);
	const lock = await takeOverJournal(file, takeOver.fence);
	return {...lock, isOurs: () => takeOver.isHeld() && lock.isOurs()};
}

/** Whether a live process writes this journal. */
export const isBeingWritten = (file: string): boolean => isLocked(lockOf(file), {deadAfterMs});

/** The lowest fencing number that a take-over of this journal would accept now. */
export const nextFence = (file: string): number => Math.max(fenceOf(lockOf(file)), highestFence(file)) + 1;

/**
 * Takes a journal from whoever has it, alive or not, for a worker that was told to go on with a stalled debate. `fence`
 * must be higher than every number before, so that of two workers the one that was told later wins. The journal gets a
 * new file under its name: what the former owner was just writing goes to the old one, and every later line is refused.
 * A debate that was not begun may have no journal yet. Throws `NotResumable`.
 */
export async function takeOverJournal(file: string, fence: number): Promise<JournalLock> {
	const release = await lockFile(`${lockOf(file)}.take-over`, {deadAfterMs: 60_000, mode});
	try {
		const lowest = nextFence(file);
		if (!Number.isSafeInteger(fence) || fence < lowest)
			throw new NotResumable(
				`${file} is not taken over with the fencing number ${fence}: another was given it with ${lowest - 1}`,
			);
		writeWhole(fenceFile(file), `${fence}\n`);
		const lock = seizeLock(lockOf(file), fence);
		if (existsSync(file)) {
			const copy = `${file}.${fence}.tmp`;
			copyFileSync(file, copy);
			syncFile(copy);
			renameSync(copy, file);
		}
		return {...lock, fence};
	} finally {
		release();
	}
}

const lockOf = (file: string): string => `${file}.lock`;
const fenceFile = (file: string): string => `${file}.fence`;

/** The highest number that a take-over had; 0 where there was none. */
function highestFence(file: string): number {
	try {
		return Number.parseInt(readFileSync(fenceFile(file), 'utf8'), 10) || 0;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
		throw error;
	}
}
