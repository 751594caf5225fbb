/** What the operating system refuses, in words for the user: a full disk, a folder that is read-only or gone. */
import {errorCode, isDiskRefusal} from '../../debate/usage-error.ts';
import {exitCodes} from '../../formats/contract.ts';

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
	ELOOP: ['its links lead in a circle', 'Name another place.'],
	ENAMETOOLONG: ['its name is too long', 'Name it shorter.'],
	EMFILE: ['too many files are open', 'Raise the limit (ulimit -n), then try again.'],
	ENFILE: ['too many files are open on this machine', 'Close some programs, then try again.'],
	EBUSY: ['another program is using it', 'Let that end, then try again.'],
};

/** Undefined for an error that is not the system's: that is a bug. */
export function systemTrouble(error: unknown): {readonly text: string; readonly code: number} | undefined {
	const code = errorCode(error);
	if (!(error instanceof Error) || code === undefined || !('syscall' in error)) return undefined;
	const [what, todo] = meanings[code] ?? [error.message, 'See to it, then try again.'];
	const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
	const doing = String(error.syscall);
	return {
		text: `${path ?? 'A file'}: ${what} (${code}, ${doing}). ${todo} A debate that was running can be resumed: "rostrum resume".`,
		code: isDiskRefusal(error) ? exitCodes.unwell : exitCodes.usage,
	};
}
