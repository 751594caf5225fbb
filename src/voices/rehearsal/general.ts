/** An answer to what no composer knows: from the words that were given, and nothing else. */
import {fit} from './language/fit.ts';
import {decapitalise, listOf} from './language/grammar.ts';
import {takePen, type Family} from './language/pen.ts';
import {quotable} from './language/quotes.ts';
import type {Stage} from './request/stage.ts';
import {contentWords, firstWords, sentencesOf, stem, wordsOf} from './language/text.ts';

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

/** The text of a general answer; with no task of ours around, it says what kind of voice answers. */
export function general({scene, seed, dice, task}: Stage): string {
	const text = material(
		scene.task ? `${scene.proposition ?? ''}\n${scene.turns.at(-1)?.text ?? ''}\n${task.prose}` : scene.asked,
	);
	const terms = weightiest(text);
	const [one = 'the question', two = 'the answer', three = 'the whole'] = terms;
	const pen = takePen({
		seed,
		dice,
		place: {round: dice.below(31), seat: dice.below(6), seats: 6},
		said: scene.turns.map(turn => turn.text),
		slots: {one, two, three, terms: listOf(terms.length > 0 ? terms : ['what you ask'])},
	});
	const phrase = quotable(text, {terms: /(?!)/gu, used: new Set()});
	return fit(
		[
			{text: pen.say(opening), keep: 8},
			{text: phrase === undefined ? '' : pen.say(quoting, {phrase}), keep: 7},
			{text: pen.say(first), keep: 6},
			{text: pen.say(second), keep: 5},
			{text: pen.say(third), keep: 4},
			{text: pen.say(risk), keep: 3},
			{text: pen.say(asking), keep: 2},
			{text: scene.task ? '' : pen.say(honest), keep: 9},
		],
		task.words ?? {min: 0, max: 160},
	);
}

/** Sentences that a value's texts can be filled with. */
export function sentencesAtHand({scene, task}: Stage): string[] {
	const given = scene.task
		? `${task.prose}\n${task.blocks.map(({body}) => body).join('\n')}\n${scene.turns.map(({text}) => text).join('\n')}\n${scene.proposition ?? ''}`
		: scene.asked;
	const sentences = sentencesOf(material(given)).filter(sentence => sentence.length > 12);
	return sentences.length > 0
		? sentences.map(sentence => sentence.slice(0, 300))
		: [`This is about ${decapitalise(firstWords(material(given) || 'what was asked', 12))}.`];
}

/** Without tags, code fences and list marks. */
const material = (text: string): string =>
	text
		.replaceAll(/<\/?[a-z][^>]*>/giu, ' ')
		.replaceAll(/```[a-z]*/giu, ' ')
		.replaceAll(/^[\s>#*-]+/gmu, '')
		.replaceAll(/\s*\n\s*/gu, ' ')
		.trim();

/** The three words that come up most, the earlier first where they are even. */
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
