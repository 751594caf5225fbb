/** The help of a screen: its keys and what its signs mean, drawn from the tables that do the work. */
import {keysDrawn} from '../terminal/ascii-signs.ts';
import {spokenKey} from '../terminal/spoken-text.ts';
import {Reading} from './reading.tsx';
import type {Action, Scope} from '../terminal/key-table.ts';
import {idleContext, helpFor} from '../terminal/keys.ts';
import {sideBySide, blank, PANE_GAP, exactly, line, row, span, type Row} from '../../view/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {signs} from '../../view/theme.ts';
import {widthOf, wrapText} from '../../view/wrap.ts';

type HelpProps = {
	readonly scope: Scope;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
	readonly unavailable?: readonly string[] | undefined;
	/** What the screen’s key line has just now: the help begins with it. */
	readonly most?: readonly Action[] | undefined;
	/** Where there may be something to type here, what of its keys there is not. */ readonly typing?:
		readonly Action[] | undefined;
};

/** All keys of a screen and what the signs mean, drawn from the tables that do the work. */
export function Help({scope, width, height, act, unavailable, most, typing}: HelpProps) {
	const rows = useScreenReader()
		? [
				...heardRows(scope, unavailable, most),
				...(typing
					? [line(`${TYPING}:`), ...heardRows('typing', typing), line(`${EDITING}:`), ...heardRows('field')]
					: []),
			]
		: helpRows(keysOf(scope, unavailable, most), {scope, width, height}, typing);
	return (
		<Reading
			title="Help"
			rows={rows}
			width={width}
			height={height}
			scope="reading"
			keyContext={idleContext}
			act={act}
		/>
	);
}

const TYPING = 'While you type a turn or an answer';
const EDITING = 'In a text field';

/** Read aloud, signs are words already. */
const heardRows = (scope: Scope, unavailable?: readonly string[], most?: readonly Action[]): readonly Row[] =>
	helpFor(scope, unavailable, most).map(({keys, help}) => line(`${spokenKey(keys)}: ${help}`));

/** At least so many columns for keys and signs. */
const LEAST = 9;
type Size = {readonly scope: Scope; readonly width: number; readonly height: number};

/** From this width on, what the signs mean stands beside the keys. */
const WIDE = 110;

/** One list where all of it can be seen at once, or where it is narrow; else two columns. */
function helpRows(keys: readonly Cell[], {scope, width, height}: Size, typing?: readonly Action[]): readonly Row[] {
	const typed = [
		{title: TYPING, cells: keysOf('typing', typing)},
		{title: EDITING, cells: keysOf('field')},
	];
	const below = [...meaningsOn(scope), ...(typing ? typed : [])];
	const indent = Math.max(LEAST, ...[...keys, ...below.flatMap(({cells}) => cells)].map(({sign}) => widthOf(sign) + 1));
	const meanings = (layOut: Columns, columns: number) =>
		below.flatMap(({title, cells}) => [blank, line(title, 'strong'), ...layOut(cells, columns, indent)]);
	const rows = (layOut: Columns) => [blank, ...layOut(keys, width, indent), ...meanings(layOut, width)];
	if (width >= WIDE && below.length > 0) {
		const [left, right] = halves(width);
		const beside = inColumns([blank, ...inOne(keys, left, indent)], meanings(inOne, right), width);
		if (beside.length <= height - 3) return beside;
	}
	const list = rows(inOne);
	return list.length <= height - 3 || width < 76 ? list : rows(inTwo);
}

/** Keys or a sign, and what they do or mean. */
type Cell = {readonly sign: string; readonly text: string};
type Columns = (cells: readonly Cell[], width: number, indent: number) => readonly Row[];

const keysOf = (scope: Scope, unavailable?: readonly string[], most?: readonly Action[]): readonly Cell[] =>
	helpFor(scope, unavailable, most).map(({keys, help}) => ({sign: keysDrawn(keys), text: help}));

const inOne: Columns = (cells, width, indent) => cells.flatMap(cell => cellRows(cell, width, indent));

