/**
 * Tests a voice with two short requests: whether it answers and how fast, how it handles a schema, and whether it
 * reports usage.
 */
import {z} from 'zod';
import {reasonOf} from '../../debate/text/words.ts';
import {realClock} from '../../engine/clock.ts';
import {answer} from '../../engine/calls/call.ts';
import {parseAnswer, toJsonSchema} from '../../engine/calls/structured.ts';
import {quirkKey, type QuirkStore} from '../../voices/quirks.ts';
import type {Voice, VoiceDelta, VoiceRequest} from '../../voices/voice.ts';

export type VoiceReport = {
	readonly voice: string;
	/** Why it cannot be used, if so. */
	readonly trouble?: string;
	/** Milliseconds to the first word. */
	readonly firstTokenMs?: number;
	/** How it was made to fit a schema; `none` if it did not. */
	readonly structured?: 'schema' | 'object' | 'text' | 'none';
	/** Whether the server reports token usage. */
	readonly countsTokens?: boolean;
};

const Colour = z.object({colour: z.string()});
/** Uses every parameter of a debate's requests, so that rejected ones are learned here. */
const asked = (purpose: string, content: string): VoiceRequest => ({
	purpose,
	messages: [{role: 'user', content}],
	maxTokens: 400,
	temperature: 0.7,
	seed: 1,
});

/** Always returns a report; rejects only when aborted. `timeoutMs` applies to each of the two requests. */
export async function checkVoice(
	voice: Voice,
	{
		quirks,
		baseUrl,
		signal,
		timeoutMs,
	}: {
		readonly quirks: QuirkStore;
		readonly baseUrl: string | undefined;
		readonly signal: AbortSignal;
		readonly timeoutMs: number;
	},
): Promise<VoiceReport> {
	const clock = realClock();
	async function ask(request: VoiceRequest) {
		const [began, deltas] = [clock.now(), [] as VoiceDelta[]];
		let firstTokenMs: number | undefined;
		for await (const delta of answer(voice, request, {signal, timeoutMs, clock}, {retries: 1})) {
			if (delta.type === 'text') firstTokenMs ??= clock.now() - began;
			deltas.push(delta);
		}
		const usage = deltas.find(delta => delta.type === 'usage');
		const finish = deltas.find(delta => delta.type === 'finish')?.finish;
		return {
			text: deltas.map(delta => (delta.type === 'text' ? delta.text : '')).join(''),
			firstTokenMs,
			finish,
			counted: usage !== undefined && !usage.usage.estimated,
		};
	}
	try {
		const {firstTokenMs, counted} = await ask(asked('check', 'Say good morning in one short sentence.'));
		const {text, finish} = await ask({
			...asked('check', 'Which colour has the sky on a clear day? Answer as JSON: {"colour": "…"}'),
			schema: {name: 'colour', json: toJsonSchema(Colour)},
		});
		const fits = parseAnswer(text, Colour, finish).ok;
		const rung =
			quirks.get(quirkKey(baseUrl ?? '', voice.model ?? ''))?.rung ?? (baseUrl === undefined ? 'text' : 'schema');
		return {
			voice: voice.id,
			...(firstTokenMs !== undefined && {firstTokenMs}),
			structured: fits ? rung : 'none',
			countsTokens: counted,
		};
	} catch (error) {
		signal.throwIfAborted();
		return {voice: voice.id, trouble: reasonOf(error)};
	}
}
