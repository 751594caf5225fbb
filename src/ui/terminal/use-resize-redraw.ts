import {useWindowSize} from 'ink';
import {useEffect, useRef} from 'react';

/** For so long a window has to keep its size before it is taken to be done with, in milliseconds. */
const SETTLED = 120;

/**
 * Draws the screen anew once the window has a new size and keeps it. What was on its way for the old one, the terminal
 * may have wrapped or cut; Ink would leave it standing wherever the new picture says the same.
 */
export function useResizeRedraw(redraw: () => void): void {
	const {columns, rows} = useWindowSize();
	const latest = useRef(redraw);
	useEffect(() => {
		latest.current = redraw;
	}, [redraw]);
	const drawn = useRef({columns, rows});
	useEffect(() => {
		if (drawn.current.columns === columns && drawn.current.rows === rows) return undefined;
		const timer = setTimeout(() => {
			drawn.current = {columns, rows};
			latest.current();
		}, SETTLED);
		return () => clearTimeout(timer);
	}, [columns, rows]);
}
