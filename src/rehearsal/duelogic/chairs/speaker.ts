/** A chair as speaker: its card, phrase bank, side and sentence writer, and how it refers to the others. */
import {at, type Random} from '../../language/random.ts';
import type {ChairCard, PromptTurn, ParsedPrompt} from '../../request/notation.ts';
import {sentenceWriter, type SentenceWriter} from '../../language/sentence-writer.ts';
import type {Slots, DebateSide} from '../../language/patterns.ts';
import {quotable, quotableQuestion, quotedIn} from '../../language/quotes.ts';
import type {ComposerInput} from '../../request/composer.ts';
import {escapeRegExp, memoizeText, sentencesOf} from '../../language/text.ts';
import {claimsIn, seatLetter} from '../../request/claims.ts';
import {topicOf} from '../../request/topic.ts';
import type {FrameworkBank} from '../frameworks/bank.ts';
import {admits, namesCase} from '../phrases/cues.ts';
import {asClause, bankOf, cardSlots, labelOf} from '../frameworks/framework-banks.ts';
import {stancesOf} from './sides.ts';

export type Speaker = {
	readonly me: ChairCard;
	readonly bank: FrameworkBank;
	readonly writer: SentenceWriter;
	readonly round: number;
	readonly stance: DebateSide;
};

/** Kinds of turns in which a chair argues its own case. */
const ownCase = new Set(['opening', 'reply', 'resumption', 'rebuttal', 'answer', 'closing']);

/** The chair whose turn it is; undefined if the cards lack its seat. */
export function speakerOf(input: ComposerInput): Speaker | undefined {
	const {prompt, task, seed} = input;
	const me = chairOf(prompt, task.speaker);
	if (!me) return undefined;
	const round = task.kind === 'opening' ? 0 : (task.round ?? ownTurns(prompt, me.id).length);
	const stance = stancesOf(prompt, seed).get(me.id) ?? 'for';
	const writer = writerAt(input, {round, seat: me.seat, stance, slots: cardSlots(me)});
	return {me, bank: bankOf(me), writer, round, stance};
}

export const writerAt = (
	{prompt, topic, seed, random}: ComposerInput,
	at: {round: number; seat: number; stance?: DebateSide; slots?: Slots},
): SentenceWriter =>
	sentenceWriter({
		seed,
		random,
		place: {round: at.round, seat: at.seat, seats: Math.max(1, prompt.chairs.length)},
		said: prompt.turns.map(({text}) => text),
		...(at.stance === undefined ? {} : {stance: at.stance}),
		slots: {...topicSlots(topic), ...at.slots},
	});

const topicSlots = ({thing, motion, domain}: ComposerInput['topic']): Slots => ({
	thing,
	topic: thing[0],
	motion,
	who: domain.who,
	place: domain.place,
	good: domain.good,
});

export const chairOf = ({chairs}: ParsedPrompt, id: string | undefined): ChairCard | undefined =>
	chairs.find(card => card.id === id);

export const ownTurns = ({turns}: ParsedPrompt, id: string): readonly PromptTurn[] =>
	turns.filter(({speaker, kind}) => speaker === id && ownCase.has(kind));

/** How to refer to a chair: by name, or by framework if the name has brackets, which do not read well in a sentence. */
export const named = (card: ChairCard): string => (isForTheEye(card) ? `the ${labelOf(card)}` : card.name);
/** How to address a chair. */
export const called = (card: ChairCard): string => (isForTheEye(card) ? labelOf(card) : card.name);

