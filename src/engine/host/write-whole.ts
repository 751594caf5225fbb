/** Writes a file so that nobody ever reads half of it: under a temporary name in the same folder, then renamed. */
import {mkdirSync, openSync, closeSync, fsyncSync, renameSync, writeSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';

/** The folder is made where it is not there. Throws the file system's error. */
export function writeWhole(file: string, text: string): void {
	mkdirSync(dirname(file), {recursive: true});
	const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
	const descriptor = openSync(temporary, 'w', 0o644);
	try {
		const bytes = Buffer.from(text);
		for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
	renameSync(temporary, file);
}
