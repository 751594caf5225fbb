/**
 * Generates a value for a JSON Schema from the words at hand. Covers the schemas that Rostrum uses, and most others.
 */
import {at, type Random} from '../language/random.ts';
import type {JsonSchema} from './composer.ts';

export type ValueMaterial = {readonly random: Random; readonly sentences: readonly string[]};

/** Below this depth, optional properties and lists stay empty. */
const deepest = 8;

export function valueFor(schema: JsonSchema, filling: ValueMaterial): unknown {
	return walk(schema, schema, filling, 0, 'answer');
}

function walk(root: JsonSchema, schema: unknown, filling: ValueMaterial, depth: number, name: string): unknown {
	if (!isObject(schema)) return textFor({}, filling, name);
	const {random} = filling;
	const reference = schema['$ref'];
	if (typeof reference === 'string')
		return depth > deepest ? null : walk(root, resolve(root, reference), filling, depth + 1, name);
	if ('const' in schema) return schema['const'];
	if (Array.isArray(schema['enum']) && schema['enum'].length > 0)
		return at(schema['enum'], random.below(schema['enum'].length));
	const choices = [schema['anyOf'], schema['oneOf']].find(Array.isArray);
	if (choices && choices.length > 0)
		return walk(
			root,
			at(
				choices.toSorted((a: unknown, b: unknown) => Number(isNull(a)) - Number(isNull(b))),
				depth > deepest ? choices.length - 1 : 0,
			),
			filling,
			depth + 1,
			name,
		);
	if (Array.isArray(schema['allOf']))
		return walk(root, merged(root, schema, schema['allOf']), filling, depth + 1, name);
	return byType(root, schema, filling, depth, name);
}

function byType(root: JsonSchema, schema: JsonSchema, filling: ValueMaterial, depth: number, name: string): unknown {
	switch (typeOf(schema)) {
		case 'object':
			return objectFor(root, schema, filling, depth);
		case 'array':
			return listFor(root, schema, filling, depth, name);
		case 'integer':
			return numberFor(schema, filling, true);
		case 'number':
			return numberFor(schema, filling, false);
		case 'boolean':
			return filling.random.below(2) === 0;
		case 'null':
			return null;
		default:
			return textFor(schema, filling, name);
	}
}

function typeOf(schema: JsonSchema): string {
	const type = Array.isArray(schema['type'])
		? (schema['type'].find(each => each !== 'null') ?? 'null')
		: schema['type'];
	if (typeof type === 'string') return type;
	return isObject(schema['properties']) ? 'object' : 'items' in schema || 'prefixItems' in schema ? 'array' : 'string';
}

function objectFor(
	root: JsonSchema,
	schema: JsonSchema,
	filling: ValueMaterial,
	depth: number,
): Record<string, unknown> {
	const properties = isObject(schema['properties']) ? schema['properties'] : {};
	const required = Array.isArray(schema['required']) ? schema['required'].filter(key => typeof key === 'string') : [];
	const keys = depth > deepest ? required : [...new Set([...Object.keys(properties), ...required])];
	return Object.fromEntries(keys.map(key => [key, walk(root, properties[key] ?? {}, filling, depth + 1, key)]));
}

function listFor(root: JsonSchema, schema: JsonSchema, filling: ValueMaterial, depth: number, name: string): unknown[] {
	const tuple = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
	const [least, most] = [count(schema['minItems'], 0), count(schema['maxItems'], Infinity)];
	const length = depth > deepest ? least : Math.min(most, Math.max(least, tuple.length, 1 + filling.random.below(2)));
	const seen = new Set<string>();
	return Array.from({length}, (_, index) =>
		walk(root, tuple[index] ?? schema['items'] ?? {}, filling, depth + 1, name),
	).filter(value => {
		const key = JSON.stringify(value);
		return schema['uniqueItems'] !== true || (!seen.has(key) && seen.add(key));
	});
}

function numberFor(schema: JsonSchema, {random}: ValueMaterial, whole: boolean): number {
	const step = count(schema['multipleOf'], whole ? 1 : 0.01);
	const low = Math.max(count(schema['minimum'], -Infinity), count(schema['exclusiveMinimum'], -Infinity) + step);
	const high = Math.min(count(schema['maximum'], Infinity), count(schema['exclusiveMaximum'], Infinity) - step);
	const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 4 * step : whole ? 1 : 0.5;
	const to = Number.isFinite(high) ? high : from + (whole ? 4 : 0);
	const steps = Math.max(0, Math.floor((to - from) / step));
	return Number(
		(
			Math.ceil(from / step) * step +
			random.below(Math.min(steps, 100) + 1) * Math.max(step, Math.floor(steps / 100) * step)
		).toFixed(6),
	);
}

/** A sentence from the prompt, shortened if there is little room. */
function textFor(schema: JsonSchema, {random, sentences}: ValueMaterial, name: string): string {
	const [least, most] = [count(schema['minLength'], 0), count(schema['maxLength'], 400)];
	const format = typeof schema['format'] === 'string' ? formats[schema['format']] : undefined;
	if (format !== undefined) return format;
	if (typeof schema['pattern'] === 'string') return matching(schema['pattern'], name);
	const text = /(?:^|_)(?:id|ref|key)$|Id$|Ref$/u.test(name)
		? `${name}-${1 + random.below(9)}`
		: at(sentences.length > 0 ? sentences : ['Nothing was asked.'], random.below(Math.max(1, sentences.length)));
	const fitting = text.length <= most ? text : text.slice(0, most).replace(/\s+\S*$/u, '') || text.slice(0, most);
	return fitting.padEnd(least, '.');
}

const formats: Readonly<Record<string, string>> = {
	'date-time': '2026-01-01T00:00:00Z',
	date: '2026-01-01',
	time: '00:00:00Z',
	uri: 'https://example.org/',
	email: 'someone@example.org',
	uuid: '00000000-0000-4000-8000-000000000000',
};

/** The first of some plain texts that matches a pattern, else an empty text. */
function matching(pattern: string, name: string): string {
	const expression = new RegExp(pattern, 'u');
	return (
		[name, `${name}-1`, '1', 't1', 'a', 'A', 'yes', 'main.ts:1', '2026-01-01', '0.1', 'abc123', 'A1', '#000000'].find(
			text => expression.test(text),
		) ?? ''
	);
}

const count = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const isNull = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'null';

const resolve = (root: JsonSchema, reference: string): unknown =>
	reference
		.replace(/^#\/?/u, '')
		.split('/')
		.filter(Boolean)
		.reduce<unknown>(
			(place, key) => (isObject(place) ? place[key.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
			root,
		);

/** Merges the parts of an `allOf` into one schema. */
function merged(root: JsonSchema, schema: JsonSchema, parts: readonly unknown[]): JsonSchema {
	const {allOf: _, ...own} = schema;
	const all = [own, ...parts]
		.map(part => (isObject(part) && typeof part['$ref'] === 'string' ? resolve(root, part['$ref']) : part))
		.filter(isObject);
	const properties = Object.assign({}, ...all.map(part => part['properties'] ?? {}));
	const required = all.flatMap(part => (Array.isArray(part['required']) ? part['required'] : []));
	return {...Object.assign({}, ...all), ...(Object.keys(properties).length > 0 ? {properties, required} : {})};
}
