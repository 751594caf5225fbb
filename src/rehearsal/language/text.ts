/** Splits plain text into sentences and words, and finds the words that carry meaning. */
import {stopWords} from './words.ts';

const border = /(?<=[.!?…]["”’)\]]*)\s+(?=["“‘(]?[\p{Lu}\d‹])|\n{2,}/u;
const abbreviation = /\b(?:dr|mr|mrs|ms|st|vs|etc|e\.g|i\.e|prof)\.$/iu;

/** A memoized function keeps the last 4,000 to 8,000 results. */
const kept = 4000;

/**
 * Memoizes a function of a text, dropping old results. Every request contains the debate so far, so the same turns
 * and sentences are read over and over.
 */
export function memoizeText<R>(compute: (text: string) => R): (text: string) => R {
	let [young, old] = [new Map<string, R>(), new Map<string, R>()];
	return text => {
		const known = young.get(text);
		if (known !== undefined) return known;
		const result = old.get(text) ?? compute(text);
		if (young.size >= kept) [young, old] = [new Map(), young];
		young.set(text, result);
		return result;
	};
}

/** The trimmed sentences of a text. */
export const sentencesOf = memoizeText((text): readonly string[] => {
	const sentences: string[] = [];
	for (const part of text.split(border)) {
		const before = sentences.at(-1);
		if (before !== undefined && abbreviation.test(before)) sentences[sentences.length - 1] = `${before} ${part.trim()}`;
		else if (part.trim() !== '') sentences.push(part.trim());
	}
	return sentences;
});

/** The number of words, as a listener would count them. */
export const countWords = (text: string): number =>
	text.split(/\s+/u).filter(word => /[\p{L}\p{N}]/u.test(word)).length;

/** Words in lower case, with straight apostrophes. */
export const wordsOf = memoizeText(
	(text): readonly string[] =>
		text
			.toLowerCase()
			.replaceAll('’', "'")
			.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [],
);

/** A sentence normalised for comparison: its words only. */
export const bare = memoizeText((text): string => wordsOf(text).join(' '));

/** The distinct words that carry meaning, in order. */
export const contentWords = memoizeText((text): readonly string[] => [
	...new Set(wordsOf(text).filter(word => word.length > 2 && !stopWords.has(word))),
]);

/** A word without inflectional endings, accurate enough for comparisons. */
export const stem = (word: string): string =>
	word
		.replace(/'s$/u, '')
		.replace(/(?:ings?|ed|ies|es|s|ly)$/u, '')
		.replace(/(.)\1$/u, '$1');

/** How much of the shorter text's meaning the other shares, from 0 to 1. */
export function overlap(one: string, other: string): number {
	const [a, b] = [new Set(contentWords(one).map(stem)), new Set(contentWords(other).map(stem))];
	const smaller = Math.min(a.size, b.size);
	return smaller === 0 ? 0 : [...a].filter(word => b.has(word)).length / smaller;
}

/** A text without closing punctuation, to be used inside a sentence. */
export const withoutStop = (text: string): string => text.trim().replace(/[.;:,\s]+$/u, '');

/** The first `count` words, without trailing punctuation. */
export const firstWords = (text: string, count: number): string =>
	text
		.trim()
		.split(/\s+/u)
		.slice(0, count)
		.join(' ')
		.replace(/[\s,;:—–-]+$/u, '');

/** Escapes a text for use in a regular expression, with or without the `u` flag. `RegExp.escape` needs Node 24. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
