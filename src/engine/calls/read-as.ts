/** Reads what was plainly meant as a value of a schema, in whatever form a model or a client wrote it. */
import {z} from 'zod';
import type {JsonObject} from '../../voices/strict-schema.ts';

const Fields = z.record(z.string(), z.unknown());
const fieldsOf = (value: unknown): JsonObject | undefined => Fields.safeParse(value).data;
const Schema = Fields.catch({});
const Schemas = z.array(Schema).catch([]);

/** A value in the form that its schema wants, and what had to be forgiven for it, in words. */
export type MeantValue = {readonly value: unknown; readonly forgave: readonly string[]};

/**
 * The value as the JSON Schema has it: unpacked where it is JSON in a text, stands in a schema's `properties` or under
 * a name of its own, with texts that are plainly a number, a boolean or an option as that, and one value for a list of
 * one. What is not plainly meant stays as it is, so that the schema refuses it.
 */
export function readAs(value: unknown, schema: JsonObject): MeantValue {
	const forgave = new Set<string>();
	const reader: Reader = {definitions: Schema.parse(schema['$defs']), forgive: what => void forgave.add(what)};
	return {value: read(value, schema, reader), forgave: [...forgave]};
}

type Reader = {readonly definitions: JsonObject; readonly forgive: (what: string) => void};

function read(value: unknown, given: JsonObject, reader: Reader): unknown {
	const schema = resolved(given, reader);
	const choices = [...Schemas.parse(schema['anyOf']), ...Schemas.parse(schema['oneOf'])];
	if (choices.length > 0) return readChoice(value, choices, reader);
	if (fitsType(value, schema) && schema['type'] !== 'object' && schema['type'] !== 'array') return value;
	switch (schema['type']) {
		case 'object':
			return readObject(value, schema, reader);
		case 'array':
			return readList(value, schema, reader);
		case 'number':
		case 'integer':
			return readNumber(value, reader);
		case 'boolean':
			return readBoolean(value, reader);
		default:
			return readText(value, schema, reader);
	}
}

/** The first choice that the value fits as it is, else the first that it can be read as. */
function readChoice(value: unknown, choices: readonly JsonObject[], reader: Reader): unknown {
	if (choices.some(choice => isExactly(value, choice, reader))) return value;
	for (const choice of choices) {
		const forgave: string[] = [];
		const found = read(value, choice, {...reader, forgive: what => void forgave.push(what)});
		if (!isExactly(found, choice, reader)) continue;
		forgave.forEach(reader.forgive);
		return found;
	}
	return value;
}

const jsonOf = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** No model wraps its answer more often. */
const deepest = 4;

function readObject(value: unknown, schema: JsonObject, reader: Reader, depth = 0): unknown {
	const open = unpacked(value, reader);
	const wanted = Schema.parse(schema['properties']);
	const fields = fieldsOf(open);
	if (!fields) return open;
	const inner = depth < deepest ? wrappedIn(fields, wanted, reader) : undefined;
	if (inner) return readObject(inner, schema, reader, depth + 1);
	const others = schema['additionalProperties'];
	return Object.fromEntries(
		Object.entries(fields).map(([name, each]): [string, unknown] => {
			const part = Object.hasOwn(wanted, name) ? wanted[name] : others;
			return [name, typeof part === 'object' && part !== null ? read(each, Schema.parse(part), reader) : each];
		}),
	);
}

/** JSON in a text, however often it was encoded. */
function unpacked(value: unknown, {forgive}: Reader): unknown {
	let open = value;
	for (let depth = 0; typeof open === 'string' && depth < deepest; depth++) {
		const inner = jsonOf(open);
		if (typeof inner !== 'object' && typeof inner !== 'string') break;
		forgive('JSON in a text');
		open = inner;
	}
	if (!Array.isArray(open) || open.length !== 1) return open;
	forgive('a list around it');
	const [only]: unknown[] = open;
	return only;
}

/** The one object in an answer without wanted fields that has some, or has such an object in turn. */
function wrappedIn(fields: JsonObject, wanted: JsonObject, reader: Reader): JsonObject | undefined {
	const isSchema = 'properties' in fields && !('properties' in wanted);
	if (!isSchema && (Object.keys(wanted).length === 0 || Object.keys(fields).some(name => name in wanted)))
		return undefined;
	const quiet = {...reader, forgive: () => undefined};
	const parts = isSchema ? [fields['properties']] : Object.values(fields);
	const inner = parts.map(each => fieldsOf(unpacked(each, quiet))).filter(each => each !== undefined);
	const has = (each: JsonObject, depth = 0): boolean =>
		Object.keys(each).some(name => name in wanted) ||
		(depth < deepest &&
			Object.values(each).some(deeper => has(Fields.catch({}).parse(unpacked(deeper, quiet)), depth + 1)));
	const found = inner.filter(each => has(each));
	if (found.length !== 1) return undefined;
	reader.forgive('a wrapping of its own');
	return found[0];
}

