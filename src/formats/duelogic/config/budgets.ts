/** How long turns are: the words asked for, and what a request may take at most. */
import type {Prompt} from '../../../debate/protocol.ts';
import type {DebateState} from '../../../debate/state.ts';
import {countWords} from '../../../debate/text/words.ts';
import type {DuelogicConfig} from './config.ts';
import type {SpokenLanguage} from './language.ts';

/** Words of a turn. It is ended at a sentence before it has more than `max`. */
export type WordBudget = {readonly min: number; readonly max: number};

export const budgets = {
	turn: {min: 150, max: 300},
	/** One point only. */
	short: {min: 90, max: 150},
	lastWord: {min: 60, max: 90},
	resumption: {min: 40, max: 120},
	interruption: {min: 8, max: 40},
	question: {min: 10, max: 35},
	interjection: {min: 30, max: 75},
	podcast: {introduction: {min: 200, max: 350}, synthesis: {min: 350, max: 500}},
	plain: {introduction: {min: 60, max: 120}, synthesis: {min: 150, max: 250}},
} as const;

/** As prompts write it. */
export const rangeText = ({min, max}: WordBudget): string => `${min}-${max}`;

/** Tokens beside the words themselves: what a model thinks before it speaks, and ends of lines. */
const allowance = 600;
/** Languages' ratios are averages. */
const spread = 1.3;
/** The largest share of the smallest model's context that one turn of a chair may take. */
const maxContextShare = 0.12;

/** The limits of a turn's request: tokens, the expected words, and the words at which we end it. */
export function limitsOf(
	{config, language}: {readonly config: DuelogicConfig; readonly language: SpokenLanguage},
	{min, max}: WordBudget,
	share = maxContextShare,
): Pick<Prompt, 'maxTokens' | 'words' | 'mostWords'> {
	const tokens = Math.ceil(max * language.words.tokensAWord * spread) + allowance;
	return {
		maxTokens: Math.min(tokens, Math.floor(config.contextTokens * share)),
		words: Math.round((min + max) / 2),
		mostWords: max,
	};
}

/** The words of each chair so far, all its turns together. */
const wordsOf = ({turns}: DebateState, chair: string): number =>
	turns.reduce((sum, {speaker, text}) => (speaker === chair ? sum + countWords(text) : sum), 0);

/**
 * The budget of a chair's turn: whoever is behind in words has the larger one. `before` are the turns of which every
 * chair had as many.
 */
export function fairRange(
	range: WordBudget,
	chair: string,
	chairs: readonly string[],
	before: DebateState,
): WordBudget {
	const own = wordsOf(before, chair);
	const others = chairs.filter(id => id !== chair).map(id => wordsOf(before, id));
	const middle = Math.round((range.min + range.max) / 2);
	const behind = Math.max(0, ...others.map(words => words - own));
	const ahead = Math.max(0, ...others.map(words => own - words));
	if (behind >= ahead) return {...range, min: Math.min(middle, range.min + behind)};
	return {...range, max: Math.max(middle, range.max - ahead)};
}
