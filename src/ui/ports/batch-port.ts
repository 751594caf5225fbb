/** What the screen of a batch shows: how far it is, what it costs, and who leads. */
import type {Budget} from '../../debate/events.ts';

/** Tokens and US dollars; `usd` leaves out what has no known price. */
export type Amount = {readonly usd: number; readonly tokens: number};

/** A debate that is being held; `since` is the wall clock in milliseconds. */
export type BatchRunning = {
	readonly topic: string;
	readonly pro: string;
	readonly con: string;
	readonly seed: number;
	readonly turns: number;
	readonly since: number;
	/** The machine and process that hold it, if not this one. */
	readonly worker: string | undefined;
};

/** A debater's rating so far with its 95 % interval. */
export type BatchStanding = {
	readonly rank: number;
	readonly name: string;
	readonly rating: number;
	readonly low: number;
	readonly high: number;
	readonly wins: number;
	readonly ties: number;
	readonly losses: number;
	/** It had so few matchups that its interval is too narrow to go by. */
	readonly tooFew: boolean;
	/** Whether it is told apart from the next one; undefined for the last. */
	readonly apart: boolean | undefined;
};

export type BatchProgress = {
	readonly name: string;
	readonly total: number;
	readonly done: number;
	/** Of those that are done, how many failed or went on without a seat. */
	readonly unwell: number;
	readonly running: readonly BatchRunning[];
	readonly spent: Amount;
	/** What the debates that are not done are expected to take. */
	readonly expected: Amount;
	readonly budget: Budget | undefined;
	/** Milliseconds since this command began, and those it will take at this pace, if that can be said. */
	readonly elapsedMs: number;
	readonly leftMs: number | undefined;
	readonly standings: readonly BatchStanding[];
	/** What was told last, the newest last. */
	readonly notices: readonly string[];
};

export type BatchPort = {
	readonly progress: () => BatchProgress;
	/** Ends the screen; the debates that run can be resumed. */
	readonly stop: () => void;
	/** Settled when nothing runs any more. */
	readonly over: Promise<unknown>;
};