/** Read down the first column and then down the second. */
function inTwo(cells: readonly Cell[], width: number, indent: number): readonly Row[] {
	const [left, right] = halves(width);
	const half = Math.ceil(cells.length / 2);
	return inColumns(inOne(cells.slice(0, half), left, indent), inOne(cells.slice(half), right, indent), width);
}

const halves = (width: number): [left: number, right: number] => {
	const left = Math.floor((width - PANE_GAP) / 2);
	return [left, width - PANE_GAP - left];
};

const inColumns = (left: readonly Row[], right: readonly Row[], width: number): readonly Row[] =>
	sideBySide(exactly(left, Math.max(left.length, right.length)), right, halves(width), PANE_GAP);

/** What does not fit beside its keys goes on below itself. */
const cellRows = ({sign, text}: Cell, width: number, indent: number): readonly Row[] =>
	wrapText(text, width - indent).map((words, index) =>
		row(span((index === 0 ? sign : '').padEnd(indent), 'strong'), span(words)),
	);

type Meanings = {readonly title: string; readonly cells: readonly Cell[]};
const meaning = (sign: string, text: string): Cell => ({sign, text});

const heardSigns: Meanings = {
	title: 'Signs',
	cells: [
		meaning(signs.cut, 'cuts in'),
		meaning(signs.arbiter, 'the arbiter'),
		meaning(signs.user, 'you'),
		meaning(signs.notice, 'something went wrong'),
		meaning(signs.out, 'out, or no answer'),
		meaning('words —', 'cut off here'),
		meaning('aloud', 'how long it takes to say all that was heard'),
		meaning('Claims', 'what was claimed; open: nobody has answered it yet'),
		meaning('made last', 'a claim too late for an answer: it is owed none'),
		meaning('met', 'a claim that was answered'),
	],
};

const scoreSigns: Meanings = {
	title: 'Scores',
	cells: [
		meaning('84 █▇▇', 'the mean score, of 100, and its latest turns'),
		meaning('steel, S', 'others at their strongest'),
		meaning('self, C', 'admitted a limit of its own'),
		meaning('frame, F', 'kept to its framework'),
		meaning('hon, H', 'argued honestly'),
		meaning('●●● ●●○', 'strong, adequate'),
		meaning('●○○ ○○○', 'weak, absent'),
		meaning(`${signs.yes} ${signs.drift} ${signs.no}`, 'kept, drifted, left'),
		meaning(signs.none, 'not due, or not counted'),
	],
};

const citedSigns: Meanings = {
	title: 'Citations',
	cells: [
		meaning(signs.yes, 'word for word'),
		meaning(signs.altered, 'altered'),
		meaning(signs.no, 'false, or from nowhere'),
		meaning(signs.drift, 'not for code to decide'),
	],
};

const librarySigns: Meanings = {
	title: 'Signs',
	cells: [
		meaning(signs.paused, 'not finished: it can be resumed'),
		meaning(signs.notice, 'damaged: read as far as possible'),
		meaning(signs.no, 'cannot be read'),
		meaning('3 ×', 'turns that match'),
	],
};

const healthSigns: Meanings = {
	title: 'Signs',
	cells: [
		meaning(signs.yes, 'works'),
		meaning(signs.no, 'does not work'),
		meaning(signs.none, 'not there, and not needed'),
	],
};

/** The signs that a screen has. */
function meaningsOn(scope: Scope): readonly Meanings[] {
	switch (scope) {
		case 'stage':
		case 'results':
		case 'working':
			return [heardSigns, scoreSigns, citedSigns];
		case 'library':
			return [librarySigns];
		case 'health':
			return [healthSigns];
		case 'home':
		case 'setup':
		case 'settings':
		case 'typing':
		case 'field':
		case 'reading':
		case 'export':
		case 'columns':
		case 'audience':
		case 'review':
		case 'batch':
			return [];
		default:
			return scope satisfies never;
	}
}
