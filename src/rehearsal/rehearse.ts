/** The rehearsal speaker: parses the messages, runs the composer for the task, and writes its answer. Pure. */
import {z} from 'zod';
import {adversarialSpec} from './adversarial-spec/composers.ts';
import {builderReviewer} from './builder-reviewer.ts';
import {codeDebate} from './code-debate/composers.ts';
import {council} from './council/composers.ts';
import {duelogic} from './duelogic/composers.ts';
import {modelDuel} from './model-duel.ts';
import {motion} from './motion/composers.ts';
import {type Composer, fit, type ComposerInput, type JsonSchema} from './composer.ts';
import {type Family, decapitalise, listOf, sentenceWriter} from './sentence-writer.ts';
import {quotable, contentWords, firstWords, sentencesOf, stem, wordsOf} from './text.ts';
import {at, type Random, hash, seededRandom} from './random.ts';
import type {Message} from '../debate/protocol.ts';
import type {VoiceRequest, Voice, VoiceContext, VoiceDelta} from '../voices/voice.ts';
import {blocksOf, readPrompt, type Task} from './notation.ts';
import {topicOf} from './topic.ts';
import type {Usage} from '../debate/events.ts';

// Composers by protocol and kind of task. A protocol adds a folder with a record of its composers here. All other
// tasks are answered from the prompt's own words (general-answer.ts, schema-value.ts).

const byProtocol: Readonly<Record<string, Readonly<Record<string, Composer>>>> = {
	'adversarial-spec': adversarialSpec,
	'builder-reviewer': builderReviewer,
	'code-debate': codeDebate,
	council,
	duelogic,
	'model-duel': modelDuel,
	motion,
};

const composerFor = (protocol: string | undefined, kind: string): Composer | undefined =>
	byProtocol[protocol ?? '']?.[kind];

// Answers tasks without a composer, using only the words in the prompt.

// What a rehearsal voice says to tasks without a composer, as patterns.

const family = (name: string, ...patterns: string[]): Family => ({name, patterns});

const opening = family(
	'general-opening',
	'(This|It) turns on {terms}, (as far as|so far as) I can (see|tell).',
	'(What|The thing that) stands out here is {terms}.',
	'(Let me|I will) start from {terms}, (since|because) the rest (follows|hangs) from there.',
	'{terms}: (that|this) is where I would (begin|start).',
);
const quoting = family(
	'general-quoting',
	'(You|The words) (put|have) it as “{phrase}”, and I take that (seriously|as the centre).',
	'(The|Your) words “{phrase}” (set|mark) the (task|ground).',
	'I read “{phrase}” as the (point|request) that (matters|counts).',
);
const first = family(
	'general-first',
	'First, (say|settle) what {one} has to (do|achieve), and for whom, (before|and only then) (anything|the rest) is (built|decided).',
	'(Begin|Start) with the smallest (step|piece) of {one} that can be (checked|shown to work).',
);
const second = family(
	'general-second',
	'(Then|Next) look at {two}, because a (mistake|gap) there (costs|hurts) (most|more) later.',
	'(Second|After that), (test|try) {two} against a case that would (break|refute) it.',
);
const third = family(
	'general-third',
	'(Last|Finally), (write|note) down what (speaks|counts) against it, so that {three} can be (judged|reviewed) by (others|somebody else).',
	'(Keep|Leave) room to (change|revise) {three} once the first (results|answers) are in.',
);
const risk = family(
	'general-risk',
	'What (worries|troubles) me is that {two} may be (asked|expected) to (carry|do) more than it can.',
	'(One|A) risk (remains|is left): {one} looks (settled|clear) here and may not be, (once|when) somebody (uses|tries) it.',
);
const asking = family(
	'general-asking',
	'What would have to be true of {three} for this to be (wrong|a mistake)?',
	'(Who|Which of us) will (notice|know) first if {three} goes wrong?',
);
const honest = family(
	'general-honest',
	'I am a rehearsal voice, no model: I (work|answer) from the words in front of me and (know|add) nothing else.',
	'A rehearsal voice (speaks|answers) here and no model, so (nothing|no fact) is added to what you (gave|wrote).',
);

/** A general text answer. If the prompt has no task in our notation, it says what kind of voice is answering. */
function general({prompt, seed, random, task}: ComposerInput): string {
	const text = material(
		prompt.task ? `${prompt.proposition ?? ''}\n${prompt.turns.at(-1)?.text ?? ''}\n${task.prose}` : prompt.asked,
	);
	const terms = weightiest(text);
	const [one = 'the question', two = 'the answer', three = 'the whole'] = terms;
	const writer = sentenceWriter({
		seed,
		random,
		place: {round: random.below(31), seat: random.below(6), seats: 6},
		said: prompt.turns.map(turn => turn.text),
		slots: {one, two, three, terms: listOf(terms.length > 0 ? terms : ['what you ask'])},
	});
	const phrase = quotable(text, {terms: /(?!)/gu, used: new Set()});
	return fit(
		[
			{text: writer.say(opening), keep: 8},
			{text: phrase === undefined ? '' : writer.say(quoting, {phrase}), keep: 7},
			{text: writer.say(first), keep: 6},
			{text: writer.say(second), keep: 5},
			{text: writer.say(third), keep: 4},
			{text: writer.say(risk), keep: 3},
			{text: writer.say(asking), keep: 2},
			{text: prompt.task ? '' : writer.say(honest), keep: 9},
		],
		task.words ?? {min: 0, max: 160},
	);
}

