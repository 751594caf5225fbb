/** Finds each debate's counterpart with sides swapped. */

/** `group` is that of one seed, `motion` that of all. */
type Paired = {readonly group: string; readonly motion: string; readonly pro: string};

/**
 * Debates with the same seed make a matchup; those whose seed has one order of sides only are put together with the
 * others of their motion that are left.
 */
export function pairUp<T extends Paired>(rows: readonly T[]): T[] {
	const sides = Map.groupBy(rows, ({group}) => group);
	const isWhole = ({group}: T): boolean => new Set(sides.get(group)?.map(({pro}) => pro)).size > 1;
	return rows.map(row => (isWhole(row) ? row : {...row, group: row.motion}));
}
