/** The rehearsal speaker: parses the messages, runs the composer for the task, and writes its answer. Pure. */
import type {Message} from '../debate/protocol.ts';
import type {VoiceRequest} from '../voices/voice.ts';
import {composerFor} from './registry.ts';
import {hash, seededRandom, type Random} from './language/random.ts';
import {general, sentencesAtHand} from './general-answer.ts';
import {blocksOf, readPrompt, type Task} from './request/notation.ts';
import {valueFor} from './request/schema-value.ts';
import type {ComposerInput} from './request/composer.ts';
import {topicOf} from './request/topic.ts';

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
