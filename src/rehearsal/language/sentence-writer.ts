/**
 * Turns patterns into sentences without repeating one within a debate. The exchange and the seat determine the
 * pattern and variant, so two turns never share one even if the prompt no longer contains the earlier turn. Sentences
 * in the prompt are checked as well.
 */
import {at, hash, seededRandom, shuffled, stride, type Random} from './random.ts';
import {capitalise, compile, countVariants, variant, type Slots, type DebateSide} from './patterns.ts';
import {bare, sentencesOf} from './text.ts';

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

export type SentenceWriterOptions = {
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
