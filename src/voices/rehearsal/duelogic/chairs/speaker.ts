/** One who speaks at the table: its card, its bank, its side, its pen, and how it calls the others. */
import {at, type Dice} from '../../language/random.ts';
import type {Card, Heard, Scene} from '../../request/notation.ts';
import {takePen, type Pen} from '../../language/sentence-writer.ts';
import type {Slots, Stance} from '../../language/patterns.ts';
import {quotable, quotableQuestion, quotedIn} from '../../language/quotes.ts';
import type {Stage} from '../../request/composer.ts';
import {escapeRegExp, memoizeText, sentencesOf} from '../../language/text.ts';
import {topicOf} from '../../request/topic.ts';
import type {Bank} from '../frameworks/bank.ts';
import {admits, namesCase} from '../phrases/cues.ts';
import {asClause, bankOf, cardSlots, labelOf} from '../frameworks/framework-banks.ts';
import {stancesOf} from './sides.ts';

export type Speaker = {
	readonly me: Card;
	readonly bank: Bank;
	readonly pen: Pen;
	readonly round: number;
	readonly stance: Stance;
};

/** Kinds of turn in which a chair makes its own case. */
const ownCase = new Set(['opening', 'reply', 'resumption']);

/** The chair that a task gives the floor to; none where its seat is not in the cards. */
export function speakerOf(stage: Stage): Speaker | undefined {
	const {scene, task, seed} = stage;
	const me = chairOf(scene, task.speaker);
	if (!me) return undefined;
	const round = task.kind === 'opening' ? 0 : (task.round ?? ownTurns(scene, me.id).length);
	const stance = stancesOf(scene, seed).get(me.id) ?? 'for';
	const pen = penAt(stage, {round, seat: me.seat, stance, slots: cardSlots(me)});
	return {me, bank: bankOf(me), pen, round, stance};
}

export const penAt = (
	{scene, topic, seed, dice}: Stage,
	at: {round: number; seat: number; stance?: Stance; slots?: Slots},
): Pen =>
	takePen({
		seed,
		dice,
		place: {round: at.round, seat: at.seat, seats: Math.max(1, scene.chairs.length)},
		said: scene.turns.map(({text}) => text),
		...(at.stance === undefined ? {} : {stance: at.stance}),
		slots: {...topicSlots(topic), ...at.slots},
	});

const topicSlots = ({thing, motion, domain}: Stage['topic']): Slots => ({
	thing,
	topic: thing[0],
	motion,
	who: domain.who,
	place: domain.place,
	good: domain.good,
});

export const chairOf = ({chairs}: Scene, id: string | undefined): Card | undefined =>
	chairs.find(card => card.id === id);

export const ownTurns = ({turns}: Scene, id: string): readonly Heard[] =>
	turns.filter(({speaker, kind}) => speaker === id && ownCase.has(kind));

/** How one speaks of a chair: by its name, or by its framework where the name is one for the eye only. */
export const named = (card: Card): string => (isForTheEye(card) ? `the ${labelOf(card)}` : card.name);
/** How one speaks to it. */
export const called = (card: Card): string => (isForTheEye(card) ? labelOf(card) : card.name);

