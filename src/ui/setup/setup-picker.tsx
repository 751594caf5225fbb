import type {SetupController} from './use-setup.ts';
import {Picker} from '../kit/picker.tsx';
import {VoicePicker} from './voice-picker.tsx';

type SetupPickerProps = {readonly setup: SetupController; readonly width: number; readonly height: number};

/** The lists that take the whole screen: voices, and what a seat argues from. */
export function SetupPicker({setup, ...size}: SetupPickerProps) {
	const {view, item, sheet, choice, port, set, change} = setup;
	const close = () => set({open: undefined});
	const seat = item?.is === 'seat' ? item.seat : undefined;
	if (view.open === 'voice') {
		const pick = (voice: string) =>
			change(seat ? {do: 'voice', seat, voice} : {do: 'everyone', voice}) ? close() : undefined;
		const own = seat?.own ? seat.voice : seat ? '' : (choice.form.everyone ?? '');
		return (
			<VoicePicker
				port={port}
				title={seat ? `Who speaks as ${seat.label}?` : 'Who speaks in all other seats?'}
				current={own}
				problem={view.problem}
				otherwise={seat ? 'same as all other seats' : 'format default'}
				onPick={pick}
				onCancel={close}
				{...size}
			/>
		);
	}
	const {noun = '', stances = []} = sheet.table ?? {};
	const pick = (stance: string) => {
		if (change(view.open === 'new-seat' ? {do: 'add', stance} : {do: 'stance', place: seat?.place ?? 0, stance}))
			set({
				open: undefined,
				...(view.open === 'new-seat' && {cursors: {...view.cursors, seats: choice.form.places.length}}),
			});
	};
	const now = choice.form.places[seat?.place ?? 0]?.stance;
	const unused = stances.find(({id}) => !choice.form.places.some(({stance}) => stance === id))?.id;
	return (
		<Picker
			title={view.open === 'new-seat' ? `A ${noun} for the new seat` : `Another ${noun}`}
			picks={stances.map(({id, name, about}) => ({value: id, text: name, note: id, about}))}
			placeholder={`part of a ${noun}’s name`}
			{...(view.problem !== undefined && {problem: view.problem})}
			{...((view.open === 'new-seat' ? unused : now) !== undefined && {
				initial: (view.open === 'new-seat' ? unused : now) ?? '',
			})}
			onPick={pick}
			onCancel={close}
			{...size}
		/>
	);
}
