/** Folds over arrays that grow at the end, as those in a debate's state do. */
import type {InPlaceArrays} from './in-place-arrays.ts';

type Folded<T, A> = {readonly length: number; readonly last: T | undefined; readonly sum: A};

/**
 * A fold that only visits new items: for an array that begins like the last one with the same `whose` (the object it
 * belongs to), it continues from the last result. The same array gives the same object. An item that replaced another
 * must be the `same` to the fold. `step` may mutate arrays that it added to `own`.
 */
export function incrementalFold<T, A>(
	empty: A,
	step: (sum: A, item: T, own: InPlaceArrays) => A,
	same: (one: T, other: T) => boolean = Object.is,
): (whose: object | undefined, list: readonly T[]) => A {
	const known = new WeakMap<object, Folded<T, A>>();
	return (whose, list) => {
		if (!whose) return empty;
		const before = known.get(whose);
		const from = before && continues(list, before, same) ? before : {length: 0, sum: empty};
		if (from.length === list.length) return from.sum;
		const own: InPlaceArrays = new WeakSet();
		const sum = list.slice(from.length).reduce((sum, item) => step(sum, item, own), from.sum);
		known.set(whose, {length: list.length, last: list.at(-1), sum});
		return sum;
	};
}

function continues<T>(
	list: readonly T[],
	{length, last}: Folded<T, unknown>,
	same: (one: T, other: T) => boolean,
): boolean {
	const item = list[length - 1];
	return length > 0 && item !== undefined && last !== undefined && same(item, last);
}
