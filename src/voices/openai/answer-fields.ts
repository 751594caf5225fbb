/** The fields of an answer's values, as any server may write them. What cannot be read is named and passed over. */
import {z} from 'zod';
import type {Usage} from '../../debate/events.ts';
import {answerError, type RequestTarget} from '../errors.ts';
import type {VoiceDelta} from '../voice.ts';

export type FinishReason = Extract<VoiceDelta, {type: 'finish'}>['finish'];
export type AnswerPiece = Extract<VoiceDelta, {type: 'text' | 'thinking'}>;
export type Fields = Readonly<Record<string, unknown>>;
/** Told of what cannot be read. */
export type Oddities = (what: string) => void;

export const Fields = z.record(z.string(), z.unknown()).catch({});
export const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0;

/** A value that says nothing on purpose: a keep-alive, or usage alone. */
export const isEmpty = (fields: Fields): boolean =>
	!hasAny(fields) ||
	fields['type'] === 'ping' ||
	'usage' in fields ||
	(Array.isArray(fields['choices']) && fields['choices'].length === 0);

/** The choices in a value, or a message on its own, whose pieces come one by one. */
export function choicesIn(fields: Fields, odd: Oddities): readonly Fields[] {
	const {choices, message} = fields;
	if (typeof message === 'object' && message !== null) return [{delta: message, finish_reason: fields['done_reason']}];
	if (choices === undefined || choices === null) return [];
	if (!Array.isArray(choices)) odd('choices that are no list');
	return Array.isArray(choices) ? choices.map(choice => Fields.parse(choice)) : [];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The words with which a delta or a message declines; empty if it does not. */
export function refusalIn({refusal, content}: Fields): string {
	if (typeof refusal === 'string') return refusal;
	const parts = Array.isArray(content) ? content.map(part => Fields.parse(part)) : [];
	return parts.map(part => (part['type'] === 'refusal' ? textOf(part['refusal'] ?? part['text']) : '')).join('');
}

/** The name of a tool that a delta or a message calls, or "a tool". */
export function toolIn(fields: Fields): string | undefined {
	const calls = z.array(z.unknown()).catch([]).parse(fields['tool_calls']);
	const called = calls.length > 0 ? calls[0] : fields['function_call'];
	if (called === undefined || called === null) return undefined;
	const {function: inner = called} = Fields.parse(called);
	const {name} = Fields.parse(inner);
	return typeof name === 'string' && name !== '' ? `the tool "${name.slice(0, 40)}"` : 'a tool';
}

/** Whether a finish reason says that a filter of the server ended the answer. */
export const isFiltered = (choice: Fields): boolean =>
	/content_filter|safety|recitation|prohibited|blocklist|sensitive|spii/iu.test(
		textOf(choice['finish_reason'] ?? choice['finishReason']),
	);

/** Whether it says that the model called a tool. */
export const isToolCall = (choice: Fields): boolean =>
	/tool_?call|function_?call/iu.test(textOf(choice['finish_reason'] ?? choice['finishReason']));

/** Throws what the server reports as an error: on its own, beside a choice, or as a message without an answer. */
export function throwError(fields: Fields, choice: Fields | undefined, to: RequestTarget): void {
	const error = [fields['error'], choice?.['error']].find(isReport);
	if (error !== undefined) throw answerError(error, to);
	const [said] = choice
		? []
		: ['message', 'detail', 'errors', 'error_msg', 'msg'].map(name => fields[name]).filter(isReport);
	if (said !== undefined && fields['type'] !== 'ping') throw answerError({code: fields['code'], message: said}, to);
	const reason = choice?.['finish_reason'];
	if (typeof reason === 'string' && /^(?:error|network_error)$/iu.test(reason))
		throw answerError('the model stopped with an error', to);
}

const isReport = (value: unknown): boolean =>
	typeof value === 'string'
		? value !== ''
		: typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** The names under which servers give what a model thinks. */
const thinkingNames = [
	'reasoning',
	'reasoning_content',
	'reasoning_text',
	'thinking',
	'thought',
	'reasoning_details',
	'thinking_blocks',
];

/** A model's thinking outside of its words. It often comes under two names at once. */
export function thinkingIn(fields: Fields, odd: Oddities): AnswerPiece[] {
	for (const name of thinkingNames) {
		const pieces = partsOf(fields[name], odd, 'thinking');
		if (pieces.length > 0) return pieces;
	}
	return [];
}

/** Parts are not nested deeper than this. */
const deepest = 8;
const textNames = ['text', 'thinking', 'reasoning', 'content', 'summary', 'value', 'output_text'];
/** Parts that have no words, and need none. */
const wordless = /reference|signature|redacted|encrypted|tool|image|audio|refusal/iu;

/** The words of a text, a part, or a list of either. Everything within a part of thinking is thinking. */
export function partsOf(value: unknown, odd: Oddities, type: AnswerPiece['type'] = 'text', depth = 0): AnswerPiece[] {
	if (value === undefined || value === null || value === '') return [];
	if (typeof value === 'string' || typeof value === 'number') return [{type, text: String(value)}];
	if (Array.isArray(value) && depth < deepest) return value.flatMap(each => partsOf(each, odd, type, depth + 1));
	const part = Fields.parse(value);
	const kind = typeof part['type'] === 'string' ? part['type'] : '';
	const inner =
		type === 'thinking' || /think|reason|thought/iu.test(kind) || part['thought'] === true ? 'thinking' : 'text';
	const name = depth < deepest ? textNames.find(each => part[each] !== undefined && part[each] !== null) : undefined;
	if (name !== undefined) return partsOf(part[name], odd, inner, depth + 1);
	if (!wordless.test(kind))
		odd(kind === '' ? 'content that is no text' : `a part of its content of the type "${kind.slice(0, 40)}"`);
	return [];
}

/** The words of a message as a whole that were not said: one behind its own pieces, or that grows, has them again. */
export function unsaid(pieces: readonly AnswerPiece[], said: string, isBeside: boolean): readonly AnswerPiece[] {
	const words = pieces.map(({type, text}) => (type === 'text' ? text : '')).join('');
	if (said === '' || words === '') return said === '' ? pieces : [];
	if (words.startsWith(said)) return [{type: 'text', text: words.slice(said.length)}];
	return isBeside ? [] : pieces;
}

const finishes: readonly (readonly [RegExp, FinishReason])[] = [
	[/length|max_tokens|max_output_tokens|context_window/iu, 'length'],
	[/content_filter|safety|recitation|refusal|prohibited|blocklist|sensitive|spii/iu, 'refusal'],
	[/abort|cancel|insufficient_system_resource|timeout/iu, 'cut'],
];

/** Why a choice ends. Some give an empty one with each piece, or "null" as a text. */
export function finishIn(choice: Fields, odd: Oddities): FinishReason | undefined {
	const reason = choice['finish_reason'] ?? choice['finishReason'] ?? choice['done_reason'];
	if (reason === undefined || reason === null || reason === '' || reason === 'null') return undefined;
	if (typeof reason !== 'string') {
		odd('a finish reason that is no text');
		return undefined;
	}
	return finishes.find(([pattern]) => pattern.test(reason))?.[1] ?? 'stop';
}

/** What a server counted; undefined where it did not. `cost` in US dollars. */
export type AnswerTokens = Readonly<Partial<Record<'input' | 'output' | 'cached' | 'reasoning' | 'cost', number>>>;

/** The usage in a value; some send it with each piece, some numbers as texts. */
export function tokensIn(fields: Fields): AnswerTokens {
	const usage = Fields.parse(fields['usage']);
	const details = (name: string): Fields => Fields.parse(usage[name]);
	const found = {
		input: amount(usage['prompt_tokens'] ?? usage['input_tokens']),
		output: amount(usage['completion_tokens'] ?? usage['output_tokens']),
		cached: amount(details('prompt_tokens_details')['cached_tokens'] ?? usage['prompt_cache_hit_tokens']),
		reasoning: amount(details('completion_tokens_details')['reasoning_tokens']),
		cost: amount(usage['cost']),
	};
	return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function amount(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

export function usageOf({input = 0, output = 0, cached, reasoning}: AnswerTokens): Usage {
	return {
		input: Math.round(input),
		output: Math.round(output),
		...(cached !== undefined && {cached: Math.round(cached)}),
		...(reasoning !== undefined && {reasoning: Math.round(reasoning)}),
	};
}
