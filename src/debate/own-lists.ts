/**
 * Lists that whoever folds has made itself and shown to nobody yet: they are changed in place, since copying ten
 * thousand turns for every event of as many takes longer than all else.
 */
export type OwnLists<T> = WeakMap<readonly T[], T[]>;

export function append<T>(list: readonly T[], item: T, own: OwnLists<T> | undefined): readonly T[] {
	const mine = ownList(list, own);
	mine.push(item);
	return mine;
}

export function replace<T>(list: readonly T[], index: number, item: T, own: OwnLists<T> | undefined): readonly T[] {
	const mine = ownList(list, own);
	mine[index] = item;
	return mine;
}

/** The list itself where it may be changed, else a copy, which may from then on. */
function ownList<T>(list: readonly T[], own: OwnLists<T> | undefined): T[] {
	const known = own?.get(list);
	if (known) return known;
	const copy = [...list];
	own?.set(copy, copy);
	return copy;
}
