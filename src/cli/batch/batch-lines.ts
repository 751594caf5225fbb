/** The progress of a batch as plain lines. */
import {debaterName, type BatchProgress, type BatchStanding} from '../../app/batch/progress.ts';
import type {ItemStatus} from '../../app/batch/item-status.ts';
import {money} from '../../exports/wording.ts';

/** A debate that has ended, and how far the batch is. */
export const endLine = ({item, outcome, spent}: ItemStatus, {done, total, running}: BatchProgress): string =>
	`${done} of ${total}: ${item.topic} · ${debaterName(item.one)} for, ${debaterName(item.other)} against, seed ${item.seed} · ${outcome ?? ''} · ${money(spent.usd)}, ${spent.tokens} tokens · ${running.length} running`;

const mostNamed = 3;

/** Who leads, with 95 % intervals; undefined while nobody can be ranked. */
export function leadersLine(standings: readonly BatchStanding[]): string | undefined {
	if (standings.length === 0) return undefined;
	const named = standings
		.slice(0, mostNamed)
		.map(({name, rating, low, high}) => `${name} ${Math.round(rating)} (${Math.round(low)}–${Math.round(high)})`);
	const told = standings[0]?.apart === false ? '; the first two are not told apart yet' : '';
	return `So far: ${named.join(', ')}${told}`;
}
