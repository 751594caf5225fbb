import {useState} from 'react';
import type {SeatingPort} from '../../app/plan/voice-options.ts';
import {Picker} from '../kit/picker.tsx';

type SeatVoicesProps = {
	readonly title: string;
	readonly seating: SeatingPort;
	readonly width: number;
	readonly onChoose: (voice: string) => void;
	readonly onCancel: () => void;
};

export const VOICES_HEIGHT = 12;

/** Picks a seat's next voice, by any part of its name or as written. */
export function SeatVoices({title, seating, width, onChoose, onCancel}: SeatVoicesProps) {
	const [problem, setProblem] = useState<string>();
	const choose = (voice: string) => {
		const wrong = seating.check(voice);
		if (wrong === undefined) onChoose(voice);
		else setProblem(wrong);
	};
	const picks = seating.voices().map(({voice, name, about}) => ({value: voice, text: voice, note: about, about: name}));
	return (
		<Picker
			title={title}
			picks={picks}
			placeholder="part of a name, or provider:model"
			asWritten={text => ({value: text, text, note: 'as written'})}
			{...(problem !== undefined && {problem})}
			width={width}
			height={VOICES_HEIGHT}
			onPick={choose}
			onCancel={onCancel}
		/>
	);
}