/** Sentences to fill a value's texts with. */
function sentencesAtHand({prompt, task}: ComposerInput): string[] {
	const given = prompt.task
		? `${task.prose}\n${task.blocks.map(({body}) => body).join('\n')}\n${prompt.turns.map(({text}) => text).join('\n')}\n${prompt.proposition ?? ''}`
		: prompt.asked;
	const sentences = sentencesOf(material(given)).filter(sentence => sentence.length > 12);
	return sentences.length > 0
		? sentences.map(sentence => sentence.slice(0, 300))
		: [`This is about ${decapitalise(firstWords(material(given) || 'what was asked', 12))}.`];
}

/** The text without tags, code fences and list markers. */
const material = (text: string): string =>
	text
		.replaceAll(/<\/?[a-z][^>]*>/giu, ' ')
		.replaceAll(/```[a-z]*/giu, ' ')
		.replaceAll(/^[\s>#*-]+/gmu, '')
		.replaceAll(/\s*\n\s*/gu, ' ')
		.trim();

/** The three most frequent words; the earlier wins a tie. */
function weightiest(text: string): string[] {
	const words = wordsOf(text).map(stem);
	const counts = contentWords(text)
		.filter(word => /^\p{L}{4,}/u.test(word))
		.map((word, index) => ({word, index, count: words.filter(other => other === stem(word)).length}));
	return counts
		.sort((a, b) => b.count - a.count || a.index - b.index)
		.filter(({word}, index, all) => all.findIndex(other => stem(other.word) === stem(word)) === index)
		.slice(0, 3)
		.map(({word}) => word);
}

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
	const {seed, maxTokens, schema = schemaInWords(messages.at(-1)?.content ?? '')} = request;
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

/** The form of the answer where the last line of the request tells it. */
function schemaInWords(asked: string): RehearsalRequest['schema'] {
	const json = /JSON Schema[^\n]*:\n(\{[^\n]*\})$/u.exec(asked)?.[1];
	const {data} = z.record(z.string(), z.unknown()).safeParse(json && JSON.parse(json));
	return data && {name: 'answer', json: data};
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

// The rehearsal voice: no model behind it, and the same words every time.

export type RehearsalOptions = {
	readonly name?: string;
	/** Speaking rate; a token is 4 characters. Default 90. */
	readonly tokensPerSecond?: number;
	/** Delay before the first word, in milliseconds. Default 250. */
	readonly firstTokenMs?: number;
};

const charactersPerToken = 4;

/** A voice that needs no key and no network. It sleeps on the request's clock, in whole milliseconds. */
export function rehearsalVoice({
	name = 'Rehearsal',
	tokensPerSecond = 90,
	firstTokenMs = 250,
}: RehearsalOptions = {}): Voice {
	return {
		id: 'rehearsal',
		name,
		provider: 'rehearsal',
		deterministic: true,
		price: {input: 0, output: 0},
		answer: (request, context) => stream(request, context, {tokensPerSecond, firstTokenMs}),
	};
}

type Speed = Required<Pick<RehearsalOptions, 'tokensPerSecond' | 'firstTokenMs'>>;

async function* stream(
	request: VoiceRequest,
	{signal, clock}: VoiceContext,
	{tokensPerSecond, firstTokenMs}: Speed,
): AsyncGenerator<VoiceDelta> {
	const {text, finish} = rehearse(request.messages, {seed: request.seed ?? 0, ...limits(request)});
	let [slept, sent] = [0, 0];
	for (const word of text.match(/\s*\S+\s*?(?=\s|$)|\s+/gu) ?? []) {
		const due = Math.round(firstTokenMs + (sent / charactersPerToken / tokensPerSecond) * 1000);
		if (due > slept) await clock.sleep(due - slept, signal);
		signal.throwIfAborted();
		slept = Math.max(slept, due);
		sent += word.length;
		yield {type: 'text', text: word};
	}
	yield {type: 'usage', usage: usageOf(request, text)};
	yield {type: 'finish', finish};
}

const limits = ({maxTokens, schema}: VoiceRequest): Pick<VoiceRequest, 'maxTokens' | 'schema'> => ({
	...(maxTokens === undefined ? {} : {maxTokens}),
	...(schema === undefined ? {} : {schema}),
});

/** Estimates usage at four characters per token, like everywhere else. */
const usageOf = ({messages}: VoiceRequest, text: string): Usage => ({
	input: Math.ceil(messages.reduce((sum, {content}) => sum + content.length, 0) / charactersPerToken),
	output: Math.ceil(text.length / charactersPerToken),
	estimated: true,
});
