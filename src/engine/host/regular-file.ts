/**
 * Opens files that are files. A pipe, a socket or a device has no end, or waits for somebody who never comes: opening
 * one would hang the whole program. Nothing else opens what is to be read.
 */
import {
	closeSync,
	constants,
	copyFileSync,
	fstatSync,
	openSync,
	readFileSync,
	readSync,
	renameSync,
	rmSync,
	statSync,
	type Stats,
} from 'node:fs';
import {decodeText} from '../../debate/text/text-file.ts';
import {temporaryName} from './write-whole.ts';

/** A pipe, a socket or a device where a file was expected; it has the parts of an error of the system's. */
class NotRegular extends Error {
	override readonly name = 'NotRegular';
	readonly code = 'ENOTREG';
	readonly syscall = 'open';
	readonly path: string;

	constructor(path: string, what: string) {
		super(`it is ${what}, not a file`);
		this.path = path;
	}
}

/** A file for reading; a folder is refused where it is read. Throws `NotRegular`, or the system's error. */
export function openRegular(path: string): number {
	// Looked at before it is opened as well: opening a device may do something.
	const found = statSync(path, {throwIfNoEntry: false});
	if (found) assertRegular(path, found);
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
export const readRegularFile = (path: string, most = Infinity): string => readRegularBytes(path, most).toString('utf8');

/** A text that a user's program wrote, as it was saved. Throws `NotText`, `NotRegular`, or the system's error. */
export const readUserText = (path: string): string => decodeText(readRegularBytes(path)).text;

/** The bytes of a file, at most this many. Throws `NotRegular`, or the system's error. */
export function readRegularBytes(path: string, most = Infinity): Buffer {
	const descriptor = openRegular(path);
	try {
		if (most === Infinity) return readFileSync(descriptor);
		const bytes = Buffer.alloc(Math.min(most, fstatSync(descriptor).size));
		return bytes.subarray(0, readSync(descriptor, bytes));
	} finally {
		closeSync(descriptor);
	}
}

/**
 * Copies a file, whole or not at all; a link in the copy's place is replaced and never followed. Throws `NotRegular`,
 * or the system's error.
 */
export function copyRegular(from: string, to: string): void {
	assertRegular(from, statSync(from));
	const temporary = temporaryName(to);
	try {
		copyFileSync(from, temporary, constants.COPYFILE_EXCL);
		renameSync(temporary, to);
	} catch (error) {
		rmSync(temporary, {force: true});
		throw error;
	}
}

function assertRegular(path: string, found: Stats): void {
	if (!found.isFile() && !found.isDirectory()) throw new NotRegular(path, kindName(found));
}

/** What is at a path that is no file, in words. */
export const kindName = (found: Stats): string =>
	found.isDirectory() ? 'a folder' : found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device';
