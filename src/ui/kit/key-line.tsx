import {useEffect} from 'react';
import {keyAloud} from '../terminal/spoken-text.ts';
import type {Scope} from '../input/key-table.ts';
import {keyLine, type Moment} from '../input/keys.ts';
import {span, spansWidth, type Row, type Span} from '../text/rows.ts';
import {useSpeech} from '../terminal/screen-reader.ts';
import {Line} from './lines.tsx';

type Props = {readonly scope: Scope; readonly moment: Moment; readonly width: number};
type Entry = {readonly keys: string; readonly hint: string};

/** The keys of a screen at its foot. Help and quit, at its end, are never left out. */
export function KeyLine({scope, moment, width}: Props) {
	const entries = keyLine(scope, moment);
	useKeysSaid(scope, entries);
	return <Line row={{...keysRow(entries, width), said: ''}} width={width} />;
}

/** All keys where a screen is new, and later those that have come: they are not read out at every step. */
function useKeysSaid(scope: Scope, entries: readonly Entry[]) {
	const speech = useSpeech();
	useEffect(() => {
		const keys =
			speech?.newKeys(
				scope,
				entries.map(({keys, hint}) => `${keyAloud(keys)}: ${hint}`),
			) ?? [];
		if (keys.length > 0) speech?.say([`Keys: ${keys.join('; ')}.`]);
	});
}

/** As many keys as fit, those before the last two leaving first. */
function keysRow(entries: readonly Entry[], width: number): Row {
	const spans = entries.flatMap(({keys, hint}, index): Span[] => [
		span(`${index === 0 ? '' : '  '}${keys}`, 'strong'),
		span(` ${hint}`, 'dim'),
	]);
	return entries.length <= 2 || spansWidth(spans) <= width ? {spans} : keysRow(entries.toSpliced(-3, 1), width);
}
