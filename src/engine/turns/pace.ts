/** How fast words are released to the listener, and whether the debate is paused. Changes while a debate runs. */

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
