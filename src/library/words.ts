/** A text as the words that it can be found by: without case, accents and punctuation, in any script. Pure. */

/** A word as it is kept in the index, and where it stands in the text (UTF-16). */
export type Word = {readonly word: string; readonly start: number; readonly end: number};

const words = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Scripts that are written without spaces, or that hang endings on their words: each of their characters counts as a
 * word, so that any part of a sentence is found.
 */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const pieces = new RegExp(String.raw`${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{N}\p{M}])+`, 'gu');
const plain = /^[\dA-Za-z]+$/u;
/** Accents, and the vowel signs that Hebrew and Arabic may leave out. */
const marks = /[\u0300-\u036F\u0591-\u05C7\u064B-\u0652]/gu;

/** One spelling for all that readers take for the same. */
const foldWord = (word: string): string =>
	plain.test(word)
		? word.toLowerCase()
		: word.normalize('NFKD').replace(marks, '').toUpperCase().toLowerCase().normalize('NFC');

const oneUnspaced = new RegExp(unspaced, 'u');
export const isUnspaced = (word: string): boolean => oneUnspaced.test(word);

/** The words of a text, in order. */
export function wordsIn(text: string): Word[] {
	return [...text.matchAll(words)].flatMap(({0: run, index}) =>
		plain.test(run)
			? [{word: run.toLowerCase(), start: index, end: index + run.length}]
			: [...run.matchAll(pieces)].map(({0: piece, index: inside}) => ({
					word: foldWord(piece),
					start: index + inside,
					end: index + inside + piece.length,
				})),
	);
}

/** What the index is given of a text. */
export const indexText = (text: string): string =>
	wordsIn(text)
		.map(({word}) => word)
		.join(' ');
