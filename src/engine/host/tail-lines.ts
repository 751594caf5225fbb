/** A file of lines that others append to. */
import {open} from 'node:fs/promises';
import {setTimeout as wait} from 'node:timers/promises';

const restMs = 100;
const chunkBytes = 65_536;

/**
 * The whole lines of a file as they come; an empty list whenever all that is there has been read. A file that has
 * become shorter was begun anew, and is read from its beginning.
 */
export async function* tailLines(file: string, signal: AbortSignal): AsyncGenerator<string[]> {
	let offset = 0;
	const handle = await open(file);
	try {
		while (!signal.aborted) {
			const {size} = await handle.stat();
			if (size < offset) offset = 0;
			const {lines, bytes} = await linesFrom(handle, offset);
			offset += bytes;
			yield lines;
			if (lines.length === 0)
				await wait(restMs, undefined, {signal}).catch((error: unknown) => {
					if (!signal.aborted) throw error;
				});
		}
	} finally {
		await handle.close();
	}
}

/** The whole lines from an offset on, about a chunk of them, and how many bytes they take. */
async function linesFrom(
	handle: Awaited<ReturnType<typeof open>>,
	offset: number,
): Promise<{lines: string[]; bytes: number}> {
	let read = Buffer.alloc(0);
	for (;;) {
		const chunk = Buffer.alloc(chunkBytes);
		const {bytesRead} = await handle.read(chunk, 0, chunkBytes, offset + read.length);
		read = Buffer.concat([read, chunk.subarray(0, bytesRead)]);
		const end = read.lastIndexOf(10);
		if (end >= 0) return {lines: read.toString('utf8', 0, end).split('\n'), bytes: end + 1};
		if (bytesRead === 0) return {lines: [], bytes: 0};
	}
}
