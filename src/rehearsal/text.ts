/** Plain text in sentences, words and quotations, and which of its words carry meaning. */
import written from '../../data/rehearsal/participles.json' with {type: 'json'};

/** Lists of common English words. */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** Words that say little about a text's subject. */
export const stopWords = set(`
a an the this that these those and or but nor so yet for of in on at by to from with without into onto over under about above below between among
before after during until till while when where why how what which who whom whose if then than because since as although though even whether unless
is are was were be been being am do does did done doing have has had having will would shall should can could may might must ought cannot
i you he she it we they me him her us them my your his its our their mine yours ours theirs myself itself themselves one ones someone anyone everyone
not no yes all any some each every both either neither few many much more most less least other others another such same own only just also too very
quite rather again ever never always once here there now out up down off still well get gets got let make makes made go goes going come comes take
takes say says said see seen thing things way ways people person like into upon onto per via it's don't doesn't isn't aren't that's there's what's
`);

/** Words that a short quotation should not end with. */
export const danglers = set(`
a an the this these those and or but nor so of in on at by to from with without into onto over under about between among before after until while when
where why how what which who whom whose if than because since as although is are was were be been am do does did have has had will would shall should
can could may might must not no my your his her its our their very more most less every each any some it's that's i'm only even also just rather
me it not that when so as like beside behind whose than both far much
`);

/** Base forms of verbs common in propositions, for finding the end of a question's subject. */
export const verbs = set(`
abandon abolish accept act adopt allow apologise apologize apply arm ask avoid ban be become believe belong blow break breed bring build buy call carry cancel
censor change choose clone close come compensate compete conscript consume control count create cut deceive decide declare decline defend delay demand deny
depend design destroy die disclose disobey distribute divide do donate drink drive drop eat edit elect encourage end enforce enter exist expand explore expose
extend face favour favor fear fight fine fire fix follow forbid force forget forgive fund get give go govern grow grant guarantee have help hide hire hold hunt ignore impose
inherit inspect insist intervene invest join judge keep kill know label learn leave legalise legalize let lie limit live lose love lower maintain make marry matter mean
minimise minimize maximise maximize monitor move need negotiate obey offer open own pay permit phase play police pray prefer prescribe preserve prevent prioritise prioritize print privatise privatize promise
protect prove provide publish punish put raise read receive recognise recognize record redistribute reduce reform refuse regulate reject release rely remain
remove rename repair repay replace report require respect restrict retire return reveal reward ride rule run sacrifice save say screen search sell send separate serve
share shut sign sell speak spend spy stand start stay steal stop strike subsidise subsidize support surrender switch take tax teach tell test tolerate torture trade trust try use
vaccinate value vote wait walk want watch wear welcome withdraw withhold work write
`);

/** Verbs that make no gerund of the subject: "inheritance going to the public". */
export const stateVerbs = set(`be become belong come count depend exist go have matter mean need remain stay`);

/** Participles that do not end in -ed, with their base forms. */
export const participles: Readonly<Record<string, string>> = written;

/** Names that are always capitalised. */
export const properNames = set(`
I God Africa America Asia Australia Austria Belgium Brazil Britain Canada China Denmark England Europe Finland France Germany Greece India Iran Iraq Ireland Israel Italy
Japan Korea London Mexico Netherlands Norway Paris Poland Portugal Russia Scotland Spain Sweden Switzerland Turkey Ukraine Wales Washington Google Apple Microsoft
Facebook Wikipedia Twitter Christmas Sunday Monday English French German Chinese American British European Linux Python Rust TypeScript JavaScript
`);

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
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

// Finds phrases worth quoting: short, verbatim, and complete enough to stand in quotation marks.

/**
 * What makes a good phrase: relevant words (`terms`), and not having been quoted before (`used`). Phrases that score
 * below `least` are rejected.
 */
type QuoteCriteria = {readonly terms: RegExp; readonly used: ReadonlySet<string>; readonly least?: number};

const [fewest, most] = [4, 10];
/** The most words of a quoted question. */
const mostOfQuestion = 16;
/** How a phrase cut from a longer clause may start: with a clause of its own, or with a definition. */
const questionWords = /^(?:what|who|how|whose|where|when)$/iu;
const subjects = /^(?:nobody|everyone|people|they|we|you|no|every|each|the|a|an|those|some|any|our|their)$/iu;
const linkWords = /^(?:when|if|because|where|whether|once|until|whenever|though)$/iu;
const nounStarters = /^(?:the|a|an|no|every|each|our|their|those|more|less|never|only)$/iu;
const equals = /^(?:is|are|was|were|be|means|becomes)$/iu;
/** How the quoted end of a question may start. */
const questionStarters =
	/^(?:what|who|whom|whose|how|when|where|which|why|if|because|the|a|an|any|every|each|some|something|anything|those|people|one|whether|while)$/iu;

const clauseBorder =
	/(?<=[,;:—–])\s+|\s+[—–]\s+|(?<!\b(?:none|nothing|all))\s+(?=(?:because|since|when|if|while|although|but|which|who|yet|than)\s)|(?<=\s(?:because|since|although|(?<!\b(?:none|nothing|all) )but|yet))\s+|(?<=\b(?:say|says|hold|holds|believe|believes|know|knows|fear|think|thinks|means|is) that)\s+/iu;

