/** A hard cap on what a debate may spend. Every request is reserved before it is made, judges and retries included. */
import type {Message} from '../../debate/protocol.ts';
import {bytesPerToken, longestThinking} from '../../voices/answer-room.ts';
import {costOf, estimatedUsage, priceAt} from '../../voices/usage.ts';
import type {Clock, Voice, VoiceDelta, VoiceRequest} from '../../voices/voice.ts';
import type {Budget} from '../../debate/events.ts';
import type {Spending} from '../../debate/state.ts';

// Ends an answer that takes more than it may: more tokens than the budget had reserved for it, words or thinking
// without end. Counts as the pieces come, since a server may ignore the limit of a request.

export const tokensIn = (text: string): number => Buffer.byteLength(text) / bytesPerToken;

export const promptTokens = (messages: readonly Message[]): number =>
	Math.ceil(messages.reduce((sum, {content}) => sum + tokensIn(content), 0));

export type AnswerLimits = {
	/** Tokens of the whole answer, thinking included. */
	readonly tokens: number;
	/** Tokens of its words, by what was asked for. */
	readonly words: number;
	/** Tokens of its thinking. */
	readonly thinking?: number;
	/** The wait for each piece, in milliseconds: from its first piece on, an answer has ten times as long. */
	readonly wait?: {readonly clock: Pick<Clock, 'now'>; readonly ms: number};
	/** Called with the tokens of each piece as it comes, whoever hears it. */
	readonly onWritten?: (tokens: number) => void;
	/** Called when the answer is ended, with what it has passed. */
	readonly onPassed: (what: string) => void;
};

/** The answer as it comes, ended as one that ran into its length limit once it passes a limit. */
export async function* withinLimits(
	answer: AsyncIterable<VoiceDelta>,
	messages: readonly Message[],
	price: Voice['price'],
	limits: AnswerLimits,
): AsyncGenerator<VoiceDelta> {
	const {clock, ms: longest} = limits.wait ?? {clock: {now: () => 0}, ms: Infinity};
	let [thought, said, took] = [0, 0, 0];
	let last: number | undefined;
	for await (const delta of answer) {
		const now = clock.now();
		// A program that was suspended meanwhile heard nothing.
		took += Math.min(now - (last ?? now), longest);
		last = now;
		const written = delta.type === 'thinking' || delta.type === 'text' ? tokensIn(delta.text) : 0;
		if (delta.type === 'thinking') thought += written;
		else said += written;
		if (written > 0) limits.onWritten?.(written);
		const passed = passedLimit({thought, said, took}, limits);
		yield passed !== undefined && delta.type === 'text' ? {...delta, text: shortened(delta.text, limits.words)} : delta;
		if (passed === undefined) continue;
		limits.onPassed(passed);
		const usage = {...estimatedUsage(messages, 0), output: Math.ceil(thought + said)};
		yield {type: 'usage', usage, ...(price && {cost: costOf(usage, price)})};
		yield {type: 'finish', finish: 'length', why: passed};
		return;
	}
}

/** One piece may be all of an answer without end. */
const shortened = (text: string, tokens: number): string =>
	text.length > tokens * bytesPerToken ? text.slice(0, tokens * bytesPerToken) : text;

/** So many times the wait for a piece may a whole answer take: who says a word now and then would never end. */
const mostWaits = 10;

function passedLimit(
	{thought, said, took}: {readonly thought: number; readonly said: number; readonly took: number},
	{tokens, words, thinking = longestThinking, wait}: AnswerLimits,
): string | undefined {
	const written = (most: number): string => Math.floor(most).toLocaleString('en-US');
	if (thought + said > tokens) return `passed the ${written(tokens)} tokens that the budget had for its answer`;
	if (said > words) return `wrote more than ${written(words)} tokens, far more than it was asked for`;
	const most = mostWaits * (wait?.ms ?? Infinity);
	if (took > most) return `took longer than ${most / 1000} s, ten times the time-out`;
	return thought > thinking ? `thought for more than ${written(thinking)} tokens` : undefined;
}

/** Rounded up, with thousands separators. */
const formatTokens = (tokens: number): string => Math.ceil(tokens).toLocaleString('en-US');

type BudgetAmount = {readonly usd: number; readonly tokens: number};

export type Reservation = {
	/** Tokens that the answer may take, thinking included; unlimited without a budget. */
	readonly output: number;
	/** Releases the reservation; call it once the actual usage is recorded. */
	readonly settle: () => void;
};

/** Tracks the budget and what requests in flight may still spend of it. */
type Account = {
	/** The limit, with everything that was added to it. */
	readonly budget: Budget;
	/**
	 * Reserves room for a request, or says what is lacking. `cached` of its tokens have the price of a cached one;
	 * `heldBack` must be left over, up to half of the budget.
	 */
	reserve(
		request: VoiceRequest,
		price: Voice['price'],
		spent: Spending,
		known?: {readonly cached?: number; readonly heldBack?: BudgetAmount | undefined},
	): Reservation | RefusedReserve;
	raise(by: Budget): void;
};

