/**
 * The text that judges are shown and cite, in every format: numbered sentences, quotations held against it, copies
 * without names; and how far judges agree on it.
 */
import {escapePattern} from './text/words.ts';
import {beginsSentences, splitSentences} from './text/sentences.ts';

/** A row an item, an answer a judge in a fixed order; undefined where a judge gave none. */
type Ratings = readonly (readonly (string | undefined)[])[];

export type Agreement = {
	/** Share of pairs of answers to one item that are the same, 0 to 1. */
	readonly percent: number;
	/** Krippendorff's alpha for nominal data; undefined where all answers are the same or there are too few. */
	readonly alpha: number | undefined;
	/** Items that at least two judges answered. */
	readonly items: number;
};

/** Fewer items than this say nothing about chance. */
export const leastItems = 20;

/**
 * Percent agreement and Krippendorff's alpha for nominal data: α = 1 − D_o / D_e, with D_o the observed and D_e the
 * expected disagreement (Krippendorff, Content Analysis, 2004, chapter 11). Undefined where no item has two answers.
 */
export function agreementOf(ratings: Ratings): Agreement | undefined {
	const units = ratings.map(row => row.filter(answer => answer !== undefined)).filter(answers => answers.length > 1);
	if (units.length === 0) return undefined;
	const pairs = units.map(answers => ({same: sameOrderedPairs(answers), all: answers.length * (answers.length - 1)}));
	const percent = sum(pairs.map(({same}) => same)) / sum(pairs.map(({all}) => all));
	return {percent, alpha: units.length < leastItems ? undefined : alphaOf(units), items: units.length};
}

function alphaOf(units: readonly (readonly string[])[]): number | undefined {
	const values = units.flat();
	const total = values.length;
	const observed = sum(
		units.map(answers => (answers.length * (answers.length - 1) - sameOrderedPairs(answers)) / (answers.length - 1)),
	);
	const expected = (total * (total - 1) - sameOrderedPairs(values)) / (total - 1);
	return expected === 0 ? undefined : 1 - observed / expected;
}

/** Ordered pairs of different places that hold the same value: Σ n·(n − 1) over the values. */
const sameOrderedPairs = (values: readonly string[]): number =>
	sum([...Map.groupBy(values, value => value).values()].map(({length}) => length * (length - 1)));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The middle value; of an even number, the mean of the two in the middle. Undefined for none. */
