import {useInput} from 'ink';
import {nameOfKey} from '../terminal/keys.ts';
import {type Option, line} from '../../view/rows.ts';
import {Dialog} from './dialog.tsx';
import {Lines} from './lines.tsx';
import {PickList} from './pick-list.tsx';

type ChoiceProps = {
	readonly title: string;
	/** Said above the options. */ readonly about?: readonly string[];
	readonly options: readonly Option[];
	readonly width: number;
	/** How many lines of options fit. */ readonly most?: number;
	readonly onChoose: (value: string) => void;
	readonly onCancel: () => void;
};

export const choiceHeight = (options: readonly Option[]): number => options.length + 2;

/** One of a few things to do, by arrows and Enter or by number. */
export function Choice({title, about = [], options, width, most = options.length, onChoose, onCancel}: ChoiceProps) {
	useInput((input, key) => {
		if (nameOfKey(input, key) === 'esc') onCancel();
	});
	return (
		<Dialog
			title={title}
			hint="↑↓ choose · enter confirm · esc back"
			width={width}
			height={about.length + Math.min(options.length, most) + 2}
		>
			{about.length > 0 ? (
				<Lines rows={about.map(text => line(text, 'warning'))} width={width} height={about.length} />
			) : null}
			<PickList
				entries={options}
				width={width}
				height={most}
				focused
				onChoose={index => onChoose(options[index]?.value ?? '')}
			/>
		</Dialog>
	);
}
