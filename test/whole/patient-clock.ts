import {realClock, type DebateClock} from '../../src/engine/clock.ts';

const usual = 10;

/**
 * Real time that passes by at most ten milliseconds a turn of the event loop: on a busy machine time-outs are as late
 * as the answers that they wait for. With a larger `step` as much time of the debate passes in `tick`.
 */
export function patientClock(step = usual, tick = usual): DebateClock & Disposable {
	let time = 0;
	const sleepers = new Set<{readonly at: number; readonly wake: () => void}>();
	const ticking = setInterval(() => {
		time += step;
		for (const sleeper of sleepers) if (sleeper.at <= time) sleeper.wake();
	}, tick);
	const sleepUntil = (at: number, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			const over = () => {
				sleepers.delete(sleeper);
				signal?.removeEventListener('abort', over);
				if (signal?.aborted) reject(signal.reason);
				else resolve();
			};
			const sleeper = {at, wake: over};
			sleepers.add(sleeper);
			signal?.addEventListener('abort', over, {once: true});
			if (at <= time || signal?.aborted) over();
		});
	return {
		...realClock(),
		now: () => time,
		sleep: (ms, signal) => sleepUntil(time + ms, signal),
		sleepUntil: (at, _first, signal) => sleepUntil(at, signal),
		[Symbol.dispose]: () => clearInterval(ticking),
	};
}
