/**
 * Thrown through a script's calls when the debate is to end before the script is done: not a failure, and caught in one
 * place.
 */
import type {Outcome} from '../../debate/events.ts';

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

/** A request that was taken back because nobody needs its answer any more: no failure of its voice. */
export class RequestCancelled extends Error {
	override readonly name = 'Withdrawn';
}

/** Why calls reject after Ctrl-C or a signal: no ending is written, and the debate can be resumed. */
export class DebateSuspended extends Error {
	override readonly name = 'DebateSuspended';
}

/** Whether a request was ended by us and not by its voice. */
export const isTakenBack = ({aborted, reason}: AbortSignal): boolean =>
	aborted && (reason instanceof RequestCancelled || reason instanceof DebateOver || reason instanceof DebateSuspended);

/** Waits, but not beyond an abort: rejects with its reason then. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
	const {promise: over, reject} = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	if (signal.aborted) abort();
	else signal.addEventListener('abort', abort, {once: true});
	try {
		// What is waited for may itself have caused the abort: then its own failure is heard here and nowhere else.
		return await Promise.race([over, promise]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
