/** The lists of the setup that take the whole screen: voices, and what a seat argues from. */
import {useEffect, useState} from 'react';
import type {SetupController} from './use-setup.ts';
import {Picker, type Pick} from '../kit/picker.tsx';
import type {SetupPort} from '../../app/session/session.ts';
import {briefFacts, factsOf} from './setup-rows.ts';
import {line, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {reasonOf} from '../../debate/text/words.ts';

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
				otherwise={seat ? 'same as all other seats' : 'as the format sets it'}
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

type VoicePickerProps = {
	readonly port: SetupPort;
	readonly title: string;
	readonly current: string;
	/** The label for no voice of its own. */
	readonly otherwise: string;
	readonly problem: string | undefined;
	readonly width: number;
	readonly height: number;
	readonly onPick: (voice: string) => void;
	readonly onCancel: () => void;
};

/** Picks the voice of a seat: one that was found, with its limits and prices, or one that is written out. */
function VoicePicker({port, title, current, otherwise, problem, width, height, onPick, onCancel}: VoicePickerProps) {
	const search = useVoiceSearch(port);
	return (
		<Picker
			title={title}
			picks={[{value: '', text: otherwise}, ...search.voices.map(pickOf)]}
			placeholder="part of a name, or provider:model"
			asWritten={text => ({
				value: text,
				text: `“${text}”, as written`,
				about: 'A voice is written provider:model, http://host:port/v1#model, agent:name or rehearsal.',
			})}
			notes={noteRows(search, width)}
			initial={current}
			{...(problem !== undefined && {problem})}
			width={width}
			height={height}
			onPick={onPick}
			onCancel={onCancel}
		/>
	);
}

const pickOf = (voice: VoiceSearch['voices'][number]): Pick => ({
	value: voice.voice,
	text: voice.voice,
	note: briefFacts(voice),
	about: [voice.about, factsOf(voice)].filter(text => text !== '').join(` ${signs.separator} `),
});

/** That servers are still being asked; then what went wrong. */
const noteRows = ({troubles, seconds, asking}: VoiceSearch, width: number): readonly Row[] =>
	asking
		? [
				{
					...line(`  asking servers for their models… ${seconds} s`, 'accent'),
					spoken: 'Asking servers for their models…',
				},
			]
		: troubles
				.flatMap(trouble => wrapText(`${signs.notice} ${trouble}`, width))
				.slice(0, 3)
				.map(text => line(text, 'warning'));

type VoiceSearch = Awaited<ReturnType<SetupPort['voices']>> & {
	/** Seconds since servers were asked. */
	readonly seconds: number;
	readonly asking: boolean;
};

const started: VoiceSearch = {voices: [], troubles: [], seconds: 0, asking: true};

/** Asks for all voices, and counts the seconds until they have come. */
function useVoiceSearch(port: SetupPort): VoiceSearch {
	const [search, set] = useState(started);
	useEffect(() => {
		let left = false;
		const ticking = setInterval(() => set(before => ({...before, seconds: before.seconds + 1})), 1000);
		const found = (next: Partial<VoiceSearch>) => {
			clearInterval(ticking);
			if (!left) set(before => ({...before, ...next, asking: false}));
		};
		port.voices().then(found, (error: unknown) => found({troubles: [reasonOf(error)]}));
		return () => {
			left = true;
			clearInterval(ticking);
		};
	}, [port]);
	return search;
}
