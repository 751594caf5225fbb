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

const longest = 120;

/** A value as JSON, truncated to 120 characters. */
export function quote(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** `What is wrong: "value" (from where). What to do.` */
function sentence({what, value, from, todo}: Fault): string {
	const got = value === undefined ? '' : `: ${quote(value)}`;
	return `${what}${got}${from === undefined ? '' : ` (from ${from})`}. ${todo}`;
}
