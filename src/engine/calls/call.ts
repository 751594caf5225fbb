/** One request to a voice: reserved in the budget, retried in one place, and recorded with what it used. */
import {ExponentialBackoff, halfJitterGenerator, noJitterGenerator, type IBackoff} from 'cockatiel';
import {answerRoom} from '../../voices/answer-room.ts';
import {costOf, estimatedUsage} from '../../voices/usage.ts';
import {type Voice, type VoiceRequest, VoiceError, type VoiceContext, type VoiceDelta} from '../../voices/voice.ts';
import {totalSpending} from '../../debate/state.ts';
import {
	accountAfter,
	billOf,
	isCountedIn,
	isPaid,
	newAccount,
	writtenIn,
	type Arrival,
	type CallAccount,
} from './call-account.ts';
import type {SentRequest} from './usage-estimate.ts';
import {type Reservation, withinLimits, type AnswerLimits} from './budget.ts';
import {DebateOver, OverBudget, isTakenBack} from '../context.ts';
import type {CallContext, Call} from './call-context.ts';
import {capitalised, reasonOf} from '../../debate/text/words.ts';
import type {VoiceGuard} from './voice-limiter.ts';
import type {KeptAnswer} from '../replay/kept-answers.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {cameBack, leaveIfOwed, waitOut} from './outage.ts';
import {askedHash, keepAnswer, sayKept} from './keep-answer.ts';

// Reserves budget for a request. When there is none left, the user is asked, or the debate ends.

/** Tokens held back for the words of the closing. */
const closingTokens = 1600;

/** Rejects with `DebateOver` at the end, and `OverBudget` if only the closing may still be spoken. */
async function reserve(
	context: CallContext,
	request: VoiceRequest,
	price: Voice['price'],
	cached: number,
): Promise<Reservation> {
	const isTurn = request.schema === undefined;
	holdBackClosing(context, request);
	const until = context.clock.now() + mostForOthersMs;
	const wasClosing = context.control.overBudget !== undefined;
	for (;;) {
		if (context.control.overBudget !== undefined && (!wasClosing || !isTurn))
			throw new OverBudget(context.control.overBudget);
		const reservation = context.budget.account.reserve(request, price, totalSpending(context.log.state), {
			cached,
			heldBack: context.budget.keepsClosing && !wasClosing ? context.budget.closing : undefined,
		});
		if (!('lacking' in reservation)) return reservation;
		if (reservation.freed && context.clock.now() < until) {
			await untilFreed(context, reservation.freed, until);
			continue;
		}
		if (wasClosing) return over(context, reservation.lacking);
		context.budget.asking ??= decide(context, reservation.lacking).finally(() => (context.budget.asking = undefined));
		await context.budget.asking;
	}
}

/** A request under way mostly costs less than it may. One that waits for this one in turn would wait for ever. */
const mostForOthersMs = 20_000;

async function untilFreed({clock, over}: CallContext, freed: Promise<void>, until: number): Promise<void> {
	const own = new AbortController();
	const late = clock.sleepUntil(until, false, AbortSignal.any([own.signal, over.signal]));
	try {
		await Promise.race([freed, late]);
	} finally {
		own.abort();
		await late.catch(() => undefined);
	}
	over.signal.throwIfAborted();
}

/**
 * The closing's prompt covers everything said: as much as the longest turn's prompt and answer so far, at the highest
 * price of any voice.
 */
function holdBackClosing({budget, voices}: CallContext, request: VoiceRequest): void {
	const input = estimatedUsage(request.messages, 0).input + (request.maxTokens ?? 1000);
	const tokens = Math.max(budget.closing.tokens, input + closingTokens);
	const prices = [...voices.values()].flatMap(({price}) => price ?? []);
	budget.closing = {
		tokens,
		usd: Math.max(0, ...prices.map(price => costOf({input: tokens - closingTokens, output: closingTokens}, price))),
	};
}

const close = 'close it with what is left';
const stop = 'end it at once';

/**
 * Raises the budget, goes to the closing or ends the debate. Only what the user does is recorded, so that a debate that
 * is cut off while it asks will ask again.
 */
async function decide(context: CallContext, lacking: string): Promise<void> {
	const first = context.log.state.start?.budget ?? context.budget.account.budget;
	const answer = await context.questions?.ask({
		id: `budget ${context.log.state.seq}`,
		text: sentence(lacking),
		options: [close, stop],
		budget: first,
	});
	if (answer?.action === 'raise' || answer?.action === 'stop') return;
	const closes =
		answer === undefined ? context.budget.keepsClosing : answer.action === 'choose' && answer.choice === close;
	if (!closes) return over(context, lacking);
	context.control.overBudget = lacking;
	context.control.stopping = true;
	context.log.emit({type: 'notice', level: 'warning', text: `${sentence(lacking)} It goes to its closing.`});
}

