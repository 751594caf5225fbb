import {useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {nameOfKey} from '../keys.ts';
import type {Option} from '../option.ts';
import {line} from '../rows.ts';
import {signs} from '../theme.ts';
import {Dialog} from './dialog.tsx';
import {Line} from './lines.tsx';

type Props = {readonly title: string; readonly options: readonly Option[]; readonly width: number; readonly onChoose: (value: string) => void; readonly onCancel: () => void};

export const choiceHeight = (options: readonly Option[]): number => options.length + 2;

/** One of a few things to do, by arrows and Enter or by number. */
export function Choice({title, options, width, onChoose, onCancel}: Props) {
	useInput((input, key) => {
		if (nameOfKey(input, key) === 'esc') onCancel();
	});
	return (
		<Dialog title={title} hint="↑↓ choose · enter does it · esc back" width={width} height={choiceHeight(options)}>
			<SelectInput items={[...options]} onSelect={option => onChoose(option.value)} indicatorComponent={Pointer} itemComponent={Label}/>
		</Dialog>
	);
}

export function Pointer({isSelected = false}: {readonly isSelected?: boolean}) {
	return <Line row={line(isSelected ? `${signs.chosen} ` : '  ', 'chosen')} width={2}/>;
}

function Label({isSelected = false, label}: {readonly isSelected?: boolean; readonly label: string}) {
	return <Line row={line(label, isSelected ? 'chosen' : 'plain')} width={60}/>;
}
