/** A circuit breaker for something that is let go here and reported on there: open after failures in a row, half open after a while. */
import {BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleAll} from 'cockatiel';

export type Breaker = {
	/** Whether the next try may go ahead; one that may must be reported on with `report`. */
	admits(): Promise<boolean>;
	report(ok: boolean): void;
};

/** Failures in a row that open it, and milliseconds until it lets one try through again. */
export function breaker({failures, openMs}: {readonly failures: number; readonly openMs: number}): Breaker {
	const policy = circuitBreaker(handleAll, {breaker: new ConsecutiveBreaker(failures), halfOpenAfter: openMs});
	const running: PromiseWithResolvers<void>[] = [];
	return {
		async admits() {
			const begun = Promise.withResolvers<boolean>();
			policy.execute(() => {
				const outcome = Promise.withResolvers<void>();
				running.push(outcome);
				begun.resolve(true);
				return outcome.promise;
			}).catch((error: unknown) => {
				// What was let go and failed is counted by the policy, and nobody waits for it here.
				if (error instanceof BrokenCircuitError) begun.resolve(false);
			});
			return begun.promise;
		},
		report(ok) {
			const outcome = running.shift();
			if (ok) outcome?.resolve();
			else outcome?.reject(new Error('the try failed'));
		},
	};
}
