/** The rehearsal speaker: parses the messages, runs the composer for the task, and writes its answer. Pure. */
import {at, type Random, hash, seededRandom} from './random.ts';
import type {JsonSchema, ComposerInput} from './composer.ts';
import type {Message} from '../debate/protocol.ts';
import type {VoiceRequest} from '../voices/voice.ts';
import {composerFor} from './registry.ts';
import {general, sentencesAtHand} from './general-answer.ts';
import {blocksOf, readPrompt, type Task} from './notation.ts';
import {topicOf} from './topic.ts';

// Generates a value for a JSON Schema from the words at hand. Covers the schemas that Rostrum uses, and most others.

type ValueMaterial = {readonly random: Random; readonly sentences: readonly string[]};

/** Below this depth, optional properties and lists stay empty. */
const deepest = 8;

function valueFor(schema: JsonSchema, filling: ValueMaterial): unknown {
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

export type RehearsalRequest = {readonly seed: number} & Pick<VoiceRequest, 'maxTokens' | 'schema'>;

/** The answer, and whether it was cut off at `maxTokens` (4 characters per token). */
export type Rehearsed = {readonly text: string; readonly finish: 'stop' | 'length'};

const noTask: Task = {
	kind: '',
	speaker: undefined,
	words: undefined,
	round: undefined,
	attributes: {},
	lines: [],
	labels: {},
	blocks: [],
	prose: '',
};

/** The same messages and seed always give the same text. Use one `seed` throughout a debate. */
export function rehearse(messages: readonly Message[], request: RehearsalRequest): Rehearsed {
	const last = lastWords(messages);
	if (last !== undefined)
		return limited(restAfter(last, rehearse(messages.slice(0, -2), {seed: request.seed}).text), request.maxTokens);
	const {seed, maxTokens, schema} = request;
	const prompt = readPrompt(messages);
	const random = seededRandom(hash(messages.at(-1)?.content ?? '', seed));
	const input: ComposerInput = {
		prompt,
		task: within(prompt.task ?? noTask, maxTokens),
		topic: topicOf(prompt),
		seed,
		random,
		schema: schema?.json,
	};
	const answer =
		composerFor(prompt.protocol, input.task.kind)?.(input) ??
		(schema ? valueFor(schema.json, {random, sentences: sentencesAtHand(input)}) : general(input));
	return limited(schema ? written(answer, prompt.askedAgain, random, schema.json) : spoken(answer), maxTokens);
}

/** Average characters per word, including the space after it. */
const charactersAWord = 5.8;

/** Caps the task's word range to what fits into the token limit, so the answer is not cut off in mid-sentence. */
function within(task: Task, maxTokens = Infinity): Task {
	const most = Math.floor((maxTokens * 4) / charactersAWord);
	const {words} = task;
	return words && words.max > most ? {...task, words: {min: Math.min(words.min, most), max: most}} : task;
}

/** The last words of an answer that was cut off, if the request asks to continue it. */
const lastWords = (messages: readonly Message[]): string | undefined =>
	messages.at(-2)?.role === 'assistant'
		? blocksOf(messages.at(-1)?.content ?? '').find(({name}) => name === 'last_words')?.body
		: undefined;

/** The answer from these words on, repeating them; only the words themselves if they cannot be found. */
function restAfter(words: string, whole: string): string {
	const at = whole.lastIndexOf(words);
	return at < 0 ? words : whole.slice(at);
}

const spoken = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));

/** One structured answer in this many is malformed at first, as with real models. */
const brokenOneIn = 12;

/** A value as JSON, malformed now and then. Wishes to interrupt are spared: there is no time to ask again. */
function written(
	answer: unknown,
	askedAgain: boolean,
	random: Random,
	schema: Readonly<Record<string, unknown>>,
): string {
	const value = typeof answer === 'string' ? wrapped(answer, schema) : answer;
	const json = JSON.stringify(value);
	if (askedAgain || random.below(brokenOneIn) !== 0 || isWish(value)) return json;
	return broken(json, value, random.below(3));
}

/** Wraps a text as the first property of the schema's object. */
function wrapped(text: string, {properties}: Readonly<Record<string, unknown>>): unknown {
	const key = typeof properties === 'object' && properties !== null ? Object.keys(properties)[0] : undefined;
	return key === undefined ? text : {[key]: text};
}

const isWish = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'reason' in value && 'severity' in value;

/** Malformed JSON as models produce it: surrounding talk, cut off early, or a missing property. */
function broken(json: string, value: unknown, way: number): string {
	if (way === 0) return `Here is my answer:\n\`\`\`json\n${json}\n\`\`\`\nI hope that helps.`;
	const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
	if (way === 1 || keys.length === 0) return json.slice(0, Math.ceil(json.length * 0.6));
	return JSON.stringify(Object.fromEntries(Object.entries(value ?? {}).slice(0, -1)));
}

function limited(text: string, maxTokens: number | undefined): Rehearsed {
	const most = maxTokens === undefined ? Infinity : maxTokens * 4;
	return text.length <= most ? {text, finish: 'stop'} : {text: text.slice(0, most), finish: 'length'};
}
