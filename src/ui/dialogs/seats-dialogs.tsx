import type {UserAction} from '../../debate/events.ts';
import {holderToRestore, isPerson, type Seat} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {displayOf} from '../../view/participants.ts';
import type {Option} from '../../view/rows.ts';
import type {SeatingPort} from '../../app/plan/voice-options.ts';
import type {SetView} from './stage-view.ts';
import {Choice} from '../kit/dialog.tsx';

/** Seats that can be reassigned: all that a voice or a person speaks for. */
export const seatsToChange = ({seats}: DebateState): readonly Seat[] => seats.filter(({voice}) => voice !== 'outside');

const seatOptions = (state: DebateState): readonly Option[] =>
	seatsToChange(state).map(seat => {
		const {name, part} = displayOf(state, seat.id);
		return {label: `${name} · ${part}${seat.out === undefined ? '' : ` · out: ${seat.out}`}`, value: seat.id};
	});

/** The most options shown at once. */
export const MOST_OPTIONS = 7;

type SeatsProps = {readonly state: DebateState; readonly width: number; readonly set: SetView};

/** Asks which seat is to be reassigned. */
export function SeatsDialog({state, width, set}: SeatsProps) {
	return (
		<Choice
			title="Which seat?"
			options={seatOptions(state)}
			most={MOST_OPTIONS}
			width={width}
			onChoose={seat => set({overlay: 'seat', seat})}
			onCancel={() => set({overlay: undefined})}
		/>
	);
}

/** What can be done with a seat. */
export function optionsFor(seat: Seat, seating: SeatingPort | undefined): readonly Option[] {
	const back = holderToRestore(seat);
	return [
		...(!isPerson(seat) && seating?.people.includes(seat.id)
			? [{label: 'take it yourself from the next turn', value: 'take'}]
			: []),
		...(back ? [{label: `give it back to ${back.name}`, value: 'give-back'}] : []),
		...(seating ? [{label: 'choose another voice', value: 'voices'}] : []),
		{label: 'leave it unchanged', value: 'leave'},
	];
}

type SeatProps = {
	readonly state: DebateState;
	readonly seat: Seat;
	readonly seating: SeatingPort | undefined;
	readonly width: number;
	readonly set: SetView;
	readonly send: (action: UserAction) => void;
};

/** Takes a seat, gives it back, or assigns another voice to it. */
export function SeatDialog({state, seat, seating, width, set, send}: SeatProps) {
	const choose = (what: string) => {
		if (what === 'voices') set({overlay: 'voices'});
		else if (what === 'take' || what === 'give-back') send({action: what, participant: seat.id});
		else set({overlay: undefined});
	};
	const {name, part} = displayOf(state, seat.id);
	return (
		<Choice
			title={`${name} · ${part}`}
			options={optionsFor(seat, seating)}
			width={width}
			onChoose={choose}
			onCancel={() => set({overlay: 'seats'})}
		/>
	);
}
