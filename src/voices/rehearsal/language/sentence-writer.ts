/**
 * Turns patterns into sentences and never repeats one within a debate. Which pattern and which variant is used follows
 * from the exchange and the seat, so two turns never share one even where the prompt no longer holds the earlier turn;
 * sentences in the prompt are checked as well.
 */
import {at, hash, seededRandom, shuffled, stride, type Random} from './random.ts';
import {capitalise, compile, countVariants, variant, type Slots, type DebateSide} from './patterns.ts';
import {bare, sentencesOf} from './text.ts';

/** Patterns of one purpose, which the speakers of a debate go through in turn. */
export type Family = {readonly name: string; readonly patterns: readonly string[]};

/**
 * Where in the debate something is said: `round` from 0 (before the exchanges), `seat` of the speaker from 0 among
 * `seats`.
 */
type TurnPosition = {readonly round: number; readonly seat: number; readonly seats: number};

export type SentenceWriter = {
	readonly place: TurnPosition;
	/** Chance for what need not be different from turn to turn. */
	readonly random: Random;
	/** A sentence of this family. At most one a family and a turn, or the numbers would run into each other. */
	say(family: Family, slots?: Slots): string;
	/** The sentence that the pattern at this place of the family makes here. */
	sayAt(family: Family, index: number, slots?: Slots): string;
	/** The index of this turn in a list that every seat goes through in an order of its own. */
	turnIn(name: string, length: number): number;
	/** A phrase from a list, for use inside a sentence. */
	phrase(name: string, patterns: readonly string[], slots?: Slots): string;
	/** The same writer for one who argues the other side. */
	siding(stance: DebateSide): SentenceWriter;
};

/** Speakers that a debate may have at once; the numbering of variants is made for it. */
const maxSeats = 6;
/** The last exchange that a debate may have. */
const maxRound = 30;

/** How many variants a pattern needs in a family of so many, so that no two turns of the longest debate share one. */
export const variantsNeeded = (patterns: number): number => maxSeats * cyclesOf(patterns);

/** How often a seat comes round to the same pattern. */
export const cyclesOf = (patterns: number): number => Math.floor(maxRound / patterns) + 1;

export type SentenceWriterOptions = {
	readonly seed: number;
	readonly place: TurnPosition;
	readonly said: readonly string[];
	readonly random: Random;
	readonly stance?: DebateSide;
	readonly slots?: Slots;
};

/** `seed` must be the same in all turns of a debate; `said` are the texts of the turns that the prompt holds. */
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
