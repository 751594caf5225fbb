/** One speaker is heard at a time; who holds the lock lets others speak amid the turn, between sentences. */

type Waiter = {readonly amid: boolean; readonly grant: () => void};

export type SpeakingLock = {
	/**
	 * Waits for the lock, takes it, and returns the function that releases it. With `amid`, it is granted before others,
	 * at the next sentence end of whoever holds it.
	 */
	take(amid: boolean, signal: AbortSignal): Promise<() => void>;
	/** At a sentence end: lets those speak who wait amid the turn, and resolves once they are done. */
	giveWay(): Promise<void>;
	/** Whether somebody speaks amid a turn, or waits to. */
	readonly busyAmid: boolean;
	/** Resolves when nobody holds the lock. */
	silence(): Promise<void>;
};

export function speakingLock(): SpeakingLock {
	const waiting: Waiter[] = [];
	const listeners: (() => void)[] = [];
	let held = false;
	let speakingAmid = 0;

	const nextAmid = () => {
		const index = waiting.findIndex(waiter => waiter.amid);
		return index < 0 ? undefined : waiting.splice(index, 1)[0];
	};
	const passOn = () => {
		const next = nextAmid() ?? waiting.shift();
		held = next !== undefined;
		if (next) next.grant();
		else for (const listener of listeners.splice(0)) listener();
	};

	return {
		async take(amid, signal) {
			signal.throwIfAborted();
			if (held) await queue(waiting, amid, signal);
			else held = true;
			if (amid) speakingAmid++;
			let holding = true;
			return () => {
				if (!holding) return;
				holding = false;
				if (amid) speakingAmid--;
				passOn();
			};
		},
		async giveWay() {
			if (!waiting.some(waiter => waiter.amid)) return;
			// The holder is first in line again, behind those who wait amid.
			const back = new Promise<void>(resolve => waiting.unshift({amid: false, grant: resolve}));
			passOn();
			await back;
		},
		get busyAmid() {
			return speakingAmid > 0 || waiting.some(waiter => waiter.amid);
		},
		silence: () => (held ? new Promise(resolve => listeners.push(resolve)) : Promise.resolve()),
	};
}

/** Waits in the queue until the lock is granted. Rejects with the signal's reason, and leaves the queue then. */
const queue = (waiting: Waiter[], amid: boolean, signal: AbortSignal): Promise<void> =>
	new Promise((resolve, reject) => {
		const waiter: Waiter = {
			amid,
			grant() {
				signal.removeEventListener('abort', leave);
				resolve();
			},
		};
		const leave = () => {
			waiting.splice(waiting.indexOf(waiter), 1);
			reject(signal.reason);
		};
		signal.addEventListener('abort', leave, {once: true});
		waiting.push(waiter);
	});

// How fast words are released to the listener, and whether the debate is paused. Changes while a debate runs.

export type Pace = {
	/** Words a minute; 0 for as fast as possible. */
	wordsAMinute: number;
	/** Resolves at once, or when a pause ends. Rejects with the signal's reason. */
	open(signal: AbortSignal): Promise<void>;
	pause(): void;
	resume(): void;
	/** While paused: releases one sentence. */
	step(): void;
	/** To be called at each sentence end: a step ends there. */
	sentenceEnded(): void;
	/** Resolves when the user next does something that may end a wait at a sentence end. */
	touched(): Promise<void>;
	touch(): void;
};

export function paceOf(wordsAMinute: number): Pace {
	const waiting = new Set<() => void>();
	let paused = false;
	let stepping = false;
	let touch = Promise.withResolvers<void>();
	const release = () => {
		for (const resolve of waiting) resolve();
		waiting.clear();
	};
	return {
		wordsAMinute,
		open: signal =>
			!paused || stepping
				? Promise.resolve()
				: new Promise((resolve, reject) => {
						// A signal that is aborted already fires no event, so nobody would ever be released.
						if (signal.aborted) return reject(signal.reason);
						const go = () => {
							signal.removeEventListener('abort', give);
							resolve();
						};
						const give = () => {
							waiting.delete(go);
							reject(signal.reason);
						};
						signal.addEventListener('abort', give, {once: true});
						waiting.add(go);
					}),
		pause() {
			paused = true;
		},
		resume() {
			paused = false;
			stepping = false;
			release();
		},
		step() {
			stepping = paused;
			release();
		},
		sentenceEnded() {
			stepping = false;
		},
		touched: () => touch.promise,
		touch() {
			touch.resolve();
			touch = Promise.withResolvers<void>();
		},
	};
}