function over(context: CallContext, reason: string): never {
	const ending = new DebateOver('budget', reason);
	context.over.abort(ending);
	throw ending;
}

const sentence = (text: string): string => `${capitalised(text)}.`;

// Retries: the one place that makes a failed request again.

type Persistence = {
	/** How often to ask again after a first failure. */
	readonly retries?: number;
	/** Called before each retry, with the number of tries so far and the delay before the next. */
	readonly onRetry?: (tries: number, error: VoiceError, delayMs: number) => void;
	/** Waits where the tries are used up; gives false where that cannot help. */
	readonly onSpent?: (error: VoiceError, delayMs: number) => Promise<boolean>;
	/** Whether an answer that broke off is asked for again from its beginning, behind a `taken-back`. */
	readonly onBroken?: (error: VoiceError) => boolean;
	/** Called once where a server loads its model, with the milliseconds for which it is waited for at most. */
	readonly onLoading?: (error: VoiceError, leftMs: number) => void;
	/** Passes pieces of a structured answer on as they come, which is then not retried once it has begun. */
	readonly asItComes?: boolean;
	/** Concurrency, rate limit and breaker of the voice, if it has any. */
	readonly guard?: VoiceGuard | undefined;
	/** Questions run between one turn and the next, on a server that answers one request at a time. */
	readonly between?: boolean;
};

/**
 * Streams a voice's answer. Transient failures are retried as long as nothing of it was heard, and after that where
 * `onBroken` says so; all tries share one deadline, `context.timeoutMs` to the first word. A structured answer is held
 * back until it is complete, so it can be retried until then, unless it is wanted as it comes. Throws `VoiceError`, or
 * the signal's reason when aborted.
 */
export async function* answer(
	voice: Voice,
	request: VoiceRequest,
	context: VoiceContext,
	persistence: Persistence = {},
): AsyncGenerator<VoiceDelta> {
	const {guard, between = false} = persistence;
	const leave = await guard?.acquire({speaking: request.schema === undefined, between}, context.signal);
	try {
		yield* persevere(voice, request, context, persistence);
	} finally {
		leave?.();
	}
}

/** The tries, one after another. The deadline counts from here: waiting for a free slot is not the voice's delay. */
async function* persevere(
	voice: Voice,
	request: VoiceRequest,
	context: VoiceContext,
	{retries = 3, onRetry, onLoading, onSpent, onBroken, guard, asItComes = false}: Persistence,
): AsyncGenerator<VoiceDelta> {
	const {clock, signal} = context;
	const patience = context.firstMs ?? context.timeoutMs;
	let deadline = clock.now() + patience;
	let backoff = firstBackoff(voice);
	let loading: VoiceError | undefined;
	let breaks = 0;
	for (let tries = 1; ; tries++) {
		const open = () => voice.answer(request, {...context, firstMs: deadline - clock.now()});
		const hearing = listen(guard ? guard.attempt(open, signal) : open(), request.schema !== undefined && !asItComes);
		try {
			return yield* hearing.pieces;
		} catch (error) {
			signal.throwIfAborted();
			if (!(error instanceof VoiceError) || mayHaveActed(request)) throw error;
			if (hearing.heard() || error.kind === 'stalled') {
				if (breaks++ === mostBreaks || !onBroken?.(error)) throw error;
				if (hearing.heard()) yield {type: 'taken-back', broke: error.message};
				[tries, deadline] = [1, clock.now() + patience];
			} else if (!error.transient) throw error;
			const leftMs = deadline - clock.now();
			if (error.kind === 'loading') {
				if (leftMs <= 0) throw stillLoading(error, context);
				if (loading === undefined) onLoading?.(error, leftMs);
				loading = error;
				tries -= 1;
				await clock.sleep(Math.min(leftMs, longestLook, error.retryAfterMs ?? backoff.duration), signal);
				backoff = backoff.next(undefined);
				continue;
			}
			const delayMs = Math.ceil(error.retryAfterMs ?? backoff.duration);
			const spent = tries > retries || delayMs >= leftMs;
			if (spent && (await onSpent?.(error, delayMs))) {
				deadline = clock.now() + patience;
				backoff = backoff.next(undefined);
				continue;
			}
			if (spent) throw inVain(error, {tries, delayMs, leftMs, spent: tries > retries});
			onRetry?.(tries, error, delayMs);
			await clock.sleep(delayMs, signal);
			backoff = backoff.next(undefined);
		}
	}
}