function readList(value: unknown, schema: JsonObject, reader: Reader): unknown {
	const open = typeof value === 'string' && /^\s*\[/u.test(value) ? (jsonOf(value) ?? value) : value;
	const items = Schema.parse(schema['items']);
	if (Array.isArray(open)) {
		if (open !== value) reader.forgive('JSON in a text');
		return open.map(each => read(each, items, reader));
	}
	if (open === undefined || open === null || open === '') return open;
	const one = read(open, items, reader);
	if (!isExactly(one, items, reader)) return open;
	reader.forgive('one value for a list');
	return [one];
}

function readNumber(value: unknown, {forgive}: Reader): unknown {
	if (typeof value !== 'string' || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/u.test(value)) return value;
	forgive('a number as a text');
	return Number(value);
}

const booleans: Readonly<Record<string, boolean>> = {true: true, yes: true, false: false, no: false};

function readBoolean(value: unknown, {forgive}: Reader): unknown {
	const found = typeof value === 'string' ? booleans[plain(value)] : undefined;
	if (found === undefined) return value;
	forgive('a boolean as a text');
	return found;
}

/** As an option is compared: without case, quotation marks, and a full stop behind it. */
const plain = (text: string): string =>
	text
		.trim()
		.replaceAll(/^["'“”‘’`*]+|["'“”‘’`*.]+$/gu, '')
		.toLowerCase()
		.replaceAll(/[\s_-]+/gu, ' ');

function readText(value: unknown, schema: JsonObject, {forgive}: Reader): unknown {
	const options = optionsOf(schema);
	if (options.length === 0) {
		if (schema['type'] !== 'string' || (typeof value !== 'number' && typeof value !== 'boolean')) return value;
		forgive('a value for a text');
		return String(value);
	}
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return value;
	const meant = options.filter(option => plain(String(option)) === plain(String(value)));
	if (meant.length !== 1) return value;
	forgive('an option in other letters');
	return meant[0];
}

const optionsOf = (schema: JsonObject): readonly unknown[] =>
	'const' in schema ? [schema['const']] : z.array(z.unknown()).catch([]).parse(schema['enum']);

function resolved(schema: JsonObject, {definitions}: Reader): JsonObject {
	const name = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('#/$defs/', '') : undefined;
	return name !== undefined && Object.hasOwn(definitions, name) ? Schema.parse(definitions[name]) : schema;
}

/** Whether the value has the schema's type, and is one of its options where it has any. */
function fitsType(value: unknown, schema: JsonObject): boolean {
	const options = optionsOf(schema);
	if (options.length > 0) return options.includes(value);
	const types = [schema['type']].flat();
	return types.includes(undefined) || types.some(type => isOfType(value, type));
}

function isOfType(value: unknown, type: unknown): boolean {
	if (type === 'null') return value === null;
	if (type === 'array') return Array.isArray(value);
	if (type === 'integer') return Number.isInteger(value);
	if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
	return typeof value === type;
}

/** Whether the value fits, with all fields that an object must have. */
function isExactly(value: unknown, given: JsonObject, reader: Reader): boolean {
	const schema = resolved(given, reader);
	const choices = [...Schemas.parse(schema['anyOf']), ...Schemas.parse(schema['oneOf'])];
	if (choices.length > 0) return choices.some(choice => isExactly(value, choice, reader));
	if (!fitsType(value, schema)) return false;
	if (Array.isArray(value)) return value.every(each => isExactly(each, Schema.parse(schema['items']), reader));
	const fields = schema['type'] === 'object' ? fieldsOf(value) : undefined;
	if (!fields) return true;
	const wanted = Schema.parse(schema['properties']);
	return z
		.array(z.string())
		.catch([])
		.parse(schema['required'])
		.every(name =>
			fields[name] === undefined
				? isExactly(null, Schema.parse(wanted[name]), reader)
				: isExactly(fields[name], Schema.parse(wanted[name]), reader),
		);
}
