import {useInput} from 'ink';
import {nameOfKey} from '../terminal/keys.ts';
import type {Option} from '../../view/rows.ts';
import {Dialog} from './dialog.tsx';
import {PickList} from './pick-list.tsx';

type PickDialogProps = {
	readonly title: string;
	readonly options: readonly Option[];
	readonly chosen?: number;
	readonly width: number;
	readonly onChoose: (value: string) => void;
	readonly onCancel: () => void;
};

/** Rows of a list that may be long. */
const MOST = 8;

export const pickHeight = (options: readonly Option[]): number => Math.min(MOST, options.length) + 2;

/** One of many things, in a window of a few rows. */
export function PickDialog({title, options, chosen = 0, width, onChoose, onCancel}: PickDialogProps) {
	useInput((input, key) => {
		if (nameOfKey(input, key) === 'esc') onCancel();
	});
	return (
		<Dialog title={title} hint="↑↓ choose · enter confirm · esc back" width={width} height={pickHeight(options)}>
			<PickList
				entries={options}
				chosen={chosen}
				width={Math.min(width, 60)}
				height={pickHeight(options) - 2}
				focused
				onChoose={index => onChoose(options[index]?.value ?? '')}
			/>
		</Dialog>
	);
}
