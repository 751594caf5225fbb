/** Answers tasks without a composer, using only the words in the prompt. */
import {fit} from './language/fit.ts';
import {decapitalise, listOf} from './language/grammar.ts';
import {asking, first, honest, opening, quoting, risk, second, third} from './general-phrases.ts';
import {sentenceWriter} from './language/sentence-writer.ts';
import {quotable} from './language/quotes.ts';
import type {ComposerInput} from './request/composer.ts';
import {contentWords, firstWords, sentencesOf, stem, wordsOf} from './language/text.ts';

/** A general text answer. If the prompt has no task in our notation, it says what kind of voice is answering. */
export function general({prompt, seed, random, task}: ComposerInput): string {
	const text = material(
		prompt.task ? `${prompt.proposition ?? ''}\n${prompt.turns.at(-1)?.text ?? ''}\n${task.prose}` : prompt.asked,
	);
	const terms = weightiest(text);
	const [one = 'the question', two = 'the answer', three = 'the whole'] = terms;
	const writer = sentenceWriter({
		seed,
		random,
		place: {round: random.below(31), seat: random.below(6), seats: 6},
		said: prompt.turns.map(turn => turn.text),
		slots: {one, two, three, terms: listOf(terms.length > 0 ? terms : ['what you ask'])},
	});
	const phrase = quotable(text, {terms: /(?!)/gu, used: new Set()});
	return fit(
		[
			{text: writer.say(opening), keep: 8},
			{text: phrase === undefined ? '' : writer.say(quoting, {phrase}), keep: 7},
			{text: writer.say(first), keep: 6},
			{text: writer.say(second), keep: 5},
			{text: writer.say(third), keep: 4},
			{text: writer.say(risk), keep: 3},
			{text: writer.say(asking), keep: 2},
			{text: prompt.task ? '' : writer.say(honest), keep: 9},
		],
		task.words ?? {min: 0, max: 160},
	);
}

/** Sentences to fill a value's texts with. */
export function sentencesAtHand({prompt, task}: ComposerInput): string[] {
	const given = prompt.task
		? `${task.prose}\n${task.blocks.map(({body}) => body).join('\n')}\n${prompt.turns.map(({text}) => text).join('\n')}\n${prompt.proposition ?? ''}`
		: prompt.asked;
	const sentences = sentencesOf(material(given)).filter(sentence => sentence.length > 12);
	return sentences.length > 0
		? sentences.map(sentence => sentence.slice(0, 300))
		: [`This is about ${decapitalise(firstWords(material(given) || 'what was asked', 12))}.`];
}

/** The text without tags, code fences and list markers. */
const material = (text: string): string =>
	text
		.replaceAll(/<\/?[a-z][^>]*>/giu, ' ')
		.replaceAll(/```[a-z]*/giu, ' ')
		.replaceAll(/^[\s>#*-]+/gmu, '')
		.replaceAll(/\s*\n\s*/gu, ' ')
		.trim();

/** The three most frequent words; the earlier wins a tie. */
function weightiest(text: string): string[] {
	const words = wordsOf(text).map(stem);
	const counts = contentWords(text)
		.filter(word => /^\p{L}{4,}/u.test(word))
		.map((word, index) => ({word, index, count: words.filter(other => other === stem(word)).length}));
	return counts
		.sort((a, b) => b.count - a.count || a.index - b.index)
		.filter(({word}, index, all) => all.findIndex(other => stem(other.word) === stem(word)) === index)
		.slice(0, 3)
		.map(({word}) => word);
}
