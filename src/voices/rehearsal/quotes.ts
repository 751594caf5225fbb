/** Finds phrases worth quoting: short, word for word, and whole enough to stand in quotation marks. */
import {contentWords, countWords, sentencesOf} from './text.ts';
import {danglers} from './words.ts';

/** What makes a phrase better: words that matter here, and phrases that were quoted before; `least` is the score below which none will do. */
export type Taste = {readonly terms: RegExp; readonly used: ReadonlySet<string>; readonly least?: number};

const [fewest, most] = [4, 8];
/** Questions may run on a little. */
const mostOfQuestion = 10;
/** How a phrase may begin that is torn out of a longer clause. */
const starters = /^(?:the|a|an|what|who|how|no|nobody|every|each|some|any|our|their|its|we|they|people|those|more|less|nothing|whose|where|when|never|only)$/iu;
/** The same for the end of a question. */
const questionStarters = /^(?:what|who|whom|whose|how|when|where|which|why|if|because|the|a|an|any|every|each|some|something|anything|those|people|one|whether|while)$/iu;

const clauseBorder = /(?<=[,;:—–])\s+|\s+[—–]\s+|\s+(?=(?:because|since|when|if|while|although|but|which|who|and|yet|than)\s)|(?<=\s(?:because|since|although|but|and|yet))\s+|(?<=\sthat)\s+(?=(?:the|a|an|no|nobody|every|everyone|each|some|those|these|we|our|they|their|you|I|it|people|what)\s)/iu;

/** The best phrase of 4 to 8 words in a text, exactly as it stands there, or undefined where none is good enough. */
export function quotable(text: string, taste: Taste): string | undefined {
	const candidates = sentencesOf(text).filter(sentence => !/[“”"?]/u.test(sentence)).flatMap(phrasesIn);
	const scored = candidates.filter(phrase => isWhole(phrase) && !taste.used.has(phrase.toLowerCase())).map((phrase, index) => ({phrase, score: score(phrase, taste) - index / 1000}));
	return scored.sort((one, other) => other.score - one.score).find(({score: value}) => value >= (taste.least ?? -Infinity))?.phrase;
}

/** A phrase of a question: all of it where it is short, or as much of its end as can stand alone. */
export function quotableQuestion(sentence: string): string | undefined {
	const question = sentence.replace(/\?.*$/su, '').split(/:\s+/u).at(-1)?.trim() ?? '';
	const words = question.split(/\s+/u);
	if (words.length <= mostOfQuestion && words.length >= fewest && /^\p{Ll}/u.test(question)) return question;
	const ends = [10, 9, 8, 7, 6, 5].filter(count => count < words.length).map(count => words.slice(-count));
	const best = ends.find(([first = '']) => questionStarters.test(first)) ?? ends.find(([first = '']) => /^\p{Ll}/u.test(first) && !danglers.has(first.toLowerCase()));
	return best?.join(' ');
}

/** The first words of a phrase that can stand alone: at most eight, and no broken end. */
export function shortened(phrase: string, limit = most): string {
	const clause = phrase.split(/\s+(?=and\s)|[,;:]\s/u)[0] ?? phrase;
	const words = (countWords(clause) >= fewest ? clause : phrase).split(/\s+/u).slice(0, limit);
	while (words.length > fewest && danglers.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
	return words.join(' ').replace(/[.,;:!?—–-]+$/u, '');
}

/** All phrases in quotation marks of a text, in small letters. */
export const quotedIn = (text: string): string[] => [...text.matchAll(/[“"]([^“”"]{3,160})[”"]/gu)].map(([, phrase = '']) => phrase.toLowerCase());

function phrasesIn(sentence: string): string[] {
	const clauses = sentence.replace(/[.!?…]+["”’)]*$/u, '').split(clauseBorder).map(clause => clause.replace(/[,;:—–]+$/u, '').trim());
	return clauses.flatMap(clause => (countWords(clause) <= most ? [clause] : endOf(clause)));
}

/** The last words of a long clause, which end as it ends. */
const endOf = (clause: string): string[] => {
	const words = clause.split(/\s+/u);
	return [8, 7, 6, 5, 4].filter(count => starters.test(words.at(-count) ?? '') && !danglers.has(words.at(-count - 1)?.toLowerCase() ?? '')).map(count => words.slice(-count).join(' '));
};

/** Long enough, not torn at either end, and without a capital that would stand in mid-sentence. */
function isWhole(phrase: string): boolean {
	const words = phrase.split(/\s+/u);
	const [first = '', last = ''] = [words[0], words.at(-1)];
	if (words.length < fewest || words.length > most || /[“”"()<>‹|*_#`\n]/u.test(phrase)) return false;
	if (!/^(?:\p{Ll}|I\b)/u.test(first) || danglers.has(last.toLowerCase())) return false;
	return !/^(?:of|than|or|and|but|nor|as|so|yet|for|because|since|not|is|are|was|does|has|to|too|also|then|there|here|itself|themselves|myself|it|that|which|who|whose)$/iu.test(first);
}

const score = (phrase: string, {terms}: Taste): number =>
	3 * [...phrase.matchAll(terms)].length + contentWords(phrase).length - (/\b(?:I|my|you|your|we|our)\b/u.test(phrase) ? 1 : 0) + Math.min(countWords(phrase), 7) / 4 - (/^(?:with|after|by|in|on|for|from|before|at|to|when|if|without|against|about)\b/iu.test(phrase) ? 2 : 0);
