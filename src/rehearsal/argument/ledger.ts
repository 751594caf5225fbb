/** Keeps the ledger of claims: what a turn claims, and which open claims it answers, in the words that were said. */
import {quotedIn, bare, countWords, firstWords, sentencesOf} from '../text.ts';
import type {Composer} from '../composer.ts';
import {claimsIn} from '../notation.ts';
import {agrees, chairOf, ownCaseIn} from './speaker.ts';
import {bankOf} from './framework-banks.ts';

/** New claims of a turn at most, and the words that name a sentence. */
const [mostNew, namingWords] = [2, 10];
/** Claims of more words are cut there. */
const longestClaim = 16;

export const ledger: Composer = ({prompt, task}) => {
	const ids = (task.attributes['turn'] ?? '').split(' ');
	const turns = prompt.turns.filter(({id}) => ids.includes(id));
	const card = chairOf(prompt, task.attributes['target'] ?? turns[0]?.speaker);
	const seat = task.attributes['seat'] ?? '';
	const shown = claimsIn(task.prose);
	const answered = new Set(claimsIn(task.prose.split('\nAnswered, may yet be ')[1] ?? '').map(({id}) => id));
	if (!card || turns.length === 0) return {new: [], settled: []};
	const sentences = turns.flatMap(({text}) => sentencesOf(text));
	const name = (sentence: string): string => firstWords(sentence, namingWords);
	const settled = shown
		.filter(({id}) => !id.startsWith(seat))
		.flatMap(({id, claim}) => {
			const sentence = sentences.find(each => quotedIn(each).some(phrase => bare(claim).includes(bare(phrase))));
			return sentence === undefined || (answered.has(id) && !agrees(sentence))
				? []
				: [{claim: id, as: agrees(sentence) ? 'granted' : 'answered', sentence: name(sentence)}];
		});
	const {terms} = bankOf(card);
	const known = new Set(shown.map(({claim}) => bare(claim)));
	const claims = turns
		.flatMap(turn => ownCaseIn(prompt, turn))
		.filter(sentence => !sentence.includes('“') && !sentence.includes('?') && countWords(sentence) >= 6)
		.map(sentence => ({sentence, weight: [...sentence.matchAll(terms)].length}))
		.filter(({sentence, weight}) => weight > 0 && !known.has(bare(firstWords(sentence, longestClaim))))
		.toSorted((one, other) => other.weight - one.weight)
		.slice(0, mostNew);
	return {
		new: claims.map(({sentence}) => ({
			sentence: name(sentence),
			claim: clipped(sentence),
			against: null,
		})),
		settled,
	};
};

/** The second look at what is given up: rehearsed speakers do it in the sentence that was named. */
export const ledgerLook: Composer = ({task}) => ({
	looks: task.lines.map(({key, text}) => ({q: key, a: Number(/perhaps in \[(\d+)\]/u.exec(text)?.[1] ?? 0)})),
});

/** A claim that goes on is marked so. */
const clipped = (sentence: string): string =>
	countWords(sentence) > longestClaim
		? `${firstWords(sentence, longestClaim).replace(/[\s,;:.–—-]+$/u, '')}…`
		: sentence;
