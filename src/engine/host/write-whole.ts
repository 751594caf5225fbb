/** Writes that are whole and stay: under a temporary name first, synced with the folder that names them. */
import {closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

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
		const descriptor = openSync(temporary, 'w', 0o600);
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

const temporaryName = (file: string): string => join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);

function writeAll(descriptor: number, text: string | Uint8Array): void {
	const bytes = Buffer.from(text);
	for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

function writeSynced(file: string, text: string | Uint8Array, mode: number): void {
	const descriptor = openSync(file, 'w', mode);
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
