/** One request to a voice: reserved in the budget, retried in one place, and recorded with what it used. */
import {reasonOf} from '../../debate/text/reason.ts';
import type {Usage} from '../../debate/events.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {totalSpending} from '../../debate/spending.ts';
import {costOf, estimatedUsage, savedBy} from '../../voices/usage.ts';
import {VoiceError, type Voice, type VoiceDelta, type VoiceErrorKind, type VoiceRequest} from '../../voices/voice.ts';
import {isTakenBack, OverBudget} from '../context/ending.ts';
import {tokensIn, withinLimits, type AnswerLimits} from './answer-limits.ts';
import type {Reservation} from './budget.ts';
import {askedHash, keepAnswer, sayKept} from './keep-answer.ts';
import {reserve} from './reserve.ts';
import {answer} from './resilience.ts';
import type {Call, CallContext} from './call-context.ts';

/** Failures after which the model has most likely read the request, so that it is paid for. */
const paidFailures: ReadonlySet<VoiceErrorKind> = new Set(['timeout', 'stalled', 'empty', 'malformed']);

/** Streams the answer; throws `VoiceError`, or the signal's reason. However it ends, a `voice-call` is recorded. */
export async function* call(context: CallContext, made: Call): AsyncGenerator<VoiceDelta> {
	const {participant, request} = made;
	const voice = context.voices.get(participant);
	if (!voice) throw new VoiceError('unusable', `nobody sits in the seat "${participant}"`);
	const asked = context.answers && askedHash(participant, voice, request);
	const kept = asked && context.answers?.take(asked);
	if (kept) yield* sayKept(context, made, voice, kept);
	else yield* callVoice(context, made, voice, asked);
}

/** Makes the request. `asked` identifies it where its answer is kept. */
async function* callVoice(
	context: CallContext,
	made: Call,
	voice: Voice,
	asked: string | undefined,
): AsyncGenerator<VoiceDelta> {
	const {participant, request, signal, patience, asItComes = false} = made;
	const {clock} = context;
	const reservations = [await reserve(context, request, voice.price)];
	const {output} = reservations[0] ?? {output: Infinity};
	const tell = (level: 'info' | 'warning', text: string): void =>
		void context.log.emit({type: 'notice', level, participant, text});
	const onPassed = (what: string): void => tell('warning', `${voice.name} ${what}, and was stopped there.`);
	const account = newAccount(clock.now());
	const onRetry = (tries: number, error: VoiceError, delayMs: number): void => {
		account.tries = tries + 1;
		if (paidFailures.has(error.kind)) {
			reservations.push(reserveAgain(context, request, voice));
			account.repeatedInput += estimatedUsage(request.messages, 0).input;
		}
		tell('warning', `${error.message} Trying again in ${(delayMs / 1000).toFixed(1)} s.`);
	};
	let left = true;
	try {
		for await (const delta of answer(
			limited(voice, {tokens: output, onPassed}),
			output === Infinity ? request : {...request, mostTokens: output},
			{signal, timeoutMs: patience?.timeoutMs ?? context.timeoutMs, clock},
			{onRetry, asItComes, guard: context.limiter.guardFor(voice), ...(patience && {retries: patience.retries})},
		)) {
			if (delta.type === 'notice') {
				tell('info', cleanText(delta.text));
				continue;
			}
			if (delta.type === 'taken-back')
				Object.assign(account, {text: '', thought: account.thought + tokensIn(account.text)});
			if (delta.type === 'text') account.text += delta.text;
			if (delta.type === 'thinking') account.thought += tokensIn(delta.text);
			if (delta.type === 'text' || delta.type === 'thinking') account.firstTokenMs ??= clock.now() - account.began;
			if (delta.type === 'usage') Object.assign(account, {usage: delta.usage, cost: delta.cost, model: delta.model});
			if (delta.type === 'finish')
				account.kept = await keepAnswer(context, made, voice, {...account, asked, finish: delta.finish});
			yield delta;
		}
		left = false;
		signal.throwIfAborted();
	} catch (error) {
		left = false;
		account.unread = error instanceof VoiceError && !paidFailures.has(error.kind) && account.firstTokenMs === undefined;
		account[isTakenBack(signal) ? 'withdrawn' : 'error'] = cleanText(reasonOf(error));
		throw error;
	} finally {
		for (const {settle} of reservations) settle();
		// Whoever listens has heard enough, such as of a model that goes round in circles: that was the answer.
		if (left) account.kept ??= await keepAnswer(context, made, voice, {...account, asked, finish: 'cut'});
		record(context, made, voice, account);
	}
}

