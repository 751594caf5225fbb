import {useEffect, useEffectEvent} from 'react';
import type {Action} from '../terminal/key-table.ts';
import type {LibraryPort} from '../../app/screens/library-port.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';
import type {Session} from '../../app/session/session.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {perform} from './library-actions.ts';
import {chosenOf, isSettled, spotOf, startOf, type LibraryView, type SetLibrary} from './library-view.ts';

type LibraryActions = {
	readonly act: (action: Action) => void;
	readonly read: () => void;
	readonly resume: () => void;
	readonly remove: () => void;
};

type Opener = ((path: string, at?: Session['startAt']) => Promise<Session>) | undefined;

/** Opens, resumes and deletes the chosen debate. */
export function useLibraryActions(
	rostrum: RostrumPort,
	port: LibraryPort | undefined,
	view: LibraryView,
	set: SetLibrary,
	exit: ScreenProps['exit'],
): LibraryActions {
	const entry = chosenOf(view);
	const fail = (error: unknown) => set({mode: 'list', note: {text: reasonOf(error), wrong: true}});
	const open = (how: Opener) => {
		if (!entry || !how) return;
		set({mode: 'opening', note: undefined});
		exit.open(() => how(entry.path, startOf(view)), spotOf(view)).catch(fail);
	};
	const remove = () => {
		if (!entry || !port) return;
		set({mode: 'list', note: undefined});
		port
			.remove(entry.path)
			.then(place => set({removed: entry.path, note: {text: `Moved to ${place}`, wrong: false}}), fail);
	};
	const read = () => open(rostrum.read);
	const resume = () => open(rostrum.resume);
	const isWaiting = view.mode === 'waiting';
	const settled = isSettled(view);
	const openFound = useEffectEvent(() => openChosen(view, set, read));
	useEffect(() => {
		// Enter may be pressed before the search has answered.
		if (isWaiting && settled) openFound();
	}, [isWaiting, settled]);
	const act = (action: Action) => {
		switch (action) {
			case 'replay':
				return open(rostrum.replay);
			case 'continue':
				return resume();
			case 'leave':
				return exit.leave();
			default:
				return perform(action, view, set);
		}
	};
	return {act, read, resume, remove};
}

/** Asks whether an unfinished debate is to be read or resumed. */
function openChosen(view: LibraryView, set: SetLibrary, read: () => void): void {
	const entry = chosenOf(view);
	if (!entry) return set({mode: 'list'});
	if (entry.state === 'unfinished') return set({mode: 'unfinished', note: undefined});
	if (entry.state === 'unreadable')
		return set({mode: 'list', note: {text: `${entry.path} is no debate of ours: ${entry.fault ?? ''}`, wrong: true}});
	read();
}
