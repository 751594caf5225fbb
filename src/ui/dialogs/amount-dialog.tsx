import {useState} from 'react';
import type {UserAction} from '../../debate/events.ts';
import type {SeatingPort} from '../../app/plan/voice-options.ts';
import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';

type AmountDialogProps = {
	readonly seating: SeatingPort;
	readonly width: number;
	readonly onSend: (action: UserAction) => void;
	readonly onCancel: () => void;
};

export const AMOUNT_HEIGHT = textDialogHeight(1);

/** Asks by how much the budget is to be raised. */
export function AmountDialog({seating, width, onSend, onCancel}: AmountDialogProps) {
	const [problem, setProblem] = useState<string>();
	const submit = (text: string) => {
		const amount = seating.amount(text);
		if (typeof amount === 'string') setProblem(amount);
		else onSend({action: 'raise', ...amount});
	};
	return (
		<TextDialog
			title={problem ?? 'Raise the budget by how much?'}
			hint="enter raise · esc back"
			placeholder="0.25usd, or 50000tok"
			width={width}
			lines={1}
			onChange={() => setProblem(undefined)}
			onSubmit={submit}
			onKey={name => (name === 'esc' ? onCancel() : undefined)}
		/>
	);
}
