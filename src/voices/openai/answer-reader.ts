/** Turns the chunks of a streamed answer into `VoiceDelta`s. */
import {z} from 'zod';
import type {Usage} from '../../debate/events.ts';
import {answerError, type RequestTarget} from '../errors.ts';
import {thinkSplitter} from '../think-tags.ts';
import {costOf, estimatedUsage} from '../usage.ts';
import {VoiceError, type Voice, type VoiceDelta, type VoiceRequest} from '../voice.ts';

const Words = z.string().nullish();
const MessageDelta = z.object({content: Words, reasoning: Words, reasoning_content: Words, refusal: Words}).nullish();
const Count = z.int().nonnegative();
const Tokens = z.object({
	prompt_tokens: Count,
	completion_tokens: Count.default(0),
	prompt_tokens_details: z.object({cached_tokens: Count.nullish()}).nullish(),
	prompt_cache_hit_tokens: Count.nullish(),
	completion_tokens_details: z.object({reasoning_tokens: Count.nullish()}).nullish(),
	cost: z.number().nonnegative().nullish(),
});
type Tokens = z.infer<typeof Tokens>;

/**
 * A chunk of a stream, or the whole answer of a server that does not stream. Usage comes in a chunk without choices.
 */
const Chunk = z.object({
	choices: z.array(z.object({delta: MessageDelta, message: MessageDelta, finish_reason: Words})).nullish(),
	usage: Tokens.nullish().catch(undefined),
	error: z.unknown().optional(),
});
type MessageDelta = z.infer<typeof MessageDelta>;

type FinishReason = Extract<VoiceDelta, {type: 'finish'}>['finish'];
const finishes: Readonly<Record<string, FinishReason>> = {
	length: 'length',
	max_tokens: 'length',
	content_filter: 'refusal',
};

export type AnswerReader = {
	/** The pieces in one chunk. Throws `VoiceError` if it is malformed or reports an error. */
	read(chunk: unknown): VoiceDelta[];
	/** What remains when the stream has ended: held-back text, usage, and the finish. */
	end(): VoiceDelta[];
	/** Whether the server has sent a finish reason. */
	readonly finished: boolean;
	/** Whether the server has reported usage. */
	readonly counted: boolean;
	/** Whether the text so far contains a brace. */
	readonly braced: boolean;
	/** Characters of text so far, without thinking. */
	readonly said: number;
};

export function answerReader(request: VoiceRequest, to: RequestTarget, price: Voice['price']): AnswerReader {
	const splitter = thinkSplitter();
	let finish: FinishReason | undefined;
	let tokens: Tokens | undefined;
	let said = 0;
	let thought = 0;
	let braced = false;

	function count(pieces: VoiceDelta[]): VoiceDelta[] {
		for (const piece of pieces) {
			if (piece.type === 'text') said += piece.text.length;
			if (piece.type === 'text') braced ||= piece.text.includes('{');
			if (piece.type === 'thinking') thought += piece.text.length;
		}
		return pieces;
	}

	return {
		read(json) {
			const {choices, usage} = parseChunk(json, to);
			const choice = choices?.[0];
			tokens = usage ?? tokens;
			if (choice?.finish_reason === 'error') throw answerError('the model stopped with an error', to);
			// What comes behind the end was not part of the answer; only the usage counts.
			if (finish !== undefined) return [];
			if (choice?.finish_reason) finish = finishes[choice.finish_reason] ?? 'stop';
			const delta = choice?.delta ?? choice?.message;
			if (delta?.refusal) finish = 'refusal';
			return count(wordsOf(delta, splitter));
		},
		end() {
			const rest = count(splitter.end());
			const usage: Usage = tokens ? usageOf(tokens) : estimatedUsage(request.messages, said + thought);
			const cost = tokens?.cost ?? (price && costOf(usage, price));
			return [
				...rest,
				{type: 'usage', usage, ...(cost !== undefined && {cost})},
				{type: 'finish', finish: finish ?? 'cut'},
			];
		},
		get finished() {
			return finish !== undefined;
		},
		get counted() {
			return tokens !== undefined;
		},
		get braced() {
			return braced;
		},
		get said() {
			return said;
		},
	};
}

function wordsOf(delta: MessageDelta, splitter: ReturnType<typeof thinkSplitter>): VoiceDelta[] {
	const thinking = delta?.reasoning ?? delta?.reasoning_content;
	return [
		...(thinking ? [{type: 'thinking', text: thinking} as const] : []),
		...(delta?.content ? splitter.push(delta.content) : []),
	];
}

/** Throws `VoiceError` for JSON of another shape, and for an error reported inside the stream. */
function parseChunk(json: unknown, to: RequestTarget): z.infer<typeof Chunk> {
	const {success, data} = Chunk.safeParse(json);
	if (!success)
		throw new VoiceError('malformed', `${to.name} sent an unexpected chunk: ${JSON.stringify(json)?.slice(0, 120)}`);
	if (data.error) throw answerError(data.error, to);
	return data;
}

function usageOf(tokens: Tokens): Usage {
	const cached = tokens.prompt_tokens_details?.cached_tokens ?? tokens.prompt_cache_hit_tokens;
	const reasoning = tokens.completion_tokens_details?.reasoning_tokens;
	return {
		input: tokens.prompt_tokens,
		output: tokens.completion_tokens,
		...(typeof cached === 'number' && {cached}),
		...(typeof reasoning === 'number' && {reasoning}),
	};
}
