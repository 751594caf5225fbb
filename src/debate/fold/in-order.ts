/**
 * How many items at the beginning of a list a condition holds for, where it holds for none after the first for which it
 * does not: looks at few of them.
 */
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
