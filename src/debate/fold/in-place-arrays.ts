/**
 * Lists that whoever folds has made itself and shown to nobody yet: they are changed in place, since copying ten
 * thousand turns for every event of as many takes longer than all else.
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

/** The list itself where it may be changed, else a copy, which may from then on. */
function ownList<T>(list: readonly T[], own: InPlaceArrays | undefined): T[] {
	if (isOwn(list, own)) return list;
	const copy = [...list];
	own?.add(copy);
	return copy;
}
