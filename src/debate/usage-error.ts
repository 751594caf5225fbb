/**
 * Errors of usage: what was wrong, its value, where it came from and what to do; and how an invalid config is told.
 */
import type {z} from 'zod';

/** What a user needs to know: what was wrong, the value, where it came from, and what to do. */
export type Fault = {
	readonly what: string;
	readonly value?: unknown;
	/** For example `--timeout`, `ROSTRUM_TIMEOUT` or a file's path. */
	readonly from?: string;
	readonly todo: string;
};

/** Wrong usage or configuration: the program prints only this message, one line per fault, and exits with code 2. */
export class UsageError extends Error {
	override readonly name = 'UsageError';

	/** A string is used as the whole message. */
	constructor(faults: string | Fault | readonly Fault[], options?: ErrorOptions) {
		super(typeof faults === 'string' ? faults : [faults].flat().map(sentence).join('\n'), options);
	}
}

/** The file system's error code, such as `ENOENT`, if the error has one. */
export const errorCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Whether the disk is full or broken, which is nobody's mistake and may pass. */
export const isDiskRefusal = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', 'EIO'].includes(errorCode(error) ?? '');

/** The disk refused another program that works for us; it has the parts of an error of the system's. */
class DiskRefused extends Error {
	override readonly name = 'DiskRefused';
	readonly code: string;
	readonly syscall: string;
	readonly path: string;

	constructor(code: string, {syscall, path}: {readonly syscall: string; readonly path: string}, said: string) {
		super(said);
		this.code = code;
		this.syscall = syscall;
		this.path = path;
	}
}

const diskWords: Readonly<Record<string, RegExp>> = {
	ENOSPC: /\bENOSPC\b|No space left on device|Out of diskspace/u,
	EDQUOT: /\bEDQUOT\b|Disk quota exceeded/u,
	EIO: /\bEIO\b|Input\/output error/u,
};

/** Programs often say that they could not write, and not why. */
const writeWords = /\b(?:write|writing|written|create|creating|copy|close|flush)\b/iu;

/**
 * What the disk refused a program, by what that says in English; `at` is what ran, and where. Where the disk is full,
 * any word on what could not be written is enough.
 */
export function diskRefusalIn(
	said: string,
	at: {readonly syscall: string; readonly path: string},
	isFull: () => boolean = () => false,
): Error | undefined {
	const [named] = Object.entries(diskWords).find(([, words]) => words.test(said)) ?? [];
	const code = named ?? (writeWords.test(said) && isFull() ? 'ENOSPC' : undefined);
	return code === undefined ? undefined : new DiskRefused(code, at, said);
}

const longest = 120;

/** A value as JSON, truncated to 120 characters. */
export function quote(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** A path or a name with line ends in it must not look like a message of ours. */
export const inOneLine = (text: string): string => text.replaceAll(/\s*[\n\r\u0085\u2028\u2029]\s*/gu, ' ');

/** `What is wrong: "value" (from where). What to do.` */
function sentence({what, value, from, todo}: Fault): string {
	const got = value === undefined ? '' : `: ${quote(value)}`;
	return inOneLine(`${what}${got}${from === undefined ? '' : ` (from ${from})`}. ${todo}`);
}

/** The `error` option of a zod schema, for messages such as `got 99, expected 3 to 30`. */
export const expected = (what: string) => ({
	error: (issue: {readonly input?: unknown}): string => `got ${describeValue(issue.input)}, expected ${what}`,
});

/** The `error` option of a strict object, naming the unknown fields and the known ones. */
export const expectedFields = (fields: readonly string[]) => ({
	error: (issue: {readonly input?: unknown; readonly code?: string; readonly keys?: readonly string[]}): string => {
		const got =
			issue.code === 'unrecognized_keys'
				? `the unknown ${issue.keys?.length === 1 ? 'field' : 'fields'} ${(issue.keys ?? []).map(key => `"${key}"`).join(', ')}`
				: describeValue(issue.input);
		return `got ${got}, expected an object with ${fields.join(', ')}`;
	},
});

/** One line per fault, such as `flow.maxExchanges: got 99, expected 3 to 30`. */
export const configErrors = (error: z.ZodError): string[] =>
	error.issues.map(({path, message}) => `${path.length === 0 ? 'config' : path.join('.')}: ${message}`);

const maxLength = 60;

/** A short description of a value, for messages. */
export function describeValue(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	const text = JSON.stringify(value) ?? `a ${typeof value}`;
	return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
