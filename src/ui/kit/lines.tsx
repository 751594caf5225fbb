import {Box, Transform} from 'ink';
import {spokenRow} from '../terminal/spoken-text.ts';
import {useAnnounce, useScreenReader} from '../terminal/screen-reader.ts';
import {asDrawn, withFillers} from '../../view/wrap.ts';
import {linked, layOutRow, type Row} from '../../view/rows.ts';
import {type Paint} from '../../view/theme.ts';
import {usePaint} from './use-paint.ts';

type LinesProps = {readonly rows: readonly Row[]; readonly width: number; readonly height: number};

/** A pane of at most so many lines: drawn, or read aloud. */
export function Lines(props: LinesProps) {
	return useScreenReader() ? <Said rows={props.rows} /> : <Drawn {...props} />;
}

/** Nothing to be seen, so that nothing is ever drawn over. */
function Said({rows}: Pick<LinesProps, 'rows'>) {
	useAnnounce(rows.map(spokenRow));
	return null;
}

/**
 * A pane of exactly `height` lines, cut to its width; too many are left out at the end.
 *
 * Ink takes every text on the screen apart in every frame: to measure it, to style it, to place it. Here it does so
 * with a column of blanks, and our finished lines take their place as they are put on the screen, one node for the
 * whole pane.
 */
function Drawn({rows, width, height}: LinesProps) {
	const paint = usePaint();
	const shown = rows.slice(0, height);
	const painted = shown.map(row => painting(row, width, paint));
	return (
		<Box flexShrink={0} width={width} height={height}>
			<Transform transform={(_blank, line) => painted[line] ?? ''}>{blanks(shown.length)}</Transform>
		</Box>
	);
}

/** One line of the screen. */
export function Line({row, width}: {readonly row: Row; readonly width: number}) {
	return <Lines rows={[row]} width={width} height={1} />;
}

const blanks = (count: number): string => Array.from({length: Math.max(1, count)}, () => ' ').join('\n');

/** What was painted last of a row. Rows of the transcript stay the same objects for as long as they look the same. */
const paintings = new WeakMap<Row, {readonly width: number; readonly paint: Paint; readonly text: string}>();

function painting(row: Row, width: number, paint: Paint): string {
	const last = paintings.get(row);
	if (last?.width === width && last.paint === paint) return last.text;
	const text = layOutRow(row, width)
		.map(span => paint(span.tone, linked(withFillers(printable(asDrawn(span.text))), span.href)))
		.join('');
	paintings.set(row, {width, paint, text});
	return text;
}

/**
 * Texts were made plain where they came in; a control or bidirectional character that got past that, in a file's name
 * say, is left out here, since Ink does not see the line.
 */
export const printable = (text: string): string =>
	text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFDD0]/gu, '');
