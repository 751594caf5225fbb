import {useInput} from 'ink';
import SelectInput from 'ink-select-input';
import {choiceAloud} from '../aloud.ts';
import {nameOfKey} from '../keys.ts';
import type {Option} from '../option.ts';
import {line} from '../rows.ts';
import {signs} from '../theme.ts';
import {Dialog} from './dialog.tsx';
import {Line, Lines} from './lines.tsx';

type Props = {readonly title: string; /** Said above the options. */ readonly about?: readonly string[]; readonly options: readonly Option[]; readonly width: number; /** How many lines of options fit. */ readonly most?: number; readonly onChoose: (value: string) => void; readonly onCancel: () => void};

export const choiceHeight = (options: readonly Option[]): number => options.length + 2;

/** One of a few things to do, by arrows and Enter or by number. */
export function Choice({title, about = [], options, width, most = options.length, onChoose, onCancel}: Props) {
	useInput((input, key) => {
		if (nameOfKey(input, key) === 'esc') onCancel();
	});
	return (
		<Dialog title={title} hint="↑↓ choose · enter does it · esc back" width={width} height={about.length + Math.min(options.length, most) + 2}>
			{about.length > 0 ? <Lines rows={about.map(text => line(text, 'warning'))} width={width} height={about.length}/> : null}
			<SelectInput items={inPlaces(options)} limit={most} onSelect={option => onChoose(option.value)} indicatorComponent={Pointer} itemComponent={Label}/>
		</Dialog>
	);
}

export function Pointer({isSelected = false}: {readonly isSelected?: boolean}) {
	return <Line row={line(isSelected ? `${signs.chosen} ` : '  ', 'chosen')} width={2}/>;
}

/** Options as `Label` takes them. */
export const inPlaces = (options: readonly Option[]): Option[] => options.map(({label, value}, index) => ({value, label: `${label}\t${index}\t${options.length}`}));

/** A label is all that ink-select-input hands on: the option, its place and of how many. */
export function Label({isSelected = false, label}: {readonly isSelected?: boolean; readonly label: string}) {
	const [text = '', place = '', of = ''] = label.split('\t');
	return <Line row={{...line(text, isSelected ? 'chosen' : 'plain'), said: choiceAloud(text, isSelected, Number(place), Number(of))}} width={60}/>;
}
