/** What every part of the engine shares while one debate runs. */
import type {DebateLog} from '../journal/debate-log.ts';
import type {DebateClock} from './clock.ts';
import {unlessAborted} from './ending.ts';
import type {Questions} from './questions.ts';

export type DebateContext = {
	readonly clock: DebateClock;
	readonly log: DebateLog;
	/** Aborted, with the reason, when the debate is to end at once. */
	readonly over: AbortController;
	readonly control: Control;
	/** Asks the user; undefined where nobody can answer. */
	readonly questions: Questions | undefined;
	/** Runs a task concurrently with the script. The debate does not end before it, and fails if it fails. */
	background(task: () => Promise<void>): void;
};

/** What the user or the budget wants of the debate from now on. */
type Control = {
	/** The script is to go to its closing. */
	stopping: boolean;
	/** What was lacking, once the debate is to close within what is left of its budget. */
	overBudget: string | undefined;
	/** Why the running turn is to end at its next sentence. */
	cutShort: string | undefined;
};

/** Waits for the promise, but not beyond the end of the debate: then it rejects with the reason. */
export const untilOver = <T>({over}: DebateContext, promise: Promise<T>): Promise<T> =>
	unlessAborted(over.signal, promise);
