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
