/** Just enough English grammar to turn a proposition into something to speak about. */
import {at} from './random.ts';
import {participles, properNames} from './words.ts';

/** `lie` → `lying`, `ban` → `banning`, `release` → `releasing`. */
export function gerund(verb: string): string {
	if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
	if (/[^eyo]e$/u.test(verb) && verb !== 'be') return `${verb.slice(0, -1)}ing`;
	if (/^[^aeiou]*[aeiou][bdgmnprt]$/u.test(verb) || doubled.has(verb)) return `${verb}${verb.slice(-1)}ing`;
	return `${verb}ing`;
}

const doubled = new Set([
	'permit',
	'forbid',
	'forget',
	'begin',
	'control',
	'compel',
	'admit',
	'commit',
	'prefer',
	'refer',
	'submit',
	'cancel',
]);

/** `banned` → `banning`, `kept` → `keeping`; undefined if the word is not a participle. */
export function gerundOfParticiple(word: string): string | undefined {
	const irregular = participles[word];
	if (irregular !== undefined) return gerund(irregular);
	return /^[a-z]{2,}ed$/u.test(word) ? `${word.slice(0, -2).replace(/i$/u, 'y')}ing` : undefined;
}

/** Lower-cases the first letter for use in mid-sentence, unless the first word is a name. */
export function decapitalise(text: string): string {
	const first = /^[\p{L}\p{N}'-]+/u.exec(text)?.[0] ?? '';
	const isName = properNames.has(first) || /^\p{Lu}.*\p{Lu}/u.test(first) || (/^\p{Lu}$/u.test(first) && first !== 'A');
	return isName ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** `a, b and c`. */
export const listOf = (items: readonly string[]): string =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${at(items, items.length - 1)}`;

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
export const numberWord = (count: number): string => numbers[count] ?? String(count);
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
export const ordinalWord = (index: number): string => ordinals[index] ?? `${index + 1}th`;