/** `freed` resolves when a request under way has been counted; undefined where none is. */
type RefusedReserve = {readonly lacking: string; readonly freed: Promise<void> | undefined};

const nothing: BudgetAmount = {usd: 0, tokens: 0};

/** The budget of a running debate, and what of it is held back for the closing. */
export type BudgetReserve = {
	readonly account: Account;
	/** Whether room for a closing is held back. */
	readonly keepsClosing: boolean;
	/** How much: it grows with the requests made so far. */
	closing: BudgetAmount;
	/** Pending while the user decides what to do about a budget that is used up. */
	asking: Promise<void> | undefined;
};

export const budgetReserve = (limit: Budget, keepsClosing: boolean): BudgetReserve => ({
	account: account(limit),
	keepsClosing,
	closing: nothing,
	asking: undefined,
});

export function account(limit: Budget): Account {
	const inFlight = {usd: 0, tokens: 0, requests: 0};
	let freed = Promise.withResolvers<void>();
	let budget = limit;
	const refused = (lacking: string): RefusedReserve => ({
		lacking,
		freed: inFlight.requests > 0 ? freed.promise : undefined,
	});
	return {
		get budget() {
			return budget;
		},
		raise(by) {
			budget = added(budget, by);
		},
		reserve(request, listed, spent, {cached = 0, heldBack = nothing} = {}) {
			const usage = {input: promptTokens(request.messages), cached, output: request.maxTokens ?? 1000};
			const tokens = usage.input + usage.output;
			const price = listed && priceAt(listed, usage.input);
			const usd = price ? costOf(usage, price) : 0;
			const used = spent.input + spent.output;
			const [keepUsd, keepTokens] = [
				Math.min(heldBack.usd, (budget.usd ?? 0) / 2),
				Math.min(heldBack.tokens, (budget.tokens ?? 0) / 2),
			];
			if (budget.tokens !== undefined && used + inFlight.tokens + tokens + keepTokens > budget.tokens) {
				return refused(
					`the budget of ${formatTokens(budget.tokens)} tokens leaves too little for the next request (${formatTokens(used)} used${inFlight.requests > 0 ? `, ${formatTokens(inFlight.tokens)} more for requests under way` : ''}, and it may take ${formatTokens(tokens)}${keepTokens > 0 ? `; ${formatTokens(keepTokens)} are kept for the closing` : ''})`,
				);
			}
			if (budget.usd !== undefined && spent.cost + inFlight.usd + usd + keepUsd > budget.usd) {
				return refused(
					`the budget of $${budget.usd} leaves too little for the next request ($${spent.cost.toFixed(4)} used${inFlight.requests > 0 ? `, $${inFlight.usd.toFixed(4)} more for requests under way` : ''}, and it may take $${usd.toFixed(4)}${keepUsd > 0 ? `; $${keepUsd.toFixed(4)} is kept for the closing` : ''})`,
				);
			}
			const left = {
				tokens: (budget.tokens ?? Infinity) - used - inFlight.tokens - tokens - keepTokens,
				usd: (budget.usd ?? Infinity) - spent.cost - inFlight.usd - usd - keepUsd,
			};
			const extra = extraTokens(left, price);
			const held = {
				tokens: tokens + (Number.isFinite(extra) ? extra : 0),
				usd: usd + (price && Number.isFinite(extra) ? costOf({input: 0, output: extra}, price) : 0),
			};
			inFlight.usd += held.usd;
			inFlight.tokens += held.tokens;
			inFlight.requests += 1;
			return {
				output: usage.output + extra,
				settle() {
					inFlight.usd -= held.usd;
					inFlight.tokens -= held.tokens;
					inFlight.requests -= 1;
					freed.resolve();
					freed = Promise.withResolvers();
				},
			};
		},
	};
}

/** Room for a model's thinking, in tokens. */
const thinkingRoom = 4000;

/**
 * What an answer may take beyond its words: room for thinking, at most a quarter of what is left, so that requests
 * that run at once find some too. Unlimited without a budget.
 */
function extraTokens(left: BudgetAmount, price: Voice['price']): number {
	const byPrice = left.usd === Infinity || !price || price.output === 0 ? Infinity : (left.usd * 1e6) / price.output;
	const spare = Math.min(left.tokens, byPrice);
	return spare === Infinity ? Infinity : Math.min(thinkingRoom, Math.floor(spare / 4));
}

/** The sum of two budgets. What the first does not limit stays unlimited. */
export const added = (one: Budget, other: Budget): Budget => ({
	...(one.usd !== undefined && {usd: Math.round((one.usd + (other.usd ?? 0)) * 1e6) / 1e6}),
	...(one.tokens !== undefined && {tokens: one.tokens + (other.tokens ?? 0)}),
});
