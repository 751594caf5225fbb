/** The arbiter's interjection: what is wrong, the words in question, and a chance to put it right. */
import {fit} from '../../language/fit.ts';
import type {ChairCard, ParsedPrompt, PromptTurn} from '../../request/notation.ts';
import {quotable, shortened} from '../../language/quotes.ts';
import {wordRangeOf, type Composer} from '../../request/composer.ts';
import {countWords, sentencesOf, withoutStop} from '../../language/text.ts';
import {decapitalise} from '../../language/grammar.ts';
import {interjections} from '../phrases/arbiter-phrases.ts';
import {bankOf, labelOf} from '../frameworks/framework-banks.ts';
import {isDecisive, isDodge, isStraw} from '../phrases/cues.ts';
import {chairOf, mentions, named, ownCaseIn, ownTurns, writerAt} from '../chairs/speaker.ts';

export const interjection: Composer = input => {
	const {prompt, task} = input;
	const target = chairOf(prompt, task.attributes['target']);
	const violation = task.attributes['violation'] ?? 'other';
	const quote = target && offence(prompt, target, violation);
	const talk = interjections[quote === undefined ? 'other' : violation] ?? interjections['other'];
	if (!talk) return undefined;
	const writer = writerAt(
		input,
		task.round === undefined
			? {round: numberOfLastTurn(prompt), seat: 0}
			: {round: task.round, seat: target?.seat ?? 0},
	);
	const slots = {
		called: target?.name ?? 'everyone',
		quote: quote ?? '',
		label: target ? `the ${labelOf(target)}` : 'the framework',
		other: nameOfOther(prompt, target),
		reason: inSentence(withoutStop(task.labels['reason'] ?? 'the rules of this debate'), prompt),
	};
	return fit(
		[
			{text: writer.say(talk.fault, slots), keep: 9},
			{text: writer.say(talk.heard, slots), keep: 8},
			{text: writer.say(talk.chance, slots), keep: 9},
		],
		wordRangeOf(task, 30, 75),
	);
};

/**
 * The number in the last turn's id, such as 7 in `t7`: it only grows, so it stands in for a missing exchange number.
 */
const numberOfLastTurn = ({turns}: ParsedPrompt): number =>
	Number(/\d+/u.exec(turns.at(-1)?.id ?? '')?.[0] ?? turns.length);

/** The words to hold against a chair: those that broke the rule, or a telling phrase of its last turn. */
function offence(prompt: ParsedPrompt, target: ChairCard, violation: string): string | undefined {
	const turns = latestReplies(prompt, target);
	const sentences = turns.map(({text}) => sentencesOf(text));
	const others = prompt.chairs.filter(({id}) => id !== target.id);
	const guilty = sentences.flat().find(sentence => isGuilty(sentence, violation, others));
	const straw = /\bwe should (simply [^,.]+)/iu.exec(guilty ?? '')?.[1];
	if (violation === 'straw_manning' && straw !== undefined) return shortened(straw);
	const taste = {terms: bankOf(target).terms, used: new Set<string>()};
	const words = guilty === undefined ? undefined : (quotable(guilty, taste) ?? clauseOf(guilty));
	// No framework is left by telling what an opponent holds.
	const said =
		violation === 'framework_inconsistency' ? turns.slice(0, 1).flatMap(turn => ownCaseIn(prompt, turn)) : sentences[0];
	return words ?? quotable((said ?? []).join(' '), taste);
}

/** How many of its turns back the words in question may lie: others spoke before the arbiter had its chance. */
const furthestBack = 2;

/** The latest turns of a chair, the last one first. */
function latestReplies(prompt: ParsedPrompt, {id}: ChairCard): readonly PromptTurn[] {
	const own = ownTurns(prompt, id);
	const replies = own.filter(({kind}) => kind === 'reply');
	return (replies.length > 0 ? replies : own).slice(-furthestBack).toReversed();
}

/** A reason within a sentence: what begins with a chair's name keeps its capital. */
const inSentence = (reason: string, {chairs}: ParsedPrompt): string =>
	chairs.some(({name}) => reason.startsWith(name)) ? reason : decapitalise(reason);

/** The first quotable clause of a sentence, shortened. */
const clauseOf = (sentence: string): string | undefined => {
	const clause = sentence.split(/[;:,]\s/u).find(part => /^(?:\p{Ll}|I\b)/u.test(part) && countWords(part) >= 4);
	return clause === undefined ? undefined : shortened(clause);
};

function isGuilty(sentence: string, violation: string, others: readonly ChairCard[]): boolean {
	if (violation === 'straw_manning') return isStraw(sentence) && others.some(other => mentions(sentence, other));
	if (violation === 'framework_inconsistency') return isDecisive(sentence);
	return violation === 'rhetorical_evasion' && isDodge(sentence);
}

/** The chair whose position or question was affected, found by name. */
function nameOfOther(prompt: ParsedPrompt, target: ChairCard | undefined): string {
	const replies = target ? latestReplies(prompt, target) : [];
	const last = replies[0];
	const others = prompt.chairs.filter(({id}) => id !== target?.id);
	const guilty = replies
		.flatMap(({text}) => sentencesOf(text))
		.find(sentence => isStraw(sentence) && others.some(other => mentions(sentence, other)));
	const other =
		others.find(card => guilty !== undefined && mentions(guilty, card)) ??
		others.find(card => last !== undefined && mentions(last.text, card)) ??
		others[0];
	return other ? named(other) : 'the other chair';
}
