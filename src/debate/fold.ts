/** Folds over lists that grow at their end, kept up to date instead of made anew. */

/**
 * Arrays created by the running fold and not yet visible to anybody else, safe to mutate: copying ten thousand turns on
 * each of ten thousand events would take longer than everything else.
 */
export type InPlaceArrays = WeakSet<object>;

export function append<T>(list: readonly T[], item: T, own: InPlaceArrays | undefined): readonly T[] {
	const mine = ownList(list, own);
	mine.push(item);
	return mine;
}

export function replace<T>(list: readonly T[], index: number, item: T, own: InPlaceArrays | undefined): readonly T[] {
	const mine = ownList(list, own);
	mine[index] = item;
	return mine;
}

const isOwn = <T>(list: readonly T[], own: InPlaceArrays | undefined): list is T[] => own?.has(list) === true;

/** The array itself if it may be mutated, else a copy that may be from now on. */
function ownList<T>(list: readonly T[], own: InPlaceArrays | undefined): T[] {
	if (isOwn(list, own)) return list;
	const copy = [...list];
	own?.add(copy);
	return copy;
}

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

/** The last 500 to 1,000 results are kept. */
const GENERATION_SIZE = 500;

type Memo<O, R> = {readonly others: O; readonly result: R};

/**
 * Memoizes a function by the identity of its first argument, as long as the other arguments stay the same. Old results
 * are dropped as new ones come in, so that the rows of ten thousand turns are computed when shown and do not pile up.
 */
export function memoizeRecent<T extends object, O extends readonly unknown[], R>(
	make: (thing: T, ...others: O) => R,
): (thing: T, ...others: O) => R {
	let [young, old] = [new WeakMap<T, Memo<O, R>>(), new WeakMap<T, Memo<O, R>>()];
	let added = 0;
	return (thing, ...others) => {
		const holds = (made: Memo<O, R> | undefined): made is Memo<O, R> =>
			made !== undefined && others.every((other, place) => Object.is(other, made.others[place]));
		const latest = young.get(thing);
		if (holds(latest)) return latest.result;
		const before = old.get(thing);
		const made = holds(before) ? before : {others, result: make(thing, ...others)};
		if (++added > GENERATION_SIZE) [young, old, added] = [new WeakMap(), young, 1];
		young.set(thing, made);
		return made.result;
	};
}

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
