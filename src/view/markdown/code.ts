/** Code as it stands, in the colours of its language where that is known; lines that are too long go on below. */
import {span, type Span} from '../text/rows.ts';
import {signs} from '../text/theme.ts';
import {colouredLines} from './highlight.ts';
import {fillLines, type StyledLine, type SourceOffsets} from './lines.ts';

export function codeLines(
	code: string,
	language: string,
	width: number,
	offsets: SourceOffsets,
): readonly StyledLine[] {
	const lines: readonly (readonly Span[])[] =
		colouredLines(code, language) ?? code.split('\n').map(text => [span(text, 'code')]);
	const bar = span(`${signs.quote} `, 'dim');
	return lines.flatMap(pieces =>
		fillLines(pieces, width - 2, offsets).map(({spans, at}) => ({spans: [bar, ...spans], at})),
	);
}
