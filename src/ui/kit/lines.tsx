/**
 * Finished rows on the screen, painted in its colours or read aloud; the line of keys at its foot, and the app's name.
 */
import {Box, measureElement, Transform, useCursor, useInput, type DOMElement} from 'ink';
import {createContext, useContext, useEffect, useLayoutEffect, useReducer, useRef, type RefObject} from 'react';
import {spokenRow, spokenKey} from '../terminal/spoken-text.ts';
import {useAnnounce, useScreenReader} from '../terminal/screen-reader.ts';
import {asDrawn, withFillers} from '../../view/wrap.ts';
import {linked, layOutRow, type Row, span, spansWidth, type Span, line, blank, row} from '../../view/rows.ts';
import {type Paint, coloured} from '../../view/theme.ts';
import {keysDrawn} from '../terminal/ascii-signs.ts';
import type {Action, Scope} from '../terminal/key-table.ts';
import {useClick, usePalette} from '../terminal/use-keys.ts';
import {keyLine, type KeyContext} from '../terminal/keys.ts';

type LinesProps = {
	readonly rows: readonly Row[];
	readonly width: number;
	readonly height: number;
	/** Rows that show an entry of a list can be clicked; given the entry, and the column in the pane. */
	readonly onClick?: ((choice: number, column: number) => void) | undefined;
	/** Chooses the entry that a digit stands for: the first in sight is 1. */
	readonly onDigit?: ((choice: number) => void) | undefined;
};

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
function Drawn({rows, width, height, onClick, onDigit}: LinesProps) {
	const paint = usePaint();
	const shown = rows.slice(0, height);
	const painted = shown.map(row => painting(row, width, paint));
	const box = useRef<DOMElement>(null);
	const cursor = placeOfCursor(shown);
	return (
		<Box ref={box} flexShrink={0} width={width} height={height}>
			<Transform transform={(_blank, line) => painted[line] ?? ''}>{blanks(shown.length)}</Transform>
			{onClick || onDigit ? <Choosable pane={box} rows={shown} onClick={onClick} onDigit={onDigit} /> : null}
			{cursor ? <TerminalCursor pane={box} x={Math.min(cursor.x, width - 1)} y={cursor.y} /> : null}
		</Box>
	);
}

type CursorPlace = {readonly x: number; readonly y: number};

/** The cell of a pane that is written at. */
function placeOfCursor(rows: readonly Row[]): CursorPlace | undefined {
	const y = rows.findIndex(({spans}) => spans.some(({tone}) => tone === 'cursor'));
	const spans = rows[y]?.spans ?? [];
	return y < 0
		? undefined
		: {
				x: spansWidth(
					spans.slice(
						0,
						spans.findIndex(({tone}) => tone === 'cursor'),
					),
				),
				y,
			};
}

const movedTo = (before: CursorPlace | undefined, {x, y}: CursorPlace): CursorPlace =>
	before?.x === x && before.y === y ? before : {x, y};

/**
 * The terminal's own cursor, in a cell of a pane: input methods compose beside it, screen magnifiers follow it, and it
 * looks as its owner set it up. Nothing is drawn in its place, which a cursor that inverts would undo.
 */
function TerminalCursor({pane, x, y}: CursorPlace & {readonly pane: RefObject<DOMElement | null>}) {
	const {setCursorPosition} = useCursor();
	const [at, measured] = useReducer(movedTo, undefined);
	// oxlint-disable-next-line react-hooks/exhaustive-deps -- the same place changes nothing
	useLayoutEffect(() => {
		if (pane.current) measured(measureElement(pane.current));
	});
	setCursorPosition(at && {x: at.x + x, y: at.y + y});
	return null;
}

type ChoosableProps = Pick<LinesProps, 'rows' | 'onClick' | 'onDigit'> & {
	readonly pane: RefObject<DOMElement | null>;
};