const isForTheEye = ({name}: Card): boolean => /[([]/u.test(name);

/** Whether a text speaks of this chair: by name or by framework. */
export const mentions = (text: string, card: Card): boolean =>
	[card.name, labelOf(card), labelOf(card).replace(/ chair$/iu, '')].some(
		name => name.length > 2 && wholeWord(name).test(text),
	);

const wholeWord = memoizeText(name => new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(name)}(?![\\p{L}\\p{N}])`, 'iu'));

/** Talk about the debate itself. */
const aside =
	/\b(?:the others|arbiter|microphone|reminded|warned|(?:shown|proved) wrong|test alone|one-eyed|unfinished|incomplete|turn|excuses?|correction|(?:test|question) (?:my|that (?:matters|counts))|answers?|debate|sentence|straw man|quot\w*|framework|argu\w*|chair|vote|verdict|opponents?|listeners?|listened|minutes|rounds?|clock|notes|patience|case|conclusion|regret|against me|in favour|supports?|oppose|perfect|monstrous|takes more|adds more|proposition|proposal|tonight|today)\b/iu;

/**
 * The sentences of a turn that are its own case: no admissions, no talk about the debate, nothing it says for another.
 */
function ownCaseIn({chairs}: Scene, {text, speaker}: Heard): string[] {
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
 * A short phrase of a chair that nobody has quoted yet, the newest first; one from an aside, or an old one, where there
 * is no other.
 */
export function phraseOf(scene: Scene, card: Card): string | undefined {
	const used = new Set(scene.turns.flatMap(({text}) => quotedIn(text)));
	const {terms, lens} = bankOf(card);
	const turns = ownTurns(scene, card.id)
		.toSorted((one, other) => Number(one.kind !== 'resumption') - Number(other.kind !== 'resumption'))
		.toReversed();
	const withoutTopic = topicBreaker(scene, lens);
	const cases = turns.map(turn => ownCaseIn(scene, turn).map(withoutTopic));
	const tries = [
		...cases.map(sentences => ({text: sentences.filter(sentence => sentence.search(terms) >= 0), used, least: 4})),
		...cases.map(sentences => ({text: sentences, used, least: 3})),
		...cases.map(sentences => ({text: sentences, used: new Set<string>()})),
		...turns.map(({text}) => ({
			text: sentencesOf(text).filter(
				sentence => !/[“”]|\barbiter\b/iu.test(sentence) && !scene.chairs.some(other => mentions(sentence, other)),
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

/**
 * Breaks a sentence up at the names of the topic and of places, and drops what the people in examples do, so that no
 * phrase holds half of one.
 */
function topicBreaker(scene: Scene, lens: readonly string[]): (sentence: string) => string {
	const {thing, domain} = topicOf(scene);
	const [people, rest] = [domain.who, [...thing, ...domain.place, ...lens]].map(texts =>
		texts.map(escapeRegExp).join('|'),
	);
	const topic = new RegExp(`(?:${people})[^,.;:]*|${rest}`, 'giu');
	return sentence => sentence.replaceAll(topic, ' — ');
}

export type Question = {readonly from: Card; readonly sentence: string; readonly phrase: string};

/** The last question that was put to a chair by name and that it has not had a turn to answer. */
export function questionTo(scene: Scene, me: Card): Question | undefined {
	const since = scene.turns.slice(
		scene.turns.findLastIndex(({speaker, kind}) => speaker === me.id && ownCase.has(kind)) + 1,
	);
	for (const turn of since.toReversed()) {
		const from = chairOf(scene, turn.speaker);
		const sentence =
			from && from.id !== me.id
				? sentencesOf(turn.text).findLast(text => text.includes('?') && mentions(text, me))
				: undefined;
		const phrase = sentence === undefined ? undefined : quotableQuestion(sentence);
		if (from && sentence !== undefined && phrase !== undefined) return {from, sentence, phrase};
	}
	return undefined;
}

/** Whom a turn answers: the speaker of the turn it replies to, or of the last one that was another's. */
export function opponentOf({scene, task}: Stage, me: Card): Card | undefined {
	const answered = scene.turns.find(({id}) => id === task.attributes['to']);
	const last = scene.turns.findLast(({speaker, kind}) => speaker !== me.id && ownCase.has(kind));
	const ids = [answered?.speaker, last?.speaker, scene.chairs.find(({id}) => id !== me.id)?.id];
	return ids.map(id => chairOf(scene, id)).find(card => card !== undefined && card.id !== me.id);
}

/** A blind spot of a chair as a clause: those of its card in turn, then those its framework is known for. */
export function blindSpot({me, pen}: Speaker): string | undefined {
	const spots = me.blindSpots;
	if (spots.length === 0 || Math.floor(pen.place.round / spots.length) % 2 === 1) return undefined;
	return asClause(at(spots, pen.turnIn('blind spots', spots.length)));
}

/** A number in [0, 1) to aim the length of a turn by. */
export const lengthOf = (dice: Dice): number => 0.2 + dice.next() * 0.45;
