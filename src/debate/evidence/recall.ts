/**
 * What a text takes up of earlier ones, found by its words, in any language: quotations, and what is close in wording.
 */
import {numberedSentences, type NumberedSentence} from './numbered.ts';
import {wordsOf} from './phrase.ts';

/** A run of this many words that stands in both is a quotation. */
const quotedRun = 4;
/** A paraphrase shares at least this many longer words. */
const leastShared = 3;
const longWord = 5;

/**
 * The sentences of `earlier` that `text` quotes or comes close to, the closest first, at most `most`, none twice. Words
 * that stand in `common` (the motion) prove nothing.
 */
export function takenUp<T extends {readonly text: string}>(
	text: string,
	earlier: readonly T[],
	common: string,
	most: number,
): readonly {readonly from: T; readonly sentence: NumberedSentence}[] {
	const words = wordsOf(text);
	const runs = new Set(runsOf(words));
	const shared = new Set(wordsOf(common));
	const long = new Set(words.filter(word => isLong(word) && !shared.has(word)));
	return earlier
		.flatMap(from => numberedSentences(from.text).map(sentence => ({from, sentence, near: nearness(sentence.text)})))
		.filter(({near}) => near > 0)
		.toSorted((one, other) => other.near - one.near)
		.filter(({sentence}, place, all) => all.findIndex(other => other.sentence.text === sentence.text) === place)
		.slice(0, most)
		.map(({from, sentence}) => ({from, sentence}));

	function nearness(sentence: string): number {
		const own = wordsOf(sentence);
		const quoted = runsOf(own).filter(run => runs.has(run)).length;
		const close = new Set(own.filter(word => long.has(word))).size;
		return quoted > 0 ? 100 + quoted : close >= leastShared ? close : 0;
	}
}

const runsOf = (words: readonly string[]): string[] =>
	words.slice(0, Math.max(0, words.length - quotedRun + 1)).map((_, at) => words.slice(at, at + quotedRun).join(' '));

/** Whether a word is long enough to mean something. Scripts without spaces have short words that weigh as much. */
export const isLong = (word: string): boolean =>
	Array.from(word).length >= longWord ||
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{2}/u.test(word);