/** A server that breaks each answer off is not away: so often one is asked for again. */
const mostBreaks = 2;

/** An agent that edits files may have done half of the work, which a retry would do twice: its protocol decides. */
const mayHaveActed = ({workplace}: VoiceRequest): boolean => workplace?.may === 'edit';

/** Half a second, doubling. Jitter keeps voices that failed together from retrying together, unless deterministic. */
const firstBackoff = (voice: Voice): IBackoff<unknown> =>
	new ExponentialBackoff({
		initialDelay: 500,
		maxDelay: 20_000,
		generator: voice.deterministic ? noJitterGenerator : halfJitterGenerator,
	}).next();

function listen(
	answer: AsyncIterable<VoiceDelta>,
	whole: boolean,
): {readonly pieces: AsyncGenerator<VoiceDelta, void>; heard(): boolean} {
	let heard = false;
	async function* pieces(): AsyncGenerator<VoiceDelta, void> {
		const held: VoiceDelta[] = [];
		for await (const delta of answer) {
			if (whole && delta.type !== 'thinking' && delta.type !== 'notice') {
				held.push(delta);
				continue;
			}
			heard ||= delta.type === 'text' && delta.text.trim() !== '';
			yield delta;
		}
		yield* held;
	}
	return {pieces: pieces(), heard: () => heard};
}

type Effort = {readonly tries: number; readonly delayMs: number; readonly leftMs: number; readonly spent: boolean};

/** The last error, with the number of tries and why there is no other. */
function inVain(error: VoiceError, {tries, delayMs, leftMs, spent}: Effort): VoiceError {
	const {kind, status, retryAfterMs} = error;
	const tried = tries > 1 ? ` Tried ${tries} times.` : '';
	const waiting =
		!spent && retryAfterMs !== undefined
			? ` The next try could be in ${seconds(delayMs)}, but only ${seconds(Math.max(0, leftMs))} are left.`
			: '';
	return tried === '' && waiting === ''
		? error
		: new VoiceError(kind, `${error.message}${tried}${waiting}`, {status, retryAfterMs, cause: error});
}

/** A server that loads is asked again at least so often, in milliseconds. */
const longestLook = 5_000;

const stillLoading = (error: VoiceError, {firstMs, timeoutMs}: VoiceContext): VoiceError =>
	new VoiceError(error.kind, `${error.message} It was waited for ${seconds(firstMs ?? timeoutMs)}, the time-out.`, {
		status: error.status,
		cause: error,
	});

const seconds = (ms: number): string => `${Number((ms / 1_000).toFixed(ms < 10_000 ? 1 : 0))} s`;

/** Streams the answer; throws `VoiceError`, or the signal's reason. However it ends, a `voice-call` is recorded. */
export async function* call(context: CallContext, made: Call): AsyncGenerator<VoiceDelta> {
	const {participant} = made;
	const voice = context.voices.get(participant);
	if (!voice) throw new VoiceError('unusable', `nobody sits in the seat "${participant}"`);
	const asked = {...made, request: withDocuments(context, made.request, voice)};
	const refused = yield* callUnlessRefused(context, asked, voice);
	if (!refused) return;
	const text = `${refused.why} It is asked once more, ${otherWays[refused.input]}.`;
	context.log.emit({type: 'notice', level: 'warning', participant, text: cleanText(text)});
	yield* callOnce(context, {...made, request: refused.other}, voice);
}

/** An agent may read the documents for itself, whatever it is asked, unless it works in another folder. */
function withDocuments({documentsFolder}: CallContext, request: VoiceRequest, {id}: Voice): VoiceRequest {
	const may = documentsFolder !== undefined && !request.workplace && id.startsWith('agent:');
	return may ? {...request, workplace: {folder: documentsFolder, may: 'read', documents: true}} : request;
}

type InputFault = NonNullable<VoiceError['input']>;
type RefusedInput = {readonly why: string; readonly input: InputFault; readonly other: VoiceRequest};

const otherWays: Readonly<Record<InputFault, string>> = {
	flagged: 'with less of what was said before',
	'too-long': 'with less of what was said before',
	'called-tool': 'and told that there are no tools',
	'only-thought': 'and told to say its answer',
};

