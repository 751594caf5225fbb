/** Reads a file line by line, without loading all of it. */
import {closeSync, openSync, readSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';

const chunkBytes = 65_536;

/** Yields the lines that end in a newline; returns what comes after the last one. */
export function* fileLines(file: string): Generator<string, string> {
	const descriptor = openSync(file, 'r');
	try {
		const decoder = new StringDecoder('utf8');
		const buffer = Buffer.alloc(chunkBytes);
		let rest = '';
		for (let bytes = readSync(descriptor, buffer); bytes > 0; bytes = readSync(descriptor, buffer)) {
			const lines = (rest + decoder.write(buffer.subarray(0, bytes))).split('\n');
			rest = lines.pop() ?? '';
			yield* lines;
		}
		return rest + decoder.end();
	} finally {
		closeSync(descriptor);
	}
}
