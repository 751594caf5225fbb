/** Finds phrases worth quoting: short, word for word, and whole enough to stand in quotation marks. */
import {contentWords, countWords, sentencesOf} from './text.ts';
import {danglers} from './words.ts';

/** What makes a phrase better: words that matter here, how much each weighs, and phrases that were quoted before. */
export type Taste = {readonly terms: RegExp; readonly used: ReadonlySet<string>; readonly avoid?: RegExp};

const [fewest, most] = [4, 8];
const clauseBorder = /(?<=[,;:—–])\s+|\s+[—–]\s+|\s+(?=(?:because|since|when|if|while|although|but|which|who|and|so|yet|than)\s)|(?<=\s(?:that|because|since|when|if|while|although|but|and|so|yet|which))\s+/iu;

/** The best phrase of 4 to 8 words in a text, exactly as it stands there, or undefined where none is good enough. */
export function quotable(text: string, taste: Taste): string | undefined {
	const candidates = sentencesOf(text).filter(sentence => !/[“”"?]/u.test(sentence)).flatMap(phrasesIn);
	const scored = candidates.filter(phrase => isWhole(phrase) && !taste.used.has(phrase.toLowerCase()) && !taste.avoid?.test(phrase)).map((phrase, index) => ({phrase, score: score(phrase, taste) - index / 1000}));
	return scored.sort((one, other) => other.score - one.score)[0]?.phrase;
}

/** A phrase of a question: its beginning as far as that can stand alone, or its end. */
export function quotableQuestion(sentence: string): string | undefined {
	const question = sentence.replace(/\?.*$/su, '').split(/:\s+/u).at(-1) ?? '';
	return [...phrasesIn(`${question}.`), ...windows(question)].find(isWhole);
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
	return [7, 6, 5, 8, 4].map(count => words.slice(-count).join(' '));
};

const windows = (text: string): string[] => {
	const words = text.split(/\s+/u);
	return [7, 6, 5, 8, 4].flatMap(count => [words.slice(0, count).join(' '), words.slice(-count).join(' ')]);
};

/** Long enough, not torn at either end, and without a capital that would stand in mid-sentence. */
function isWhole(phrase: string): boolean {
	const words = phrase.split(/\s+/u);
	const [first = '', last = ''] = [words[0], words.at(-1)];
	if (words.length < fewest || words.length > most || /[“”"()<>‹|*_#`\n]/u.test(phrase)) return false;
	if (!/^(?:\p{Ll}|I\b)/u.test(first) || danglers.has(last.toLowerCase())) return false;
	return !/^(?:of|than|or|and|but|nor|as|not|is|are|was|does|has|to|too|also|then|there|here|itself|themselves|myself|it|that|which|who|whose)$/iu.test(first);
}

const score = (phrase: string, {terms}: Taste): number =>
	3 * [...phrase.matchAll(terms)].length + contentWords(phrase).length - (/\b(?:I|my|you|your|we|our)\b/u.test(phrase) ? 1 : 0) + Math.min(countWords(phrase), 7) / 4;
