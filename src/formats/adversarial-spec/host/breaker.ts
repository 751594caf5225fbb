/** A circuit breaker for calls that are admitted in one place and reported on in another. */

export type Breaker = {
	/** Whether the next call may go ahead. Half open, it admits one at a time; each must be reported with `report`. */
	admits(): boolean;
	report(ok: boolean): void;
};

/** Opens after so many `failures` in a row, and is half open after `openMs`. `now` is in milliseconds too. */
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
