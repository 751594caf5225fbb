import {Choice, choiceHeight} from '../kit/choice.tsx';
import {TextDialog, textDialogHeight} from '../kit/text-dialog.tsx';
import type {SettingRow} from '../ports/settings-port.ts';

export const settingDialogHeight = ({choices}: SettingRow): number =>
	choices.length > 0 ? choiceHeight(choices.map(value => ({label: value, value}))) : textDialogHeight();

type SettingDialogProps = {
	readonly setting: SettingRow;
	readonly width: number;
	readonly onSave: (value: string) => void;
	readonly onCancel: () => void;
};

/** Chooses or types a value. */
export function SettingDialog({
	setting: {name, choices, initial, secret, may, optional = false},
	width,
	onSave,
	onCancel,
}: SettingDialogProps) {
	if (choices.length > 0)
		return (
			<Choice
				title={name}
				options={choices.map(value => ({label: value, value}))}
				width={width}
				onChoose={onSave}
				onCancel={onCancel}
			/>
		);
	return (
		<TextDialog
			title={name}
			hint={`enter save · ${optional ? 'empty is none · ' : ''}esc back`}
			placeholder={may}
			initial={initial}
			secret={secret}
			optional={optional}
			width={width}
			onSubmit={onSave}
			onKey={key => (key === 'esc' ? onCancel() : undefined)}
		/>
	);
}
