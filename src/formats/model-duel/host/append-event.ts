/** The one writer of `model_duel.jsonl`. */
import {randomUUID} from 'node:crypto';
import {
	closeSync,
	constants,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	openSync,
	readSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {dirname} from 'node:path';
import {redact} from '../../../debate/text/redact.ts';
import {describeFaults, hashedText, readDuelEvent, type DuelEvent, type NewDuelEvent} from '../log.ts';
import {LockHeld, takeLock} from '../../../engine/host/append-lock.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {syncFolder} from '../../../engine/host/write-whole.ts';

/** `tornInto` is the file that the beginning of a line, cut short by a crash, was set aside in. */
export type AppendedEvent = {readonly event: DuelEvent; readonly tornInto?: string};

/** An event that was not written, and why, in words for the user. */
export class NotAppended extends Error {
	override readonly name = 'NotAppended';
}

/**
 * Appends one event to a log: frees it of secrets, fills in `eventId`, `timestamp`, `contentHash` and `eventHash` (of
 * what is written), checks it, and writes its line under the lock file `<file>.lock`. What it costs does not grow with
 * the log. Throws `NotAppended` for an event that does not fit, a lock that is held too long, a disk that refuses.
 */
export async function appendEvent(
	file: string,
	given: NewDuelEvent,
	{waitMs}: {waitMs?: number} = {},
): Promise<AppendedEvent> {
	const clean = withoutSecrets(given);
	const lock = await asNotAppended(file, () => takeLock(`${file}.lock`, waitMs === undefined ? {} : {waitMs}));
	try {
		// Stamped under the lock, so that the order of lines is that of their times.
		const read = readDuelEvent({
			...clean,
			eventId: clean.eventId ?? randomUUID(),
			timestamp: new Date().toISOString(),
			contentHash: sha256(clean.content),
		});
		if ('faults' in read) throw new NotAppended(`an event was not written to ${file}: ${describeFaults(read.faults)}`);
		const event = {...read.event, eventHash: sha256(hashedText(read.event))};
		return await asNotAppended(file, () => ({event, ...write(file, `${JSON.stringify(event)}\n`)}));
	} finally {
		lock.release();
	}
}

/** Redacts every text in a value. */
function withoutSecrets<T>(value: T): T;
function withoutSecrets(value: unknown): unknown {
	if (typeof value === 'string') return redact(value);
	if (Array.isArray(value)) return value.map(item => withoutSecrets(item));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner)]));
}

async function asNotAppended<T>(file: string, act: () => T | Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		if (error instanceof LockHeld) throw new NotAppended(`${file} cannot be written: ${error.message}`, {cause: error});
		if (error instanceof Error && 'code' in error)
			throw new NotAppended(`${file} cannot be written: ${error.message}`, {cause: error});
		throw error;
	}
}

/** Writes one line at the end, in one piece; what a crash left there of another line is set aside first. */
function write(file: string, line: string): {tornInto?: string} {
	const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
	try {
		const tornInto = repairEnd(file, descriptor);
		const bytes = Buffer.from(line);
		const {size} = fstatSync(descriptor);
		const done = writeSync(descriptor, bytes);
		if (done < bytes.length) {
			ftruncateSync(descriptor, size);
			throw Object.assign(
				new Error(`only ${done} of ${bytes.length} bytes of an event were taken, and they were taken back`),
				{code: 'ENOSPC'},
			);
		}
		// The journal says next that the event is in the log: it has to be there after a power loss too.
		fsyncSync(descriptor);
		if (size === 0) syncFolder(dirname(file));
		return tornInto === undefined ? {} : {tornInto};
	} finally {
		closeSync(descriptor);
	}
}

/** Sees to it that the next line begins on a line of its own. A whole event that only lacks its line end is kept. */
function repairEnd(file: string, descriptor: number): string | undefined {
	const {size} = fstatSync(descriptor);
	if (size === 0 || readPart(descriptor, size - 1, 1).equals(newline)) return undefined;
	const torn = lastLine(descriptor, size);
	if (isWhole(torn.toString('utf8'))) {
		writeSync(descriptor, newline);
		return undefined;
	}
	const aside = `${file}.torn-${Date.now()}-${process.pid}`;
	writeFileSync(aside, torn, {flag: 'wx', mode: 0o600});
	ftruncateSync(descriptor, size - torn.length);
	return aside;
}

const newline = Buffer.from('\n');
const pieceLength = 65_536;

/** What stands behind the last line end, found from the back. */
function lastLine(descriptor: number, size: number): Buffer {
	let tail: Buffer = Buffer.alloc(0);
	for (let end = size; end > 0; end -= pieceLength) {
		const from = Math.max(0, end - pieceLength);
		const piece = readPart(descriptor, from, end - from);
		const at = piece.lastIndexOf(newline);
		tail = Buffer.concat([piece.subarray(at + 1), tail]);
		if (at >= 0) return tail;
	}
	return tail;
}

function readPart(descriptor: number, position: number, length: number): Buffer {
	const part = Buffer.alloc(length);
	return part.subarray(0, readSync(descriptor, part, 0, length, position));
}

function isWhole(line: string): boolean {
	try {
		return 'event' in readDuelEvent(JSON.parse(line));
	} catch (error) {
		if (error instanceof SyntaxError) return false;
		throw error;
	}
}
