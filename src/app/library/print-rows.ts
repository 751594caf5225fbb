/** Rows of the screens as lines of text, for commands that write what a screen shows. */
import {sanitize} from '../../debate/text/sanitize.ts';
import {layOutRow, type Row} from '../../ui/text/rows.ts';
import {coloured} from '../../ui/text/theme.ts';
import {drawn, type Environment} from '../../engine/host/terminal.ts';

/** Where nobody watches, lines are as long as they are. */
const endless = 100_000;

type Output = {
	readonly stdout: {readonly columns?: number | undefined; readonly isTTY: boolean};
	readonly env: Environment;
};

export type PrintStyle = {readonly width: number; readonly colour: boolean};

/** What the rows are written on: as wide as the terminal, in colour where it has some. */
export const printStyleFor = ({stdout, env}: Output, theme?: unknown): PrintStyle => ({
	width: stdout.columns ?? endless,
	colour: stdout.isTTY && env['TERM'] !== 'dumb' && drawn({theme}, env).colour,
});

/**
 * What was found is in quotation marks where no colour shows it. Names of files come from anywhere: what would steer a
 * terminal is left out.
 */
export function printRows(rows: readonly Row[], {width, colour}: PrintStyle): string {
	return rows
		.map(row => {
			const marked: Row = {
				...row,
				spans: row.spans.map(({text, tone}) => ({
					text: !colour && tone === 'found' ? `«${sanitize(text)}»` : sanitize(text).replaceAll('\n', ' '),
					tone,
				})),
			};
			return `${layOutRow(marked, width)
				.map(({text, tone}) => (colour ? coloured(tone, text) : text))
				.join('')
				.trimEnd()}\n`;
		})
		.join('');
}
