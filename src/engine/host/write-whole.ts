/**
 * Writes that are whole and stay: under a temporary name first, which nobody can foresee, synced with the folder that
 * names them. A link in the file's place is replaced and never followed.
 */
import {randomUUID} from 'node:crypto';
import {closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statfsSync, writeSync} from 'node:fs';
import {basename, dirname, extname, join} from 'node:path';

/**
 * Writes a file so that nobody ever reads half of it: under a temporary name in the same folder, then renamed. The
 * folder is made where it is not there; both are for their owner alone. Throws the file system's error, and leaves the
 * old file then.
 */
export function writeWhole(file: string, text: string | Uint8Array, mode = 0o600): void {
	makeFolder(dirname(file));
	const temporary = temporaryName(file);
	try {
		writeSynced(temporary, text, mode);
		renameSync(temporary, file);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
	syncFolder(dirname(file));
}

/** The same for text that comes in pieces and is never held: `fill` writes them. Rejects with what it throws, too. */
export async function writeWholeInPieces(
	file: string,
	fill: (write: (piece: string) => void) => Promise<void>,
): Promise<void> {
	makeFolder(dirname(file));
	const temporary = temporaryName(file);
	try {
		const descriptor = openSync(temporary, 'wx', 0o600);
		try {
			await fill(piece => writeAll(descriptor, piece));
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
		renameSync(temporary, file);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
	syncFolder(dirname(file));
}

/**
 * Writes a file that is made once, by whichever process comes first. Returns false where it is there already. Throws
 * the file system's error.
 */
export function writeOnce(file: string, text: string | Uint8Array): boolean {
	makeFolder(dirname(file));
	const temporary = temporaryName(file);
	try {
		writeSynced(temporary, text, 0o600);
		linkSync(temporary, file);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : undefined;
		if (code === 'EEXIST') return false;
		// Some file systems have no second names for a file.
		if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
		renameSync(temporary, file);
	} finally {
		rmSync(temporary, {force: true});
	}
	syncFolder(dirname(file));
	return true;
}

/** A name in the same folder and with the same ending, for a file that is not whole yet. */
export const temporaryName = (file: string): string =>
	join(dirname(file), `.${basename(file, extname(file))}.${randomUUID().slice(0, 8)}.tmp${extname(file)}`);

/** Writes all of it, in as many goes as the system wants. Throws the file system's error. */
export function writeAll(descriptor: number, text: string | Uint8Array): void {
	const bytes = Buffer.from(text);
	for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

function writeSynced(file: string, text: string | Uint8Array, mode: number): void {
	const descriptor = openSync(file, 'wx', mode);
	try {
		writeAll(descriptor, text);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Makes a folder and those above it, for their owner alone; they are there after a power loss too. */
export function makeFolder(folder: string): void {
	const first = mkdirSync(folder, {recursive: true, mode: 0o700});
	if (first === undefined) return;
	for (let made = folder; made.length >= first.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Less room than this is none, in bytes. */
const leastRoom = 1024 * 1024;

/** Whether the disk that a folder is on has no room left for what programs write there. */
export function isFull(folder: string): boolean {
	const {bavail, bsize} = statfsSync(folder);
	return bavail * bsize < leastRoom;
}

/** A file's content survives a power loss from here on. */
export function syncFile(file: string): void {
	const descriptor = openSync(file, 'r+');
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}

/** Names in a folder survive a power loss from here on. Some systems and file systems cannot do that. */
export function syncFolder(folder: string): void {
	if (process.platform === 'win32') return;
	const descriptor = openSync(folder, 'r');
	try {
		fsyncSync(descriptor);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && (error.code === 'EINVAL' || error.code === 'ENOTSUP')))
			throw error;
	} finally {
		closeSync(descriptor);
	}
}
