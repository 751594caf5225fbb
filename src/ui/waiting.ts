/** Whom a debate waits for, and how long its thinking has become. */
import {compact} from './format.ts';

/** Who it is, what with, how much thinking has come of it (in tokens, roughly), and for how many milliseconds. */
export type WaitingFor = {readonly participant: string; readonly purpose: string; readonly thinking: number; readonly for: number};

/** What is known of a model's thinking, as the end of a line; nothing where it does not tell. */
export const thinkingText = (waiting: WaitingFor | undefined): string => (waiting && waiting.thinking > 0 ? ` · thinking ${compact(waiting.thinking)}` : '');
