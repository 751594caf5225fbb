/**
 * Files as the user names them on the command line. Only there a pipe is meant when it is named: `-`, `/dev/stdin` or
 * what a shell writes for `<(command)`. It is read whole into a file of its own, which all who come later can read.
 */
import {execFileSync} from 'node:child_process';
import {closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync, statSync, type Stats} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {errorCode, UsageError} from '../../debate/usage-error.ts';
import {expandPath} from './expand-path.ts';
import {kindName} from './regular-file.ts';

/** How long a pipe may take to its end, in milliseconds, and how many bytes it may bring. */
const pipeLimits = {ms: 20_000, bytes: 64 * 1024 * 1024};

/** What was read, by the name that it was read under: a pipe can be read once only. */
const read = new Map<string, string>();

/** The absolute path of a file that the user named; of a pipe, where its content is now. Throws `UsageError`. */
export const namedFile = (cwd: string, written: string, from = 'the command line'): string =>
	pipedFile(cwd, written, from) ?? expandPath(cwd, written);

/** Whether this is where the content of a pipe was put: it is gone when the program ends. */
export const wasPiped = (file: string): boolean => read.values().some(kept => kept === file);

/** Where the content of a pipe is now; undefined for what is no pipe. Throws `UsageError`. */
export function pipedFile(cwd: string, written: string, from = 'the command line'): string | undefined {
	const path = written === '-' ? '/dev/stdin' : expandPath(cwd, written);
	const known = read.get(path);
	if (known !== undefined) return known;
	const isStdin = /^\/(?:dev\/stdin|dev\/fd\/0|proc\/self\/fd\/0)$/u.test(path);
	const found = isStdin ? fstatSync(0) : lookAt(path);
	if (found === undefined || found.isFile() || found.isDirectory()) return isStdin ? path : undefined;
	if (!found.isFIFO() && !(isStdin && found.isSocket()))
		throw new UsageError({
			what: isStdin && found.isCharacterDevice() ? 'Nothing is piped in' : `This is ${kindName(found)}, not a file`,
			value: written,
			from,
			todo: 'Name a file, or pipe one in.',
		});
	const kept = spool(path, {isStdin, written, from});
	read.set(path, kept);
	return kept;
}

/** What cannot be looked at is told by whoever opens it. */
function lookAt(path: string): Stats | undefined {
	try {
		return statSync(path, {throwIfNoEntry: false});
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return undefined;
	}
}

/** Copies from its standard input, or from the path that it is given; ends with 3 where there is too much. */
const copier = `
	const {openSync, readSync, writeSync} = require('node:fs');
	const [path, most] = process.argv.slice(1);
	const from = path === '' ? 0 : openSync(path, 'r');
	const bytes = Buffer.alloc(65536);
	for (let sum = 0, count = 1; count > 0; ) {
		try {
			count = readSync(from, bytes);
			if ((sum += count) > Number(most)) {
				process.exitCode = 3;
				break;
			}
			for (let done = 0; done < count; ) done += writeSync(1, bytes, done, count - done);
		} catch (error) {
			if (error.code === 'EOF') break;
			if (error.code !== 'EAGAIN') throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
		}
	}`;

type Pipe = {readonly isStdin: boolean; readonly written: string; readonly from: string};

/** Why no pipe is waited for any more. */
let ended: {readonly reason: unknown} | undefined;

/** Once the program has been told to end, it begins to wait for no pipe: nothing of it would run meanwhile. */
export function waitForNoPipe(reason: unknown): void {
	ended = {reason};
}

/** By a process of its own: it can be given up, whatever it waits for. Throws why the program was told to end, too. */
function spool(path: string, {isStdin, written, from}: Pipe): string {
	if (ended) throw ended.reason;
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-pipe-'));
	process.once('exit', () => rmSync(folder, {recursive: true, force: true}));
	const file = join(folder, 'piped.txt');
	const to = openSync(file, 'wx', 0o600);
	// Descriptors of ours are not there in another process.
	const isOurs = /^\/(?:dev|proc\/self)\/fd\//u.test(path);
	const source = isStdin ? 0 : isOurs ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : undefined;
	try {
		const args = ['-e', copier, source === undefined ? path : '', String(pipeLimits.bytes)];
		endingOnSignals(() =>
			execFileSync(process.execPath, args, {
				stdio: [source ?? 'ignore', to, 'ignore'],
				timeout: pipeLimits.ms,
				killSignal: 'SIGKILL',
			}),
		);
		return file;
	} catch (error) {
		if (!(error instanceof Error) || !('status' in error)) throw error;
		const tooMuch = error.status === 3;
		throw new UsageError(
			{
				what: tooMuch
					? `This pipe brings more than ${pipeLimits.bytes / 1024 / 1024} MB`
					: `This pipe did not come to its end in ${pipeLimits.ms / 1000} seconds`,
				value: written,
				from,
				todo: 'Write it into a file first, and name that.',
			},
			{cause: error},
		);
	} finally {
		closeSync(to);
		if (source !== undefined && source !== 0) closeSync(source);
	}
}

/** Signals end the program by themselves while nothing of ours can run that would hear them. */
function endingOnSignals(wait: () => void): void {
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
	const listeners = signals.map(signal => [signal, process.listeners(signal)] as const);
	for (const signal of signals) process.removeAllListeners(signal);
	try {
		wait();
	} finally {
		for (const [signal, each] of listeners) for (const listener of each) process.on(signal, listener);
	}
}
