/** What of a step's rows stands on a screen of some height. Pure. */
import {blank, line, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {itemRows, type ItemRow, type SetupList} from './setup-rows.ts';

/** The rows of a step. Where there is room, every format says what it is, and stands apart from the next. */
export function fittingRows(shown: SetupList, height: number): readonly ItemRow[] {
	const short = itemRows(shown);
	if (shown.items[0]?.is !== 'protocol') return short;
	const told = itemRows({...shown, described: true});
	return [apart(told), told].find(rows => rows.length <= height) ?? short;
}

const apart = (rows: readonly ItemRow[]): readonly ItemRow[] =>
	rows.flatMap((one, index) => (index > 0 && one.item !== rows[index - 1]?.item ? [{row: blank}, one] : [one]));

/** The rows that fit, including those of the item under the cursor, and how many are left out. */
export function windowed(rows: readonly ItemRow[], cursor: number, height: number): readonly Row[] {
	if (rows.length <= height) return rows.map(({row: one}) => one);
	const last = rows.findLastIndex(({item}) => item === cursor);
	const top = Math.min(Math.max(0, last - Math.ceil((height * 2) / 3)), rows.length - height);
	const shown = rows.slice(top, top + height).map(({row: one}) => one);
	const more = (sign: string, count: number): Row => line(`  ${sign} ${count} more`, 'dim');
	return shown.map((one, index) =>
		index === 0 && top > 0
			? more(signs.up, top + 1)
			: index === height - 1 && top + height < rows.length
				? more(signs.down, rows.length - top - height + 1)
				: one,
	);
}
