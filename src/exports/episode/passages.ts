/**
 * The transcript in the order in which it was heard: a turn during which another was heard stands in pieces around it.
 */
import type {DebateState, Turn} from '../../debate/state.ts';
import {heardText} from '../../debate/queries.ts';

/**
 * A piece of a turn that was heard without a break. `first` and `last` tell whether the turn begins and ends with it.
 */
export type Passage = {readonly turn: Turn; readonly text: string; readonly first: boolean; readonly last: boolean};

/** All that was heard, in order. Turns without a word give no passage. */
export function passagesOf(state: DebateState): Passage[] {
	const ids = new Set(state.turns.map(turn => turn.id));
	const hostOf = ({amid}: Turn): string | undefined => (amid && ids.has(amid.turnId) ? amid.turnId : undefined);
	const guests = Map.groupBy(state.turns, hostOf);
	const tell = (turn: Turn): Passage[] => around(turn, heardText(state, turn), guests.get(turn.id) ?? [], tell);
	return (guests.get(undefined) ?? []).flatMap(tell).filter(({text}) => text.trim() !== '');
}

function around(turn: Turn, text: string, guests: readonly Turn[], tell: (guest: Turn) => Passage[]): Passage[] {
	const passages: Passage[] = [];
	let from = 0;
	for (const guest of guests.toSorted((a, b) => (a.amid?.offset ?? 0) - (b.amid?.offset ?? 0))) {
		const to = Math.min(guest.amid?.offset ?? 0, text.length);
		if (to > from) passages.push({turn, text: text.slice(from, to), first: from === 0, last: false});
		passages.push(...tell(guest));
		from = to;
	}
	passages.push({turn, text: text.slice(from), first: from === 0, last: true});
	return passages;
}
