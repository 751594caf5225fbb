/** What must be answered first: the arbiter, a listener, the chair that interrupted, and points noted earlier. */
import type {Piece} from '../../language/fit.ts';
import {taskLines, type ChairCard, type PromptTurn, type ParsedPrompt} from '../../request/notation.ts';
import {quotable, shortened} from '../../language/quotes.ts';
import type {ComposerInput} from '../../request/composer.ts';
import {countWords, sentencesOf} from '../../language/text.ts';
import {answerTo} from './case.ts';
import {raisePoint, toArbiter, toWords} from '../phrases/floor-phrases.ts';
import {takeBack} from '../phrases/lapse-phrases.ts';
import {isStraw} from '../phrases/cues.ts';
import {called, chairOf, mentions, questionTo, type DirectQuestion, type Speaker} from '../chairs/speaker.ts';

/** What to say first, what the rest of the turn must contain, and which chair to treat fairly. */
export type DueAnswers = {
	readonly pieces: readonly Piece[];
	readonly needs: 'critique' | undefined;
	readonly against: ChairCard | undefined;
};

export function answersDue(input: ComposerInput, speaker: Speaker): DueAnswers {
	const answers = taskLines(input.task, 'answer');
	const scolded = answers.filter(isArbiters).at(-1);
	const words = answers.filter(text => !isArbiters(text) && !/^the chair\b/iu.test(text)).at(-1);
	const pieces = [
		...(scolded === undefined ? [] : makingGood(input, speaker, scolded)),
		...(words === undefined ? [] : answeringWords(speaker, words)),
	];
	const fault = scolded === undefined ? undefined : faultIn(wholeText(input.prompt, scolded));
	return {
		pieces,
		needs: fault === 'critique' ? 'critique' : undefined,
		against:
			fault === 'straw-man' && scolded !== undefined
				? wronged(input.prompt, speaker.me, wholeText(input.prompt, scolded))
				: undefined,
	};
}

const isArbiters = (text: string): boolean => /^the arbiter\b|^an interjection\b/iu.test(text);

/** Promises to put it right, and does so at once if a claim has to be taken back or a question answered. */
function makingGood({prompt}: ComposerInput, speaker: Speaker, text: string): Piece[] {
	const {writer, me} = speaker;
	const fault = faultIn(wholeText(prompt, text));
	const sorry = {text: writer.say(toArbiter), keep: 9};
	const other = wronged(prompt, me, wholeText(prompt, text));
	const tookBack = prompt.turns
		.slice(wrongedAt(prompt, me))
		.some(({speaker, kind}) => speaker === me.id && kind === 'resumption');
	if (fault === 'straw-man' && other && !tookBack)
		return [sorry, {text: writer.say(takeBack, {called: called(other)}), keep: 8}];
	const missed = fault === 'evasion' ? missedQuestion(prompt, me) : undefined;
	if (missed) return [sorry, {text: answerTo(speaker, missed), keep: 9}];
	return [sorry];
}

/** The full interjection if it is among the turns, since its beginning says what was wrong. */
function wholeText({turns}: ParsedPrompt, text: string): string {
	const end = quoteIn(text).slice(-30);
	return turns.findLast(turn => end !== '' && turn.text.includes(end))?.text ?? text;
}

/** What an interjection objects to. */
function faultIn(text: string): 'straw-man' | 'critique' | 'evasion' | 'drift' | undefined {
	if (
		/\bself-critique\b|\bown up\b|\b(?:limits?|weakness(?:es)?|objection|blind spots?) (?:of|to|against) (?:its|your|the|it)\b/iu.test(
			text,
		)
	)
		return 'critique';
	if (/\bstraw\b|\bascribed\b|\brestat|\bnever said\b|\bstrong(?:er|est) version\b|\bmisrepresent/iu.test(text))
		return 'straw-man';
	if (/\bevad|\bevasion\b|\bdodge|\bducked\b|\bunanswered\b|\bpassed over\b/iu.test(text)) return 'evasion';
	return /\bframework/iu.test(text) ? 'drift' : undefined;
}

/** The chair's latest turn with a straw man in it. */
const wrongedAt = ({turns}: ParsedPrompt, me: ChairCard): number =>
	turns.findLastIndex(({speaker, text}) => speaker === me.id && sentencesOf(text).some(isStraw));

const wronged = ({chairs}: ParsedPrompt, me: ChairCard, text: string): ChairCard | undefined =>
	chairs.find(card => card.id !== me.id && mentions(text, card));

/** The question that the speaker's last turn evaded, as it stood before that turn. */
function missedQuestion(prompt: ParsedPrompt, me: ChairCard): DirectQuestion | undefined {
	const own = prompt.turns.findLastIndex(({speaker}: PromptTurn) => speaker === me.id);
	return questionTo({...prompt, turns: prompt.turns.slice(0, Math.max(0, own))}, me);
}

function answeringWords({writer, bank}: Speaker, text: string): Piece[] {
	const quote = phraseIn(text);
	return quote === undefined
		? []
		: [{text: writer.say(toWords, {quote, creed: writer.phrase('creed to answer', bank.creed)}), keep: 9}];
}

/** Points that came too late for an interruption. */
export function pointsDue({prompt, task}: ComposerInput, {writer, me}: Speaker): Piece[] {
	const phrase = taskLines(task, 'point')
		.map(phraseIn)
		.find(found => found !== undefined);
	const from =
		phrase === undefined
			? undefined
			: chairOf(prompt, prompt.turns.findLast(turn => turn.speaker !== me.id && turn.text.includes(phrase))?.speaker);
	return phrase === undefined || !from ? [] : [{text: writer.say(raisePoint, {quote: phrase}), keep: 6}];
}

/** The text inside the outermost quotation marks, or all of it. */
const quoteIn = (text: string): string => /“(.*)”/su.exec(text)?.[1]?.replace(/^… /u, '') ?? text;

/** A phrase to answer: the innermost quotation, or the best part of the text. */
function phraseIn(text: string): string | undefined {
	const inner = /“([^“”]*)”[^“”]*”/u.exec(text)?.[1] ?? quoteIn(text);
	if (countWords(inner) >= 3 && countWords(inner) <= 8) return inner.replace(/[.!?,;:]+$/u, '');
	return (
		quotable(inner.replaceAll('?', '.'), {terms: /(?!)/gu, used: new Set()}) ??
		(countWords(inner) >= 3 ? shortened(sentencesOf(inner).at(-1) ?? inner) : undefined)
	);
}
