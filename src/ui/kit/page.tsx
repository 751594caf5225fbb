import type {ReactNode} from 'react';
import {Box} from 'ink';
import {useScreenReader} from '../terminal/screen-reader.ts';

type PageSize = {readonly columns: number; readonly rows: number};
type PageProps = PageSize & {
	/** What reads better the more of it is seen, as a transcript does. */ readonly whole: boolean;
	readonly children: (size: PageSize) => ReactNode;
};

/** As much of a list or a form as is taken in at once. */
const largest: PageSize = {columns: 132, rows: 40};

/** A screen; a list or a form stands in the middle of a terminal that has room to spare. */
export function Page({columns, rows, whole, children}: PageProps) {
	const heard = useScreenReader() !== undefined;
	if (heard) return children({columns, rows});
	const size = whole
		? {columns, rows}
		: {columns: Math.min(columns, largest.columns), rows: Math.min(rows, largest.rows)};
	return (
		<Box width={columns} height={rows} alignItems="center" justifyContent="center">
			<Box width={size.columns} height={size.rows}>
				{children(size)}
			</Box>
		</Box>
	);
}
