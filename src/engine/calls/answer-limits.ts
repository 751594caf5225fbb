/**
 * Ends an answer that takes more than it may: more tokens than the budget had reserved for it, or thinking without end.
 * Counts as the pieces come, since a server may ignore the limit of a request.
 */
import type {Message} from '../../debate/protocol.ts';
import {costOf, estimatedUsage} from '../../voices/usage.ts';
import type {Voice, VoiceDelta} from '../../voices/voice.ts';

/** Longer than any model thinks that comes to an answer, in tokens. */
const longestThinking = 32_000;
/** A token is about four bytes of UTF-8, in any script. */
const bytesPerToken = 4;

export const tokensIn = (text: string): number => Buffer.byteLength(text) / bytesPerToken;

export const promptTokens = (messages: readonly Message[]): number =>
	Math.ceil(messages.reduce((sum, {content}) => sum + tokensIn(content), 0));

export type AnswerLimits = {
	/** Tokens of the whole answer, thinking included. */
	readonly tokens: number;
	/** Called when the answer is ended, with what it has passed. */
	readonly onPassed: (what: string) => void;
};

/** The answer as it comes, ended as one that ran into its length limit once it passes a limit. */
export async function* withinLimits(
	answer: AsyncIterable<VoiceDelta>,
	messages: readonly Message[],
	price: Voice['price'],
	{tokens, onPassed}: AnswerLimits,
): AsyncGenerator<VoiceDelta> {
	let [thought, said] = [0, 0];
	for await (const delta of answer) {
		if (delta.type === 'thinking') thought += tokensIn(delta.text);
		if (delta.type === 'text') said += tokensIn(delta.text);
		yield delta;
		const passed = passedLimit(thought, said, tokens);
		if (passed === undefined) continue;
		onPassed(passed);
		const usage = {...estimatedUsage(messages, 0), output: Math.ceil(thought + said)};
		yield {type: 'usage', usage, ...(price && {cost: costOf(usage, price)})};
		yield {type: 'finish', finish: 'length'};
		return;
	}
}

function passedLimit(thought: number, said: number, tokens: number): string | undefined {
	if (thought + said > tokens)
		return `passed the ${Math.floor(tokens).toLocaleString('en-US')} tokens that the budget had for its answer`;
	return thought > longestThinking
		? `thought for more than ${longestThinking.toLocaleString('en-US')} tokens`
		: undefined;
}
