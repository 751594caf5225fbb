/**
 * A circuit breaker for something that is let go here and reported on there: open after failures in a row, half open
 * after a while.
 */

export type Breaker = {
	/**
	 * Whether the next try may go ahead. While it is half open, one at a time may; each must be reported on with
	 * `report`.
	 */
	admits(): boolean;
	report(ok: boolean): void;
};

/**
 * Failures in a row that open it, and milliseconds until it lets one try through again. `now` is in milliseconds too.
 */
export function breaker(
	{failures, openMs}: {readonly failures: number; readonly openMs: number},
	now: () => number,
): Breaker {
	let failed = 0;
	let openUntil = 0;
	let trying = false;
	return {
		admits() {
			if (failed < failures) return true;
			if (trying || now() < openUntil) return false;
			trying = true;
			return true;
		},
		report(ok) {
			trying = false;
			failed = ok ? 0 : failed + 1;
			if (failed >= failures) openUntil = now() + openMs;
		},
	};
}
