/**
 * How the debates of a batch stand, which is known from their journals alone, and what each may spend of what is left.
 */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {endingIn, totalSpending} from '../../debate/state.ts';
import type {Outcome, Budget} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import {journalName} from '../files/debate-folders.ts';
import type {BatchItem} from './batch-file.ts';

/** How a debate of the batch stands. */
export type ItemStatus = {
	readonly item: BatchItem;
	readonly journal: string;
	/** Undefined while it is not over. */
	readonly outcome: Outcome | undefined;
	readonly begun: boolean;
	readonly spent: Amount;
};

const nothing: Amount = {usd: 0, tokens: 0};

export const sumOf = (amounts: Iterable<Amount>): Amount =>
	[...amounts].reduce((all, one) => ({usd: all.usd + one.usd, tokens: all.tokens + one.tokens}), nothing);

export const journalOf = (item: BatchItem, folder: string): string => join(folder, item.folder, journalName);

/** Reads from its journal how a debate stands. */
export function statusOf(item: BatchItem, folder: string): ItemStatus {
	const journal = journalOf(item, folder);
	const unbegun = {item, journal, outcome: undefined, begun: false, spent: nothing};
	if (!statSync(journal, {throwIfNoEntry: false})) return unbegun;
	const {events} = readJournal(journal);
	if (events.length === 0) return unbegun;
	const {input, output, cost} = totalSpending(fold(events));
	return {
		item,
		journal,
		outcome: endingIn(events)?.outcome,
		begun: true,
		spent: {usd: cost, tokens: input + output},
	};
}

// What one debate may spend of what is left for all.

/** Tokens and US dollars; `usd` leaves out what has no known price. */
export type Amount = {readonly usd: number; readonly tokens: number};

/** A debate may spend so many times what it is expected to. */
export const slack = 3;

/** Undefined where nothing is capped; `none` if what is left is less than the debate is expected to need. */
type BudgetShare = Budget | undefined | 'none';

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
