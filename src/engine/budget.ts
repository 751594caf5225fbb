/** A hard cap on what a debate may use: every request is reserved before it is made, judges and retries included. */
import type {Spending} from '../debate/state.ts';
import {costOf, estimatedUsage} from '../voices/usage.ts';
import type {Voice, VoiceRequest} from '../voices/voice.ts';

/** In US dollars or tokens (prompt and answer together); where both are given, both hold. */
export type Budget = {readonly usd?: number; readonly tokens?: number};

/** Keeps account of what requests in flight may still use. */
export type Account = {
	/** Reserves room for a request, or says what is lacking; give the reservation back with `settle` when its use is recorded. */
	reserve(request: VoiceRequest, price: Voice['price'], spent: Spending): {readonly settle: () => void} | {readonly lacking: string};
};

export function account(budget: Budget): Account {
	const held = {usd: 0, tokens: 0};
	return {
		reserve(request, price, spent) {
			const usage = {...estimatedUsage(request.messages, 0), output: request.maxTokens ?? 1000};
			const tokens = usage.input + usage.output;
			const usd = price ? costOf(usage, price) : 0;
			const used = spent.input + spent.output;
			if (budget.tokens !== undefined && used + held.tokens + tokens > budget.tokens) {
				return {lacking: `the budget of ${budget.tokens} tokens is used up (${used} used, and the next request may take ${tokens})`};
			}
			if (budget.usd !== undefined && spent.cost + held.usd + usd > budget.usd) {
				return {lacking: `the budget of $${budget.usd} is used up ($${spent.cost.toFixed(4)} used, and the next request may take $${usd.toFixed(4)})`};
			}
			held.usd += usd;
			held.tokens += tokens;
			return {settle() {
				held.usd -= usd;
				held.tokens -= tokens;
			}};
		},
	};
}
