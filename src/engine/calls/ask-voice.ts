/** One question to a voice: its answer is read, and sent back once with what is wrong where it does not fit. */
import {z} from 'zod';
import {cleanText} from '../../debate/text/intake.ts';
import {redact} from '../../debate/text/redact.ts';
import type {Answer, AskOptions, Prompt} from '../../debate/protocol.ts';
import {DebateOver, DebateSuspended} from '../context/ending.ts';
import {VoiceError, type VoiceDelta} from '../../voices/voice.ts';
import {call, requestOf, unusable} from './call.ts';
import {limitTime} from './time-limit.ts';
import {parseAnswer, reaskMessages, toJsonSchema} from './structured.ts';
import type {RunContext} from '../context/run-context.ts';

export type VoiceQuestion<T> = {
	readonly participant: string;
	readonly prompt: Prompt;
	readonly schema: z.ZodType<T>;
	readonly purpose: string;
	readonly step: string;
	readonly limitMs?: number | undefined;
	/** Called as the voice thinks, with its tokens of thinking so far, roughly; at most four times a second. */ readonly whileThinking?:
		((tokens: number) => void) | undefined;
} & Pick<AskOptions, 'patience' | 'mostBytes'>;

type AnswerFinish = Extract<VoiceDelta, {type: 'finish'}>['finish'];

/** An answer, and why the voice cannot be used at all, where that is so. */
export type VoiceAnswer<T> = Answer<T> & {readonly out?: string};

/** An answer as the journal keeps it; its value is checked against the question's schema when it is read. */
export const RecordedAnswer = z.union([
	z.object({ok: z.literal(true), value: z.unknown()}),
	z.object({
		ok: z.literal(false),
		reason: z.string(),
		raw: z.string().optional(),
		whole: z.literal(true).optional(),
		timedOut: z.literal(true).optional(),
		out: z.string().optional(),
	}),
]);

/**
 * Asks, and once more with the error where the answer does not fit. Rejects only when the debate ends or the signal
 * says so.
 */
export async function askVoice<T>(
	world: RunContext,
	question: VoiceQuestion<T>,
	outer: AbortSignal,
): Promise<VoiceAnswer<T>> {
	const {signal, passed, lift} = limitTime(world, outer, question.limitMs);
	try {
		return await askTwice(world, question, signal);
	} catch (error) {
		const reason = passed();
		if (reason === undefined || outer.aborted) throw error;
		return {ok: false, reason, timedOut: true};
	} finally {
		lift();
	}
}

async function askTwice<T>(
	world: RunContext,
	question: VoiceQuestion<T>,
	signal: AbortSignal,
): Promise<VoiceAnswer<T>> {
	const schema = {name: question.purpose.replace(/\W/gu, '_'), json: toJsonSchema(question.schema)};
	let {messages} = question.prompt;
	let last: Answer<T> = {ok: false, reason: 'was not asked'};
	for (let round = 0; round < 2; round++) {
		const request = {...requestOf(world, {...question.prompt, messages}, question.purpose), schema};
		const raw = await wholeAnswer(world, question, request, signal);
		if (!raw.ok) return raw;
		const {text, finish} = raw.value;
		const parsed = parseAnswer(text, question.schema, finish);
		if (parsed.ok) return parsed;
		last = {
			ok: false,
			reason: cleanText(parsed.reason),
			raw: cleanRaw(text),
			...(finish === 'stop' ? {whole: true} : {}),
		};
		if (finish === 'length' || finish === 'refusal') return last;
		messages = reaskMessages(question.prompt.messages, text, parsed.reason);
	}
	return last;
}

async function wholeAnswer(
	world: RunContext,
	{participant, step, patience, mostBytes = Infinity, whileThinking}: Omit<VoiceQuestion<unknown>, 'schema' | 'prompt'>,
	request: Parameters<typeof call>[1]['request'],
	signal: AbortSignal,
): Promise<VoiceAnswer<{text: string; finish: AnswerFinish}>> {
	let text = '';
	let bytes = 0;
	let thought = 0;
	let toldAt = world.clock.now();
	let finish: AnswerFinish = 'cut';
	try {
		for await (const delta of call(world, {participant, step, request, signal, patience})) {
			if (delta.type === 'thinking') thought += delta.text.length / 4;
			if (delta.type === 'thinking' && whileThinking && world.clock.now() - toldAt >= 250) {
				toldAt = world.clock.now();
				whileThinking(Math.round(thought));
			}
			if (delta.type === 'text') bytes += Buffer.byteLength(delta.text);
			// One that is too long is counted to its end, and not kept.
			if (delta.type === 'text') text = bytes > mostBytes ? '' : text + delta.text;
			if (delta.type === 'finish') ({finish} = delta);
		}
	} catch (error) {
		if (signal.aborted || error instanceof DebateOver || error instanceof DebateSuspended) throw error;
		const out = unusable(error);
		return {
			ok: false,
			reason: cleanText(error instanceof Error ? error.message : String(error)),
			raw: cleanRaw(text),
			...(isLate(error) ? {timedOut: true} : {}),
			...(out === undefined ? {} : {out}),
		};
	}
	if (bytes > mostBytes)
		return {
			ok: false,
			reason: `the answer has ${bytes.toLocaleString('en-US')} bytes; at most ${mostBytes.toLocaleString('en-US')} are taken`,
		};
	return {ok: true, value: {text, finish}};
}

const isLate = (error: unknown): boolean =>
	error instanceof VoiceError && (error.kind === 'timeout' || error.kind === 'stalled');

/**
 * An answer that is kept because it could not be read: a secret in it may be written as JSON writes text, so it is
 * looked for without the escapes too.
 */
function cleanRaw(text: string): string {
	const open = text.replaceAll(/\\[nrt]/gu, '\n').replaceAll(/\\(["\\/])/gu, '$1');
	return cleanText(redact(open) === open ? text : open);
}
