import SelectInput from 'ink-select-input';
import {useMemo} from 'react';
import type {Chosen} from '../home-view.ts';
import {row, span, type Row} from '../rows.ts';
import {Pointer} from './choice.tsx';
import {Line} from './lines.tsx';

type Props = {
	readonly choices: readonly Chosen[];
	readonly chosen: number;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

/** What can be opened; with more than `height` entries the list goes round. A number opens that entry at once. */
export function DebateList({choices, chosen, width, height, focused, onMove, onChoose}: Props) {
	const Item = useMemo(() => itemOf(width - 3), [width]);
	const items = choices.map((choice, index) => ({key: String(index), value: index, label: labelOf(choice)}));
	return (
		<SelectInput
			items={items} initialIndex={chosen} isFocused={focused} limit={height} indicatorComponent={Pointer} itemComponent={Item}
			onHighlight={item => onMove(item.value)} onSelect={item => onChoose(item.value)}
		/>
	);
}

/** A label is all that ink-select-input hands on: name and note in one. */
const labelOf = (choice: Chosen): string => ('preset' in choice ? `${choice.preset.name}\t${choice.preset.seats.length} seats` : `${choice.recent.title}\t${choice.recent.finished ? 'replay' : 'resume'}`);

function itemOf(width: number) {
	return function Item({isSelected = false, label}: {readonly isSelected?: boolean; readonly label: string}) {
		return <Line row={itemRow(label, isSelected)} width={width}/>;
	};
}

function itemRow(label: string, chosen: boolean): Row {
	const [name = '', note = ''] = label.split('\t');
	return {...row(span(name, chosen ? 'chosen' : 'plain')), right: [span(note, 'dim')]};
}
