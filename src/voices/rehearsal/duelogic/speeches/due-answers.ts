/**
 * What has to be answered before anything else: the arbiter, a listener, the chair that cut in; and points kept from
 * earlier.
 */
import type {Piece} from '../../language/fit.ts';
import {obliged, type Card, type Heard, type Scene} from '../../request/notation.ts';
import {quotable, shortened} from '../../language/quotes.ts';
import type {Stage} from '../../request/composer.ts';
import {countWords, sentencesOf} from '../../language/text.ts';
import {answerTo} from './case.ts';
import {raisePoint, toArbiter, toWords} from '../phrases/floor-phrases.ts';
import {takeBack} from '../phrases/lapse-phrases.ts';
import {called, chairOf, mentions, ownTurns, questionTo, type Question, type Speaker} from '../chairs/speaker.ts';

/** What is said first, what it asks the rest of the turn for, and whom that is to be fair to. */
export type Due = {
	readonly pieces: readonly Piece[];
	readonly needs: 'critique' | undefined;
	readonly against: Card | undefined;
};

export function answersDue(stage: Stage, speaker: Speaker): Due {
	const answers = obliged(stage.task, 'answer');
	const scolded = answers.filter(isArbiters).at(-1);
	const words = answers.filter(text => !isArbiters(text) && !/^the chair\b/iu.test(text)).at(-1);
	const pieces = [
		...(scolded === undefined ? [] : makingGood(stage, speaker, scolded)),
		...(words === undefined ? [] : answeringWords(speaker, words)),
	];
	const fault = scolded === undefined ? undefined : faultIn(wholeText(stage.scene, scolded));
	return {
		pieces,
		needs: fault === 'critique' ? 'critique' : undefined,
		against:
			fault === 'straw-man' && scolded !== undefined
				? wronged(stage.scene, speaker.me, wholeText(stage.scene, scolded))
				: undefined,
	};
}

const isArbiters = (text: string): boolean => /^the arbiter\b|^an interjection\b/iu.test(text);

/** Says that it will be put right; where a claim has to be taken back or a question answered, does so at once. */
function makingGood({scene}: Stage, speaker: Speaker, text: string): Piece[] {
	const {pen, me} = speaker;
	const fault = faultIn(wholeText(scene, text));
	const sorry = {text: pen.say(toArbiter), keep: 9};
	const other = wronged(scene, me, wholeText(scene, text));
	const tookBack = ownTurns(scene, me.id).at(-1)?.kind === 'resumption';
	if (fault === 'straw-man' && other && !tookBack)
		return [sorry, {text: pen.say(takeBack, {called: called(other)}), keep: 8}];
	const missed = fault === 'evasion' ? missedQuestion(scene, me) : undefined;
	if (missed) return [sorry, {text: answerTo(speaker, missed), keep: 9}];
	return [sorry];
}

/** The interjection itself where it was heard, for its beginning says what was wrong. */
function wholeText({turns}: Scene, text: string): string {
	const end = quoteIn(text).slice(-30);
	return turns.findLast(turn => end !== '' && turn.text.includes(end))?.text ?? text;
}

/** What an interjection finds fault with. */
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

const wronged = ({chairs}: Scene, me: Card, text: string): Card | undefined =>
	chairs.find(card => card.id !== me.id && mentions(text, card));

/** The question that the last turn walked past: as it stood before that turn. */
function missedQuestion(scene: Scene, me: Card): Question | undefined {
	const own = scene.turns.findLastIndex(({speaker}: Heard) => speaker === me.id);
	return questionTo({...scene, turns: scene.turns.slice(0, Math.max(0, own))}, me);
}

function answeringWords({pen, bank}: Speaker, text: string): Piece[] {
	const quote = phraseIn(text);
	return quote === undefined
		? []
		: [{text: pen.say(toWords, {quote, creed: pen.phrase('creed to answer', bank.creed)}), keep: 9}];
}

/** Points that came too late to cut in with. */
export function pointsDue({scene, task}: Stage, {pen, me}: Speaker): Piece[] {
	const phrase = obliged(task, 'point')
		.map(phraseIn)
		.find(found => found !== undefined);
	const from =
		phrase === undefined
			? undefined
			: chairOf(scene, scene.turns.findLast(turn => turn.speaker !== me.id && turn.text.includes(phrase))?.speaker);
	return phrase === undefined || !from ? [] : [{text: pen.say(raisePoint, {quote: phrase}), keep: 6}];
}

/** A phrase of somebody's own, from between what they quote. */
export const ownPhraseIn = (text: string): string | undefined =>
	quoteIn(text)
		.split(/“[^“”]*”/u)
		.map(part => quotable(part.replaceAll('?', '.').replace(/^[,;:\s]+/u, ''), {terms: /(?!)/gu, used: new Set()}))
		.findLast(phrase => phrase !== undefined);

/** What stands in the outermost quotation marks, or all of it. */
const quoteIn = (text: string): string => /“(.*)”/su.exec(text)?.[1]?.replace(/^… /u, '') ?? text;

/** A phrase to answer to: the innermost quotation, or the best part of what was said. */
function phraseIn(text: string): string | undefined {
	const inner = /“([^“”]*)”[^“”]*”/u.exec(text)?.[1] ?? quoteIn(text);
	if (countWords(inner) >= 3 && countWords(inner) <= 8) return inner.replace(/[.!?,;:]+$/u, '');
	return (
		quotable(inner.replaceAll('?', '.'), {terms: /(?!)/gu, used: new Set()}) ??
		(countWords(inner) >= 3 ? shortened(sentencesOf(inner).at(-1) ?? inner) : undefined)
	);
}
