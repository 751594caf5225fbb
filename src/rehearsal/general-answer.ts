/** Answers tasks without a composer, using only the words in the prompt. */
import {type Family, decapitalise, listOf, sentenceWriter} from './sentence-writer.ts';
import {fit, type ComposerInput} from './composer.ts';
import {quotable, contentWords, firstWords, sentencesOf, stem, wordsOf} from './text.ts';

// What a rehearsal voice says to tasks without a composer, as patterns.

const family = (name: string, ...patterns: string[]): Family => ({name, patterns});

const opening = family(
	'general-opening',
	'(This|It) turns on {terms}, (as far as|so far as) I can (see|tell).',
	'(What|The thing that) stands out here is {terms}.',
	'(Let me|I will) start from {terms}, (since|because) the rest (follows|hangs) from there.',
	'{terms}: (that|this) is where I would (begin|start).',
);
const quoting = family(
	'general-quoting',
	'(You|The words) (put|have) it as “{phrase}”, and I take that (seriously|as the centre).',
	'(The|Your) words “{phrase}” (set|mark) the (task|ground).',
	'I read “{phrase}” as the (point|request) that (matters|counts).',
);
const first = family(
	'general-first',
	'First, (say|settle) what {one} has to (do|achieve), and for whom, (before|and only then) (anything|the rest) is (built|decided).',
	'(Begin|Start) with the smallest (step|piece) of {one} that can be (checked|shown to work).',
);
const second = family(
	'general-second',
	'(Then|Next) look at {two}, because a (mistake|gap) there (costs|hurts) (most|more) later.',
	'(Second|After that), (test|try) {two} against a case that would (break|refute) it.',
);
const third = family(
	'general-third',
	'(Last|Finally), (write|note) down what (speaks|counts) against it, so that {three} can be (judged|reviewed) by (others|somebody else).',
	'(Keep|Leave) room to (change|revise) {three} once the first (results|answers) are in.',
);
const risk = family(
	'general-risk',
	'What (worries|troubles) me is that {two} may be (asked|expected) to (carry|do) more than it can.',
	'(One|A) risk (remains|is left): {one} looks (settled|clear) here and may not be, (once|when) somebody (uses|tries) it.',
);
const asking = family(
	'general-asking',
	'What would have to be true of {three} for this to be (wrong|a mistake)?',
	'(Who|Which of us) will (notice|know) first if {three} goes wrong?',
);
const honest = family(
	'general-honest',
	'I am a rehearsal voice, no model: I (work|answer) from the words in front of me and (know|add) nothing else.',
	'A rehearsal voice (speaks|answers) here and no model, so (nothing|no fact) is added to what you (gave|wrote).',
);

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
