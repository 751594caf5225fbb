/** A model server on loopback each of whose models deviates in a way of its own; what they say is rehearsed. */
import type {ServerResponse} from 'node:http';
import {z} from 'zod';
import {rehearse} from '../../../src/rehearsal/rehearse.ts';
import {handServer} from '../../fixtures/http-voice.ts';
import {data, done, labelled, piece, says, send, stop, streamed, type Recorded} from './recorded.ts';

/** Stands in all that is thought or said in another's place, and in nothing else. */
export const secret = 'PRIVATE';

const Request = z.object({
	model: z.string(),
	messages: z.array(z.object({role: z.enum(['system', 'user', 'assistant']), content: z.string()})),
	seed: z.number().nullish(),
	max_tokens: z.number().nullish(),
	response_format: z.object({json_schema: z.object({schema: z.record(z.string(), z.unknown())}).optional()}).nullish(),
});

/** What a model is asked: the words that it is to say, who says them, and somebody else. */
type Asked = {readonly words: string; readonly own: string; readonly other: string; readonly isValue: boolean};

const pieces = (words: string): string[] => words.match(/[^]{1,24}/gu) ?? [];
const stream = (...contents: readonly unknown[]): Recorded => streamed(...contents.map(says), stop, done);
const thought = `${secret} They want me to speak. “I would rather not.”\n`;
const whole = (message: unknown): string => JSON.stringify({choices: [{index: 0, message, finish_reason: 'stop'}]});

/** How each model answers, by its name. */
const kinds: Readonly<Record<string, (asked: Asked) => Recorded>> = {
	'early-finish': ({words}) =>
		streamed(...pieces(words).map(content => piece({content}, {finish_reason: 'stop'})), done),
	'no-finish': ({words}) => streamed(...pieces(words).map(says)),
	'open-thinking': ({words}) => stream(...pieces(`${thought}</think>\n\n${words}`)),
	'other-tags': ({words}) => stream(...pieces(`<seed:think>${thought}</seed:think>\n${words}`)),
	harmony: ({words}) =>
		stream(
			...pieces(`<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${words}`),
		),
	bare: ({words}) => stream(...pieces(`analysisThey want it. ${thought}assistantfinal${words}`)),
	parts: ({words}) =>
		stream(
			[{type: 'thinking', thinking: [{type: 'text', text: thought}]}],
			...pieces(words).map(text => [
				{type: 'text', text},
				{type: 'reference', reference_ids: [1]},
			]),
		),
	details: ({words}) =>
		streamed(
			piece({content: '', reasoning_details: [{type: 'reasoning.text', text: thought}]}),
			...pieces(words).map(says),
			stop,
			done,
		),
	'json-as-events': ({words}) =>
		labelled('text/event-stream', whole({role: 'assistant', content: words, reasoning: thought})),
	'events-as-text': ({words}) => labelled('text/plain', [...pieces(words).map(says), stop, done].join('\n\n')),
	'keep-alives': ({words}) =>
		streamed(
			'event: ping',
			...pieces(words).flatMap(content => [says(content), 'data:', ': wait', 'data: [PING]']),
			stop,
			done,
		),
	growing: ({words}) =>
		streamed(
			...pieces(words).map((_, at, all) => data({choices: [{message: {content: all.slice(0, at + 1).join('')}}]})),
			done,
		),
	'own-label': ({words, own, isValue}) => stream(...pieces(isValue ? words : `**${own}:** ${words}`)),
	'goes-on': ({words, own, other, isValue}) =>
		stream(
			...pieces(
				isValue
					? words
					: `${words}\n\n**${other}:** ${secret} I concede all of it.\n\n**${own}:** ${secret} Thank you.`,
			),
		),
	'template-tokens': ({words, isValue}) =>
		stream(
			...pieces(isValue ? words : `<|im_start|>assistant\n${words}<|im_end|>\n<|im_start|>user\n${secret} But why?`),
		),
	'cut-prompt': ({words}) =>
		streamed(
			...pieces(words).map(says),
			stop,
			data({choices: [], usage: {prompt_tokens: 60, completion_tokens: 70}}),
			done,
		),
};

const refuse = (response: ServerResponse, status: number, message: string): void =>
	void response
		.writeHead(status, {'content-type': 'application/json'})
		.end(JSON.stringify({error: {message, code: status}}));

/** Models that also refuse: the first request of its kind, or what has a system message. */
const refusing: Readonly<
	Record<string, (count: number, roles: readonly string[]) => readonly [number, string] | undefined>
> = {
	flagged: count => (count === 1 ? [403, 'Your input was flagged by moderation.'] : undefined),
	'no-system': (_count, roles) => (roles.includes('system') ? [400, 'System role not supported'] : undefined),
};
export const models: readonly string[] = [...Object.keys(kinds), ...Object.keys(refusing)];

/** Starts the server; `words` are those that each of its models was given to say, `bodies` all that it was asked. */
export async function oddServer(): Promise<{
	url: string;
	words: ReadonlyMap<string, readonly string[]>;
	bodies: readonly unknown[];
}> {
	const words = new Map<string, string[]>();
	const counts = new Map<string, number>();
	const {url, bodies} = await handServer((body, response) => {
		const {model, messages, seed, max_tokens: maxTokens, response_format: format} = Request.parse(body);
		const count = (counts.get(model) ?? 0) + (format ? 0 : 1);
		counts.set(model, count);
		const refusal = format
			? refusing[model]?.(
					0,
					messages.map(({role}) => role),
				)
			: refusing[model]?.(
					count,
					messages.map(({role}) => role),
				);
		if (refusal) return refuse(response, ...refusal);
		const schema = format?.json_schema?.schema;
		const {text} = rehearse(messages, {
			seed: seed ?? 0,
			...(maxTokens ? {maxTokens} : {}),
			...(schema && {schema: {name: 'value', json: schema}}),
		});
		if (!format) words.set(model, [...(words.get(model) ?? []), text]);
		return send(
			response,
			(kinds[model] ?? (asked => stream(...pieces(asked.words))))({
				words: text,
				isValue: format !== undefined && format !== null,
				...namesIn(messages),
			}),
		);
	});
	return {url, words, bodies};
}

/** The names of whoever is asked and of somebody else, as the prompt gives them. */
function namesIn(messages: readonly {readonly content: string}[]): Pick<Asked, 'own' | 'other'> {
	const all = messages.map(({content}) => content).join('\n');
	const own = /<task\b[^>]*\bspeaker="([^"]+)"/u.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
	const seats = [...all.matchAll(/<chair id="([^"]+)" name="([^"]+)"/gu)].map(([, id = '', name = '']) => ({id, name}));
	return {
		own: seats.find(({id}) => id === own)?.name ?? own,
		other: seats.find(({id}) => id !== own)?.name ?? 'Opponent',
	};
}
