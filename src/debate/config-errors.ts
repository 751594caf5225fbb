/** How a protocol refuses a config: the field, what it got, and what it may be; all that is wrong at once. */
import type {z} from 'zod';

/** The `error` option of a zod schema whose refusal reads `got 99, may be 3 to 30`. */
export const mayBe = (what: string) => ({
	error: (issue: {readonly input?: unknown}): string => `got ${describeValue(issue.input)}, may be ${what}`,
});

/** The `error` option of a strict object: an unknown field is named, and so are those there are. */
export const mayHave = (fields: readonly string[]) => ({
	error: (issue: {readonly input?: unknown; readonly code?: string; readonly keys?: readonly string[]}): string => {
		const got =
			issue.code === 'unrecognized_keys'
				? `the unknown ${(issue.keys ?? []).map(key => `"${key}"`).join(', ')}`
				: describeValue(issue.input);
		return `got ${got}, may be an object with ${fields.join(', ')}`;
	},
});

/** One line a fault, such as `flow.maxExchanges: got 99, may be 3 to 30`. */
export const configErrors = (error: z.ZodError): string[] =>
	error.issues.map(({path, message}) => `${path.length === 0 ? 'config' : path.join('.')}: ${message}`);

const longest = 60;

/** A value in few words. */
export function describeValue(value: unknown): string {
	if (value === undefined) return 'nothing';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	const text = JSON.stringify(value) ?? `a ${typeof value}`;
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
