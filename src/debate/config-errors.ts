/** Messages for invalid configs: the field, what it got and what was expected, for all faults at once. */
import type {z} from 'zod';

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
