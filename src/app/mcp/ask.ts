/** A follow-up question to a debate, answered from its journal: who said what with its words, and in which turn. */
import {isSpokenBy, speakersIn} from '../../debate/attribution.ts';
import type {DebateState} from '../../debate/state.ts';
import {splitSentences} from '../../debate/text/sentences.ts';
import {debateLanguage, languageOf} from '../../languages/find.ts';
import {isUnspaced, wordsIn} from '../../library/search-words.ts';
import {shortLine} from './told.ts';

/** `words` are those of the question that were said; turns are counted from 1, in the order of the debate. */
type FoundAnswer = {
	readonly words: readonly string[];
	readonly unsaid: readonly string[];
	readonly speakers: readonly {
		readonly speaker: string;
		readonly said: readonly {readonly turn: number; readonly text: string}[];
	}[];
};

/** Words that ask, and name nothing; the most frequent ones of a language stand in its own list. */
const asking = new Set(
	'a an and any are at be by did do does for from he her his in is it its me mention mentioned of on or say said she that the their them they this to was were what when where which who whom whose why with would about anyone anything argue argued claim claimed debate each both either everyone debaters side sides speaker speakers tell think thought how'.split(
		' ',
	),
);

const mostOfSpeaker = 3;
const longestPassage = 320;

/** The sentences of each speaker with most of the question's words, rare ones first; where it names some, of those. */
export function answerFrom(state: DebateState, question: string): FoundAnswer {
	const seats = speakersIn(state, state.seats).filter(seat => state.turns.some(turn => isSpokenBy(turn, seat)));
	const nameOf = new Map(seats.map(seat => [seat, foldedWords(`${seat.id} ${seat.name}`)]));
	const names = new Set([...nameOf.values()].flat());
	const asked = foldedWords(question);
	const named = seats.filter(seat => nameOf.get(seat)?.some(word => asked.includes(word)));
	const terms = termsOf(asked, languageOf(state)).filter(word => !names.has(word));
	const said = sentencesWith(state, terms);
	const worth = worthOf(terms, said);
	const found = said.filter(({has}) => has.length > 0).toSorted((one, other) => worth(other) - worth(one));
	return {
		words: terms.filter(term => found.some(({has}) => has.includes(term))),
		unsaid: terms.filter(term => !found.some(({has}) => has.includes(term))),
		speakers: (named.length > 0 ? named : seats).map(seat => ({
			speaker: seat.name,
			said: found
				.filter(({turn}) => isSpokenBy(turn, seat))
				.slice(0, mostOfSpeaker)
				.toSorted((one, other) => one.number - other.number)
				.map(({number, text}) => ({turn: number, text: shortLine(text, longestPassage)})),
		})),
	};
}

const foldedWords = (text: string): readonly string[] => wordsIn(text).map(({word}) => word);

function termsOf(asked: readonly string[], language: string): readonly string[] {
	const frequent = new Set([...(debateLanguage(language)?.frequent ?? [])].flatMap(foldedWords));
	return [...new Set(asked.filter(word => !asking.has(word) && !frequent.has(word)))];
}

type SaidSentence = {
	readonly turn: DebateState['turns'][number];
	readonly number: number;
	readonly text: string;
	readonly has: readonly string[];
};

/** Every sentence; a short one with the next, which tells what it is about. */
const sentencesWith = ({turns}: DebateState, terms: readonly string[]): readonly SaidSentence[] =>
	turns.flatMap((turn, place) => {
		const sentences = splitSentences(turn.text);
		return sentences.map((sentence, at) => {
			const words = foldedWords(sentence);
			const next = sentence.length < longestPassage / 2 ? (sentences[at + 1] ?? '') : '';
			const has = terms.filter(term => words.some(word => isSameWord(term, word)));
			return {turn, number: place + 1, text: `${sentence}${next}`, has};
		});
	});

/** A word counts for more the fewer sentences have it. */
function worthOf(terms: readonly string[], said: readonly SaidSentence[]): (sentence: SaidSentence) => number {
	const weights = new Map(
		terms.map(term => {
			const having = said.filter(({has}) => has.includes(term)).length;
			return [term, Math.log(1 + said.length / (1 + having))];
		}),
	);
	return ({has}) => has.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
}

/** Forms of a word differ in their last letters: price, prices, pricing. */
function isSameWord(one: string, other: string): boolean {
	if (one === other) return true;
	if (isUnspaced(one)) return false;
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	const stem = Math.max(3, short.length - 1);
	return long.length - short.length <= 3 && short.length >= stem && long.startsWith(short.slice(0, stem));
}
