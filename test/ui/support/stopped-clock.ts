import {afterAll, beforeAll, vi} from 'vitest';

/** In the tests beside the call no time passes for the screens, so that none says how long a busy machine has taken. */
export function stopClock(): void {
	let clock: {mockRestore(): void} | undefined;
	beforeAll(() => {
		clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
	});
	afterAll(() => clock?.mockRestore());
}
