/**
 * The judge's copy of what was said: seats instead of the names of models, people and holders, also inside the turns.
 */
import {z} from 'zod';
import {relabeller, type Relabeller} from '../../../debate/evidence/relabel.ts';
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {DebateState} from '../../../debate/state.ts';
import type {DuelogicDebate} from '../seating/seating.ts';

export const seatLabel = (id: string): string =>
	/^chair_\d+$/u.test(id) ? `Chair ${id.slice('chair_'.length)}` : id === 'arbiter' ? 'the arbiter' : 'a listener';

const isRole = (name: string): boolean => /^(?:the )?arbiter$/iu.test(name.trim());

/** Replaces every name that a seat has or had by the seat's label. */
export function relabelling(debate: DuelogicDebate, {turns}: DebateState): Relabeller {
	const {chairs, arbiter} = debate;
	const labels = new Map<string, string>();
	const give = (name: string | undefined, id: string): void => {
		// An arbiter who is called by that word would become "the the arbiter".
		if (name !== undefined && !labels.has(name) && !isRole(name)) labels.set(name, seatLabel(id));
	};
	for (const {id, name, model} of [...chairs, arbiter]) {
		give(name, id);
		give(model?.split('/').at(-1), id);
	}
	for (const {speaker, by} of turns) give(by?.name, speaker);
	return relabelBy(debate, JSON.stringify([...labels]));
}

const Labels = z.array(z.tuple([z.string(), z.string()]));

/** The same function for the same names, so that what it made of a turn is made once. */
const relabelBy = memoizeRecent((_debate: DuelogicDebate, json: string): Relabeller =>
	relabeller(Labels.parse(JSON.parse(json))),
);
