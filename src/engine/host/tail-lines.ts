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
	const {label, lineEnd} = await encodingOf(handle);
	let read = Buffer.alloc(0);
	// Each time twice as much: a line without end would be copied again with each chunk otherwise.
	for (let room = chunkBytes; ; room *= 2) {
		const chunk = Buffer.alloc(room);
		const {bytesRead} = await handle.read(chunk, 0, room, offset + read.length);
		read = Buffer.concat([read, chunk.subarray(0, bytesRead)]);
		const end = lastLineEnd(read, lineEnd);
		if (end >= 0)
			return {
				lines: new TextDecoder(label).decode(read.subarray(0, end)).split('\n'),
				bytes: end + lineEnd.length,
			};
		if (bytesRead === 0) return {lines: [], bytes: 0};
	}
}

type LineEncoding = {readonly label: string; readonly lineEnd: Buffer};
const utf8: LineEncoding = {label: 'utf-8', lineEnd: Buffer.from('\n')};
/** What some shells append by default, with a mark at the beginning of the file. */
const utf16: LineEncoding = {label: 'utf-16le', lineEnd: Buffer.from('\n', 'utf16le')};

async function encodingOf(handle: Awaited<ReturnType<typeof open>>): Promise<LineEncoding> {
	const head = Buffer.alloc(2);
	await handle.read(head, 0, 2, 0);
	return head[0] === 0xff && head[1] === 0xfe ? utf16 : utf8;
}

/** Where the last line ends, at a whole unit of its encoding; -1 if none does. */
function lastLineEnd(read: Buffer, lineEnd: Buffer): number {
	let end = read.lastIndexOf(lineEnd);
	while (end > 0 && end % lineEnd.length !== 0) end = read.lastIndexOf(lineEnd, end - 1);
	return end;
}
