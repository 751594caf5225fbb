/**
 * How much one answer may be, by what was asked for. Who goes on and on is stopped as the pieces come, before anything
 * of it is put together, held back or parsed.
 */
import type {BodyLimits} from './limited-fetch.ts';
import type {VoiceRequest} from './voice.ts';

/** A token is about four bytes of UTF-8, in any script. */
export const bytesPerToken = 4;

/** Longer than any model thinks that comes to an answer, in tokens. */
export const longestThinking = 32_000;

/** Words may be so many times as long as was asked for: limits count thinking in, and tokens are estimated. */
const multiple = 4;
/** What is taken to be asked for, in tokens: where nothing is said, at least, and of an agent that works on files. */
const [usualTokens, leastTokens, workingTokens] = [4_000, 1_000, 32_000];

/** In tokens: the words of an answer, and with them its thinking. */
export type AnswerRoom = {readonly words: number; readonly all: number};

export function answerRoom({
	maxTokens = usualTokens,
	workplace,
}: Pick<VoiceRequest, 'maxTokens' | 'workplace'>): AnswerRoom {
	const words = multiple * Math.max(maxTokens, workplace ? workingTokens : leastTokens);
	return {words, all: words + longestThinking};
}

/** Bytes of JSON around a token of a stream: usual are 100 to 400. */
const bytesAround = 500;
/** Bytes of JSON for a byte of text: `\u0000`. */
const bytesEscaped = 6;
const megabyte = 1_000_000;

/** What the body of an answer with such room may have; a value that comes as a whole may be a megabyte at least. */
export function bodyLimits({all}: AnswerRoom, isStream: boolean): BodyLimits & {readonly line: number} {
	const value = Math.max(1, Math.ceil((all * bytesPerToken * bytesEscaped) / megabyte)) * megabyte;
	const stream = Math.ceil((all * bytesAround) / megabyte) * megabyte;
	return {total: isStream ? Math.max(value, stream) : value, line: value, silent: 4 * megabyte};
}
