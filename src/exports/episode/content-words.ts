/** The words that carry what a text is about, in lower case: neither short nor among the most frequent. */
import {debateLanguage} from '../../languages/debate/find.ts';
import type {Language} from '../../languages/ear/language.ts';

/** Frequent in what debaters say of a debate, whatever it is about. */
const ofDebates = new Set(
	'answer answers argue argued argues argument arguments asked believe chair claim claims debate exchange framework question questions point points said says still think thing things view word words want know going good better never more most than that this then very much some such other others only even also into over just like make makes made without would could should because'.split(
		' ',
	),
);

export function contentWords(text: string, language: Language | undefined): string[] {
	const frequent = language && debateLanguage(language.code)?.frequent;
	return wordsIn(text.toLowerCase()).filter(
		word => word.length >= leastLength(word) && !ofDebates.has(word) && !frequent?.has(word),
	);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter('und', {granularity: 'word'});

/** Scripts that set no blanks between words are divided by Unicode's dictionary. */
const wordsIn = (text: string): string[] =>
	unspaced.test(text)
		? [...segmenter.segment(text)].flatMap(({segment, isWordLike}) => (isWordLike === true ? [segment] : []))
		: (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu) ?? []);

const leastLength = (word: string): number => (unspaced.test(word) ? 2 : 4);

/** How much of `text` is taken up in `other`, 0 to 1, by its content words. */
export function sharedWords(text: string, other: string, language: Language | undefined): number {
	const words = new Set(contentWords(text, language));
	if (words.size === 0) return 0;
	const there = new Set(contentWords(other, language));
	return [...words].filter(word => there.has(word)).length / words.size;
}
