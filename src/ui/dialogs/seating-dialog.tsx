import type {ReactNode} from 'react';
import type {UserAction} from '../../debate/events.ts';
import type {Seat} from '../../debate/seats.ts';
import {choiceHeight} from '../kit/dialog.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import {MOST_OPTIONS, optionsFor, SeatDialog, SeatsDialog, seatsToChange} from './seats-dialogs.tsx';
import {SeatVoices, VOICES_HEIGHT} from './seat-voices.tsx';
import type {SetView, StageView} from './stage-view.ts';

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
		<SeatVoices
			title={`Who is to speak instead of ${seat.name}?`}
			seating={seating}
			width={width}
			onChoose={voice => send({action: 'replace', participant: seat.id, voice})}
			onCancel={() => set({overlay: state.question?.seat === seat.id ? 'answer' : 'seat'})}
		/>
	) : (
		keys
	);
}
