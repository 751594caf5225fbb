/** Finds out whether a restatement is backed by what was actually said. */
import type {PromptTurn} from '../../request/notation.ts';
import {quotedIn} from '../../language/quotes.ts';
import {bare, contentWords, overlap, sentencesOf, stem, wordsOf} from '../../language/text.ts';

/** The sentence that backs a restatement, and the turn it is from. */
export type Support = {readonly sentence: string; readonly turn: PromptTurn};

/** How much meaning a paraphrase must share with its source, and how many words at least. */
const leastShare = 0.5;
const leastWords = 3;

/**
 * What backs a restatement: the source of its quotation, or a sentence with much the same meaning; the newest first.
 */
export function supportFor(sentence: string, turns: readonly PromptTurn[]): Support | undefined {
	const phrases = quotedIn(sentence)
		.map(bare)
		.filter(phrase => phrase.split(' ').length >= 3);
	const said = turns
		.toReversed()
		.flatMap(turn => sentencesOf(turn.text).map(text => ({sentence: text, turn})))
		.filter(({sentence: text}) => wordsOf(text).length >= 4 && !text.includes('?'));
	if (phrases.length > 0) return said.find(({sentence: text}) => phrases.some(phrase => bare(text).includes(phrase)));
	return said.find(({sentence: text}) => overlap(sentence, text) >= leastShare && shared(sentence, text) >= leastWords);
}

/** The most similar thing that was said, however different. */
export function nearestTo(sentence: string, turns: readonly PromptTurn[]): Support | undefined {
	const said = turns
		.flatMap(turn => sentencesOf(turn.text).map(text => ({sentence: text, turn})))
		.filter(({sentence: text}) => wordsOf(text).length >= 4);
	return said
		.map(each => ({...each, near: overlap(sentence, each.sentence)}))
		.sort((one, other) => other.near - one.near)[0];
}

/** Whether a phrase occurs verbatim in any of these texts. */
export const isSaid = (phrase: string, texts: readonly string[]): boolean =>
	texts.some(text => ` ${bare(text)} `.includes(` ${bare(phrase)} `));

const shared = (one: string, other: string): number => {
	const stems = new Set(contentWords(other).map(stem));
	return contentWords(one)
		.map(stem)
		.filter(word => stems.has(word)).length;
};

/** Quotations have at most 25 words. */
export const clip = (sentence: string): string =>
	sentence
		.split(/\s+/u)
		.slice(0, 25)
		.join(' ')
		.replace(/[\s,;:—–-]+$/u, '');
