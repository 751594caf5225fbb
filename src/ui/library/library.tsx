import {Box} from 'ink';
import {useEffect, useEffectEvent, useReducer} from 'react';
import {LibraryBody} from './library-body.tsx';
import {LibraryFoot, libraryFootHeight} from './library-foot.tsx';
import {Lines} from '../kit/lines.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import {useLibrary} from './use-library.ts';
import {usePlainTitle} from '../terminal/use-plain-title.ts';
import type {Action} from '../input/key-table.ts';
import {noteRows} from './library-rows.ts';
import {
	changeView,
	chosenOf,
	isSettled,
	keyContextOf,
	newView,
	spotOf,
	startOf,
	turnsOf,
	type LibraryView,
	type SetLibrary,
} from './library-view.ts';
import type {ScreenProps} from '../ports/screen-props.ts';
import type {Session} from '../ports/port.ts';
import {Export} from '../export/export.tsx';
import {Help} from '../kit/help.tsx';

/** All debates held before, and search over all that was ever said in them. */
export function Library({port: rostrum, columns, rows, last, exit}: ScreenProps) {
	const [view, set] = useReducer(changeView, last, newView);
	usePlainTitle();
	const port = useLibrary(rostrum.library, view, set);
	const entry = chosenOf(view);
	const wrong = (error: unknown) =>
		set({mode: 'list', note: {text: error instanceof Error ? error.message : String(error), wrong: true}});
	const open = (how: ((path: string, at?: Session['startAt']) => Promise<Session>) | undefined) => {
		if (!entry || !how) return;
		set({mode: 'opening', note: undefined});
		exit.open(() => how(entry.path, startOf(view)), spotOf(view)).catch(wrong);
	};
	const remove = () => {
		if (!entry || !port) return;
		set({mode: 'list', note: undefined});
		port
			.remove(entry.path)
			.then(place => set({removed: entry.path, note: {text: `Moved to ${place}`, wrong: false}}), wrong);
	};
	const isWaiting = view.mode === 'waiting';
	const settled = isSettled(view);
	const openFound = useEffectEvent(() => openChosen(view, set, () => open(rostrum.read)));
	useEffect(() => {
		// Enter may be pressed before the answer to what was typed has come.
		if (isWaiting && settled) openFound();
	}, [isWaiting, settled]);
	const act = (action: Action) => {
		switch (action) {
			case 'replay':
				return open(rostrum.replay);
			case 'continue':
				return open(rostrum.resume);
			case 'leave':
				return exit.leave();
			default:
				return perform(action, view, set);
		}
	};
	useKeys('library', keyContextOf(view), act, view.mode === 'list' || view.mode === 'opening' || isWaiting);
	if (view.mode === 'help')
		return (
			<Help
				scope="library"
				width={columns}
				height={rows}
				act={action => (action === 'close' ? set({mode: 'list'}) : act(action))}
			/>
		);
	if (view.mode === 'export' && entry && port)
		return (
			<Export
				exports={port.exports(entry.path)}
				width={columns}
				height={rows}
				act={action => (action === 'close' ? set({mode: 'list'}) : act(action))}
			/>
		);
	const note = noteRows(view, columns);
	const foot = libraryFootHeight(view);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<LibraryBody
				view={view}
				set={set}
				width={columns}
				height={Math.max(4, rows - note.length - foot)}
				onEnter={() => set({mode: 'waiting'})}
				onKey={name => typed(name, view, set)}
			/>
			<Lines rows={note} width={columns} height={note.length} />
			<LibraryFoot
				view={view}
				set={set}
				width={columns}
				onRead={() => open(rostrum.read)}
				onContinue={() => open(rostrum.resume)}
				onDelete={remove}
			/>
		</Box>
	);
}

/** An unfinished debate can be read or gone on with: the user says which. */
function openChosen(view: LibraryView, set: SetLibrary, read: () => void): void {
	const entry = chosenOf(view);
	if (!entry) return set({mode: 'list'});
	if (entry.state === 'unfinished') return set({mode: 'unfinished', note: undefined});
	if (entry.state === 'unreadable')
		return set({mode: 'list', note: {text: `${entry.path} is no debate of ours: ${entry.fault ?? ''}`, wrong: true}});
	read();
}

function perform(action: Action, view: LibraryView, set: SetLibrary): void {
	const {chosen, entries, match} = view;
	const move = (to: number) => set({chosen: Math.max(0, Math.min(entries.length - 1, to)), match: 0, note: undefined});
	const turn = (to: number) => set({match: Math.max(0, Math.min(turnsOf(view).length - 1, to))});
	switch (action) {
		case 'open':
			return set({mode: 'waiting', note: undefined});
		case 'look':
		case 'filter':
		case 'delete':
		case 'export':
		case 'help':
			return set({mode: action, note: undefined});
		case 'up':
			return move(chosen - 1);
		case 'down':
			return move(chosen + 1);
		case 'page-up':
			return move(chosen - PAGE);
		case 'page-down':
			return move(chosen + PAGE);
		case 'to-start':
			return move(0);
		case 'to-end':
			return move(entries.length - 1);
		case 'match-before':
			return turn(match - 1);
		case 'next-match':
			return turn(match + 1);
		default:
			return undefined;
	}
}

const PAGE = 10;

/** Keys that do something else than edit, while words are typed. */
function typed(name: string, view: LibraryView, set: SetLibrary): void {
	if (name === 'esc') return set({mode: 'list'});
	if (name === 'up') perform('up', view, set);
	if (name === 'down') perform('down', view, set);
	if (name === 'pgup') perform('page-up', view, set);
	if (name === 'pgdn') perform('page-down', view, set);
}
