/**
 * Turns patterns into sentences without repeating one within a debate. The exchange and the seat determine the
 * pattern and variant, so two turns never share one even if the prompt no longer contains the earlier turn. Sentences
 * in the prompt are checked as well.
 */
import {at, type Random, hash, seededRandom, shuffled, stride} from './random.ts';
import {bare, sentencesOf, participles, properNames} from './text.ts';

// Sentence patterns. `(a|b)` is a choice of wordings, `{name}` a slot, `[x ~ y]` depends on the side taken. Variants
// of a pattern are numbered, so that a speaker can avoid using one twice.

/** Values for a pattern's slots: a text, or several interchangeable ones. They are inserted verbatim. */
export type Slots = Readonly<Record<string, string | readonly string[] | undefined>>;
export type DebateSide = 'for' | 'against';

type Alternatives = readonly string[];
type Compiled = readonly Alternatives[];

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
const capitalise = (text: string): string =>
	text.replace(/^([“"‘]?)(\p{Ll})/u, (_, mark: string, letter: string) => mark + letter.toUpperCase());

export function pickSentence(random: Random, patterns: readonly string[], slots: Slots = {}): string {
	const compiled = compile(at(patterns, random.below(patterns.length)), slots);
	return capitalise(variant(compiled, random.below(countVariants(compiled))));
}

/** Patterns for one purpose, which the speakers of a debate use in turn. */
export type Family = {readonly name: string; readonly patterns: readonly string[]};

/** A position in the debate: `round` from 0 (before the exchanges), and the speaker's `seat` from 0 among `seats`. */
type TurnPosition = {readonly round: number; readonly seat: number; readonly seats: number};

export type SentenceWriter = {
	readonly place: TurnPosition;
	/** For choices that may repeat from turn to turn. */
	readonly random: Random;
	/** A sentence of this family. Use each family once per turn, or it may repeat itself. */
	say(family: Family, slots?: Slots): string;
	/** A sentence from the family's pattern at this index. */
	sayAt(family: Family, index: number, slots?: Slots): string;
	/** This turn's index into a list that every seat goes through in its own order. */
	turnIn(name: string, length: number): number;
	/** A phrase from a list, for use inside a sentence. */
	phrase(name: string, patterns: readonly string[], slots?: Slots): string;
	/** The same writer, arguing the given side. */
	siding(stance: DebateSide): SentenceWriter;
};

/** The most speakers in a debate; variants are numbered for it. */
const maxSeats = 6;
/** The last exchange a debate can have. */
const maxRound = 30;

/**
 * How many variants each pattern needs in a family of this many patterns, so that no two turns of the longest debate
 * share one.
 */
export const variantsNeeded = (patterns: number): number => maxSeats * cyclesOf(patterns);

/** How often a seat returns to the same pattern. */
export const cyclesOf = (patterns: number): number => Math.floor(maxRound / patterns) + 1;

type SentenceWriterOptions = {
	readonly seed: number;
	readonly place: TurnPosition;
	readonly said: readonly string[];
	readonly random: Random;
	readonly stance?: DebateSide;
	readonly slots?: Slots;
};

/** `seed` must be the same for all turns of a debate; `said` are the texts of the turns in the prompt. */
export function sentenceWriter(options: SentenceWriterOptions): SentenceWriter {
	return writerWith(options, new Set(options.said.flatMap(sentencesOf).map(bare)));
}

function writerWith(options: SentenceWriterOptions, said: Set<string>): SentenceWriter {
	const {seed, place, random, stance = 'for', slots: common = {}} = options;
	const turnIn = (name: string, length: number): number => {
		const order = shuffled(
			Array.from({length}, (_, index) => index),
			seededRandom(hash(name, seed)),
		);
		return at(order, place.round + Math.floor((place.seat * length) / Math.max(1, place.seats)));
	};
	const sayAt = (family: Family, index: number, slots: Slots = {}): string => {
		const pattern = at(family.patterns, index);
		const compiled = compile(pattern, {...common, ...slots}, stance);
		const size = countVariants(compiled);
		const number = place.seat * cyclesOf(family.patterns.length) + Math.floor(place.round / family.patterns.length);
		for (let more = 0; more < size; more++) {
			const sentence = capitalise(variant(compiled, stride(number + more, size, hash(pattern, seed) % size)));
			if (said.has(bare(sentence))) continue;
			said.add(bare(sentence));
			return sentence;
		}
		return capitalise(variant(compiled, 0));
	};
	return {
		place,
		random,
		turnIn,
		sayAt,
		say: (family, slots) => sayAt(family, turnIn(family.name, family.patterns.length), slots),
		phrase: (name, patterns, slots = {}) => {
			const compiled = compile(at(patterns, turnIn(name, patterns.length)), {...common, ...slots}, stance);
			return variant(compiled, random.below(countVariants(compiled)));
		},
		siding: other => writerWith({...options, stance: other}, said),
	};
}

// Just enough English grammar to turn a proposition into something to speak about.

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
