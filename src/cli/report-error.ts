/** From an error to its message and exit code, and the streams that messages go to. */
import {Interrupted, type CliContext} from '../app/context.ts';
import {UsageError, errorCode, inOneLine, isDiskRefusal} from '../debate/usage-error.ts';
import {packageVersion} from '../engine/host/package-root.ts';
import {exitCodes} from '../formats/contract.ts';
import {escapeControls} from '../debate/text/intake.ts';

/**
 * Reports an error and returns the exit code: 2 for what the user can correct, 3 for a disk that is full or broken, 130
 * for an interruption, 1 for a bug.
 */
export async function reportError(error: unknown, {stderr, signal}: CliContext): Promise<number> {
	if (error instanceof Interrupted || (signal.aborted && error instanceof Error && error.name === 'AbortError'))
		return exitCodes.interrupted;
	const {cleanText} = await import('../debate/text/intake.ts');
	if (error instanceof Error && error.name === 'JournalRefused') {
		stderr.write(`rostrum: ${cleanText(error.message)}\n`);
		return exitCodes.unwell;
	}
	if (error instanceof UsageError) {
		stderr.write(`rostrum: ${cleanText(error.message)}\n`);
		return exitCodes.usage;
	}
	const trouble = systemTrouble(error);
	if (trouble) {
		stderr.write(`rostrum: ${cleanText(trouble.text)}\n`);
		return trouble.code;
	}
	stderr.write(
		`rostrum: this is a bug in Rostrum ${packageVersion()}.\n${cleanText(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
	);
	return exitCodes.bug;
}

// What the operating system refuses, in words for the user: a full disk, a folder that is read-only or gone.

const meanings: Readonly<Record<string, readonly [what: string, todo: string]>> = {
	ENOSPC: ['the disk is full', 'Make room, then try again.'],
	EDQUOT: ['your quota of the disk is used up', 'Make room, then try again.'],
	EIO: ['the disk reports an error', 'See to it, then try again.'],
	EROFS: ['it is on a read-only file system', 'Name another folder with --out, or make it writable.'],
	EACCES: ['you may not do that there', 'Name another place, or change who may.'],
	EPERM: ['the system does not allow it', 'Name another place, or change who may.'],
	ENOENT: ['it is not there, or not any more', 'Put it back, or name another place.'],
	ENOTDIR: ['a part of its path is no folder', 'Name another place.'],
	ENOTREG: ['it is a pipe, a socket or a device, not a file', 'Name a file.'],
	EISDIR: ['it is a folder', 'Name a file.'],
	ELOOP: ['it is a link that is not followed, or its links lead in a circle', 'Name another place.'],
	ENAMETOOLONG: ['its name is too long', 'Name it shorter.'],
	EMFILE: ['too many files are open', 'Raise the limit (ulimit -n), then try again.'],
	ENFILE: ['too many files are open on this machine', 'Close some programs, then try again.'],
	EBUSY: ['another program is using it', 'Let that end, then try again.'],
};

/** Why nothing can be printed any more. */
export const unwritable = (error: NodeJS.ErrnoException): string =>
	`what is printed cannot be written: ${meanings[error.code ?? '']?.[0] ?? error.message} (${error.code ?? error.name}). A debate that was running can be resumed: "rostrum resume".`;

/** Undefined for an error that is not the system's: that is a bug. */
export function systemTrouble(error: unknown): {readonly text: string; readonly code: number} | undefined {
	const code = errorCode(error);
	if (!(error instanceof Error) || code === undefined || !('syscall' in error)) return undefined;
	const [what, todo] = meanings[code] ?? [error.message, 'See to it, then try again.'];
	const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
	const doing = String(error.syscall);
	return {
		text: `${path === undefined ? 'A file' : inOneLine(path)}: ${what} (${code}, ${doing}). ${todo} A debate that was running can be resumed: "rostrum resume".`,
		code: isDiskRefusal(error) ? exitCodes.unwell : exitCodes.usage,
	};
}

/**
 * The one door to the terminal for what commands print. A server's model id, a preset's name or an unknown flag is
 * shown as it is written, and the terminal acts on none of it. Screens clean each of their lines themselves.
 */
export function safeStream<T extends NodeJS.WriteStream>(stream: T): T {
	const write = (text: unknown, ...rest: unknown[]): unknown =>
		Reflect.apply(stream.write, stream, [typeof text === 'string' ? escapeControls(text) : text, ...rest]);
	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') return write;
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
