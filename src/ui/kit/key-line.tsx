import {useEffect} from 'react';
import {keysDrawn} from '../terminal/ascii-signs.ts';
import {spokenKey} from '../terminal/spoken-text.ts';
import type {Scope} from '../terminal/key-table.ts';
import {keyLine, type KeyContext} from '../terminal/keys.ts';
import {span, spansWidth, type Row, type Span} from '../../view/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Line} from './lines.tsx';

type KeyLineProps = {readonly scope: Scope; readonly keyContext: KeyContext; readonly width: number};
type KeyHint = {readonly keys: string; readonly hint: string};

/** The keys of a screen at its foot. Help and quit, at its end, are never left out. */
export function KeyLine({scope, keyContext, width}: KeyLineProps) {
	const entries = keyLine(scope, keyContext);
	useKeysSaid(scope, entries);
	return <Line row={{...keysRow(entries, width), spoken: ''}} width={width} />;
}

/** All keys where a screen is new, and later those that have come: they are not read out at every step. */
function useKeysSaid(scope: Scope, entries: readonly KeyHint[]) {
	const speech = useScreenReader();
	useEffect(() => {
		const keys =
			speech?.newKeys(
				scope,
				entries.map(({keys, hint}) => `${spokenKey(keys)}: ${hint}`),
			) ?? [];
		if (keys.length > 0) speech?.say([`Keys: ${keys.join('; ')}.`]);
	});
}

/** As many keys as fit, those before the last two leaving first. */
function keysRow(entries: readonly KeyHint[], width: number): Row {
	const spans = entries.flatMap(({keys, hint}, index): Span[] => [
		span(`${index === 0 ? '' : '  '}${keysDrawn(keys)}`, 'strong'),
		span(` ${hint}`, 'dim'),
	]);
	return entries.length <= 2 || spansWidth(spans) <= width ? {spans} : keysRow(entries.toSpliced(-3, 1), width);
}
