import {keyLine, type Moment, type Scope} from '../keys.ts';
import {span, spansWidth, type Row, type Span} from '../rows.ts';
import {Line} from './lines.tsx';

type Props = {readonly scope: Scope; readonly moment: Moment; readonly width: number};
type Entry = {readonly keys: string; readonly brief: string};

/** The keys of a screen at its foot. Help and quit, at its end, are never left out. */
export function KeyLine({scope, moment, width}: Props) {
	return <Line row={keysRow(keyLine(scope, moment), width)} width={width}/>;
}

/** As many keys as fit, those before the last two leaving first. */
function keysRow(entries: readonly Entry[], width: number): Row {
	const spans = entries.flatMap(({keys, brief}, index): Span[] => [span(`${index === 0 ? '' : '  '}${keys}`, 'strong'), span(` ${brief}`, 'dim')]);
	return entries.length <= 2 || spansWidth(spans) <= width ? {spans} : keysRow(entries.toSpliced(-3, 1), width);
}
