import {useState} from 'react';
import type {UserAction} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import {arguingSeats} from '../../debate/seats.ts';
import {spokenChoice} from '../terminal/spoken-text.ts';
import {displayOf} from '../../view/participants.ts';
import {row, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {Dialog} from '../kit/dialog.tsx';
import {Line} from '../kit/lines.tsx';
import {TextField} from '../kit/text-field.tsx';

type InterjectDialogProps = {
	readonly state: DebateState;
	readonly width: number;
	readonly onSend: (action: UserAction) => void;
	readonly onCancel: () => void;
};

export const INTERJECT_HEIGHT = 6;

/** Asks why the arbiter is to step in, and whom it should address. */
export function InterjectDialog({state, width, onSend, onCancel}: InterjectDialogProps) {
	const [target, setTarget] = useState(0);
	const seats = arguingSeats(state.seats);
	const chosen = seats[target - 1];
	const press = (name: string) => {
		if (name === 'esc') onCancel();
		if (name === 'down' || name === 'tab') setTarget((target + 1) % (seats.length + 1));
		if (name === 'up' || name === 'shift+tab') setTarget((target + seats.length) % (seats.length + 1));
	};
	const send = (reason: string) => onSend({action: 'interject', reason, ...(chosen ? {target: chosen.id} : {})});
	return (
		<Dialog
			title="Ask the arbiter to step in"
			hint="enter send · ↑↓ addressee · esc back"
			width={width}
			height={INTERJECT_HEIGHT}
		>
			<Line
				row={targetRow(
					seats.map(seat => displayOf(state, seat.id).shortName),
					target,
				)}
				width={width}
			/>
			<TextField
				width={width}
				height={3}
				placeholder="What should they address?"
				missing="Say what they should address."
				onSubmit={send}
				onKey={press}
			/>
		</Dialog>
	);
}

function targetRow(names: readonly string[], target: number): Row {
	const all = ['everyone', ...names];
	const shown = row(
		span('to ', 'dim'),
		...all.flatMap((name, index) => [
			span(index === 0 ? '' : '   '),
			index === target ? span(`${signs.chosen} ${name}`, 'chosen') : span(name, 'dim'),
		]),
	);
	return {...shown, spoken: spokenChoice(`to ${all[target] ?? ''}`, true, target, all.length)};
}
