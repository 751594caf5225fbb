/**
 * The judge's copy of what was said: seats instead of the names of models, people and holders, also inside the turns.
 */
import {z} from 'zod';
import {memoizeRecent} from '../../../debate/fold/memoize-recent.ts';
import type {DebateState} from '../../../debate/state.ts';
import type {DuelogicDebate} from '../seating/seating.ts';

/** Replaces every name that a seat has or had by the seat's label. */
export type Relabel = (text: string) => string;

export const seatLabel = (id: string): string =>
	/^chair_\d+$/u.test(id) ? `Chair ${id.slice('chair_'.length)}` : id === 'arbiter' ? 'the arbiter' : 'a listener';

export function relabelling(debate: DuelogicDebate, {turns}: DebateState): Relabel {
	const {chairs, arbiter} = debate;
	const labels = new Map<string, string>();
	const give = (name: string | undefined, id: string): void => {
		for (const form of formsOf(name ?? '')) if (!labels.has(form)) labels.set(form, seatLabel(id));
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
const relabelBy = memoizeRecent((_debate: DuelogicDebate, json: string): Relabel => {
	const labels = new Map(Labels.parse(JSON.parse(json)));
	const names = [...labels.keys()].toSorted((one, other) => other.length - one.length);
	if (names.length === 0) return text => text;
	const anyName = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${names.map(escaped).join('|')})(?![\p{L}\p{N}])`, 'giu');
	const byLowerCase = new Map([...labels].map(([name, label]) => [name.toLowerCase(), label]));
	return text => text.replaceAll(anyName, name => byLowerCase.get(name.toLowerCase()) ?? name);
});

/**
 * A name whole, and its first word where that is long enough to be a name: "Claude Sonnet 4" is called "Claude", too.
 */
function formsOf(name: string): string[] {
	const whole = name.trim();
	const [first = ''] = whole.split(/[\s\p{Pd}]+/u);
	return [whole, ...(first.length >= 4 && /^\p{Lu}/u.test(first) ? [first] : [])].filter(form => form.length >= 2);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
