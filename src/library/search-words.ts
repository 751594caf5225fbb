/** Splits text into searchable words, without case, accents and punctuation, in any script. Pure. */

/** A word as stored in the index, and its range in the text (UTF-16 units). */
type Word = {readonly word: string; readonly start: number; readonly end: number};

const words = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Scripts written without spaces, or with endings attached to words: each character counts as a word, so that any part
 * of a sentence is found.
 */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`;
const pieces = new RegExp(String.raw`${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{N}\p{M}])+`, 'gu');
const plain = /^[\dA-Za-z]+$/u;
/** Accents, and the optional vowel signs of Hebrew and Arabic. */
const marks = /[\u0300-\u036F\u0591-\u05C7\u064B-\u0652]/gu;

/** One spelling for all variants that readers consider the same word. */
const foldWord = (word: string): string =>
	plain.test(word)
		? word.toLowerCase()
		: word.normalize('NFKD').replace(marks, '').toUpperCase().toLowerCase().normalize('NFC');

const oneUnspaced = new RegExp(unspaced, 'u');
export const isUnspaced = (word: string): boolean => oneUnspaced.test(word);

/** The words of a text, in order. An accent that stands alone is none. */
export function wordsIn(text: string): Word[] {
	return [...text.matchAll(words)].flatMap(({0: run, index}) =>
		plain.test(run)
			? [{word: run.toLowerCase(), start: index, end: index + run.length}]
			: [...run.matchAll(pieces)].flatMap(({0: piece, index: inside}) => {
					const word = foldWord(piece);
					return word === '' ? [] : [{word, start: index + inside, end: index + inside + piece.length}];
				}),
	);
}

/** A text as it is put into the index: its words, separated by spaces. */
export const indexText = (text: string): string =>
	wordsIn(text)
		.map(({word}) => word)
		.join(' ');
