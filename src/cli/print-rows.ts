/** Prints the rows of a screen as plain lines, for commands. */
import {sanitize} from '../debate/text/intake.ts';
import {layOutRow, type Row} from '../view/rows.ts';
import {coloured} from '../view/theme.ts';
import type {Environment} from '../debate/protocol.ts';
import {drawn} from '../settings/terminal.ts';

/** Without a terminal, lines are not wrapped. */
const endless = 100_000;

type Output = {
	readonly stdout: {readonly columns?: number | undefined; readonly isTTY: boolean};
	readonly env: Environment;
};

export type PrintStyle = {readonly width: number; readonly colour: boolean};

/** The terminal's width, and its colours if it has any. */
export const printStyleFor = ({stdout, env}: Output, theme?: unknown): PrintStyle => ({
	width: stdout.columns ?? endless,
	colour: stdout.isTTY && env['TERM'] !== 'dumb' && drawn({theme}, env).colour,
});

/**
 * Marks matches with quotation marks if there is no colour. File names are untrusted, so control characters are
 * removed.
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
