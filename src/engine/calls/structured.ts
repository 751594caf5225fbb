/** Parses what a model wrote into a value that fits a schema, or says why it cannot. */
import {jsonrepair} from 'jsonrepair';
import {z} from 'zod';
import {cleanCode, cleanText, codeNames} from '../../debate/text/intake.ts';
import {fence, tag} from '../../debate/prompt.ts';
import type {Message} from '../../debate/protocol.ts';
import {isNestedTooDeep} from '../../debate/text/json.ts';
import {strictSchema} from '../../voices/strict-schema.ts';
import {withoutThinking} from '../../voices/thinking-marks.ts';
import {readAs} from './read-as.ts';
import type {VoiceDelta} from '../../voices/voice.ts';

/** `forgave` says in words what was not in the asked form, where anything was. */
export type Parsed<T> =
	| {readonly ok: true; readonly value: T; readonly forgave?: readonly string[]}
	| {readonly ok: false; readonly reason: string};
/** How an answer ended. */
export type AnswerFinish = Extract<VoiceDelta, {type: 'finish'}>['finish'];

/** The JSON Schema of an answer in the strict form, in which optional fields are nullable; see `parseAnswer`. */
export function toJsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
	const made = jsonSchemas.get(schema) ?? strictSchema({...z.toJSONSchema(schema, {io: 'input'})});
	jsonSchemas.set(schema, made);
	return made;
}

/** A debate asks for the same few schemas throughout. */
const jsonSchemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/**
 * Tries the whole answer, its last fenced block and its first balanced object, then the same repaired. `finish` says
 * how the answer ended: one that ran into its length limit is refused, for its lists may lack items, and one that was
 * cut is not repaired.
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
	const fits = readings.map(({value}) => fit(value, schema));
	return (
		fits.find(({ok}) => ok) ??
		fits[0] ?? {
			ok: false,
			reason: found.some(breaksOff) ? 'the JSON breaks off in the middle of a text' : 'there is no JSON in the answer',
		}
	);
}

/** Cleans and redacts every string in a value: this is where it enters the program. */
export function cleanTexts(value: unknown, clean = cleanText): unknown {
	if (typeof value === 'string') return clean(value);
	if (Array.isArray(value)) return value.map(each => cleanTexts(each, clean));
	return typeof value === 'object' && value !== null
		? Object.fromEntries(
				Object.entries(value).map(([key, each]) => [key, cleanTexts(each, codeNames.has(key) ? cleanCode : clean)]),
			)
		: value;
}

/** The parts of the answer that may be JSON, best first. */
function candidates(text: string): string[] {
	const fenced = [...text.matchAll(/```(?:json)?[ \t]*\r?\n([\s\S]*?)```/giu)].at(-1)?.[1];
	return [...new Set([text, fenced, firstObject(text)].filter(each => each !== undefined).map(each => each.trim()))];
}

/** From the first brace to the matching one, ignoring braces in strings; to the end if there is none. */
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
		const value: unknown = JSON.parse(text);
		return isNestedTooDeep(value) ? undefined : {value};
	} catch {
		return undefined;
	}
}

/**
 * Only what begins as JSON is repaired: prose would become a string. Text that breaks off inside a string is not
 * repaired either, or half a sentence would pass for a whole one.
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
 * Strict servers send `null` for optional fields, so a value that does not fit is tried again without its nulls, and
 * then as what was plainly meant.
 */
function fit<T>(given: unknown, schema: z.ZodType<T>): Parsed<T> {
	const first = check(given, schema);
	if (first.success) return {ok: true, value: first.data};
	const {value: meant, forgave} = readAs(given, toJsonSchema(schema));
	const second = forgave.length > 0 ? check(meant, schema) : first;
	return second.success ? {ok: true, value: second.data, forgave} : {ok: false, reason: faultsOf(second.error)};
}

function check<T>(given: unknown, schema: z.ZodType<T>): z.ZodSafeParseResult<T> {
	const value = cleanTexts(given);
	const found = schema.safeParse(value);
	const other = found.success ? found : schema.safeParse(withoutNulls(value));
	return other.success ? other : found;
}

/** Faults that are told of one answer. */
const mostFaults = 3;

/** What does not fit, in one line. */
const faultsOf = ({issues}: z.ZodError): string =>
	issues
		.slice(0, mostFaults)
		.map(({path, message}) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
		.join('; ');

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

/** The messages of the one re-ask: the same ones, then the rejected answer and what is wrong with it. */
export function reaskMessages(messages: readonly Message[], bad: string, reason: string): Message[] {
	// A decoder that is held to a schema and has lost its way writes blanks.
	const written = bad.replaceAll(/\s{20,}/gu, ' ');
	const shown = written.length > mostRejected ? `${written.slice(0, mostRejected)}…` : written;
	const content = [
		'Your answer to this could not be used:',
		tag('rejected', {}, fence(shown)),
		tag('error', {}, fence(reason)),
		'Return the corrected JSON only: the same content, one object that fits, nothing before or after it.',
	].join('\n\n');
	return [...messages, {role: 'user', content}];
}
