/** The one list that voices are chosen from: found or written out. A choice is reached before it is taken. */
import {useEffect, useRef, useState} from 'react';
import type {FindVoices, VoiceChoice, VoiceSearch} from '../../app/voices/voice-choices.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {line, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {Picker, type Pick} from '../kit/picker.tsx';
import {briefFacts, factsOf} from '../setup/setup-rows.ts';

type VoicePickerProps = {
	readonly title: string;
	/** Finds the voices. It is asked again where it changes. */
	readonly find: FindVoices;
	/** Resolves with why a voice is refused, if it is. */
	readonly check: (voice: string) => Promise<string | undefined>;
	/** The voice that is marked at first. */
	readonly current: string;
	/** What else is to be known of voices, once they were looked for. */
	readonly known?: readonly string[];
	/** The label for no voice of its own, which has an empty value. */
	readonly otherwise?: string;
	/** Why the last one could not be taken. */
	readonly problem?: string | undefined;
	/** What a choice is for, in a line of its own; Tab goes on to the next, Shift+Tab back. */
	readonly target?: {readonly text: string; readonly next: () => void; readonly before: () => void};
	readonly width: number;
	readonly height: number;
	readonly onPick: (voice: string) => void;
	readonly onCancel: () => void;
};

/** Picks a voice: one that was found, with its limits and prices, or one that is written out. */
export function VoicePicker({find, check, known, otherwise, current, problem, onPick, ...list}: VoicePickerProps) {
	const search = useVoiceSearch(find);
	const {trying, refused, attempt} = useVoiceCheck(check, onPick);
	const wrong = refused ?? problem;
	return (
		<Picker
			picks={[...(otherwise === undefined ? [] : [{value: '', text: otherwise}]), ...search.voices.map(pickOf)]}
			placeholder="part of a name, or provider:model"
			asWritten={text => ({
				value: text,
				text: `“${text}”, as written`,
				about: 'A voice is written provider:model, http://host:port/v1#model, agent:name or rehearsal.',
			})}
			notes={trying === undefined ? noteRows(search, known, list.width) : [line(`  reaching ${trying}…`, 'accent')]}
			initial={current}
			{...(wrong !== undefined && trying === undefined && {problem: wrong})}
			onPick={attempt}
			{...list}
		/>
	);
}

type VoiceAttempt = {
	/** The voice that is being reached. */
	readonly trying: string | undefined;
	readonly refused: string | undefined;
	readonly attempt: (voice: string) => void;
};

/** Reaches a voice that was chosen, one at a time, and takes it if it answers. */
function useVoiceCheck(check: VoicePickerProps['check'], take: (voice: string) => void): VoiceAttempt {
	const [state, set] = useState<{readonly trying?: string; readonly refused?: string}>({});
	const gone = useRef(false);
	useEffect(() => {
		gone.current = false;
		return () => {
			gone.current = true;
		};
	}, []);
	const settle = (voice: string, refused: string | undefined) => {
		if (gone.current) return;
		set(refused === undefined ? {} : {refused});
		if (refused === undefined) take(voice);
	};
	return {
		trying: state.trying,
		refused: state.refused,
		attempt(voice) {
			if (state.trying !== undefined) return;
			if (voice === '') return take(voice);
			set({trying: voice});
			check(voice).then(
				refused => settle(voice, refused),
				(error: unknown) => settle(voice, reasonOf(error)),
			);
		},
	};
}

const pickOf = (voice: VoiceChoice): Pick => ({
	value: voice.voice,
	text: voice.voice,
	// Who is no model has no facts: what it is says more.
	note: /^(?:agent:|human$|rehearsal$)/u.test(voice.voice) ? (voice.about.split(';')[0] ?? '') : briefFacts(voice),
	about: [voice.about, factsOf(voice)].filter(text => text !== '').join(` ${signs.separator} `),
});

/** That servers are still being asked; then what went wrong. */
const noteRows = (
	{troubles, seconds, asking}: RunningSearch,
	known: readonly string[] = [],
	width: number,
): readonly Row[] =>
	asking
		? [
				{
					...line(`  asking servers for their models… ${seconds} s`, 'accent'),
					spoken: 'Asking servers for their models…',
				},
			]
		: [...troubles, ...known]
				.flatMap(trouble => wrapText(`${signs.notice} ${trouble}`, width))
				.slice(0, 3)
				.map(text => line(text, 'warning'));

type RunningSearch = VoiceSearch & {
	/** Seconds since servers were asked. */
	readonly seconds: number;
	readonly asking: boolean;
};

const started: RunningSearch = {voices: [], troubles: [], seconds: 0, asking: true};

/** Asks for all voices, takes in those that come first, and counts the seconds until all have come. */
function useVoiceSearch(find: VoicePickerProps['find']): RunningSearch {
	const [search, set] = useState(started);
	useEffect(() => {
		let left = false;
		const ticking = setInterval(() => set(before => ({...before, seconds: before.seconds + 1})), 1000);
		const found = (next: Partial<RunningSearch>) => {
			clearInterval(ticking);
			if (!left) set(before => ({...before, ...next, asking: false}));
		};
		find(some => (left ? undefined : set(before => (before.asking ? {...before, ...some} : before)))).then(
			found,
			(error: unknown) => found({troubles: [reasonOf(error)]}),
		);
		return () => {
			left = true;
			clearInterval(ticking);
		};
	}, [find]);
	return search;
}