/** An agent is left to its own limits: what it uses is known when it has ended. */
const limited = (voice: Voice, limits: AnswerLimits): Voice =>
	voice.reportsUsage
		? voice
		: {
				...voice,
				answer: (request, context) =>
					withinLimits(voice.answer(request, context), request.messages, voice.price, limits),
			};

/** What is known of a call so far. Times in milliseconds on the debate's clock, `cost` in US dollars. */
type CallAccount = {
	readonly began: number;
	tries: number;
	/** The answer so far. */
	text: string;
	/** Tokens of thinking so far, as estimated. */
	thought: number;
	/** The number under which it is kept. */
	kept: number | undefined;
	/** Estimated prompt tokens of tries that failed and are paid for. */
	repeatedInput: number;
	/** It failed before the model can have read it. */
	unread: boolean;
	usage: Usage | undefined;
	cost: number | undefined;
	model: string | undefined;
	firstTokenMs: number | undefined;
	error: string | undefined;
	withdrawn: string | undefined;
};

const newAccount = (began: number): CallAccount => ({
	began,
	tries: 1,
	text: '',
	thought: 0,
	kept: undefined,
	repeatedInput: 0,
	unread: false,
	usage: undefined,
	cost: undefined,
	model: undefined,
	firstTokenMs: undefined,
	error: undefined,
	withdrawn: undefined,
});

/** A try that the model has read is paid for, as far as we can tell; another one has to fit the budget as well. */
function reserveAgain({budget, log}: CallContext, request: VoiceRequest, {price}: Voice): Reservation {
	const reservation = budget.account.reserve(request, price, totalSpending(log.state));
	if ('lacking' in reservation) throw new OverBudget(reservation.lacking);
	return reservation;
}

function record({clock, log, cacheWatch}: CallContext, call: Call, voice: Voice, account: CallAccount): void {
	const {participant, request} = call;
	const {began, firstTokenMs, error, withdrawn} = account;
	const {usage, cost, saved} = billOf(request, voice, account);
	log.emit({
		type: 'voice-call',
		call: call.step,
		participant,
		voice: voice.id,
		purpose: request.purpose,
		tries: account.tries,
		usage,
		ms: clock.now() - began,
		...(cost === undefined ? {} : {cost}),
		...(saved ? {saved} : {}),
		...(account.model === undefined ? {} : {model: cleanText(account.model)}),
		...(firstTokenMs === undefined ? {} : {firstTokenMs}),
		...(error === undefined ? {} : {error}),
		...(withdrawn === undefined ? {} : {withdrawn}),
		...(account.kept === undefined ? {} : {answer: account.kept}),
	});
	if (error !== undefined || withdrawn !== undefined) return;
	const warning = cacheWatch.note(voice, {messages: request.messages, usage, began, ended: clock.now()});
	if (warning !== undefined) log.emit({type: 'notice', level: 'warning', participant, text: warning});
}

/** What a call used and cost: as the server reported it, else estimated. */
function billOf({messages}: VoiceRequest, {price}: Voice, account: CallAccount) {
	const {usage: reported, cost: reportedCost, repeatedInput, unread, text, thought} = account;
	const estimated = {...estimatedUsage(messages, 0), output: Math.ceil(tokensIn(text) + thought)};
	// A key that is not accepted or a server that is not there costs nothing.
	const last = reported ?? (unread ? {input: 0, output: 0} : estimated);
	const usage = repeatedInput > 0 ? {...last, input: last.input + repeatedInput, estimated: true} : last;
	const cost =
		reportedCost === undefined
			? price && costOf(usage, price)
			: reportedCost + (price ? costOf({input: repeatedInput, output: 0}, price) : 0);
	return {usage, cost, saved: price && savedBy(usage, price)};
}

/** Why a failure puts a seat out at once, for the user; undefined if it does not. */
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
