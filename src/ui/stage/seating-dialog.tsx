/** The dialog about seats: which one is to change hands, how, and to which voice. */
import {useState, type ReactNode} from 'react';
import type {UserAction} from '../../debate/events.ts';
import {type Seat, holderToRestore, isPerson} from '../../debate/seats.ts';
import {choiceHeight, Choice} from '../kit/dialog.tsx';
import {NameDialog} from '../screens/compare.tsx';
import type {DebateStore} from './debate-store.ts';
import type {SetView, StageView} from './stage-view.ts';
import type {DebateState} from '../../debate/state.ts';
import {displayOf} from '../../view/participants.ts';
import type {Option} from '../../view/rows.ts';
import type {SeatingPort} from '../../app/plan/voice-options.ts';
import {VoicePicker} from '../voices/voice-picker.tsx';

/** The steps of reassigning a seat. */
type SeatingStep = Extract<StageView['overlay'], 'seats' | 'seat' | 'voices'>;

const seatOf = ({state}: DebateStore, {seat}: StageView): Seat | undefined => state.seats.find(({id}) => id === seat);

export function seatingHeight(step: SeatingStep, store: DebateStore, view: StageView): number {
	const {session, state} = store;
	if (step === 'seats') return Math.min(seatsToChange(state).length, MOST_OPTIONS) + 2;
	const seat = seatOf(store, view);
	if (step === 'seat') return seat ? choiceHeight(optionsFor(seat, session.seating)) : 1;
	return seat && session.seating ? VOICES_HEIGHT : 1;
}

type SeatingDialogProps = {
	readonly step: SeatingStep;
	readonly store: DebateStore;
	readonly view: StageView;
	readonly set: SetView;
	readonly width: number;
	readonly send: (action: UserAction) => void;
	/** Shown where the seat or its voices are unknown. */
	readonly keys: ReactNode;
};

/** Lines of the list of voices, below a debate that goes on. */
const VOICES_HEIGHT = 12;

/** Asks which seat is to be reassigned, how, and to which voice. */
export function SeatingDialog({step, store, view, set, width, send, keys}: SeatingDialogProps) {
	const {
		state,
		session: {seating},
	} = store;
	if (step === 'seats') return <SeatsDialog state={state} width={width} set={set} />;
	const seat = seatOf(store, view);
	if (!seat) return keys;
	if (step === 'seat')
		return <SeatDialog state={state} seat={seat} seating={seating} width={width} set={set} send={send} />;
	return seating ? (
		<VoicePicker
			title={`Who is to speak instead of ${seat.name}?`}
			find={seating.voices}
			check={seating.check}
			current={seat.voice}
			width={width}
			height={VOICES_HEIGHT}
			onPick={voice => send({action: 'replace', participant: seat.id, voice})}
			onCancel={() => set({overlay: state.question?.seat === seat.id ? 'answer' : 'seat'})}
		/>
	) : (
		keys
	);
}

/** Seats that can be reassigned: all that a voice or a person speaks for. */
const seatsToChange = ({seats}: DebateState): readonly Seat[] => seats.filter(({voice}) => voice !== 'outside');

const seatOptions = (state: DebateState): readonly Option[] =>
	seatsToChange(state).map(seat => {
		const {name, part} = displayOf(state, seat.id);
		return {label: `${name} · ${part}${seat.out === undefined ? '' : ` · out: ${seat.out}`}`, value: seat.id};
	});

/** The most options shown at once. */
const MOST_OPTIONS = 7;

type SeatsProps = {readonly state: DebateState; readonly width: number; readonly set: SetView};

/** Asks which seat is to be reassigned. */
function SeatsDialog({state, width, set}: SeatsProps) {
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
function optionsFor(seat: Seat, seating: SeatingPort | undefined): readonly Option[] {
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
function SeatDialog({state, seat, seating, width, set, send}: SeatProps) {
	const [isAsking, ask] = useState(false);
	const {name: own} = seating?.person ?? {};
	const take = (called: string | undefined) =>
		send({action: 'take', participant: seat.id, ...(called !== undefined && {name: called})});
	const choose = (what: string) => {
		if (what === 'take' && own === undefined && seating) ask(true);
		else if (what === 'take') take(own);
		else if (what === 'voices') set({overlay: 'voices'});
		else if (what === 'give-back') send({action: what, participant: seat.id});
		else set({overlay: undefined});
	};
	const {name, part} = displayOf(state, seat.id);
	if (isAsking && seating)
		return (
			<NameDialog
				person={seating.person}
				width={width}
				lines={optionsFor(seat, seating).length}
				onName={take}
				onCancel={() => ask(false)}
			/>
		);
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
