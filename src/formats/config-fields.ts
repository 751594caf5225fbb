/** What the fields of a format’s config are made of; each says what was given and what was expected. */
import {z} from 'zod';
import {expected, expectedFields} from '../debate/usage-error.ts';

/** A text that is not empty; `what` it is. */
export const text = (what: string) => z.string(expected(what)).trim().min(1, expected(what));

export const flag = z.boolean(expected('true or false'));

export const oneOf = <const T extends readonly string[]>(values: T) => z.enum(values, expected(values.join(', ')));

/** A whole number, both bounds included. */
export const whole = (from: number, to: number, unit = '') => {
	const fault = expected(`${from} to ${to}${unit}`);
	return z.int(fault).min(from, fault).max(to, fault);
};

export const number = (what: string, allowed: (value: number) => boolean) =>
	z.number(expected(what)).refine(allowed, expected(what));

/** An object with these fields and no other. */
export const closed = <T extends z.ZodRawShape>(fields: T) =>
	z.strictObject(fields, expectedFields(Object.keys(fields)));

/** A list of so many, as `what` says. */
export const list = <T extends z.ZodType>(item: T, from: number, to: number, what: string) =>
	z.array(item, expected(what)).min(from, expected(what)).max(to, expected(what));

/** The longest time that a timer takes, in milliseconds. */
const longest = 2_147_483_647;

export const milliseconds = (from: number) => {
	const fault = expected(`a whole number of milliseconds, at least ${from}`);
	return z.int(fault).min(from, fault).max(longest, fault);
};

/** The model that is named for a seat where nobody names another. */
export const modelSeat = closed({
	modelId: text('a model’s id'),
	modelDisplayName: text('a name').optional(),
	providerName: text('a name').optional(),
});
export type ModelSeat = z.infer<typeof modelSeat>;