/** Streams the answer. Returns another form of the request where the server does not take what this one says. */
async function* callUnlessRefused(
	context: CallContext,
	made: Call,
	voice: Voice,
): AsyncGenerator<VoiceDelta, RefusedInput | undefined> {
	let said = false;
	try {
		for await (const delta of callOnce(context, made, voice)) {
			const isRefusal = delta.type === 'finish' && delta.finish === 'refusal' && !said;
			const other = isRefusal ? inAnotherWay(made.request, 'flagged') : undefined;
			if (other)
				return {
					why: `${voice.name} ${(delta.type === 'finish' && delta.why) || 'declined to answer'}.`,
					input: 'flagged',
					other,
				};
			said ||= delta.type === 'text';
			yield delta;
		}
	} catch (error) {
		const input = error instanceof VoiceError && !said && !made.signal.aborted ? error.input : undefined;
		const other = input && inAnotherWay(made.request, input);
		if (!other) throw error;
		return {why: reasonOf(error), input, other};
	}
	return undefined;
}

/** What an answer in the wrong place is asked again with. */
const hints: Readonly<Partial<Record<InputFault, string>>> = {
	'called-tool': 'There are no tools here. Give the answer itself, in words.',
	'only-thought': 'Do not only think: say the answer itself.',
};

/** The request with less between its first message and its last; undefined if there is nothing to spare. */
function inAnotherWay(request: VoiceRequest, input: InputFault): VoiceRequest | undefined {
	const {messages} = request;
	const last = messages.at(-1);
	const between = messages.slice(1, -1);
	// An agent knows its session's messages, and goes on from there.
	if (!last || request.workplace || (input === 'too-long' && between.length === 0)) return undefined;
	const hint = hints[input];
	if (hint !== undefined) {
		const told = {...last, content: `${last.content}\n\n${hint}`};
		return {...request, messages: [...messages.slice(0, -1), told]};
	}
	const kept = input === 'too-long' ? between.slice(Math.ceil(between.length / 2)) : between.slice(-1);
	const told = [
		...(kept.length < between.length ? ['Some of what was said before is left out here.'] : []),
		...(input === 'flagged'
			? ['A filter did not let this request through as it was. Keep to what can be said, and do not speak of it.']
			: []),
	];
	const note = {role: 'user' as const, content: told.join(' ')};
	return {...request, messages: [...messages.slice(0, messages.length > 1 ? 1 : 0), note, ...kept, last]};
}

/** The answer to a request: the one that is kept, or a new one. */
async function* callOnce(context: CallContext, made: Call, voice: Voice): AsyncGenerator<VoiceDelta> {
	const asked = context.answers && askedHash(made.participant, voice, made.request);
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
	const {clock, limiter} = context;
	const {surelyCached} = context.estimates.sent(voice, made.request, clock.now());
	const first = await reserve(context, made.request, voice.price, surelyCached);
	const reservations = [first];
	const wasQueue = limiter.isQueue(voice);
	const sent = context.estimates.sent(voice, made.request, clock.now());
	let account = newAccount(clock.now());
	const note = (arrival: Arrival): void => void (account = accountAfter(account, arrival, clock.now()));
	const onWritten = (tokens: number): void => {
		if (account.written === 0) sent.begun();
		note({type: 'written', tokens});
	};
	const keep = async (finish: KeptAnswer['finish']): Promise<void> =>
		note({type: 'kept', answer: await keepAnswer(context, made, voice, {...account, asked, finish})});
	const readInVain = (): void => {
		reservations.push(reserveAgain(context, made.request, voice));
		note({type: 'read-in-vain', input: estimatedUsage(made.request.messages, 0).input});
	};
	const onRetry = (tries: number, error: VoiceError, delayMs: number): void => {
		note({type: 'retry', tries: tries + 1});
		if (isPaid(error)) readInVain();
		tell(context, made, 'warning', `${error.message} Trying again in ${(delayMs / 1000).toFixed(1)} s.`);
	};
	const onBroken = (error: VoiceError): boolean => {
		if (made.isRest || !context.outages?.asksAgain(error)) return false;
		if (!isPaid(error)) readInVain();
		return true;
	};
	try {
		const ways = {mostTokens: first.output, onWritten, onRetry, onBroken};
		for await (const delta of attempts(context, made, voice, ways)) {
			if (delta.type !== 'taken-back') cameBack(context, voice.id);
			note(delta);
			if (delta.type === 'finish') await keep(delta.finish);
			if (delta.type === 'notice') tell(context, made, 'info', cleanText(delta.text));
			else yield delta;
		}
		note({type: 'ended'});
		made.signal.throwIfAborted();
	} catch (error) {
		note({type: 'failed', error, withdrawn: isTakenBack(made.signal)});
		leaveIfOwed(context, error);
		throw error;
	} finally {
		if (!wasQueue && limiter.isQueue(voice)) tellQueue(context, voice);
		try {
			// Whoever listens has heard enough, such as of a model that goes round in circles: that was the answer.
			if (!account.ended && account.kept === undefined) await keep('cut');
		} finally {
			record(context, made, voice, account, sent);
			for (const {settle} of reservations) settle();
		}
	}
}

