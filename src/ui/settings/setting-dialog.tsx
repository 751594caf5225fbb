import {Choice, choiceHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import type {SettingRow} from '../../app/screens/settings-port.ts';

export const settingDialogHeight = ({choices}: SettingRow): number =>
	choices.length > 0 ? choiceHeight(choices) : textDialogHeight();

type SettingDialogProps = {
	readonly setting: SettingRow;
	readonly width: number;
	readonly onSave: (value: string) => void;
	readonly onCancel: () => void;
};

/** Chooses or types a value. */
export function SettingDialog({
	setting: {label, choices, initial, secret, may, optional = false},
	width,
	onSave,
	onCancel,
}: SettingDialogProps) {
	if (choices.length > 0)
		return <Choice title={label} options={choices} width={width} onChoose={onSave} onCancel={onCancel} />;
	return (
		<TextDialog
			title={label}
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
