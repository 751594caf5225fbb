/** What all debates of one server may spend together: set by the user, and raised by no client. */
import type {Budget} from '../../debate/events.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** What a debate has used. */
type UsedByDebate = {readonly tokens: number; readonly usd: number};

export type Allowance = {
	/**
	 * Sets aside what a debate may spend: what it asks for, at most what is left. Undefined where the user set no limit.
	 * Throws `UsageError` where nothing is left.
	 */
	readonly take: (wanted?: Budget) => {
		readonly budget: Budget | undefined;
		readonly settle: (used: UsedByDebate) => void;
	};
	/** What is left, in each unit that the user set. */
	readonly left: () => Budget | undefined;
};

export function openAllowance(total: Budget | undefined): Allowance {
	let [tokens, usd] = [total?.tokens ?? Infinity, total?.usd ?? Infinity];
	const left = (): Budget | undefined =>
		total && {
			...(total.tokens !== undefined && {tokens: Math.max(0, tokens)}),
			...(total.usd !== undefined && {usd: Math.max(0, usd)}),
		};
	return {
		left,
		take(wanted = {}) {
			const [someTokens, someUsd] = [
				Math.min(tokens, wanted.tokens ?? Infinity),
				Math.min(usd, wanted.usd ?? Infinity),
			];
			if (someTokens <= 0 || someUsd <= 0)
				throw new UsageError({
					what: 'The budget that was set for this server is used up',
					from: '--budget',
					todo: 'Its user may start "rostrum mcp" again with another one.',
				});
			tokens -= someTokens === Infinity ? 0 : someTokens;
			usd -= someUsd === Infinity ? 0 : someUsd;
			const budget = {
				...(someTokens !== Infinity && {tokens: someTokens}),
				...(someUsd !== Infinity && {usd: someUsd}),
			};
			return {
				budget: Object.keys(budget).length === 0 ? undefined : budget,
				settle(used) {
					if (total?.tokens !== undefined) tokens += someTokens - used.tokens;
					if (total?.usd !== undefined) usd += someUsd - used.usd;
				},
			};
		},
	};
}
