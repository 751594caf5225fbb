/** How the debates of a batch stand: known from their journals alone. */
import {statSync} from 'node:fs';
import {join} from 'node:path';
import {endingIn, totalSpending} from '../../debate/state.ts';
import type {Outcome} from '../../debate/events.ts';
import {fold} from '../../debate/reduce.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import type {Amount} from './share.ts';
import {journalName} from '../files/debate-folders.ts';
import type {BatchItem} from './matrix.ts';

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
