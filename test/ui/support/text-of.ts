import {layOutRow, type Row} from '../../../src/view/rows.ts';

/** Rows as they are drawn in that many columns, without colours and without blanks at their ends. */
export const textOf = (rows: readonly Row[], width: number): string =>
	rows
		.map(row =>
			layOutRow(row, width)
				.map(({text}) => text)
				.join('')
				.trimEnd(),
		)
		.join('\n');
