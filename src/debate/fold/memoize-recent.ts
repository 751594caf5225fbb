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
