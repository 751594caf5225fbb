/** Asks a voice for a value: an answer that does not fit is sent back once, with what is wrong with it. */
import {z} from 'zod';
import {type DebateContext, DebateOver, DebateSuspended} from '../context.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {repetitionDetector} from '../../debate/text/repetition.ts';
import {redact} from '../../debate/text/redact.ts';
import type {Answer, AskOptions, Prompt} from '../../debate/protocol.ts';
import {VoiceError} from '../../voices/voice.ts';
import {call, requestOf, unusable} from './call.ts';
import {waitedFor} from './outage.ts';
import {parseAnswer, reaskMessages, toJsonSchema, type AnswerFinish} from './structured.ts';
import {thinkingMeter, type ThinkingListener, type CallContext} from './call-context.ts';

// A time limit on the debate's clock.

type TimeLimit = {
	/** Aborted with the outer signal, or when the time is up. */
	readonly signal: AbortSignal;
	/** Once the time is up: why it ended, for the user. */
	readonly passed: () => string | undefined;
	/** Stops the timer; call it when the work is done. */
	readonly lift: () => void;
};

/** Starts the timer at once; without `ms` only the outer signal limits. */
export function limitTime(context: LimitedContext, outer: AbortSignal, ms: number | undefined): TimeLimit {
	if (ms === undefined) return {signal: outer, passed: () => undefined, lift() {}};
	const timer = new AbortController();
	const up = new AbortController();
	let reason: string | undefined;
	const counting = AbortSignal.any([timer.signal, outer]);
	void passing(context, ms, counting).then(
		() => {
			reason = `took longer than the ${(ms / 1000).toLocaleString('en-US')} s that it may take`;
			up.abort(new Error(reason));
		},
		() => undefined,
	);
	return {signal: AbortSignal.any([up.signal, outer]), passed: () => reason, lift: () => timer.abort()};
}

type LimitedContext = DebateContext & Pick<CallContext, 'outages'>;

/** Resolves after so many milliseconds; those in which a server was away and waited for do not count. */
async function passing(context: LimitedContext, ms: number, signal: AbortSignal): Promise<void> {
	for (let left = ms; left > 0;) {
		const before = waitedFor(context);
		await context.clock.sleep(left, signal);
		left = waitedFor(context) - before;
	}
}

type VoiceQuestion<T> = {
	readonly participant: string;
	readonly prompt: Prompt;
	readonly schema: z.ZodType<T>;
	readonly purpose: string;
	readonly step: string;
	readonly limitMs?: number | undefined;
	/** Gets the estimated tokens of thinking so far, at most four times a second. */
	readonly whileThinking?: ThinkingListener | undefined;
} & Pick<AskOptions, 'patience' | 'mostBytes' | 'early' | 'once' | 'inWords'>;

/** An answer; `out` says why the voice cannot be used at all. */
export type VoiceAnswer<T> = Answer<T> & {readonly out?: string};

/** An answer as the journal has it. Its value is checked against the question's schema when it is read. */
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

/** Never rejects because a voice failed: only when the debate ends or the signal is aborted. */
export async function askVoice<T>(
	context: CallContext,
	question: VoiceQuestion<T>,
	outer: AbortSignal,
): Promise<VoiceAnswer<T>> {
	const {signal, passed, lift} = limitTime(context, outer, question.limitMs);
	try {
		return await askTwice(context, question, signal);
	} catch (error) {
		const reason = passed();
		if (reason === undefined || outer.aborted) throw error;
		return {ok: false, reason, timedOut: true};
	} finally {
		lift();
	}
}

async function askTwice<T>(
	context: CallContext,
	question: VoiceQuestion<T>,
	signal: AbortSignal,
): Promise<VoiceAnswer<T>> {
	const {purpose, inWords = false} = question;
	const schema = {name: purpose.replace(/\W/gu, '_'), json: toJsonSchema(question.schema), inWords};
	let {messages} = question.prompt;
	let last: Answer<T> = {ok: false, reason: 'was not asked'};
	for (let round = 0; round < 2; round++) {
		const request = {...requestOf(context, {...question.prompt, messages}, purpose), schema};
		const raw = await wholeAnswer(context, question, request, signal);
		if (!raw.ok) return raw;
		const {text, finish, why} = raw.value;
		const parsed = parseAnswer(text, question.schema, finish);
		if (parsed.ok) return parsed;
		const circles = repetitionDetector().goesRound(text);
		last = {
			ok: false,
			reason: circles
				? 'the model repeats itself without end'
				: cleanText((finish === 'refusal' && why) || parsed.reason),
			raw: cleanRaw(text),
			...(finish === 'stop' ? {whole: true} : {}),
		};
		if (finish === 'length' || finish === 'refusal' || question.once) return last;
		messages = reaskMessages(question.prompt.messages, text, parsed.reason);
	}
	return last;
}

type WholeAnswer = {readonly text: string; readonly finish: AnswerFinish; readonly why?: string | undefined};

async function wholeAnswer(
	context: CallContext,
	{
		participant,
		step,
		patience,
		early,
		mostBytes = Infinity,
		whileThinking,
	}: Omit<VoiceQuestion<unknown>, 'schema' | 'prompt'>,
	request: Parameters<typeof call>[1]['request'],
	signal: AbortSignal,
): Promise<VoiceAnswer<WholeAnswer>> {
	let text = '';
	let bytes = 0;
	const thinking = thinkingMeter(context.clock, whileThinking);
	let finish: AnswerFinish = 'cut';
	let why: string | undefined;
	try {
		const asItComes = early !== undefined;
		for await (const delta of call(context, {participant, step, request, signal, patience, asItComes})) {
			if (delta.type === 'thinking') thinking.add(delta.text);
			if (delta.type === 'taken-back') [text, bytes] = ['', 0];
			if (delta.type === 'text') bytes += Buffer.byteLength(delta.text);
			// An answer that is too long is counted to its end, for the message, but not stored.
			if (delta.type === 'text') text = bytes > mostBytes ? '' : text + delta.text;
			if (delta.type === 'finish') ({finish, why} = delta);
			const known = delta.type === 'text' ? early?.(text) : undefined;
			if (known !== undefined) return {ok: true, value: {text: JSON.stringify(known), finish: 'stop'}};
		}
	} catch (error) {
		if (signal.aborted || error instanceof DebateOver || error instanceof DebateSuspended) throw error;
		const out = unusable(error);
		return {
			ok: false,
			reason: cleanText(reasonOf(error)),
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
	return {ok: true, value: {text, finish, why}};
}

const isLate = (error: unknown): boolean =>
	error instanceof VoiceError && (error.kind === 'timeout' || error.kind === 'stalled');

/**
 * The text of an answer that could not be parsed. Secrets in it may be hidden by JSON escapes, so it is unescaped where
 * that reveals any.
 */
function cleanRaw(text: string): string {
	const open = text.replaceAll(/\\[nrt]/gu, '\n').replaceAll(/\\(["\\/])/gu, '$1');
	return cleanText(redact(open) === open ? text : open);
}
