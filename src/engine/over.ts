/** Thrown through a script's calls when the debate is to end before the script is done: not a failure, and caught in one place. */
import type {Outcome} from '../debate/events.ts';

export class DebateOver extends Error {
	override readonly name = 'DebateOver';
	readonly outcome: Outcome;

	constructor(outcome: Outcome, reason: string) {
		super(reason);
		this.outcome = outcome;
	}
}

/** Why a request was not made: the budget is used up, but for the closing. */
export class OverBudget extends Error {
	override readonly name = 'OverBudget';
}

/** Why calls reject after Ctrl-C or a signal: no ending is written, and the debate can be resumed. */
export class DebateSuspended extends Error {
	override readonly name = 'DebateSuspended';
}
