/** A list with a mark that arrows and numbers move. */
import {useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {createContext, useContext, useState} from 'react';
import {spokenChoice} from '../terminal/spoken-text.ts';
import type {Action} from '../terminal/key-table.ts';
import {actionOf, idleContext, nameOfKey} from '../terminal/keys.ts';
import {type Entry, line, row, span, type Row} from '../../view/rows.ts';
import {usePalette} from '../terminal/use-keys.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf} from '../../view/wrap.ts';
import {Line} from './lines.tsx';

type PickListProps = {
	readonly entries: readonly Entry[];
	readonly chosen?: number;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	/** False leaves the keys that go by pages to what is around it. */
	readonly leaps?: boolean;
	readonly onMove?: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

/** A list to choose from; with more than `height` entries it goes round. A number opens that entry at once. */
export function PickList({
	entries,
	chosen = 0,
	width,
	height,
	leaps = true,
	onMove,
	onChoose,
	...given
}: PickListProps) {
	const {isOpen} = usePalette();
	const focused = given.focused && !isOpen;
	const [{marked, leapt}, mark] = useState({marked: chosen, leapt: 0});
	const items = entries.map((_, index) => ({key: String(index), value: index, label: String(index)}));
	const limit = useScreenReader() ? Math.max(1, entries.length) : Math.max(1, height);
	// Enter hands on nothing where there are no entries.
	const marking = (then: ((index: number) => void) | undefined) => (item: {readonly value: number} | undefined) => {
		if (!item) return;
		mark({marked: item.value, leapt});
		then?.(item.value);
	};
	const last = items.length - 1;
	useInput(
		(input, key) => {
			const to = leapTo(actionOf(nameOfKey(input, key), 'home', idleContext), marked, {
				page: Math.max(1, limit - 1),
				last,
			});
			if (to === undefined || to === marked || last < 0) return;
			mark({marked: to, leapt: leapt + 1});
			onMove?.(to);
		},
		{isActive: focused && leaps},
	);
	// One that has become lower, has other entries or is leapt in is made anew around what is marked: a SelectInput keeps
	// its place on the screen, which may be gone, and knows of no leaps.
	return (
		<Shown value={{entries, width: width - 3, onClick: focused ? marking(onChoose) : undefined}}>
			<SelectInput
				key={`${limit} of ${items.length}, ${leapt}`}
				items={items}
				initialIndex={Math.max(0, Math.min(marked, last))}
				isFocused={focused}
				limit={limit}
				indicatorComponent={Pointer}
				itemComponent={Item}
				onHighlight={marking(onMove)}
				onSelect={marking(onChoose)}
			/>
		</Shown>
	);
}

/** Where a key that goes by more than one line leads. */
function leapTo(
	action: Action | undefined,
	from: number,
	{page, last}: {readonly page: number; readonly last: number},
): number | undefined {
	switch (action) {
		case 'page-up':
			return Math.max(0, from - page);
		case 'page-down':
			return Math.min(last, from + page);
		case 'to-start':
			return 0;
		case 'to-end':
			return last;
		default:
			return undefined;
	}
}

/**
 * What is in the list, and columns for it: ink-select-input hands an item nothing but its label, which is its place
 * here.
 */
const Shown = createContext<{
	readonly entries: readonly Entry[];
	readonly width: number;
	readonly onClick?: ((item: {readonly value: number}) => void) | undefined;
}>({entries: [], width: 0});

function Item({isSelected = false, label}: {readonly isSelected?: boolean; readonly label: string}) {
	const {entries, width, onClick} = useContext(Shown);
	const place = Number(label);
	const entry = entries[place];
	if (!entry) return null;
	const row = {...entryRow(entry, isSelected, {place, of: entries.length, width}), choice: place};
	return <Line row={row} width={width} onClick={onClick && (value => onClick({value}))} />;
}

function Pointer({isSelected = false}: {readonly isSelected?: boolean}) {
	return <Line row={line(isSelected ? `${signs.chosen} ` : '  ', 'chosen')} width={2} />;
}

/** Columns of the names of groups. */
const GROUP = 9;
/** Columns of the labels of entries that say what they are, and the fewest that are worth saying it in. */
const LABEL = 18;
const LEAST = 20;

function entryRow(
	{label, note = '', about = '', group}: Entry,
	chosen: boolean,
	{place, of, width}: {readonly place: number; readonly of: number; readonly width: number},
): Row {
	const named = group === undefined || group === '' ? label : `${group}: ${label}`;
	const said = spokenChoice(note === '' ? named : `${named}, ${note}`, chosen, place, of);
	const room = width - Math.max(LABEL, widthOf(label) + 2) - widthOf(note) - 2;
	const between =
		about === '' || room < LEAST ? '' : `${' '.repeat(Math.max(2, LABEL - widthOf(label)))}${truncate(about, room)}`;
	return {
		...row(
			...(group === undefined ? [] : [span(group.padEnd(GROUP), 'dim')]),
			span(label, chosen ? 'chosen' : 'plain'),
			span(between, 'dim'),
		),
		right: [span(note, 'dim')],
		spoken: said,
	};
}
