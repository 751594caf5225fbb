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
