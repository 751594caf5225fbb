/** What one debate may spend of what is left for all. */
import type {Budget} from '../../debate/events.ts';

/** Tokens and US dollars; `usd` leaves out what has no known price. */
export type Amount = {readonly usd: number; readonly tokens: number};

/** A debate may spend so many times what it is expected to. */
export const slack = 3;

/** Undefined where nothing is capped; `none` if what is left is less than the debate is expected to need. */
export type BudgetShare = Budget | undefined | 'none';

/** What a share takes from what is left for all. */
export const amountOf = (share: Budget | undefined): Amount => ({usd: share?.usd ?? 0, tokens: share?.tokens ?? 0});

/** `left` is without what the debate has spent before it was cut off, which is `spent`. */
export function shareOf(left: Budget | undefined, expected: Amount, spent: Amount): BudgetShare {
	if (!left) return undefined;
	const [usd, tokens] = [partOf(left.usd, expected.usd, spent.usd), partOf(left.tokens, expected.tokens, spent.tokens)];
	if (tokens === 0 || (usd !== undefined && usd <= 0 && expected.usd > 0)) return 'none';
	return {...(usd !== undefined && usd > 0 && {usd}), ...(tokens !== undefined && {tokens: Math.floor(tokens)})};
}

function partOf(rest: number | undefined, wanted: number, before: number): number | undefined {
	if (rest === undefined) return undefined;
	return rest + before < wanted ? 0 : Math.min(rest + before, Math.max(wanted * slack, before));
}

/** Whether a share is not cut down by what others have. */
export const isWhole = (share: Budget | undefined, {usd, tokens}: Amount): boolean =>
	(share?.usd ?? Infinity) >= usd * slack && (share?.tokens ?? Infinity) >= Math.floor(tokens * slack);

/** What of a cap is left. */
export const leftOf = (cap: Budget | undefined, used: Amount): Budget | undefined =>
	cap && {
		...(cap.usd !== undefined && {usd: cap.usd - used.usd}),
		...(cap.tokens !== undefined && {tokens: cap.tokens - used.tokens}),
	};
