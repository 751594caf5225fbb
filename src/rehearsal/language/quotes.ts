/** Finds phrases worth quoting: short, verbatim, and complete enough to stand in quotation marks. */
import {contentWords, countWords, sentencesOf} from './text.ts';
import {danglers} from './words.ts';

/**
 * What makes a good phrase: relevant words (`terms`), and not having been quoted before (`used`). Phrases that score
 * below `least` are rejected.
 */
export type QuoteCriteria = {readonly terms: RegExp; readonly used: ReadonlySet<string>; readonly least?: number};

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
