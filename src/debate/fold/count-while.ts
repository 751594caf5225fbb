/** How many leading items fulfil a condition that no later item fulfils again, by binary search. */
export function countWhile<T>(items: readonly T[], holds: (item: T) => boolean): number {
	let [low, high] = [0, items.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		const item = items[middle];
		if (item !== undefined && holds(item)) low = middle + 1;
		else high = middle;
	}
	return low;
}
