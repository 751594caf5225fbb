/** Limits how many requests run at once. Those that wait are let in with turns before questions. */
export type PrioritySemaphore = {
	/** Waits for a slot and returns the function that frees it. Rejects with the signal's reason. */
	take(first: boolean, signal: AbortSignal): Promise<() => void>;
};

type QueuedRequest = {readonly first: boolean; readonly begin: () => void};

export function prioritySemaphore(count: number): PrioritySemaphore {
	let free = count;
	const waiting: QueuedRequest[] = [];

	function leave(): void {
		const next = waiting.find(({first}) => first) ?? waiting[0];
		if (!next) {
			free += 1;
			return;
		}
		waiting.splice(waiting.indexOf(next), 1);
		next.begin();
	}

	const once = (): (() => void) => {
		let left = false;
		return () => {
			if (!left) leave();
			left = true;
		};
	};

	return {
		async take(first, signal) {
			signal.throwIfAborted();
			if (free > 0) {
				free -= 1;
				return once();
			}
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			const one: QueuedRequest = {first, begin: resolve};
			const giveUp = () => {
				const index = waiting.indexOf(one);
				if (index >= 0) waiting.splice(index, 1);
				reject(signal.reason);
			};
			waiting.push(one);
			signal.addEventListener('abort', giveUp, {once: true});
			try {
				await promise;
			} finally {
				signal.removeEventListener('abort', giveUp);
			}
			return once();
		},
	};
}
