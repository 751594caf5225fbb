/** The two clocks a debate can run on: the real one, and a stepped one for voices that always take the same time. */
import {setImmediate as nextMacrotask} from 'node:timers/promises';
import type {Clock} from '../../voices/voice.ts';

/** A debate's clock. `settle` waits until everything that can go on without time passing has gone on. */
export type DebateClock = Clock & {
	/** Like `sleep`, to a time; `first` goes before others that wake at the same time. */
	sleepUntil(at: number, first?: boolean, signal?: AbortSignal): Promise<void>;
	settle(): Promise<void>;
	readonly stepped: boolean;
	/** Whether a stepped clock runs as fast as it can; it may be set at any time. The real one cannot. */
	hurry: boolean;
};

/**
 * A timer that is later than this was not: the whole process stood still (Ctrl+Z, a machine that slept), and what was
 * waited for could not come.
 */
const STOOD_STILL = 2_000;

/**
 * Waits, or until the signal aborts; a wait during which the process stood still begins again. Makes no error of its
 * own: one with its stack for every piece of every answer would be felt.
 */
const orAborted = (ms: number, signal?: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		let timer: NodeJS.Timeout | undefined;
		const done = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', done);
			resolve();
		};
		const arm = () => {
			const due = performance.now() + ms;
			timer = setTimeout(() => (performance.now() - due > STOOD_STILL ? arm() : done()), ms);
		};
		arm();
		signal?.addEventListener('abort', done, {once: true});
	});

/** Real time, in whole milliseconds, from `start` on. */
export function realClock(start = 0): DebateClock {
	const origin = performance.now() - start;
	const now = () => Math.round(performance.now() - origin);
	const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		if (ms > 0) await orAborted(ms, signal);
		signal?.throwIfAborted();
	};
	return {
		stepped: false,
		hurry: false,
		now,
		sleep,
		sleepUntil: (at, _first, signal) => sleep(at - now(), signal),
		async settle() {
			await nextMacrotask();
			await nextMacrotask();
		},
	};
}

type Sleeper = {readonly at: number; readonly first: boolean; readonly order: number; readonly wake: () => void};

/**
 * Virtual time: whenever nothing is left to do, it steps to the next sleeper's hour, so that the order of all that
 * happens follows from the durations alone. Unless in a hurry, it waits out the steps in real time.
 */
export function steppedClock(options: {hurry: boolean}): DebateClock {
	const sleepers: Sleeper[] = [];
	let now = 0;
	let order = 0;
	let running = false;
	let anchor = 0;
	let hurry = options.hurry;
	/** Aborted once it hurries: what it waits out then is waited out no longer. */
	let hastening = new AbortController();
	const drop = () => {
		anchor = performance.now() - now;
	};

	async function run(): Promise<void> {
		drop();
		for (await nextMacrotask(); sleepers.length > 0; await nextMacrotask()) {
			const next = sleepers.shift();
			if (!next) break;
			const left = next.at - (performance.now() - anchor);
			if (!hurry && left > 0 && !(await stillFirst(next, left))) continue;
			now = Math.max(now, next.at);
			if (hurry) drop();
			next.wake();
		}
		running = false;
	}

	/** Waits in real time; puts the sleeper back where an earlier one has come meanwhile. */
	async function stillFirst(sleeper: Sleeper, ms: number): Promise<boolean> {
		await orAborted(ms, hastening.signal);
		const rival = sleepers[0];
		if (!rival || compare(sleeper, rival) < 0) return true;
		insert(sleepers, sleeper);
		return false;
	}

	const sleepUntil = (at: number, first = false, signal?: AbortSignal): Promise<void> =>
		new Promise((resolve, reject) => {
			if (signal?.aborted) return reject(signal.reason);
			const sleeper: Sleeper = {
				at: Math.max(at, now),
				first,
				order: order++,
				wake() {
					signal?.removeEventListener('abort', abort);
					resolve();
				},
			};
			const abort = () => {
				const index = sleepers.indexOf(sleeper);
				if (index >= 0) sleepers.splice(index, 1);
				reject(signal?.reason);
			};
			signal?.addEventListener('abort', abort, {once: true});
			insert(sleepers, sleeper);
			if (!running) {
				running = true;
				void run();
			}
		});

	return {
		stepped: true,
		get hurry() {
			return hurry;
		},
		set hurry(value) {
			if (value === hurry) return;
			hurry = value;
			drop();
			if (hurry) hastening.abort();
			else hastening = new AbortController();
		},
		now: () => now,
		sleep: (ms, signal) => sleepUntil(now + Math.max(0, Math.round(ms)), false, signal),
		sleepUntil,
		settle: () => sleepUntil(now),
	};
}

const compare = (a: Sleeper, b: Sleeper): number =>
	a.at - b.at || Number(b.first) - Number(a.first) || a.order - b.order;

function insert(sleepers: Sleeper[], sleeper: Sleeper): void {
	const index = sleepers.findIndex(other => compare(sleeper, other) < 0);
	sleepers.splice(index < 0 ? sleepers.length : index, 0, sleeper);
}
