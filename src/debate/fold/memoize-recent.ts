/** Of how many things at least what was made last is kept; of twice as many at most. */
const GENERATION_SIZE = 500;

type Memo<O, R> = {readonly others: O; readonly result: R};

/**
 * A function that gives the very same result again for the same object, for as long as all else that it is given is the
 * same, and until
 * many others have come. What it makes for each of ten thousand turns is so made when it is looked at, and does not
 * pile up.
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