/** Hears clicks on the entries of a pane, and the digits that stand for them. */
function Choosable({pane, rows, onClick, onDigit}: ChoosableProps) {
	const {isOpen} = usePalette();
	useClick(({column, row}) => {
		if (!pane.current) return;
		const {x, y} = measureElement(pane.current);
		const choice = rows[row - y]?.choice;
		if (choice !== undefined && column >= x) onClick?.(choice, column - x);
	}, onClick !== undefined);
	useInput(
		input => {
			const seen = [...new Set(rows.flatMap(({choice}) => choice ?? []))];
			const choice = /^[1-9]$/u.test(input) ? seen[Number(input) - 1] : undefined;
			if (choice !== undefined) onDigit?.(choice);
		},
		{isActive: onDigit !== undefined && !isOpen},
	);
	return null;
}

/** One line of the screen. */
export function Line({row, width, onClick}: Pick<LinesProps, 'width' | 'onClick'> & {readonly row: Row}) {
	return <Lines rows={[row]} width={width} height={1} onClick={onClick} />;
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

// The colours that a screen is drawn in.

const PaintContext = createContext<Paint>(coloured);
export const PaintProvider = PaintContext.Provider;
const usePaint = (): Paint => useContext(PaintContext);

// The line of keys.

/** Whether there is anybody who could press one: nobody can in a recording. */
const KeysContext = createContext(true);
export const KeysProvider = KeysContext.Provider;

type KeyLineProps = {readonly scope: Scope; readonly keyContext: KeyContext; readonly width: number};
type KeyHint = {readonly keys: string; readonly hint: string; readonly action: Action};

/** The keys of a screen at its foot. The way back, help and quit, at its end, are never left out. */
export function KeyLine({scope, keyContext, width}: KeyLineProps) {
	const hasKeys = useContext(KeysContext);
	const entries = hasKeys ? keyLine(scope, keyContext) : [];
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

/** Columns below which there is no room to name the list of commands. */
const NARROW = 78;

/** The way out of a screen, and the lists of all that can be done there. */
const kept: ReadonlySet<Action> = new Set(['back', 'leave', 'close', 'help', 'palette', 'quit']);

/** As many keys as fit, the least useful of them leaving first. */
function keysRow(entries: readonly KeyHint[], width: number): Row {
	const spans = entries.flatMap(({keys, hint}, index): Span[] => [
		span(`${index === 0 ? '' : '  '}${keysDrawn(keys)}`, 'strong'),
		span(` ${hint}`, 'dim'),
	]);
	if (entries.length <= 2 || spansWidth(spans) <= width) return {spans};
	const palette = entries.findIndex(({action}) => action === 'palette');
	// On a narrow screen, what can be done at once counts for more than the list of it all.
	const least = entries.slice(0, -2).findLastIndex(({action}) => !kept.has(action));
	const leaving = palette >= 0 && width < NARROW ? palette : Math.max(0, least);
	return keysRow(entries.toSpliced(leaving, 1), width);
}

/** What the keys do here, as the terminal can draw them. */
export const hintRow = (hint: string): Row => line(keysDrawn(hint), 'dim');

// The name of the app, as large as the screen allows.

const LETTERS = [
	'█▀█ █▀█ █▀▀ ▀█▀ █▀█ █ █ █▄ ▄█',
	'█▀▄ █ █ ▀▀█  █  █▀▄ █ █ █ ▀ █',
	'▀ ▀ ▀▀▀ ▀▀▀  ▀  ▀ ▀ ▀▀▀ ▀   ▀',
] as const;

const CLAIM = ['live debates', 'between language models'] as const;

/** Three rows with a blank one above and below; one row where there are few, or where it is read aloud. */
export function wordmark(version: string, rows: number): readonly Row[] {
	if (rows < 20) return [row(span('ROSTRUM', 'brand'), span(`  ${CLAIM.join(' ')} · ${version}`, 'dim'))];
	const beside = [...CLAIM, version];
	return [
		blank,
		...LETTERS.map((letters, index) => row(span(letters, 'brand'), span(`   ${beside[index] ?? ''}`, 'dim'))),
		blank,
	];
}
