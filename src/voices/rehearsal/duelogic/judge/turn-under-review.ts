/** The turn that a judge reviews, and the turns that it is compared with. */
import {blocksOf, readTurn, type ChairCard, type PromptTurn, type ParsedPrompt} from '../../request/notation.ts';
import type {ComposerInput} from '../../request/composer.ts';
import {sentencesOf, wordsOf} from '../../language/text.ts';
import {chairOf} from '../chairs/speaker.ts';

/** A turn under judgement, and what it can be held against. */
export type TurnUnderReview = {
	readonly prompt: ParsedPrompt;
	readonly input: ComposerInput;
	readonly me: ChairCard;
	readonly turn: PromptTurn;
	readonly sentences: readonly string[];
	/** The other chairs, and their turns before this one. */
	readonly others: readonly ChairCard[];
	readonly before: readonly PromptTurn[];
};

/** The turn is repeated in the task where it was cut; otherwise it stands among the others. */
export function turnUnderReview(input: ComposerInput): TurnUnderReview | undefined {
	const {prompt, task} = input;
	const id = task.attributes['turn'];
	const index = prompt.turns.findIndex(turn => turn.id === id);
	const repeated = [...task.blocks, ...blocksOf(prompt.asked)]
		.filter(({name}) => name === 'turn')
		.map(readTurn)
		.at(-1);
	const turn = repeated ?? prompt.turns[index];
	const me = turn && (chairOf(prompt, turn.speaker) ?? prompt.chairs.find(({name}) => name === turn.name));
	if (!turn || !me) return undefined;
	const before = (index < 0 ? prompt.turns : prompt.turns.slice(0, index)).filter(({speaker}) => speaker !== me.id);
	const others = prompt.chairs.filter(card => card.id !== me.id);
	return {
		prompt,
		input,
		me,
		turn,
		sentences: sentencesOf(turn.text).filter(isQuotable),
		others,
		before: before.filter(({speaker}) => others.some(other => other.id === speaker)),
	};
}

/** Shorter quotations prove nothing. */
const isQuotable = (sentence: string): boolean => wordsOf(sentence).length >= 4;