export function median(numbers: readonly number[]): number | undefined {
	const sorted = numbers.toSorted((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle];
	return sorted.length % 2 === 1 || upper === undefined ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

// Texts as judges read them: their sentences numbered, so that an answer names its evidence by number.

export type NumberedSentence = {
	/** From 1. */
	readonly number: number;
	/** Without the white space around it. */
	readonly text: string;
	/** Where it stands in the text, in UTF-16 units, without the white space around it. */
	readonly start: number;
	readonly end: number;
};

/** The sentences of a text, from 1, by the splitter that deltas and highlights use; blank ones have no number. */
export function numberedSentences(text: string): readonly NumberedSentence[] {
	let from = 0;
	const found: NumberedSentence[] = [];
	for (const sentence of splitSentences(text)) {
		const trimmed = sentence.trim();
		const start = from + sentence.indexOf(trimmed);
		if (/[\p{L}\p{N}]/u.test(trimmed))
			found.push({number: found.length + 1, text: trimmed, start, end: start + trimmed.length});
		from += sentence.length;
	}
	return found;
}

/** One sentence a line, as `[3] What it says.`; line ends inside a sentence become spaces. */
export const inNumberedLines = (sentences: readonly NumberedSentence[]): string =>
	sentences.map(({number, text}) => `[${number}] ${text.replaceAll(/\s+/gu, ' ')}`).join('\n');

// Whether a phrase stands in a sentence: string matching, no model. Case, punctuation, Markdown and kinds of quotation
// marks do not count; words and their order do.

const words = new Intl.Segmenter('en', {granularity: 'word'});

/** A phrase proves that the judge has read the sentence only if it is this long, or is the whole sentence. */
const leastWords = 3;

/** How many texts' words are kept: turns are compared with the same earlier sentences again and again. */
const mostKept = 2000;
let kept = new Map<string, readonly string[]>();

/**
 * Cyrillic and Greek letters that look like Latin ones, in the order of those: a text that is written with them is the
 * same text to whoever reads it (Unicode, UTS #39, confusables).
 */
const lookAlikes = new Map(
	[
		['аαа', 'a'],
		['еε', 'e'],
		['оοσ', 'o'],
		['рρ', 'p'],
		['сϲ', 'c'],
		['уγ', 'y'],
		['хχ', 'x'],
		['іι', 'i'],
		['јϳ', 'j'],
		['ѕ', 's'],
		['ԁ', 'd'],
		['һ', 'h'],
		['ν', 'v'],
		['κк', 'k'],
		['τт', 't'],
	].flatMap(([letters = '', latin = '']) => Array.from(letters, letter => [letter, latin] as const)),
);

/** A word that mixes Latin letters with those that look like them, in Latin ones; a word of one script stays. */
const inOneScript = (word: string): string =>
	/\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
		? Array.from(word, letter => lookAlikes.get(letter) ?? letter).join('')
		: word;

/** The words of a text, normalised: compatibility forms, small letters, straight apostrophes, nothing invisible. */
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
		.replaceAll(/[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164]/gu, '')
		.replaceAll(/[‘’‚‛′ʼ´]/gu, "'")
		.replaceAll(/[*_~`#>]/gu, '')
		.toLowerCase();
	return [...words.segment(normal)].flatMap(({segment, isWordLike}) => (isWordLike ? [inOneScript(segment)] : []));
}

type PhraseFault = 'missing' | 'too_short' | 'not_in_sentence';

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

// Bounds of a share that was observed in a few cases.

/** The quantile of the normal distribution for 95 %, two-sided. */
const z95 = 1.959_964;

/**
 * The upper end of Wilson's score interval at 95 %, two-sided (Wilson, Probable Inference, 1927; see Brown, Cai and
 * DasGupta, Interval Estimation for a Binomial Proportion, 2001). From 0 to 1; 1 where nothing was observed.
 */
export function wilsonUpper(hits: number, cases: number): number {
	if (cases === 0) return 1;
	const share = hits / cases;
	const square = z95 ** 2;
	const middle = share + square / (2 * cases);
	const width = z95 * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases ** 2));
	return Math.min(1, (middle + width) / (1 + square / cases));
}

// What a text takes up of earlier ones, found by its words, in any language: quotations, and what is close in wording.

/** A run of this many words that stands in both is a quotation. */
const quotedRun = 4;
/** A paraphrase shares at least this many longer words. */
export const leastShared = 3;
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
	const said = whatIsSaid(text, common);
	return earlier
		.flatMap(from =>
			numberedSentences(from.text).map(sentence => ({from, sentence, near: nearness(said, sentence.text)})),
		)
		.filter(({near}) => near > 0)
		.toSorted((one, other) => other.near - one.near)
		.filter(({sentence}, place, all) => all.findIndex(other => other.sentence.text === sentence.text) === place)
		.slice(0, most)
		.map(({from, sentence}) => ({from, sentence}));
}

/** What a text has that could take something up: its runs of words, and its longer words that prove something. */
type WhatIsSaid = {readonly runs: ReadonlySet<string>; readonly long: ReadonlySet<string>};

/** Words that stand in `common` (the motion) prove nothing. */
export function whatIsSaid(text: string, common: string): WhatIsSaid {
	const words = wordsOf(text);
	const shared = new Set(wordsOf(common));
	return {runs: new Set(runsOf(words)), long: new Set(words.filter(word => isLong(word) && !shared.has(word)))};
}

/** How close it comes to a sentence: 0 where it neither quotes nor paraphrases it. */
function nearness({runs, long}: WhatIsSaid, sentence: string): number {
	const own = wordsOf(sentence);
	const quoted = runsOf(own).filter(run => runs.has(run)).length;
	const close = new Set(own.filter(word => long.has(word))).size;
	return quoted > 0 ? 100 + quoted : close >= leastShared ? close : 0;
}

const runsOf = (words: readonly string[]): string[] =>
	words.slice(0, Math.max(0, words.length - quotedRun + 1)).map((_, at) => words.slice(at, at + quotedRun).join(' '));

/** Whether a word is long enough to mean something. Scripts without spaces have short words that weigh as much. */
export const isLong = (word: string): boolean =>
	Array.from(word).length >= longWord ||
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{2}/u.test(word);

// The judges' copy of what was said: labels instead of the names of models, people and holders.

/** Replaces every name by its label. */
export type Relabeller = (text: string) => string;

/** A form of a name with its label; `atStart` where it is known not to be the common first word of a sentence. */
export type NameForm = {readonly form: string; readonly label: string; readonly atStart: boolean};

/**
 * The forms of names, each with its label; where a name has several, the first one counts. `texts` are what was said:
 * what stands there as a common word is no name at the start of a sentence.
 */
export function nameForms(
	named: Iterable<readonly [name: string | undefined, label: string]>,
	texts: readonly string[],
): readonly NameForm[] {
	const labels = new Map<string, string>();
	for (const [name = '', label] of named)
		for (const form of formsOf(name)) if (!labels.has(form)) labels.set(form, label);
	const said = texts.join('\n');
	return [...labels]
		.map(([form, label]) => ({form, label, atStart: !isWord(form) || !isCommon(form, said)}))
		.toSorted((one, other) => other.form.length - one.form.length);
}

/** Replaces every name where it stands as one, by case, word and place. */
export function relabeller(forms: readonly NameForm[]): Relabeller {
	if (forms.length === 0) return text => text;
	const byLowerCase = new Map(forms.map(each => [each.form.toLowerCase(), each]));
	const anyName = new RegExp(
		String.raw`(?<![\p{L}\p{N}])(?:${forms.map(({form}) => escapePattern(form)).join('|')})(?![\p{L}\p{N}])`,
		'giu',
	);
	return text =>
		text.replaceAll(anyName, (found, place: number) => {
			const name = byLowerCase.get(found.toLowerCase());
			return name && isNamed(found, name, text.slice(0, place)) ? name.label : found;
		});
}

/** Whether what was found is the name, by its case, and not the first word of a sentence that any other may begin. */
function isNamed(found: string, {form, atStart}: NameForm, before: string): boolean {
	if (!isWord(form)) return true;
	if (found === found.toLowerCase() && found !== found.toUpperCase()) return false;
	if (found !== form && found !== capitalised(form) && found !== form.toUpperCase()) return false;
	return atStart || !/(?:^|[.!?…:\n]["'”’»)\]]*)\s*["'“‘„«([*_—–-]*\s*$/u.test(before);
}

/** A name of letters alone may be a word as well; one with a number or a hyphen is none. */
const isWord = (form: string): boolean => /^\p{L}+(?:[ ’']\p{L}+)*$/u.test(form);

const capitalised = (form: string): string => form.replace(/^\p{L}/u, letter => letter.toUpperCase());

function isCommon(form: string, said: string): boolean {
	const word = form.toLowerCase();
	if (beginsSentences(word)) return true;
	return (
		word !== form.toUpperCase() &&
		new RegExp(String.raw`(?<![\p{L}\p{N}])${escapePattern(word)}(?![\p{L}\p{N}])`, 'u').test(said)
	);
}

/** A name whole, and its first word where that is long enough: "Claude Sonnet 4" is called "Claude", too. */
function formsOf(name: string): string[] {
	const whole = name.trim();
	const [first = ''] = whole.split(/[\s\p{Pd}]+/u);
	return [whole, ...(first.length >= 4 && /^\p{Lu}/u.test(first) ? [first] : [])].filter(form => form.length >= 2);
}
