import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {parseAnswer} from '../../../src/engine/calls/structured.ts';

const Verdict = z.object({
	stance: z.enum(['for', 'against', 'no_view']),
	strength: z.int().min(0).max(100),
	fair: z.boolean(),
	reasons: z.array(z.string()),
	points: z.array(z.object({sentence: z.int(), kind: z.enum(['minor', 'major']), harms: z.boolean()})),
	note: z.string().nullable(),
});
type Verdict = z.infer<typeof Verdict>;

const verdict: Verdict = {
	stance: 'no_view',
	strength: 40,
	fair: false,
	reasons: ['It was not shown.'],
	points: [{sentence: 3, kind: 'minor', harms: false}],
	note: null,
};

const mapped = (value: unknown, change: (value: unknown) => unknown): unknown =>
	Array.isArray(value)
		? value.map(each => mapped(each, change))
		: typeof value === 'object' && value !== null
			? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]))
			: change(value);

/** What models do to an answer that no server holds to its schema. */
const distortions: Readonly<Record<string, (value: unknown) => unknown>> = {
	'encoded twice': value => JSON.stringify(value),
	'in the properties of a schema': value => ({type: 'object', properties: value}),
	'in a name of its own': value => ({response: value}),
	'as the arguments of a call': value => ({name: 'verdict', arguments: value}),
	'in a list': value => [value],
	'numbers as texts': value => mapped(value, each => (typeof each === 'number' ? String(each) : each)),
	'booleans as texts': value => mapped(value, each => (typeof each === 'boolean' ? (each ? 'Yes' : 'No.') : each)),
	'options in other letters': value =>
		mapped(value, each =>
			each === 'no_view' ? 'No view.' : each === 'minor' || each === 'major' ? each.toUpperCase() : each,
		),
	'single values for lists': value =>
		Object.fromEntries(
			Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value)).map(([key, each]) => [
				key,
				Array.isArray(each) && each.length === 1 ? each[0] : each,
			]),
		),
};
const names = Object.keys(distortions);
const distorted = (value: unknown, name: string): unknown => distortions[name]?.(value);
/** Only a value as it is can lose the brackets of its lists. */
const inOrder = (...chosen: readonly string[]) =>
	chosen.toSorted((one, other) => names.indexOf(other) - names.indexOf(one));

describe('what was plainly meant is taken', () => {
	test.each(names.map(name => [name]))('%s', name => {
		const text = JSON.stringify(distorted(verdict, name));
		const parsed = parseAnswer(text, Verdict);
		expect(parsed).toMatchObject({ok: true, value: verdict});
		expect(parsed.ok ? parsed.forgave : undefined).not.toHaveLength(0);
	});

	test('two distortions at once, in a fence behind a preface', () =>
		fc.assert(
			fc.property(
				fc.record({
					stance: fc.constantFrom('for', 'against', 'no_view'),
					strength: fc.integer({min: 0, max: 100}),
					fair: fc.boolean(),
					reasons: fc.array(fc.constantFrom('It was not shown.', 'true', '7'), {minLength: 1, maxLength: 2}),
					points: fc.array(
						fc.record({sentence: fc.nat(30), kind: fc.constantFrom('minor', 'major'), harms: fc.boolean()}),
						{minLength: 1, maxLength: 2},
					),
					note: fc.constantFrom(null, 'no', 'yes'),
				}),
				fc.constantFrom(...names),
				fc.constantFrom(...names),
				fc.boolean(),
				(value, one, other, isFenced) => {
					const made = inOrder(one, other).reduce<unknown>(distorted, value);
					const text = isFenced ? `Here it is:\n\`\`\`json\n${JSON.stringify(made)}\n\`\`\`` : JSON.stringify(made);
					expect(parseAnswer(text, Verdict)).toMatchObject({ok: true, value});
				},
			),
		));

	test('a name that the schema has as well', () => {
		const schema = z.object({type: z.enum(['a', 'b']), text: z.string()});
		const text = JSON.stringify({type: 'object', properties: {type: 'B', text: 'x'}});
		expect(parseAnswer(text, schema)).toMatchObject({ok: true, value: {type: 'b', text: 'x'}});
	});
});

describe('what contradicts the schema is refused, with its faults in one line', () => {
	test.each([
		[{...verdict, fair: 'perhaps'}, /^fair: /u],
		[{...verdict, strength: '40 of 100'}, /^strength: /u],
		[{...verdict, strength: '140'}, /^strength: /u],
		[{...verdict, stance: 'for and against'}, /^stance: /u],
		[{one: verdict, other: {...verdict, fair: true}}, /stance/u],
	])('%j', (value, reason) => {
		const parsed = parseAnswer(JSON.stringify(value), Verdict);
		expect(parsed.ok ? '' : parsed.reason).toMatch(reason);
		expect(parsed.ok ? '' : parsed.reason).not.toContain('\n');
	});
});
