/**
 * Sentence patterns. `(a|b)` is a choice of wordings, `{name}` a slot, `[x ~ y]` depends on the side taken. Variants
 * of a pattern are numbered, so that a speaker can avoid using one twice.
 */

import {at, type Random} from './random.ts';

/** Values for a pattern's slots: a text, or several interchangeable ones. They are inserted verbatim. */
export type Slots = Readonly<Record<string, string | readonly string[] | undefined>>;
export type DebateSide = 'for' | 'against';

type Alternatives = readonly string[];
export type Compiled = readonly Alternatives[];

const token = /\(([^()]*\|[^()]*)\)|\{(\w+)\}/gu;

/** Splits a pattern into pieces, each a list of alternatives. Throws for a slot without a value. */
export function compile(pattern: string, slots: Slots = {}, stance: DebateSide = 'for'): Compiled {
	const sided = pattern.replaceAll(/\[([^~\]]*)~([^\]]*)\]/gu, (_, pro: string, con: string) =>
		(stance === 'for' ? pro : con).trim(),
	);
	const pieces: Alternatives[] = [];
	let from = 0;
	for (const match of sided.matchAll(token)) {
		pieces.push(
			[sided.slice(from, match.index)],
			match[1] === undefined ? fill(match[2] ?? '', slots, pattern) : match[1].split('|'),
		);
		from = match.index + match[0].length;
	}
	return [...pieces, [sided.slice(from)]];
}

function fill(name: string, slots: Slots, pattern: string): Alternatives {
	const value = slots[name];
	// Empty texts are allowed: not every speaker has a provider.
	if (value === undefined || (typeof value !== 'string' && value.length === 0))
		throw new Error(`nothing fills {${name}} in "${pattern}"`);
	return typeof value === 'string' ? [value] : value;
}

/** How many different texts a pattern can produce. */
export const countVariants = (compiled: Compiled): number =>
	compiled.reduce((product, piece) => product * piece.length, 1);

/** The variant of this number, from 0 to `countVariants` - 1, as a finished sentence or phrase. */
export function variant(compiled: Compiled, number: number): string {
	let rest = number;
	const texts = compiled.map(piece => {
		const text = piece[rest % piece.length] ?? '';
		rest = Math.floor(rest / piece.length);
		return text;
	});
	return tidy(texts.join(''));
}

/** Closes the gaps left by empty alternatives. */
const tidy = (text: string): string =>
	text
		.replaceAll(/ +/gu, ' ')
		.replaceAll(/ ([,.;:?!])/gu, '$1')
		.trim();

/** Upper-cases the first letter, after an opening quotation mark if there is one. */
export const capitalise = (text: string): string =>
	text.replace(/^([“"‘]?)(\p{Ll})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());

/** A random variant of a random pattern, as a sentence. */
export function pickSentence(random: Random, patterns: readonly string[], slots: Slots = {}): string {
	const compiled = compile(at(patterns, random.below(patterns.length)), slots);
	return capitalise(variant(compiled, random.below(countVariants(compiled))));
}
