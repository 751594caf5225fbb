import SelectInput from 'ink-select-input';
import {useMemo} from 'react';
import {row, span, type Row} from '../rows.ts';
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
	const items = labels.map((label, index) => ({key: String(index), value: index, label}));
	return (
		<SelectInput
			items={items} initialIndex={chosen} isFocused={focused} limit={height} indicatorComponent={Pointer} itemComponent={Item}
			onHighlight={item => onMove(item.value)} onSelect={item => onChoose(item.value)}
		/>
	);
}

function itemOf(width: number) {
	return function Item({isSelected = false, label}: {readonly isSelected?: boolean; readonly label: string}) {
		return <Line row={itemRow(label, isSelected)} width={width}/>;
	};
}

/** A label is all that ink-select-input hands on: name and note in one. */
function itemRow(label: string, chosen: boolean): Row {
	const [name = '', note = ''] = label.split('\t');
	return {...row(span(name, chosen ? 'chosen' : 'plain')), right: [span(note, 'dim')]};
}
