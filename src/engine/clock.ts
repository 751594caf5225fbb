/** The two clocks a debate can run on: the real one, and a stepped one for deterministic voices. */
import {setImmediate as nextMacrotask} from 'node:timers/promises';
import type {Clock} from '../voices/voice.ts';

export type DebateClock = Clock & {
	/** Like `sleep`, until a given time; with `first`, before others that wake at the same time. */
	sleepUntil(at: number, first?: boolean, signal?: AbortSignal): Promise<void>;
	/** Waits until everything that can go on without time passing has gone on. */
	settle(): Promise<void>;
	readonly stepped: boolean;
	/** Whether a stepped clock runs as fast as it can; may be set at any time. The real clock ignores it. */
	hurry: boolean;
};

/**
 * A timer that fires this many milliseconds late means that the whole process was suspended (Ctrl+Z, a sleeping
 * machine), so that what is timed could not make progress either.
 */
const STOOD_STILL = 2_000;

/**
 * Waits in real time, at most until the signal aborts; starts over if the process was suspended meanwhile. Resolves on
 * abort too: creating an error with its stack for every piece of every answer would be noticeable.
 */
const waitReal = (ms: number, signal?: AbortSignal): Promise<void> =>
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

/** Real time in whole milliseconds, counting from `start`. */
export function realClock(start = 0): DebateClock {
	const origin = performance.now() - start;
	const now = () => Math.round(performance.now() - origin);
	const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
		signal?.throwIfAborted();
		if (ms > 0) await waitReal(ms, signal);
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

/**
 * Virtual time: whenever nothing is left to do, it steps to the time of the next sleeper, so that the order of all that
 * happens follows from the durations alone. Unless in a hurry, it waits out the steps in real time.
 */
export function steppedClock(options: {hurry: boolean}): DebateClock {
	const sleepers = sleeperQueue();
	let now = 0;
	let running = false;
	/** The real time at which virtual time was 0. */
	let origin = 0;
	let hurry = options.hurry;
	/** Aborted when the clock begins to hurry, to end the current wait in real time. */
	let hurrying = new AbortController();
	const anchor = () => {
		origin = performance.now() - now;
	};

	async function run(): Promise<void> {
		anchor();
		await nextMacrotask();
		for (let next = sleepers.shift(); next; next = sleepers.shift()) {
			const left = next.at - (performance.now() - origin);
			if (hurry || left <= 0 || (await stillFirst(sleepers, next, waitReal(left, hurrying.signal)))) {
				now = Math.max(now, next.at);
				if (hurry) anchor();
				next.wake();
			}
			await nextMacrotask();
		}
		running = false;
	}

	function sleepUntil(at: number, first = false, signal?: AbortSignal): Promise<void> {
		const slept = sleepers.add(Math.max(at, now), first, signal);
		if (!running && !signal?.aborted) {
			running = true;
			void run();
		}
		return slept;
	}

	return {
		stepped: true,
		get hurry() {
			return hurry;
		},
		set hurry(value) {
			if (value === hurry) return;
			hurry = value;
			anchor();
			if (hurry) hurrying.abort();
			else hurrying = new AbortController();
		},
		now: () => now,
		sleep: (ms, signal) => sleepUntil(now + Math.max(0, Math.round(ms)), false, signal),
		sleepUntil,
		settle: () => sleepUntil(now),
	};
}

/** Waits; puts the sleeper back if an earlier one has come meanwhile. */
async function stillFirst(sleepers: SleeperQueue, sleeper: Sleeper, waited: Promise<void>): Promise<boolean> {
	await waited;
	if (!sleepers.hasBefore(sleeper)) return true;
	sleepers.insert(sleeper);
	return false;
}

type SleeperQueue = ReturnType<typeof sleeperQueue>;
type Sleeper = {readonly at: number; readonly first: boolean; readonly order: number; readonly wake: () => void};

/** Who sleeps on a stepped clock, in the order in which they wake. */
function sleeperQueue() {
	const sleepers: Sleeper[] = [];
	let order = 0;
	const insert = (sleeper: Sleeper): void => {
		const index = sleepers.findIndex(other => compare(sleeper, other) < 0);
		sleepers.splice(index < 0 ? sleepers.length : index, 0, sleeper);
	};
	return {
		insert,
		shift: () => sleepers.shift(),
		hasBefore: (sleeper: Sleeper): boolean => sleepers[0] !== undefined && compare(sleepers[0], sleeper) < 0,
		/** Resolves when it is woken; rejects with the signal's reason, and sleeps no more then. */
		add: (at: number, first: boolean, signal: AbortSignal | undefined): Promise<void> =>
			new Promise((resolve, reject) => {
				if (signal?.aborted) return reject(signal.reason);
				const sleeper: Sleeper = {
					at,
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
				insert(sleeper);
			}),
	};
}

const compare = (a: Sleeper, b: Sleeper): number =>
	a.at - b.at || Number(b.first) - Number(a.first) || a.order - b.order;
