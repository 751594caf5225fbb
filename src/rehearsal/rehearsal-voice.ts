/** The rehearsal voice: no model behind it, and the same words every time. */
import type {Usage} from '../debate/events.ts';
import type {Voice, VoiceContext, VoiceDelta, VoiceRequest} from '../voices/voice.ts';
import {rehearse} from './rehearse.ts';

export {rehearse} from './rehearse.ts';

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
