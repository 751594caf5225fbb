/** From what a model wrote to a value that fits a schema, or to the reason why there is none. */
import {jsonrepair} from 'jsonrepair';
import {z} from 'zod';
import {cleanCode, cleanText} from '../../debate/text/intake.ts';
import {fence, tag} from '../../debate/prompt.ts';
import type {Message} from '../../debate/protocol.ts';
import {codeNames} from '../../debate/text/sanitize.ts';
import {strictSchema} from '../../voices/strict-schema.ts';
import {withoutThinking} from '../../voices/think-tags.ts';
import type {VoiceDelta} from '../../voices/voice.ts';

export type Parsed<T> = {readonly ok: true; readonly value: T} | {readonly ok: false; readonly reason: string};
/** How an answer ended. */
export type AnswerFinish = Extract<VoiceDelta, {type: 'finish'}>['finish'];

/**
 * The JSON Schema of what a model is to write, in the strict form: what may be left out is `null` there, see
 * `parseAnswer`.
 */
export function toJsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
	const made = jsonSchemas.get(schema) ?? strictSchema({...z.toJSONSchema(schema, {io: 'input'})});
	jsonSchemas.set(schema, made);
	return made;
}

/** The same few schemas are asked for throughout a debate. */
const jsonSchemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/**
 * Reads a value out of an answer: the whole of it, its last fenced block, its first balanced object, and these again
 * once repaired. `finish` tells how the answer ended: one that ran into its limit is refused even if it can be
 * repaired,
 * for its lists may lack items, and one without a proper end is not repaired.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>, finish: AnswerFinish = 'stop'): Parsed<T> {
	if (finish === 'length') return {ok: false, reason: 'the answer ran into its length limit'};
	if (finish === 'refusal') return {ok: false, reason: 'the model refused to answer'};
	const said = withoutThinking(text);
	if (said === '') return {ok: false, reason: 'the answer is empty'};
	const found = candidates(said);
	const readings = [...found.map(json), ...(finish === 'cut' ? [] : found.map(repaired))].filter(
		value => value !== undefined,
	);
	const fits = readings.map(({value}) => fit(cleanTexts(value), schema));
	return (
		fits.find(({ok}) => ok) ??
		fits[0] ?? {
			ok: false,
			reason: found.some(breaksOff) ? 'the JSON breaks off in the middle of a text' : 'there is no JSON in the answer',
		}
	);
}

/** A value with every text in it made plain and freed of secrets: here is where it comes in. */
function cleanTexts(value: unknown, clean = cleanText): unknown {
	if (typeof value === 'string') return clean(value);
	if (Array.isArray(value)) return value.map(each => cleanTexts(each, clean));
	return typeof value === 'object' && value !== null
		? Object.fromEntries(
				Object.entries(value).map(([key, each]) => [key, cleanTexts(each, codeNames.has(key) ? cleanCode : cleanText)]),
			)
		: value;
}

/** The texts that may be the JSON, best first. */
function candidates(text: string): string[] {
	const fenced = [...text.matchAll(/```(?:json)?[ \t]*\r?\n([\s\S]*?)```/giu)].at(-1)?.[1];
	return [...new Set([text, fenced, firstObject(text)].filter(each => each !== undefined).map(each => each.trim()))];
}

/** From the first brace to the one that closes it, braces in strings apart; to the end where none does. */
function firstObject(text: string): string | undefined {
	const start = text.indexOf('{');
	if (start < 0) return undefined;
	let depth = 0;
	for (const {0: part, index} of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gsu)) {
		depth += part === '{' ? 1 : part === '}' ? -1 : 0;
		if (depth === 0) return text.slice(start, start + index + 1);
	}
	return text.slice(start);
}

/** Whether JSON has begun and ends inside a string. */
const breaksOff = (text: string): boolean =>
	/^[{[]/u.test(text) && !/[}\]]$/u.test(text) && text.replaceAll(/"(?:[^"\\]|\\.)*"/gsu, '').includes('"');

type ParsedJson = {readonly value: unknown} | undefined;

function json(text: string): ParsedJson {
	try {
		return {value: JSON.parse(text)};
	} catch {
		return undefined;
	}
}

/**
 * Prose could be repaired too, into a string: only what begins as JSON is. So could an answer that breaks off in the
 * middle
 * of a text, by closing it: but then half a sentence would pass for what was said.
 */
function repaired(text: string): ParsedJson {
	if (!/^[{[]/u.test(text) || breaksOff(text)) return undefined;
	try {
		return json(jsonrepair(text));
	} catch {
		return undefined;
	}
}

/**
 * Strict servers give `null` for what may be left out, so a value is tried without its nulls where it does not fit with
 * them.
 */
function fit<T>(value: unknown, schema: z.ZodType<T>): Parsed<T> {
	const first = schema.safeParse(value);
	if (first.success) return {ok: true, value: first.data};
	const second = schema.safeParse(withoutNulls(value));
	return second.success ? {ok: true, value: second.data} : {ok: false, reason: z.prettifyError(first.error)};
}

function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	const {success, data} = z.record(z.string(), z.unknown()).safeParse(value);
	return success
		? Object.fromEntries(
				Object.entries(data)
					.filter(([, each]) => each !== null)
					.map(([key, each]) => [key, withoutNulls(each)]),
			)
		: value;
}

const mostRejected = 8_000;

/** The one re-ask: the same messages, and what was wrong with the answer to them. */
export function reaskMessages(messages: readonly Message[], bad: string, reason: string): Message[] {
	const shown = bad.length > mostRejected ? `${bad.slice(0, mostRejected)}…` : bad;
	const content = [
		'Your answer to this could not be used:',
		tag('rejected', {}, fence(shown)),
		tag('error', {}, fence(reason)),
		'Return the corrected JSON only: the same content, one object that fits, nothing before or after it.',
	].join('\n\n');
	return [...messages, {role: 'user', content}];
}
