/** Decides whether a chair should interrupt, from the newest sentences of a turn; mostly finds no reason to. */
import {at, hash} from '../../language/random.ts';
import {taskLines, type ChairCard} from '../../request/notation.ts';
import type {Composer, ComposerInput} from '../../request/composer.ts';
import {countWords} from '../../language/text.ts';
import {agrees, admits, isAbsolute, isDecisive, isOverclaim, isStraw, strengthens} from '../phrases/cues.ts';
import {chairOf, mentions} from '../chairs/speaker.ts';
import {isSaid} from '../chairs/support.ts';

type InterruptionWish = {
	readonly reason: string;
	readonly severity: 'low' | 'medium' | 'high';
	readonly chair: string | null;
	readonly sentence: number | null;
};

const none: InterruptionWish = {reason: 'none', severity: 'low', chair: null, sentence: null};

type Cause = Pick<InterruptionWish, 'reason' | 'severity'> & {readonly card: ChairCard};
type NewSentence = {readonly number: number; readonly text: string};

const rank = {high: 3, medium: 2, low: 1} as const;

export const wish: Composer = input => {
	const {prompt, task} = input;
	const target = chairOf(prompt, task.attributes['target']);
	const ids = (task.attributes['candidates'] ?? '').split(/[\s,]+/u);
	const candidates = prompt.chairs.filter(({id}) => ids.includes(id) && id !== target?.id);
	if (!target || candidates.length === 0) return none;
	const found = newSentences(input).flatMap(sentence => {
		const cause = causeIn(input, sentence.text, candidates);
		return cause ? [{...cause, sentence}] : [];
	});
	// Of several, the gravest, and of these the last: it is still in everybody's ear.
	const worst = found.toSorted(
		(one, other) => rank[other.severity] - rank[one.severity] || other.sentence.number - one.sentence.number,
	)[0];
	return worst
		? {reason: worst.reason, severity: worst.severity, chair: worst.card.id, sentence: worst.sentence.number}
		: none;
};

function newSentences({task}: ComposerInput): readonly NewSentence[] {
	const body = task.blocks.find(({name}) => name === 'new')?.body ?? '';
	return [...body.matchAll(/^\[(\d+)\] (.*)$/gmu)].map(([, number, text = '']) => ({number: Number(number), text}));
}

/** What in a sentence would make one of the others interrupt. */
function causeIn(input: ComposerInput, sentence: string, candidates: readonly ChairCard[]): Cause | undefined {
	if (admits(sentence) || strengthens(sentence) || agrees(sentence)) return undefined;
	const named = candidates.find(card => mentions(sentence, card));
	const anyone = named ?? at(candidates, hash(sentence, input.seed));
	if (named && isStraw(sentence) && !isSaid(sentence, taskLines(input.task, 'claim')))
		return {reason: 'straw_man_detected', severity: 'high', card: named};
	if (isOverclaim(sentence)) return {reason: 'direct_challenge', severity: 'medium', card: anyone};
	if (isDecisive(sentence) && !sentence.includes('?'))
		return {reason: 'pivotal_point', severity: 'medium', card: anyone};
	if (named && sentence.includes('?')) return {reason: 'direct_challenge', severity: 'low', card: named};
	return moodToCut(input, sentence, anyone);
}

/** Sometimes a chair is impatient with an absolute claim, or has lost the thread. */
function moodToCut({seed}: ComposerInput, sentence: string, card: ChairCard): Cause | undefined {
	if (sentence.includes('“')) return undefined;
	const mood = hash(sentence, seed + 1) % 12;
	if (mood < 2 && isAbsolute(sentence)) return {reason: 'direct_challenge', severity: 'low', card};
	return mood === 2 && countWords(sentence) > 18
		? {reason: 'clarification_needed', severity: 'medium', card}
		: undefined;
}
