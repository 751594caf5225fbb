/**
 * Whole debates against servers that refuse what their documentation and public reports say they refuse. The words are
 * theirs; which form works is learned by trying, and the second debate wastes nothing.
 */
import {expect, it} from 'vitest';
import {z} from 'zod';
import {providers} from '../../src/voices/providers.ts';
import type {Quirks} from '../../src/voices/quirks.ts';
import {handServer} from '../fixtures/http-voice.ts';
import {some} from '../hunt/every.ts';
import {held} from './held.ts';

const Body = z.looseObject({
	messages: z.array(z.looseObject({role: z.string()})),
	response_format: z
		.looseObject({type: z.string(), json_schema: z.looseObject({strict: z.boolean().optional()}).optional()})
		.optional(),
});
type Body = z.infer<typeof Body>;
type Refusal = readonly [status: number, message: string];
type Refuses = (body: Body) => Refusal | undefined;

const format = ({response_format: asked}: Body) => asked?.type;
const isStrict = ({response_format: asked}: Body) => asked?.json_schema?.strict === true;
const hasSystem = ({messages}: Body) => messages.some(({role}) => role === 'system');

/** Each with where its words are from, the row by which we know it, and the most requests that learning may cost. */
const servers: readonly (readonly [name: string, row: string, most: number, refuses: Refuses])[] = [
	// API reference: reasoning models take max_completion_tokens and no temperature.
	[
		'OpenAI',
		'openai',
		2,
		body =>
			'temperature' in body
				? [
						400,
						"Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
					]
				: undefined,
	],
	// Structured outputs, limits of JSON Schema: bounds are not supported.
	[
		'Anthropic',
		'anthropic',
		2,
		body =>
			isStrict(body)
				? [400, "output_format.schema: For 'integer' type, property 'minimum' is not supported"]
				: undefined,
	],
	// googleapis/python-genai#660.
	[
		'Google',
		'google',
		2,
		body =>
			isStrict(body)
				? [400, 'The specified schema produces a constraint that has too many states for serving.']
				: undefined,
	],
	// vercel/ai#21192: the code json_validate_failed.
	[
		'Groq',
		'groq',
		3,
		body =>
			format(body) === 'json_schema'
				? [400, "Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details."]
				: undefined,
	],
	// API reference: additional fields are refused by name.
	['Mistral', 'mistral', 2, body => ('seed' in body ? [422, 'body.seed: Extra inputs are not permitted'] : undefined)],
	// API reference: response_format is text or json_object.
	[
		'DeepSeek',
		'deepseek',
		0,
		body => (format(body) === 'json_schema' ? [400, 'This response_format type is unavailable now'] : undefined),
	],
	// Documentation of provider routing: hosts that lack a parameter are left out.
	[
		'OpenRouter',
		'openrouter',
		2,
		body =>
			'provider' in body && 'temperature' in body
				? [404, 'No endpoints found that can handle the requested parameters.']
				: undefined,
	],
	// A bare refusal, as of its validation.
	['Together', '', 2, body => (isStrict(body) ? [400, 'Input validation error'] : undefined)],
	// Takes all of it.
	['Ollama', 'ollama', 0, () => undefined],
	// Structured output: json_schema or text.
	[
		'LM Studio',
		'lmstudio',
		0,
		body =>
			format(body) === 'json_object' ? [400, "'response_format.type' must be 'json_schema' or 'text'"] : undefined,
	],
	// Templates without a system role are an error of Jinja.
	[
		'llama.cpp',
		'llamacpp',
		6,
		body => (hasSystem(body) ? [500, 'Jinja Exception: System role not supported'] : undefined),
	],
	// Templates that want roles in turns; guided decoding that fails.
	[
		'vLLM',
		'vllm',
		8,
		body =>
			hasSystem(body) ? [400, 'Conversation roles must alternate user/assistant/user/assistant/...'] : undefined,
	],
];

it.each(some(servers, 4))(
	'%s: a debate of three exchanges has all its verdicts, and the second one wastes no request',
	async (_name, row, most, refuses) => {
		const quirks = new Map<string, Quirks>();
		let refused = 0;
		const front = async (upstream: string) => {
			const {url} = await handServer(async (given, response) => {
				const refusal = refuses(Body.parse(given));
				if (refusal) {
					refused += 1;
					response
						.writeHead(refusal[0], {'content-type': 'application/json'})
						.end(JSON.stringify({error: {message: refusal[1]}}));
					return;
				}
				const answer = await fetch(`${upstream}/chat/completions`, {method: 'POST', body: JSON.stringify(given)});
				response.writeHead(answer.status, {'content-type': answer.headers.get('content-type') ?? ''});
				for await (const chunk of answer.body ?? []) response.write(chunk);
				response.end();
			});
			const known = providers.find(({id}) => id === row);
			// The address differs from debate to debate, and what was learned goes by it.
			const kept = new Map([...quirks].map(([key, lesson]) => [`${url} ${key.split(' ')[1]}`, lesson]));
			const store = {
				get: (key: string) => kept.get(key),
				set(key: string, lesson: Quirks) {
					kept.set(key, lesson);
					quirks.set(key, lesson);
				},
			};
			return {url, quirks: store, ...(known?.quirks && {row: {quirks: known.quirks}})};
		};
		for (const wasted of [most * 4, 0]) {
			refused = 0;
			const {state, problems} = await held({chairs: 2, timeoutMs: 5000, front});
			expect(problems).toEqual([]);
			// A rehearsed judge finds its task in a message of its own alone.
			const isFolded = [...quirks.values()].some(({folded}) => folded);
			expect(state.outcome).toBe(isFolded ? 'degraded' : 'completed');
			const replies = state.turns.filter(({kind}) => kind === 'reply');
			expect(replies).toHaveLength(6);
			if (!isFolded)
				expect(replies.map(({evaluation}) => typeof evaluation?.adherenceScore)).toEqual(replies.map(() => 'number'));
			expect(refused).toBeLessThanOrEqual(wasted);
		}
	},
	60_000,
);
