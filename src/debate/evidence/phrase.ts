/**
 * Whether a phrase stands in a sentence: string matching, no model. Case, punctuation, Markdown and kinds of quotation
 * marks do not count; words and their order do.
 */

const words = new Intl.Segmenter('en', {granularity: 'word'});

/** A phrase proves that the judge has read the sentence only if it is this long, or is the whole sentence. */
const leastWords = 3;

/** How many texts' words are kept: turns are compared with the same earlier sentences again and again. */
const mostKept = 2000;
let kept = new Map<string, readonly string[]>();

/** The words of a text, normalised: compatibility forms, small letters, straight apostrophes. */
export function wordsOf(text: string): readonly string[] {
	const before = kept.get(text);
	if (before) return before;
	if (kept.size >= mostKept) kept = new Map();
	const found = segmented(text);
	kept.set(text, found);
	return found;
}

function segmented(text: string): readonly string[] {
	const normal = text
		.normalize('NFKC')
		.replaceAll(/[‘’‚‛′ʼ´]/gu, "'")
		.replaceAll(/[*_~`#>]/gu, '')
		.toLowerCase();
	return [...words.segment(normal)].flatMap(({segment, isWordLike}) => (isWordLike ? [segment] : []));
}

export type PhraseFault = 'missing' | 'too_short' | 'not_in_sentence';

/** What is wrong with a phrase as evidence for a sentence; undefined where it stands there word for word. */
export function phraseFault(phrase: string | null, sentence: string): PhraseFault | undefined {
	if (phrase === null || phrase.trim() === '') return 'missing';
	const wanted = wordsOf(phrase);
	const said = wordsOf(sentence);
	if (wanted.length === 0) return 'missing';
	if (wanted.length < Math.min(leastWords, said.length)) return 'too_short';
	return standsIn(wanted, said) ? undefined : 'not_in_sentence';
}

const standsIn = (wanted: readonly string[], said: readonly string[]): boolean =>
	said.some((_, from) => wanted.every((word, index) => said[from + index] === word));
