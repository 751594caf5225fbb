/** One request to a voice: reserved in the budget, retried in one place, and recorded with what it used. */
import type {Usage} from '../../debate/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import type {AskOptions} from '../../debate/protocol.ts';
import {totalSpending} from '../../debate/spending.ts';
import {costOf, estimatedUsage, savedBy} from '../../voices/usage.ts';
import {VoiceError, type VoiceDelta, type VoiceErrorKind, type VoiceRequest} from '../../voices/voice.ts';
import {isTakenBack, OverBudget} from '../context/ending.ts';
import {reserve} from './reserve.ts';
import {answer} from './resilience.ts';
import type {CallContext} from './call-context.ts';

export type Call = {
	readonly participant: string;
	readonly step: string;
	readonly request: VoiceRequest;
	readonly signal: AbortSignal;
	readonly patience?: AskOptions['patience'] | undefined;
};

/** Failures after which the model has most likely read the request. */
const takenIn: ReadonlySet<VoiceErrorKind> = new Set(['timeout', 'stalled', 'empty', 'malformed']);

/** Streams the answer; throws `VoiceError`, or the signal's reason. However it ends, a `voice-call` is recorded. */
export async function* call(
	context: CallContext,
	{participant, step, request, signal, patience}: Call,
): AsyncGenerator<VoiceDelta> {
	const voice = context.voices.get(participant);
	if (!voice) throw new VoiceError('unusable', `nobody sits in the seat "${participant}"`);
	const reservations = [await reserve(context, request, voice.price)];
	const began = context.clock.now();
	const account = {
		tries: 1,
		text: 0,
		again: 0,
		unread: false,
		usage: undefined as Usage | undefined,
		cost: undefined as number | undefined,
		firstTokenMs: undefined as number | undefined,
		error: undefined as string | undefined,
		withdrawn: undefined as string | undefined,
	};
	try {
		for await (const delta of answer(
			voice,
			request,
			{signal, timeoutMs: patience?.timeoutMs ?? context.timeoutMs, clock: context.clock},
			{onRetry: retrying, line: context.limiter.guardFor(voice), ...(patience && {retries: patience.retries})},
		)) {
			if (delta.type === 'text') account.text += delta.text.length;
			if (delta.type === 'text' || delta.type === 'thinking') account.firstTokenMs ??= context.clock.now() - began;
			if (delta.type === 'usage') Object.assign(account, {usage: delta.usage, cost: delta.cost});
			yield delta;
		}
		signal.throwIfAborted();
	} catch (error) {
		account.unread = error instanceof VoiceError && !takenIn.has(error.kind) && account.firstTokenMs === undefined;
		account[isTakenBack(signal) ? 'withdrawn' : 'error'] = cleanText(
			error instanceof Error ? error.message : String(error),
		);
		throw error;
	} finally {
		for (const {settle} of reservations) settle();
		record();
	}

	function retrying(tries: number, error: VoiceError, delayMs: number): void {
		account.tries = tries + 1;
		if (takenIn.has(error.kind)) payAgain();
		context.log.emit({
			type: 'notice',
			level: 'warning',
			participant,
			text: `${error.message} Trying again in ${(delayMs / 1000).toFixed(1)} s.`,
		});
	}

	/** A try that the model has taken in is paid for, as far as anybody can tell; another one has to fit as well. */
	function payAgain(): void {
		const more = context.budget.account.reserve(request, voice?.price, totalSpending(context.log.state));
		if ('lacking' in more) throw new OverBudget(more.lacking);
		reservations.push(more);
		account.again += estimatedUsage(request.messages, 0).input;
	}

	function record(): void {
		const {tries, cost: told, firstTokenMs, error, withdrawn} = account;
		// A key that is not accepted or a server that is not there costs nothing.
		const last =
			account.usage ?? (account.unread ? {input: 0, output: 0} : estimatedUsage(request.messages, account.text));
		const usage = account.again > 0 ? {...last, input: last.input + account.again, estimated: true} : last;
		const saved = voice?.price && savedBy(usage, voice.price);
		const cost =
			told === undefined
				? voice?.price && costOf(usage, voice.price)
				: told + (voice?.price ? costOf({input: account.again, output: 0}, voice.price) : 0);
		context.log.emit({
			type: 'voice-call',
			call: step,
			participant,
			voice: voice?.id ?? '',
			purpose: request.purpose,
			tries,
			usage,
			ms: context.clock.now() - began,
			...(cost === undefined ? {} : {cost}),
			...(saved ? {saved} : {}),
			...(firstTokenMs === undefined ? {} : {firstTokenMs}),
			...(error === undefined ? {} : {error}),
			...(withdrawn === undefined ? {} : {withdrawn}),
		});
		const warning =
			voice && error === undefined && withdrawn === undefined
				? context.cacheWatch.note(voice, {messages: request.messages, usage, began, ended: context.clock.now()})
				: undefined;
		if (warning !== undefined) context.log.emit({type: 'notice', level: 'warning', participant, text: warning});
	}
}

/** Whether a failure puts a seat out at once, in words for the user. */
export const unusable = (error: unknown): string | undefined =>
	error instanceof VoiceError && error.kind === 'unusable' ? error.message : undefined;

/** The request that a prompt makes. */
export const requestOf = (
	context: CallContext,
	prompt: Pick<VoiceRequest, 'messages' | 'maxTokens' | 'temperature' | 'workplace'>,
	purpose: string,
): VoiceRequest => ({
	purpose,
	messages: prompt.messages,
	seed: context.seed,
	...(prompt.workplace && {workplace: prompt.workplace}),
	...(prompt.maxTokens === undefined ? {} : {maxTokens: prompt.maxTokens}),
	...(prompt.temperature === undefined ? {} : {temperature: prompt.temperature}),
});
