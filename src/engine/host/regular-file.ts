/**
 * Opens files that are files. A pipe, a socket or a device has no end, or waits for somebody who never comes: opening
 * one would hang the whole program.
 */
import {closeSync, constants, fstatSync, openSync, readFileSync, readSync, statSync} from 'node:fs';

/** Named where a file was expected, and no file. */
class NotRegular extends Error {
	override readonly name = 'NotRegular';
	readonly code = 'ENOTREG';

	constructor(path: string, what: string) {
		super(`${path} is ${what}, not a file`);
	}
}

/** What is opened, once it is known to be a file. Throws `NotRegular`, or the system's error. */
function openRegular(path: string): number {
	// Looked at before it is opened as well: opening a device may do something.
	assertRegular(path, statSync(path));
	const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	try {
		assertRegular(path, fstatSync(descriptor));
		return descriptor;
	} catch (error) {
		closeSync(descriptor);
		throw error;
	}
}

/** The text of a file, at most this many bytes of it. Throws `NotRegular`, or the system's error. */
export function readRegularFile(path: string, most = Infinity): string {
	return readRegularBytes(path, most).toString('utf8');
}

/** The bytes of a file, at most this many. Throws `NotRegular`, or the system's error. */
function readRegularBytes(path: string, most = Infinity): Buffer {
	const descriptor = openRegular(path);
	try {
		if (most === Infinity) return readFileSync(descriptor);
		const bytes = Buffer.alloc(Math.min(most, fstatSync(descriptor).size));
		return bytes.subarray(0, readSync(descriptor, bytes));
	} finally {
		closeSync(descriptor);
	}
}

type Kind = Pick<ReturnType<typeof statSync> & object, 'isFile' | 'isDirectory' | 'isFIFO' | 'isSocket'>;

function assertRegular(path: string, kind: Kind): void {
	if (!kind.isFile()) throw new NotRegular(path, kindName(kind));
}

const kindName = (kind: Kind): string =>
	kind.isDirectory() ? 'a folder' : kind.isFIFO() ? 'a pipe' : kind.isSocket() ? 'a socket' : 'a device';
