import {expect, test} from 'vitest';
import {z} from 'zod';
import {strictSchema} from '../../src/voices/strict-schema.ts';

const schema = z.object({
	name: z.string().max(9),
	note: z.string().optional(),
	count: z.int(),
	stance: z.int().min(-3).max(3).default(0),
	maybe: z.string().nullish(),
	items: z.array(z.object({id: z.enum(['a', 'b']), quote: z.string().nullable().optional()})),
	either: z.union([z.object({x: z.number()}), z.string()]).optional(),
});
const strict = strictSchema(z.toJSONSchema(schema, {io: 'input'}));

test('closes every object and requires every property, with optional ones nullable', () => {
	const quote = {type: ['string', 'null']};
	expect(strict).toEqual({
		type: 'object',
		additionalProperties: false,
		required: ['name', 'note', 'count', 'stance', 'maybe', 'items', 'either'],
		properties: {
			name: {type: 'string', maxLength: 9},
			note: {anyOf: [{type: 'string'}, {type: 'null'}]},
			count: {type: 'integer'},
			stance: {anyOf: [{type: 'integer', minimum: -3, maximum: 3}, {type: 'null'}]},
			maybe: quote,
			items: {
				type: 'array',
				items: {
					type: 'object',
					additionalProperties: false,
					required: ['id', 'quote'],
					properties: {id: {type: 'string', enum: ['a', 'b']}, quote},
				},
			},
			either: {
				anyOf: [
					{type: 'object', additionalProperties: false, required: ['x'], properties: {x: {type: 'number'}}},
					{type: 'string'},
					{type: 'null'},
				],
			},
		},
	});
});

test('leaves a strict schema unchanged', () => expect(strictSchema(strict)).toEqual(strict));
