/** What was wrong, with which value, where it came from, and what to do about it: the four things a user needs. */
export type Fault = {
	readonly what: string;
	readonly value?: unknown;
	/** Such as `--timeout`, `ROSTRUM_TIMEOUT` or a file's path. */
	readonly from?: string;
	readonly todo: string;
};

/** Wrong usage or configuration: the program ends with exit code 2 and this message alone, a line a fault. */
export class UsageError extends Error {
	override readonly name = 'UsageError';

	/** A text is the whole message, from where it is already known. */
	constructor(faults: string | Fault | readonly Fault[], options?: ErrorOptions) {
		super(typeof faults === 'string' ? faults : [faults].flat().map(sentence).join('\n'), options);
	}
}

/** The file system's error code, such as `ENOENT`, where an error carries one. */
export const errorCode = (error: unknown): string | undefined =>
	error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const longest = 120;

/** A value as JSON, cut where it would fill the screen. */
export function quote(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** `What is wrong: "value" (from where). What to do.` */
function sentence({what, value, from, todo}: Fault): string {
	const got = value === undefined ? '' : `: ${quote(value)}`;
	return `${what}${got}${from === undefined ? '' : ` (from ${from})`}. ${todo}`;
}
