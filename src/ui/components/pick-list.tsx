import {useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {useMemo, useState} from 'react';
import {choiceAloud} from '../aloud.ts';
import {actionOf, atRest, nameOfKey, type Action} from '../keys.ts';
import {row, span, type Row} from '../rows.ts';
import {useSpeech} from '../speech.ts';
import {Pointer} from './choice.tsx';
import {Line} from './lines.tsx';

type Props = {
	/** What is written at the left and, after a tab, at the right edge. */
	readonly labels: readonly string[];
	readonly chosen?: number;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

/** A list to choose from; with more than `height` entries it goes round. A number opens that entry at once. */
export function PickList({labels, chosen = 0, width, height, focused, onMove, onChoose}: Props) {
	const Item = useMemo(() => itemOf(width - 3), [width]);
	const [{marked, leaps}, mark] = useState({marked: chosen, leaps: 0});
	const items = labels.map((label, index) => ({key: String(index), value: index, label: `${label}${label.includes('\t') ? '' : '\t'}\t${index}\t${labels.length}`}));
	const limit = useSpeech() ? Math.max(1, labels.length) : Math.max(1, height);
	// Enter hands on nothing where there are no entries.
	const marking = (then: (index: number) => void) => (item: {readonly value: number} | undefined) => {
		if (!item) return;
		mark({marked: item.value, leaps});
		then(item.value);
	};
	const last = items.length - 1;
	useInput((input, key) => {
		const to = leapTo(actionOf(nameOfKey(input, key), 'home', atRest), marked, {page: Math.max(1, limit - 1), last});
		if (to === undefined || to === marked || last < 0) return;
		mark({marked: to, leaps: leaps + 1});
		onMove(to);
	}, {isActive: focused});
	// One that has become lower, has other entries or is leapt in is made anew around what is marked: a SelectInput keeps its place on the screen, which may be gone, and knows of no leaps.
	return (
		<SelectInput
			key={`${limit} of ${items.length}, ${leaps}`} items={items} initialIndex={Math.max(0, Math.min(marked, last))} isFocused={focused} limit={limit} indicatorComponent={Pointer} itemComponent={Item}
			onHighlight={marking(onMove)} onSelect={marking(onChoose)}
		/>
	);
}

/** Where a key that goes by more than one line leads. */
function leapTo(action: Action | undefined, from: number, {page, last}: {readonly page: number; readonly last: number}): number | undefined {
	switch (action) {
		case 'page-up': return Math.max(0, from - page);
		case 'page-down': return Math.min(last, from + page);
		case 'to-start': return 0;
		case 'to-end': return last;
		default: return undefined;
	}
}

function itemOf(width: number) {
	return function Item({isSelected = false, label}: {readonly isSelected?: boolean; readonly label: string}) {
		return <Line row={itemRow(label, isSelected)} width={width}/>;
	};
}

/** A label is all that ink-select-input hands on: name and note, its place and of how many in one. */
function itemRow(label: string, chosen: boolean): Row {
	const [name = '', note = '', place = '', of = ''] = label.split('\t');
	const said = choiceAloud(note === '' ? name : `${name}, ${note}`, chosen, Number(place), Number(of));
	return {...row(span(name, chosen ? 'chosen' : 'plain')), right: [span(note, 'dim')], said};
}
