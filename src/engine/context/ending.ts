/** Why a debate or a request ends early. */
import type {Outcome} from '../../debate/events.ts';

/** Thrown through a script's calls when the debate ends before the script is done. Not a failure; caught in run.ts. */
export class DebateOver extends Error {
	override readonly name = 'DebateOver';
	readonly outcome: Outcome;

	constructor(outcome: Outcome, reason: string) {
		super(reason);
		this.outcome = outcome;
	}
}

/** A request was not made because what is left of the budget is for the closing. */
export class OverBudget extends Error {
	override readonly name = 'OverBudget';
}

/** A request was cancelled because its answer is no longer needed. Not a failure of the voice. */
export class RequestCancelled extends Error {
	override readonly name = 'Withdrawn';
}

/** The debate was suspended by Ctrl-C or a signal: no ending is written, and it can be resumed. */
export class DebateSuspended extends Error {
	override readonly name = 'DebateSuspended';
}

/** A person has to decide how it goes on, and none is there; the message is what they are asked. */
export class DebateHalted extends DebateSuspended {}

/** Whether a request was ended by us and not by its voice. */
export const isTakenBack = ({aborted, reason}: AbortSignal): boolean =>
	aborted && (reason instanceof RequestCancelled || reason instanceof DebateOver || reason instanceof DebateSuspended);

/** Waits for the promise, or rejects with the signal's reason when it aborts. */
export async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
	const {promise: over, reject} = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	if (signal.aborted) abort();
	else signal.addEventListener('abort', abort, {once: true});
	try {
		// The promise itself may have caused the abort: racing it here keeps its rejection from going unhandled.
		return await Promise.race([over, promise]);
	} finally {
		signal.removeEventListener('abort', abort);
	}
}
