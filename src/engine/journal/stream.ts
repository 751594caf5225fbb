/** A queue that one side pushes into and the other iterates; pushing never waits. */
export type Stream<T> = {push(item: T): void; end(): void; readonly items: AsyncIterable<T>};

export function stream<T>(): Stream<T> {
	const queue: T[] = [];
	let ended = false;
	let wake: (() => void) | undefined;
	const poke = () => {
		wake?.();
		wake = undefined;
	};
	async function* drain(): AsyncGenerator<T> {
		for (;;) {
			for (const item of queue.splice(0)) yield item;
			if (queue.length > 0) continue;
			if (ended) return;
			await new Promise<void>(resolve => {
				wake = resolve;
			});
		}
	}
	return {
		push(item) {
			queue.push(item);
			poke();
		},
		end() {
			ended = true;
			poke();
		},
		items: drain(),
	};
}
