import SelectInput from 'ink-select-input';
import {useMemo, useState} from 'react';
import {choiceAloud} from '../aloud.ts';
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
	const [marked, mark] = useState(chosen);
	const items = labels.map((label, index) => ({key: String(index), value: index, label: `${label}${label.includes('\t') ? '' : '\t'}\t${index}\t${labels.length}`}));
	const limit = useSpeech() ? Math.max(1, labels.length) : Math.max(1, height);
	// Enter hands on nothing where there are no entries.
	const marking = (then: (index: number) => void) => (item: {readonly value: number} | undefined) => {
		if (!item) return;
		mark(item.value);
		then(item.value);
	};
	// One that has become lower, or has other entries, is made anew around what is marked: a SelectInput keeps its place on the screen, which may be gone.
	return (
		<SelectInput
			key={`${limit} of ${items.length}`} items={items} initialIndex={Math.max(0, Math.min(marked, items.length - 1))} isFocused={focused} limit={limit} indicatorComponent={Pointer} itemComponent={Item}
			onHighlight={marking(onMove)} onSelect={marking(onChoose)}
		/>
	);
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
