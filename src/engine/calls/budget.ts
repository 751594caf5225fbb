/** A hard cap on what a debate may use: every request is reserved before it is made, judges and retries included. */
import type {Budget} from '../../debate/events.ts';
import type {Spending} from '../../debate/spending.ts';
import {costOf, estimatedUsage} from '../../voices/usage.ts';
import type {Voice, VoiceRequest} from '../../voices/voice.ts';

/** Tokens in groups of three digits. */
const whole = (tokens: number): string => Math.ceil(tokens).toLocaleString('en-US');

/** What is kept back for something that is still to come. */
export type BudgetAmount = {readonly usd: number; readonly tokens: number};

export type Reservation = {
	/** To be called when its use is recorded. */
	readonly settle: () => void;
};

/** Keeps account of what requests in flight may still use. */
export type Account = {
	/** What it may all come to. */
	readonly budget: Budget;
	/**
	 * Reserves room for a request, or says what is lacking; `kept` has to be left over, but no more than half of the
	 * budget.
	 */
	reserve(
		request: VoiceRequest,
		price: Voice['price'],
		spent: Spending,
		kept?: BudgetAmount,
	): Reservation | {readonly lacking: string};
	raise(by: Budget): void;
};

const nothing: BudgetAmount = {usd: 0, tokens: 0};

export function account(first: Budget): Account {
	const held = {usd: 0, tokens: 0};
	let budget = first;
	return {
		get budget() {
			return budget;
		},
		raise(by) {
			budget = added(budget, by);
		},
		reserve(request, price, spent, kept = nothing) {
			const usage = {...estimatedUsage(request.messages, 0), output: request.maxTokens ?? 1000};
			const tokens = usage.input + usage.output;
			const usd = price ? costOf(usage, price) : 0;
			const used = spent.input + spent.output;
			const [keepUsd, keepTokens] = [
				Math.min(kept.usd, (budget.usd ?? 0) / 2),
				Math.min(kept.tokens, (budget.tokens ?? 0) / 2),
			];
			if (budget.tokens !== undefined && used + held.tokens + tokens + keepTokens > budget.tokens) {
				return {
					lacking: `the budget of ${whole(budget.tokens)} tokens leaves too little for the next request (${whole(used)} used${held.tokens > 0 ? `, ${whole(held.tokens)} more for requests under way` : ''}, and it may take ${whole(tokens)}${keepTokens > 0 ? `; ${whole(keepTokens)} are kept for the closing` : ''})`,
				};
			}
			if (budget.usd !== undefined && spent.cost + held.usd + usd + keepUsd > budget.usd) {
				return {
					lacking: `the budget of $${budget.usd} leaves too little for the next request ($${spent.cost.toFixed(4)} used${held.usd > 0 ? `, $${held.usd.toFixed(4)} more for requests under way` : ''}, and it may take $${usd.toFixed(4)}${keepUsd > 0 ? `; $${keepUsd.toFixed(4)} is kept for the closing` : ''})`,
				};
			}
			held.usd += usd;
			held.tokens += tokens;
			return {
				settle() {
					held.usd -= usd;
					held.tokens -= tokens;
				},
			};
		},
	};
}

/** One budget and another; what neither limits stays without a limit. */
export const added = (one: Budget, other: Budget): Budget => ({
	...(one.usd !== undefined && {usd: Math.round((one.usd + (other.usd ?? 0)) * 1e6) / 1e6}),
	...(one.tokens !== undefined && {tokens: one.tokens + (other.tokens ?? 0)}),
});