const tell = ({log}: CallContext, {participant}: Call, level: 'info' | 'warning', text: string): void =>
	void log.emit({type: 'notice', level, participant, text});

/** The answer as it comes, with the tries, the time and the tokens that the call may take. */
function attempts(
	context: CallContext,
	made: Call,
	voice: Voice,
	{
		mostTokens,
		onWritten,
		...told
	}: {readonly mostTokens: number} & Required<
		Pick<AnswerLimits, 'onWritten'> & Pick<Persistence, 'onRetry' | 'onBroken'>
	>,
): AsyncGenerator<VoiceDelta> {
	const {participant, request, signal, patience, asItComes = false} = made;
	const onPassed = (what: string): void =>
		tell(context, made, 'warning', `${voice.name} ${what}, and was stopped there.`);
	const onLoading = (error: VoiceError, leftMs: number): void =>
		tell(context, made, 'info', `${error.message} It is waited for, ${seconds(leftMs)} at most.`);
	const onSpent = async (error: VoiceError, delayMs: number): Promise<boolean> =>
		waitOut({context, voice, participant, signal}, error, delayMs);
	return answer(
		limited(voice, {tokens: mostTokens, onWritten, onPassed}),
		mostTokens === Infinity ? request : {...request, mostTokens},
		{signal, timeoutMs: patience?.timeoutMs ?? context.timeoutMs, clock: context.clock},
		{...told, onLoading, onSpent, asItComes, ...wayTo(voice, context), ...(patience && {retries: patience.retries})},
	);
}

/** What was learned of a server goes for the rest of the debate. */
function tellQueue({log}: CallContext, {provider}: Voice): void {
	const text = `${provider} answers one request at a time: turns go first from here on. Where its row of the setting "providers" has "atOnce": 1, every debate knows that from its start.`;
	if (!log.state.notices.some(notice => notice.text === text)) log.emit({type: 'notice', level: 'info', text});
}

const wayTo = (voice: Voice, {limiter, between}: CallContext): Persistence => ({
	guard: limiter.guardFor(voice),
	between: between(voice),
});

/** An agent thinks and spends by its own limits: what it uses is known when it has ended. */
const limited = (voice: Voice, limits: Pick<AnswerLimits, 'tokens' | 'onWritten' | 'onPassed'>): Voice => ({
	...voice,
	answer: (request, context) =>
		withinLimits(voice.answer(request, context), request.messages, voice.price, {
			...limits,
			...(voice.reportsUsage
				? {tokens: Infinity, thinking: Infinity}
				: {wait: {clock: context.clock, ms: context.timeoutMs}}),
			words: answerRoom(request).words,
		}),
});

/** A try that the model has read is paid for, as far as we can tell; another one has to fit the budget as well. */
function reserveAgain({budget, log}: CallContext, request: VoiceRequest, {price}: Voice): Reservation {
	const reservation = budget.account.reserve(request, price, totalSpending(log.state));
	if ('lacking' in reservation) throw new OverBudget(reservation.lacking);
	return reservation;
}

function record(
	{clock, log, cacheWatch, promptWatch, estimates}: CallContext,
	call: Call,
	voice: Voice,
	account: CallAccount,
	sent: SentRequest,
): void {
	const {participant, request} = call;
	const {began, firstTokenMs, error, withdrawn} = account;
	const {usage, cost, more, saved} = billOf(sent, voice, account);
	if (isCountedIn(account, voice.reportsUsage) && account.usage)
		sent.counted({usage: account.usage, ...(cost !== undefined && {cost})}, writtenIn(account));
	else if (cost !== undefined && cost > 0) estimates.uncounted(cost, more);
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
	const cut = promptWatch.note(participant, voice, {messages: request.messages, usage});
	const isTold = log.state.notices.some(notice => notice.participant === participant && notice.reads !== undefined);
	if (cut && !isTold) log.emit({type: 'notice', level: 'warning', participant, ...cut});
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
