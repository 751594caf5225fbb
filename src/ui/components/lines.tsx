import {Box, Text} from 'ink';
import {memo} from 'react';
import {lay, sameRow, type Row} from '../rows.ts';
import {useTheme} from '../theme.ts';

type LineProps = {readonly row: Row; readonly width: number};

/** One line of the screen, cut to its width; drawn again only where it looks otherwise. */
export const Line = memo(function Line({row, width}: LineProps) {
	const theme = useTheme();
	const spans = lay(row, width);
	const [only] = spans;
	if (!only) return <Text> </Text>;
	if (spans.length === 1) return <Text wrap="truncate" {...theme[only.tone]}>{only.text || ' '}</Text>;
	return <Text wrap="truncate">{spans.map((span, index) => <Text key={index} {...theme[span.tone]}>{span.text}</Text>)}</Text>;
}, (before, after) => before.width === after.width && sameRow(before.row, after.row));

type LinesProps = {readonly rows: readonly Row[]; readonly width: number; readonly height: number};

/** A pane of exactly `height` lines; too many are cut off at the end. */
export function Lines({rows, width, height}: LinesProps) {
	return (
		<Box flexDirection="column" flexShrink={0} width={width} height={height}>
			{rows.slice(0, height).map((row, index) => <Line key={index} row={row} width={width}/>)}
		</Box>
	);
}
