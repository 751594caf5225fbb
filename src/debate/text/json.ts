/** JSON that may be broken: parsed where it is valid, left as text where it is not. */

/** Parses JSON; undefined if the text is not valid JSON. */
export function parseJsonIfValid(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/**
 * Where a text stops being the beginning of any JSON, counted from 1. The parser gives no place for some faults, and
 * shows what stands around others.
 */
export function jsonFaultIn(text: string): {readonly line: number; readonly column: number} {
	let [good, bad] = [0, text.length + 1];
	while (bad - good > 1) {
		const middle = (good + bad) >> 1;
		if (mayGoOn(text.slice(0, middle))) good = middle;
		else bad = middle;
	}
	const before = text.slice(0, good).split('\n');
	return {line: before.length, column: (before.at(-1)?.length ?? 0) + 1};
}

/** Whether a text is JSON so far: it is whole, or fails at its end alone. */
function mayGoOn(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const position = /at position (?<at>\d+)/u.exec(error.message)?.groups?.['at'];
		return /end of JSON input|Unterminated string/u.test(error.message) || Number(position) === text.length;
	}
}

/** Nothing that a model, server or program means is nested deeper; what is would overflow the stack of its readers. */
const deepest = 100;

/** Whether a value that was read as JSON is nested deeper than anything that is meant. */
export const isNestedTooDeep = (value: unknown, left = deepest): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(left === 0 || Object.values(value).some(inner => isNestedTooDeep(inner, left - 1)));

/** For values from the command line and the environment: parses valid JSON, and keeps any other text as it is. */
export function parseJsonOrText(value: unknown): unknown {
	const json = typeof value === 'string' ? parseJsonIfValid(value) : value;
	return json === undefined ? value : json;
}

/** Writes a value so that `parseJsonOrText` reads it back: texts as they are where they do not read as JSON. */
export const writeJsonOrText = (value: unknown): string =>
	typeof value === 'string' && parseJsonOrText(value) === value ? value : JSON.stringify(value);

/** Whether a value is an object with named fields, as JSON has them: neither null nor an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
