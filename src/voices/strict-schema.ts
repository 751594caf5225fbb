/** The strict form of a JSON Schema, which servers can enforce. */
import {z} from 'zod';

export type JsonObject = Record<string, unknown>;
const JsonObject = z.record(z.string(), z.unknown());

/** Keywords that strict servers reject, or that add nothing. */
const dropped = new Set(['$schema', 'default', '$id', 'id']);

/**
 * Closes every object and requires all its properties, with optional ones nullable; `oneOf` becomes `anyOf`.
 * Idempotent.
 */
export function strictSchema(schema: JsonObject): JsonObject {
	const kept = Object.entries(schema).filter(([key, value]) => !dropped.has(key) && !isEdge(key, value));
	const strict = Object.fromEntries(
		kept.map(([key, value]): [string, unknown] => [key === 'oneOf' ? 'anyOf' : key, inside(key, value)]),
	);
	const properties = JsonObject.safeParse(schema['properties']);
	return properties.success ? closed(strict, properties.data) : strict;
}

function closed(schema: JsonObject, properties: JsonObject): JsonObject {
	const required = z.array(z.string()).catch([]).parse(schema['required']);
	const all = Object.entries(properties).map(([name, value]): [string, unknown] => [
		name,
		required.includes(name) ? strict(value) : nullable(strict(value)),
	]);
	return {
		...schema,
		properties: Object.fromEntries(all),
		required: Object.keys(properties),
		additionalProperties: false,
	};
}

function inside(key: string, value: unknown): unknown {
	if (key === 'anyOf' || key === 'oneOf' || key === 'allOf')
		return z.array(z.unknown()).catch([]).parse(value).map(strict);
	if (key === 'items') return strict(value);
	if (key === '$defs')
		return Object.fromEntries(
			Object.entries(JsonObject.catch({}).parse(value)).map(([name, each]) => [name, strict(each)]),
		);
	return value;
}

function strict(schema: unknown): unknown {
	const json = JsonObject.safeParse(schema);
	return json.success ? strictSchema(json.data) : schema;
}

function nullable(schema: unknown): unknown {
	const json = JsonObject.safeParse(schema);
	if (!json.success || allowsNull(json.data)) return schema;
	return Array.isArray(json.data['anyOf'])
		? {...json.data, anyOf: [...json.data['anyOf'], {type: 'null'}]}
		: {anyOf: [json.data, {type: 'null'}]};
}

const allowsNull = ({type, anyOf}: JsonObject): boolean =>
	type === 'null' ||
	(Array.isArray(type) && type.includes('null')) ||
	(Array.isArray(anyOf) && anyOf.some(each => JsonObject.safeParse(each).data?.['type'] === 'null'));

/** Limits of safe integers, which zod writes out. */
const isEdge = (key: string, value: unknown): boolean =>
	(key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** What servers refuse in a schema most often: bounds, patterns, formats, closed objects. */
const fragile = new Set([
	'minLength',
	'maxLength',
	'pattern',
	'format',
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'exclusiveMaximum',
	'multipleOf',
	'minItems',
	'maxItems',
	'uniqueItems',
	'additionalProperties',
	'propertyNames',
	'$defs',
]);

/**
 * A schema of types, properties, items and options alone, for servers that refuse more. Definitions stand where they
 * are used, a choice between objects is one object with the fields of all, and what may be null may be left out. The
 * answer is checked against the whole schema all the same.
 */
export const plainSchema = (schema: JsonObject): JsonObject =>
	plain(schema, JsonObject.catch({}).parse(schema['$defs']), 0);

/** Deeper than this a definition refers to itself. */
const deepestPlain = 12;

function plain(given: unknown, definitions: JsonObject, depth: number): JsonObject {
	const schema = JsonObject.catch({}).parse(given);
	if (depth > deepestPlain) return {};
	const within = (part: unknown): JsonObject => plain(part, definitions, depth + 1);
	const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;
	if (name !== undefined) return within(definitions[name]);
	const choices = choicesOf(schema);
	if (choices.length > 0) return merged(choices.map(within));
	const properties = JsonObject.safeParse(schema['properties']).data;
	const kept = Object.entries(schema).filter(([key]) => !fragile.has(key) && key !== 'const');
	return {
		...Object.fromEntries(kept),
		...('const' in schema && {enum: [schema['const']]}),
		...('items' in schema && {items: within(schema['items'])}),
		...(properties && {
			properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, within(part)])),
			required: Object.entries(properties).flatMap(([key, part]) =>
				allowsNull(JsonObject.catch({}).parse(part)) ? [] : [key],
			),
		}),
	};
}

/** The alternatives of a schema but null; none where it has no choice. */
const choicesOf = (schema: JsonObject): readonly unknown[] =>
	z
		.array(z.unknown())
		.catch([])
		.parse(schema['anyOf'] ?? schema['oneOf'])
		.filter(choice => JsonObject.catch({}).parse(choice)['type'] !== 'null');

/** One schema that each of these fits. */
function merged(choices: readonly JsonObject[]): JsonObject {
	const [first = {}, ...more] = choices;
	if (more.length === 0) return first;
	const all: (JsonObject | undefined)[] = choices.map(choice => JsonObject.safeParse(choice['properties']).data);
	if (all.every(properties => properties !== undefined)) {
		const names = new Set(all.flatMap(properties => Object.keys(properties)));
		const ofName = (name: string): JsonObject[] =>
			all.filter(properties => name in properties).map(properties => JsonObject.catch({}).parse(properties[name]));
		return {
			type: 'object',
			properties: Object.fromEntries([...names].map(name => [name, merged(ofName(name))])),
			required: [...names].filter(name =>
				choices.every(({required}) => z.array(z.unknown()).catch([]).parse(required).includes(name)),
			),
		};
	}
	const options = choices.flatMap(choice => z.array(z.unknown()).catch([]).parse(choice['enum']));
	return choices.every(choice => 'enum' in choice) ? {...first, enum: [...new Set(options)]} : first;
}
