/** Where a command's text goes: standard output, or the file that `--output` names. */
import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {once} from 'node:events';
import {resolve} from 'node:path';
import type {CliContext} from '../app/context.ts';
import {breather} from '../app/files/read-debate.ts';
import {errorCode, UsageError} from '../debate/usage-error.ts';
import {reasonOf} from '../debate/text/words.ts';

/** `output` is a file, or `-` or nothing for standard output. Throws `UsageError`. */
export function writeOutput(text: string | Uint8Array, output: string | undefined, {stdout, cwd}: CliContext): void {
	if (output === undefined || output === '-') stdout.write(text);
	else writeTo(resolve(cwd, output), text);
}

/** The same for text that comes in pieces and is too long to be held whole. Throws `UsageError`. */
export async function writePieces(
	pieces: AsyncIterable<string> | Iterable<string>,
	output: string | undefined,
	{stdout, cwd, signal}: CliContext,
): Promise<void> {
	const heard = interruptible(pieces, signal);
	if (output === undefined || output === '-') {
		for await (const piece of heard) if (!stdout.write(piece)) await once(stdout, 'drain');
		return;
	}
	const path = resolve(cwd, output);
	const file = refusable(path, () => openOutput(path));
	try {
		for await (const piece of heard) refusable(path, () => writeAll(file, Buffer.from(piece)));
	} finally {
		closeSync(file);
	}
}

/** Lets signals in between pieces. Throws the signal's reason. */
async function* interruptible(
	pieces: AsyncIterable<string> | Iterable<string>,
	signal: AbortSignal,
): AsyncGenerator<string> {
	const breathe = breather(signal);
	for await (const piece of pieces) {
		yield piece;
		await breathe();
	}
}

const writeTo = (path: string, text: string | Uint8Array): void =>
	refusable(path, () => {
		const file = openOutput(path);
		try {
			writeAll(file, Buffer.from(text));
		} finally {
			closeSync(file);
		}
	});

/** A pipe that nobody reads is refused by the system instead of being waited for. */
const openOutput = (path: string): number =>
	openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NONBLOCK, 0o600);

/** How long a reader of a pipe may take nothing, in milliseconds. */
const readerMs = 20_000;

/** A full pipe is waited for, but not without end. */
function writeAll(file: number, bytes: Buffer): void {
	let since = performance.now();
	for (let done = 0; done < bytes.length;)
		try {
			done += writeSync(file, bytes, done);
			since = performance.now();
		} catch (error) {
			if (errorCode(error) !== 'EAGAIN' || performance.now() - since > readerMs) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
		}
}

function refusable<T>(file: string, write: () => T): T {
	try {
		return write();
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		throw new UsageError(
			{
				what: `The file cannot be written: ${reasonOf(error)}`,
				value: file,
				from: '--output',
				todo: 'Name another one.',
			},
			{cause: error},
		);
	}
}
