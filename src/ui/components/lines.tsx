import {Box, Transform} from 'ink';
import {lay, type Row, type Span} from '../rows.ts';
import {usePaint, type Paint} from '../theme.ts';

type LinesProps = {readonly rows: readonly Row[]; readonly width: number; readonly height: number};

/**
 * A pane of exactly `height` lines, cut to its width; too many are left out at the end.
 *
 * Ink takes every text on the screen apart in every frame: to measure it, to style it, to place it. Here it does so with
 * a column of blanks, and our finished lines take their place as they are put on the screen, one node for the whole pane.
 */
export function Lines({rows, width, height}: LinesProps) {
	const paint = usePaint();
	const shown = rows.slice(0, height);
	const painted = shown.map(row => painting(row, width, paint));
	return (
		<Box flexShrink={0} width={width} height={height}>
			<Transform transform={(_blank, line) => painted[line] ?? ''} accessibilityLabel={shown.map(plainText).join('\n')}>{blanks(shown.length)}</Transform>
		</Box>
	);
}

/** One line of the screen. */
export function Line({row, width}: {readonly row: Row; readonly width: number}) {
	return <Lines rows={[row]} width={width} height={1}/>;
}

const blanks = (count: number): string => Array.from({length: Math.max(1, count)}, () => ' ').join('\n');

const textOf = (spans: readonly Span[]): string => spans.map(({text}) => text).join('');

/** A row as it is read aloud: rules are only to be seen. */
const plainText = ({spans, right = []}: Row): string => [textOf(spans), textOf(right)].map(text => text.replaceAll(/─+/gu, '')).filter(text => text.trim() !== '').join('  ').trimEnd();

/** What was painted last of a row. Rows of the transcript stay the same objects for as long as they look the same. */
const paintings = new WeakMap<Row, {readonly width: number; readonly paint: Paint; readonly text: string}>();

function painting(row: Row, width: number, paint: Paint): string {
	const last = paintings.get(row);
	if (last?.width === width && last.paint === paint) return last.text;
	const text = lay(row, width).map(span => paint(span.tone, printable(span.text))).join('');
	paintings.set(row, {width, paint, text});
	return text;
}

/** Texts were made plain where they came in; a control character that got past that is left out here, since Ink does not see the line. */
const printable = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F-\u009F]/gu, '');
