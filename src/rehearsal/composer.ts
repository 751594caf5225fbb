/** The input of a composer: the parsed prompt, the task and a random source; and how its pieces fit a length. */
import {countWords, sentencesOf} from './text.ts';
import type {Random} from './random.ts';
import type {ParsedPrompt, Task} from './notation.ts';
import type {Topic} from './topic.ts';

// Fits the pieces of a speech into a number of words.

/**
 * One sentence, or several that belong together. `keep` ranges from 0 (dropped first) to 9 (never dropped); `spare`
 * is used only if words are missing; `paragraph` starts a new one.
 */
export type Piece = {
	readonly text: string;
	readonly keep: number;
	readonly spare?: boolean;
	readonly paragraph?: boolean;
};

type WordRange = {readonly min: number; readonly max: number};

/** Joins pieces into a text of about `aim` words, at least `min` if there are enough, at most `max`. */
export function fit(pieces: readonly Piece[], {min, max}: WordRange, aim = min): string {
	const chosen = pieces.filter(({text}) => text !== '');
	const kept = new Set(chosen.filter(piece => !piece.spare));
	const byKeep = [...chosen].sort((one, other) => other.keep - one.keep);
	for (const piece of byKeep) {
		if (!piece.spare || words(chosen, kept) >= Math.max(min, aim)) continue;
		if (words(chosen, kept) + countWords(piece.text) <= max) kept.add(piece);
	}
	for (const piece of byKeep.toReversed()) if (piece.keep < 9 && words(chosen, kept) > max) kept.delete(piece);
	return shorten(join(chosen.filter(piece => kept.has(piece))), max);
}

const words = (pieces: readonly Piece[], kept: ReadonlySet<Piece>): number =>
	pieces.filter(piece => kept.has(piece)).reduce((sum, {text}) => sum + countWords(text), 0);

const join = (pieces: readonly Piece[]): string =>
	pieces.reduce((text, piece) => (text === '' ? piece.text : text + (piece.paragraph ? '\n\n' : ' ') + piece.text), '');

/** As many whole sentences as fit; if not even one does, the first words. */
export function shorten(text: string, max: number): string {
	if (countWords(text) <= max) return text;
	let said = 0;
	const sentences = sentencesOf(text);
	const fitting = sentences.findIndex(sentence => (said += countWords(sentence)) > max);
	const short = sentences.slice(0, Math.max(1, fitting)).join(' ');
	return countWords(short) <= max
		? short
		: `${short
				.split(/\s+/u)
				.slice(0, max)
				.join(' ')
				.replace(/[\s,;:—–.!?-]+$/u, '')}.`;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ComposerInput = {
	readonly prompt: ParsedPrompt;
	readonly task: Task;
	readonly topic: Topic;
	/** The same for all requests of a debate. */
	readonly seed: number;
	/** Seeded from `seed` and the last message. */
	readonly random: Random;
	/** The schema for the whole answer, if it is to be a value. */
	readonly schema: JsonSchema | undefined;
};

/** Composes the answer to one kind of task: a text, or a value to be sent as JSON. */
export type Composer = (input: ComposerInput) => unknown;

/** The task's word range, or the given one if it sets none. */
export const wordRangeOf = ({words}: Task, min: number, max: number): WordRange => words ?? {min, max};
