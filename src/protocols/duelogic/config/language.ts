/** The language that everybody in a debate speaks. */
import type {DuelogicConfig} from './config.ts';

/** What the shared system message says about it. */
export const languageRule = (_config: DuelogicConfig): string => 'Use the language of the proposition.';

/** Tokens that a word takes in the language of the debate. */
export const tokensAWord = (_config: DuelogicConfig): number => 1.35;