const isForTheEye = ({name}: ChairCard): boolean => /[([]/u.test(name);

/** Whether a text mentions a chair by name or framework. */
export const mentions = (text: string, card: ChairCard): boolean =>
	[card.name, labelOf(card), labelOf(card).replace(/ chair$/iu, '')].some(
		name => name.length > 2 && wholeWord(name).test(text),
	);

const wholeWord = memoizeText(name => new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(name)}(?![\\p{L}\\p{N}])`, 'iu'));

/** Matches talk about the debate itself. */
const aside =
	/\b(?:the others|arbiter|microphone|reminded|warned|(?:shown|proved) wrong|test alone|one-eyed|unfinished|incomplete|turn|excuses?|correction|(?:test|question) (?:my|that (?:matters|counts))|answers?|debate|sentence|straw man|quot\w*|framework|argu\w*|chair|vote|verdict|opponents?|listeners?|listened|minutes|rounds?|clock|notes|patience|case|conclusion|regret|against me|in favour|supports?|oppose|perfect|monstrous|takes more|adds more|proposition|proposal|tonight|today)\b/iu;

/**
 * The sentences of a turn that make its own case: no admissions, no talk about the debate, nothing about other
 * chairs.
 */
export function ownCaseIn({chairs}: ParsedPrompt, {text, speaker}: PromptTurn): string[] {
	const others = chairs.filter(({id}) => id !== speaker);
	const sentences = sentencesOf(text);
	const granted = new Set(
		sentences.flatMap((sentence, at) =>
			others.some(other => mentions(sentence, other))
				? [at, at + 1, ...(sentence.includes('“') ? [at + 2, at + 3] : [])]
				: [],
		),
	);
	const admitted = new Set(sentences.flatMap((sentence, at) => (admits(sentence) ? [at, at + 1, at + 2] : [])));
	return sentences.filter(
		(sentence, at) => !granted.has(at) && !admitted.has(at) && !aside.test(sentence) && !namesCase(sentence),
	);
}

/**
 * A short phrase of a chair's case that nobody has quoted yet, the newest first. If there is none, one quoted before
 * or any other sentence will do.
 */
export function phraseOf(prompt: ParsedPrompt, card: ChairCard): string | undefined {
	const used = new Set(prompt.turns.flatMap(({text}) => quotedIn(text)));
	const {terms, lens} = bankOf(card);
	const turns = ownTurns(prompt, card.id)
		.toSorted((one, other) => Number(one.kind !== 'resumption') - Number(other.kind !== 'resumption'))
		.toReversed();
	const withoutTopic = topicBreaker(prompt, lens);
	const cases = turns.map(turn => ownCaseIn(prompt, turn).map(withoutTopic));
	const tries = [
		...cases.map(sentences => ({text: sentences.filter(sentence => sentence.search(terms) >= 0), used, least: 4})),
		...cases.map(sentences => ({text: sentences, used, least: 3})),
		...cases.map(sentences => ({text: sentences, used: new Set<string>()})),
		...turns.map(({text}) => ({
			text: sentencesOf(text).filter(
				sentence =>
					!/[“”]|\barbiter\b/iu.test(sentence) &&
					!admits(sentence) &&
					!prompt.chairs.some(other => mentions(sentence, other)),
			),
			used,
		})),
	];
	for (const {text, ...taste} of tries) {
		const phrase = quotable(text, {terms, ...taste});
		if (phrase !== undefined) return phrase;
	}
	return undefined;
}

/** A phrase of what the ledger says is open from this chair, in its own words; undefined if nothing quotable is. */
export function phraseOfClaim({prompt, task}: ComposerInput, card: ChairCard): string | undefined {
	const letter = seatLetter(card.seat);
	const body = task.blocks.find(({name}) => name === 'ledger')?.body ?? '';
	const said = ownTurns(prompt, card.id).map(({text}) => text);
	const used = new Set(prompt.turns.flatMap(({text}) => quotedIn(text)));
	const {terms, lens} = bankOf(card);
	const claims = claimsIn(body).filter(
		({id, claim}) => id.startsWith(letter) && said.some(text => text.includes(claim)),
	);
	return quotable(
		claims.map(({claim}) => topicBreaker(prompt, lens)(claim)),
		{terms, used, least: 3},
	);
}

/**
 * Returns a function that splits sentences at names of the topic and of places, and drops what people in examples do,
 * so that no phrase contains half of one.
 */
function topicBreaker(prompt: ParsedPrompt, lens: readonly string[]): (sentence: string) => string {
	const {thing, domain} = topicOf(prompt);
	const [people, rest] = [domain.who, [...thing, ...domain.place, ...lens]].map(texts =>
		texts.map(escapeRegExp).join('|'),
	);
	const topic = new RegExp(`(?:${people})[^,.;:]*|${rest}`, 'giu');
	return sentence => sentence.replaceAll(topic, ' — ');
}

export type DirectQuestion = {readonly from: ChairCard; readonly sentence: string; readonly phrase: string};
export type HostQuestion = {readonly from: string; readonly phrase: string};

/** The last question put to a chair by name since its last turn. */
export function questionTo(prompt: ParsedPrompt, me: ChairCard): DirectQuestion | undefined {
	for (const turn of sinceOwn(prompt, me).toReversed()) {
		const from = chairOf(prompt, turn.speaker);
		const question = from && from.id !== me.id ? questionIn(turn, me) : undefined;
		if (from && question) return {from, ...question};
	}
	return undefined;
}

/** What the host has asked a chair since its last turn. */
export function hostQuestionTo(prompt: ParsedPrompt, me: ChairCard): HostQuestion | undefined {
	const turn = sinceOwn(prompt, me).findLast(({kind}) => kind === 'question');
	const question = turn && questionIn(turn, me);
	return turn && question && {from: turn.name, phrase: question.phrase};
}

function sinceOwn({turns}: ParsedPrompt, me: ChairCard): readonly PromptTurn[] {
	return turns.slice(turns.findLastIndex(({speaker, kind}) => speaker === me.id && ownCase.has(kind)) + 1);
}

function questionIn(
	{text}: PromptTurn,
	me: ChairCard,
): {readonly sentence: string; readonly phrase: string} | undefined {
	const sentence = sentencesOf(text).findLast(part => part.includes('?') && mentions(part, me));
	const phrase = sentence === undefined ? undefined : quotableQuestion(sentence);
	return sentence === undefined || phrase === undefined ? undefined : {sentence, phrase};
}

/** Whom a turn answers: the speaker of the turn it replies to, or else the last other speaker. */
export function opponentOf({prompt, task}: ComposerInput, me: ChairCard): ChairCard | undefined {
	const answered = prompt.turns.find(({id}) => id === task.attributes['to']);
	const last = prompt.turns.findLast(({speaker, kind}) => speaker !== me.id && ownCase.has(kind));
	const ids = [answered?.speaker, last?.speaker, prompt.chairs.find(({id}) => id !== me.id)?.id];
	return ids.map(id => chairOf(prompt, id)).find(card => card !== undefined && card.id !== me.id);
}

/** A blind spot of a chair as a clause: those on its card in turn, then those its framework is known for. */
export function blindSpot({me, writer}: Speaker): string | undefined {
	const spots = me.blindSpots;
	if (spots.length === 0 || Math.floor(writer.place.round / spots.length) % 2 === 1) return undefined;
	return asClause(at(spots, writer.turnIn('blind spots', spots.length)));
}

/** The length of a turn within its range, as a fraction. */
export const lengthOf = (random: Random): number => 0.2 + random.next() * 0.45;
