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
