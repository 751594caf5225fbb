/** Folds over lists that grow at their end, as those of a debate's state do. */
import type {InPlaceArrays} from './in-place-arrays.ts';

type Folded<T, A> = {readonly length: number; readonly last: T | undefined; readonly sum: A};

/**
 * A fold that looks at what is new and at nothing else: of a list that begins as the last one did (`whose` is what the
 * lists belong to), it goes on where it was. The same list gives the same object. An item that has taken another's
 * place must be the
 * `same` to the fold. Lists that `step` makes with `own` may be its own.
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
