/** Composes interruptions, and the resumptions after them. */
import {at, hash} from '../../language/random.ts';
import {fit, shorten} from '../../language/fit.ts';
import type {ChairCard, ParsedPrompt} from '../../request/notation.ts';
import {shortened} from '../../language/quotes.ts';
import {wordRangeOf, type Composer, type ComposerInput} from '../../request/composer.ts';
import {countWords, escapeRegExp, sentencesOf} from '../../language/text.ts';
import type {Topic} from '../../request/topic.ts';
import {answersDue} from './due-answers.ts';
import {goOn, hearOut, interruptions, openers, soMuch} from '../phrases/floor-phrases.ts';
import {takeBack} from '../phrases/lapse-phrases.ts';
import {called, chairOf, mentions, ownTurns, writerAt, phraseOf, speakerOf} from '../chairs/speaker.ts';
import {isStraw} from '../phrases/cues.ts';

/** One to three sentences, starting with the opener. */
export const interruption: Composer = input => {
	const {prompt, task} = input;
	const me = chairOf(prompt, task.speaker);
	const target = chairOf(prompt, task.attributes['target']);
	if (!me || !target) return undefined;
	const reason = task.attributes['reason'] ?? 'direct_challenge';
	const opener = task.attributes['opener'] ?? openerFor(reason, target, input.seed);
	const quoted = /^[“"]?(.*?)[”"]?$/su.exec(task.labels['trigger'] ?? '')?.[1] ?? '';
	const trigger =
		triggerPhrase(quoted === '' ? lastSentenceOf(prompt, target) : quoted, input.topic) ||
		shortened(lastSentenceOf(prompt, target));
	const writer = writerAt(input, {round: task.round ?? ownTurns(prompt, target.id).length, seat: target.seat});
	const mine = phraseOf(prompt, me);
	const kind = reason === 'straw_man_detected' && mine === undefined ? 'factual_correction' : reason;
	const body = writer.say(interruptions[kind] ?? at(Object.values(interruptions), 2), {trigger, mine});
	const {max} = wordRangeOf(task, 0, 40);
	const room = max - countWords(opener);
	return `${/[.!?:,;—–-]$/u.test(opener) ? opener : `${opener}.`} ${shorten(body, Math.max(1, room))}`;
};

/** How certainty is claimed that nobody has. */
const certainties =
	/\b(?:no(?:body| one) can seriously doubt|no serious person|beyond doubt|there is none|everyone knows|will (?:turn|work) out (?:well|badly)|(?:helps|hurts) those it touches|no possible doubt)\b/iu;

/**
 * What an interrupter quotes of the words that prompted it: their core, without the topic's name, which recurs
 * everywhere.
 */
const triggerPhrase = (trigger: string, {thing}: Topic): string => {
	const straw = /\bwe should (simply .+)$/iu.exec(trigger)?.[1];
	if (straw !== undefined) return shortened(straw);
	const certain = certainties.exec(trigger)?.[0];
	if (certain !== undefined) return certain.toLowerCase();
	const parts = trigger
		.split(new RegExp(thing.map(escapeRegExp).join('|'), 'iu'))
		.map(part => shortened(part.replace(/^[\s,;:]*(?:\p{Lu}\S*\s+)*(?=\S+\s)/u, '').trim()));
	return (
		parts.sort((one, other) => countWords(other) - countWords(one)).find(part => countWords(part) >= 3) ??
		shortened(trigger)
	);
};

const lastSentenceOf = ({turns}: ParsedPrompt, {id}: ChairCard): string =>
	sentencesOf(turns.findLast(({speaker}) => speaker === id)?.text ?? '').at(-1) ?? 'what we just heard';

/** A prepared opener of two to eight words. */
const openerFor = (reason: string, target: ChairCard, seed: number): string => {
	const list = openers[reason] ?? at(Object.values(openers), 2);
	const opener = at(list, hash(`${reason} ${target.id}`, seed) % list.length).replace('{called}', called(target));
	return countWords(opener) <= 8 ? opener : 'One moment, please.';
};

/** A short answer to the interrupter, and the rest of the point. */
export const resumption: Composer = input => {
	const speaker = speakerOf(input);
	const other = chairOf(input.prompt, input.task.attributes['target']);
	if (!speaker || !other) return undefined;
	const {writer, bank} = speaker;
	const heckled = lastOf(input, other.id);
	const family = isCorrected(heckled) || putWordsIn(input, speaker.me, other) ? takeBack : hearOut;
	const first = writer.say(family, {called: called(other)});
	return fit(
		[
			{text: first, keep: 9},
			...answersDue(input, speaker).pieces.map(piece => ({...piece, keep: 4})),
			{text: writer.say(goOn, {creed: writer.phrase('creed to go on', bank.creed)}), keep: 9},
			{text: writer.say(soMuch), keep: 8},
		],
		wordRangeOf(input.task, 20, 90),
	);
};

/** Whether the interrupter says it was misrepresented. */
const isCorrected = (text: string): boolean =>
	/\bnever (?:said|argued|took)\b|\bnot my (?:words|view|argument|case)\b|\b(?:invention|fabrication)\b|\bcaricature\b|\brecogni[sz]e\b|\bdid not say\b|\bmisstated\b|\bput words\b/iu.test(
		text,
	);

/** Whether the interrupted turn had misrepresented the other's view. */
const putWordsIn = ({prompt}: ComposerInput, me: ChairCard, other: ChairCard): boolean =>
	sentencesOf(ownTurns(prompt, me.id).at(-1)?.text ?? '').some(
		sentence => isStraw(sentence) && mentions(sentence, other),
	);

const lastOf = ({prompt}: ComposerInput, id: string): string =>
	prompt.turns.findLast(({speaker}) => speaker === id)?.text ?? '';