/** The best phrase of 4 to 10 words, verbatim; undefined if none is good enough. */
export function quotable(text: string | readonly string[], taste: QuoteCriteria): string | undefined {
	const candidates = (typeof text === 'string' ? sentencesOf(text) : text)
		.filter(sentence => !/[“”"?]/u.test(sentence))
		.flatMap(phrasesIn);
	const scored = candidates
		.filter(phrase => isWhole(phrase) && !taste.used.has(phrase.toLowerCase()))
		.map((phrase, index) => ({phrase, score: score(phrase, taste) - index / 1000}));
	return scored
		.sort((one, other) => other.score - one.score)
		.find(({score: value}) => value >= (taste.least ?? -Infinity))?.phrase;
}

/** A phrase of a question: all of it if short, else as much of its end as can stand alone. */
export function quotableQuestion(sentence: string): string | undefined {
	const question = sentence.replace(/\?.*$/su, '').split(/:\s+/u).at(-1)?.trim() ?? '';
	const words = question.split(/\s+/u);
	if (words.length <= mostOfQuestion && words.length >= fewest && /^\p{Ll}/u.test(question)) return question;
	const ends = [10, 9, 8, 7, 6, 5].filter(count => count < words.length).map(count => words.slice(-count));
	const best =
		ends.find(([first = '']) => questionStarters.test(first)) ??
		ends.find(([first = '']) => /^\p{Ll}/u.test(first) && !danglers.has(first.toLowerCase()));
	return best?.join(' ');
}

/** The start of a phrase that can stand alone: at most `limit` words, without a dangling end. */
export function shortened(phrase: string, limit = 8): string {
	const clause = phrase.replace(/^(?:and|but|so|yet)\s+/iu, '').split(/\s+(?=and\s)|[,;:]\s/u)[0] ?? phrase;
	const words = (countWords(clause) >= fewest ? clause : phrase).split(/\s+/u).slice(0, limit);
	while (words.length > fewest && danglers.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
	return words.join(' ').replace(/[.,;:!?—–-]+$/u, '');
}

/** All quoted phrases of a text, in lower case. */
export const quotedIn = (text: string): string[] =>
	[...text.matchAll(/[“"]([^“”"]{3,160})[”"]/gu)].map(([, phrase = '']) => phrase.toLowerCase());

function phrasesIn(sentence: string): string[] {
	const clauses = sentence
		.replace(/[.!?…]+["”’)]*$/u, '')
		.split(clauseBorder)
		.map(clause => clause.replace(/[,;:—–]+$/u, '').trim());
	return clauses.flatMap(clause => (countWords(clause) <= most ? [clause] : endOf(clause)));
}

/** The end of a long clause. */
const endOf = (clause: string): string[] => {
	const words = clause.split(/\s+/u);
	const [first, before] = [(count: number) => words.at(-count) ?? '', (count: number) => words.at(-count - 1) ?? ''];
	const begins = (count: number) =>
		(questionWords.test(first(count)) && !danglers.has(before(count).toLowerCase())) ||
		(subjects.test(first(count)) && linkWords.test(before(count))) ||
		(nounStarters.test(first(count)) && equals.test(before(count)));
	return [10, 9, 8, 7, 6, 5, 4].filter(begins).map(count => words.slice(-count).join(' '));
};

/** Whether a phrase has the right length, no torn ends, and no capital that would look odd in mid-sentence. */
function isWhole(phrase: string): boolean {
	const words = phrase.split(/\s+/u);
	const [first = '', last = ''] = [words[0], words.at(-1)];
	if (words.length < fewest || words.length > most || /[“”"()<>‹|*_#`\n.!?]/u.test(phrase)) return false;
	if (!/^(?:\p{Ll}|I\b)/u.test(first) || danglers.has(last.toLowerCase())) return false;
	return !/^(?:of|into|onto|through|than|or|and|but|nor|as|so|yet|for|because|since|though|although|until|while|namely|granted|not|is|are|was|does|has|to|too|also|then|there|here|itself|themselves|myself|it|that|which|who|whose)$/iu.test(
		first,
	);
}

const score = (phrase: string, {terms}: QuoteCriteria): number =>
	3 * [...phrase.matchAll(terms)].length +
	contentWords(phrase).length +
	Math.min(countWords(phrase), 8) / 4 +
	beginning(phrase) -
	(/\b(?:I|my|you|your)\b/u.test(phrase) ? 1 : 0);

/** Phrases that start with their subject read best, those that start with a preposition or verb worst. */
function beginning(phrase: string): number {
	const [first = ''] = phrase.split(/\s+/u);
	if (subjects.test(first) || questionWords.test(first)) return 2;
	return /^(?:with|after|by|in|on|from|before|at|to|when|if|without|against|about|would|will|must|should|can)$/iu.test(
		first,
	)
		? -2
		: /(?:s|ed)$/u.test(first)
			? -1
			: 0;
}
