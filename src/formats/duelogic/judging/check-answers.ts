/** A judge's answers held against what was said: which stand, which find nothing, and which are void and why. Pure. */
import {numberedSentences, type NumberedSentence} from '../../../debate/evidence/numbered.ts';
import {phraseFault} from '../../../debate/evidence/phrase.ts';
import {turnName} from '../../../debate/prompt.ts';
import type {Turn} from '../../../debate/state.ts';
import type {RawAnswer, RawAnswers} from './answer-schema.ts';
import {itemsOwed, type Dimension, type Owed, type RubricItem} from './rubric.ts';
import {partWith, type WholeTurn} from './whole-turns.ts';

/** What is judged: a text, and the turns that it may be held against. */
export type JudgedText = {
	/** Cut and resumed is one text. */
	readonly text: string;
	/** Opponents' turns before it. */
	readonly opponents: readonly WholeTurn[];
	/** The speaker's own turns before it. */
	readonly earlier: readonly Turn[];
	readonly owed: Owed;
	/** A sentence as the judge's copy has it, without names. */
	readonly inCopy: (sentence: string) => string;
};

/** An answer once it is checked. Only one that is `standing` counts for or against the speaker. */
export type CheckedAnswer = {
	readonly item: RubricItem;
	readonly answer: string;
	readonly state: 'nothing' | 'standing' | 'void' | 'refused';
	/** Why it is void or refused, in a few words. */
	readonly why?: string;
	readonly sentence?: NumberedSentence;
	readonly phrase?: string;
	readonly other?: {readonly turnId: string; readonly sentence?: NumberedSentence};
};

/** Checks every answer that is owed. An item that depends on another one which finds nothing finds nothing either. */
export function checkAnswers(raw: RawAnswers, judged: JudgedText): readonly CheckedAnswer[] {
	const sentences = numberedSentences(judged.text);
	const checked = itemsOwed(judged.owed).map(item => check(item, raw[item.id], judged, sentences));
	return settleDependents(oneMeritASentence(checked, sentences.length));
}

function check(
	item: RubricItem,
	raw: RawAnswer | undefined,
	judged: JudgedText,
	sentences: readonly NumberedSentence[],
): CheckedAnswer {
	if (raw === undefined) return {item, answer: '', state: 'void', why: 'no answer'};
	const {answer} = raw;
	if (!item.answers.includes(answer)) return {item, answer, state: 'void', why: `"${answer}" is not an answer`};
	if (answer === item.answers[0]) return {item, answer, state: 'nothing'};
	const own = item.proof === 'sentence' || item.proof === 'both' ? ownSentence(raw, sentences, judged.inCopy) : {};
	const other = item.proof === 'sentence' ? {} : otherSentence(item, raw, judged);
	const why = own.why ?? other.why;
	return {
		item,
		answer,
		state: why === undefined ? 'standing' : 'void',
		...(why === undefined ? {} : {why}),
		...(own.sentence && {sentence: own.sentence}),
		...(raw.phrase == null ? {} : {phrase: raw.phrase}),
		...(other.turnId !== undefined && {
			other: {turnId: other.turnId, ...(other.sentence && {sentence: other.sentence})},
		}),
	};
}

type Proven = {readonly sentence?: NumberedSentence; readonly turnId?: string; readonly why?: string};

function ownSentence(raw: RawAnswer, sentences: readonly NumberedSentence[], inCopy: JudgedText['inCopy']): Proven {
	const sentence = sentences.find(({number}) => number === raw.sentence);
	if (!sentence) return {why: raw.sentence == null ? 'no sentence named' : `there is no sentence ${raw.sentence}`};
	const fault = phraseFault(raw.phrase ?? null, inCopy(sentence.text));
	if (fault === undefined) return {sentence};
	const why = {
		missing: 'no phrase given',
		too_short: 'the phrase is too short',
		not_in_sentence: 'the phrase does not stand in that sentence',
	}[fault];
	return {sentence, why};
}

function otherSentence({proof}: RubricItem, raw: RawAnswer, {opponents, earlier}: JudgedText): Proven {
	// Older prompts named how a turn was resumed apart from it.
	const turns = proof === 'earlier_turn' ? earlier : [...opponents, ...opponents.flatMap(({parts = []}) => parts)];
	const named = raw.other_turn == null ? undefined : turnName(raw.other_turn);
	const turn = turns.find(({id}) => named !== undefined && turnName(id) === named);
	if (!turn) return {why: named === undefined ? 'no other turn named' : `${named} is not a turn to hold it against`};
	if (proof === 'earlier_turn') return {turnId: turn.id};
	const sentence = numberedSentences(turn.text).find(({number}) => number === raw.other_sentence);
	return sentence ? partWith(turn, sentence) : {turnId: turn.id, why: `${named} has no such sentence`};
}

/** The items whose sentences carry a dimension, and so must differ. */
const carriers: readonly (readonly [Dimension, string])[] = [
	['steelManning', 'S1'],
	['selfCritique', 'C1'],
	['frameworkConsistency', 'F1'],
];

/**
 * One sentence, one merit: a sentence named for two dimensions is void for all of them. A turn with fewer sentences
 * than dimensions cannot fill them all; those behind the first to name a sentence then find nothing.
 */
function oneMeritASentence(answers: readonly CheckedAnswer[], sentences: number): readonly CheckedAnswer[] {
	const carrying = carriers.flatMap(([, id]) =>
		answers.filter(({item, state}) => item.id === id && state === 'standing'),
	);
	const taken = Map.groupBy(carrying, ({sentence}) => sentence?.number);
	const short = sentences < carrying.length;
	return answers.map(answer => {
		const sharing = carrying.includes(answer) ? (taken.get(answer.sentence?.number) ?? []) : [];
		if (sharing.length < 2) return answer;
		if (!short) return {...answer, state: 'void', why: `sentence ${answer.sentence?.number} is named for two parts`};
		return sharing[0] === answer ? answer : {...answer, state: 'nothing', why: 'too few sentences for every part'};
	});
}

/** Without a restatement there is nothing to bend, and without an admission nothing to take back. */
export function settleDependents(answers: readonly CheckedAnswer[]): readonly CheckedAnswer[] {
	const stands = (id: string): boolean => answers.some(({item, state}) => item.id === id && state === 'standing');
	return answers.map(answer =>
		answer.item.dependsOn === undefined || stands(answer.item.dependsOn) || answer.state === 'nothing'
			? answer
			: {...answer, state: 'nothing'},
	);
}

/** Why a judge's answers are of no use as a whole: a deciding one is void, or a third of all are. */
export function unusable(answers: readonly CheckedAnswer[]): string | undefined {
	const voided = answers.filter(({state}) => state === 'void');
	const deciding = voided.find(({item}) => item.deciding);
	if (deciding) return `its answer to ${deciding.item.id} is void: ${deciding.why ?? 'no reason'}`;
	if (voided.length * 3 >= answers.length) return `${voided.length} of its ${answers.length} answers are void`;
	return undefined;
}

/** The answers that count, by item, as `points.ts` takes them. */
export const standingAnswers = (answers: readonly CheckedAnswer[]): ReadonlyMap<string, string> =>
	new Map(
		answers.flatMap(({item, answer, state}): [string, string][] => {
			if (state === 'standing') return [[item.id, answer]];
			// C5 asks for the exception: that nothing was found against it is the merit.
			return item.id === 'C5' ? [['C5', 'yes']] : [];
		}),
	);
