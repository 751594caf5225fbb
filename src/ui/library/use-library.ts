/** The library while its screen is shown: the searches that the view asks for, and what keys do to view and debates. */
import {useEffect, useState, useEffectEvent} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import type {LibraryPort} from '../../app/library/library-port.ts';
import {chosenOf, type LibraryView, type SetLibrary, isSettled, spotOf, startOf, turnsOf} from './library-view.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import {renamedText, type Renamed} from '../screens/compare.tsx';
import type {Action} from '../terminal/key-table.ts';
import type {Session} from '../../app/session/session.ts';
import {problemOf, type ScreenProps} from '../app/screen-props.ts';
import type {StartDialog} from '../../app/plan/start-check.ts';

/** Milliseconds without typing before a search starts, and between two updates of the reading progress. */
const REST = 70;
const TICK = 250;

/** Opens the library while its screen is shown, and runs the searches that the view asks for. */
export function useLibrary(open: RostrumPort['library'], view: LibraryView, set: SetLibrary): LibraryPort | undefined {
	const [port, setPort] = useState<LibraryPort>();
	useEffect(() => {
		const leaving = new AbortController();
		if (open) void attend(open, leaving.signal, set, setPort);
		return () => leaving.abort();
	}, [open, set]);

	const {text, filter, mode, reading, brought, foundFor} = view;
	const rest = mode === 'look' ? REST : 0;
	// Searched again while journals are read, and once all are read.
	const known = brought ? 'all' : reading?.done;
	useEffect(() => {
		if (!port) return undefined;
		return later(
			known === undefined ? 0 : rest,
			async () => {
				const {entries, of} = await port.find(text, filter);
				return {entries, of, foundFor: text};
			},
			set,
		);
	}, [port, text, filter, known, rest, set]);

	const filtering = mode === 'filter';
	useEffect(
		() => (port && filtering ? later(0, async () => ({choices: await port.choices()}), set) : undefined),
		[port, filtering, set],
	);

	const path = chosenOf(view)?.path;
	useEffect(() => {
		if (!port || path === undefined || foundFor === undefined) return undefined;
		return later(
			0,
			async () => ({said: {in: path, for: foundFor, passages: await port.passages(path, foundFor)}}),
			set,
		);
	}, [port, path, foundFor, set]);
	return port;
}

/** Opens the library and reads new journals, until the signal. */
async function attend(
	open: NonNullable<RostrumPort['library']>,
	signal: AbortSignal,
	set: SetLibrary,
	take: (port: LibraryPort) => void,
): Promise<void> {
	let port: LibraryPort | undefined;
	let shownAt = 0;
	try {
		port = await open();
		signal.addEventListener('abort', port.close, {once: true});
		if (signal.aborted) return port.close();
		take(port);
		const notices = await port.bring((done, of) => {
			if (performance.now() - shownAt < TICK) return;
			shownAt = performance.now();
			set({reading: {done, of}});
		}, signal);
		if (!signal.aborted)
			set({
				reading: undefined,
				brought: true,
				...(notices.length > 0 && {note: {text: notices.join(' '), wrong: false}}),
			});
	} catch (error) {
		// Errors after the screen was left are of no interest.
		if (!signal.aborted) set({note: {text: reasonOf(error), wrong: true}});
	}
}

/** Asks after a delay, and applies the answer unless cancelled. Returns the function to cancel. */
function later(ms: number, ask: () => Promise<Partial<LibraryView>>, set: SetLibrary): () => void {
	let stale = false;
	const timer = setTimeout(() => {
		ask().then(
			answer => (stale ? undefined : set(answer)),
			(error: unknown) => (stale ? undefined : set({note: {text: reasonOf(error), wrong: true}})),
		);
	}, ms);
	return () => {
		stale = true;
		clearTimeout(timer);
	};
}

// What keys do.

const {signal: never} = new AbortController();

type LibraryActions = {
	readonly act: (action: Action) => void;
	readonly read: () => void;
	readonly resume: () => void;
	readonly remove: () => void;
	/** What becomes of another name. */
	readonly renamed: (done: Renamed) => void;
};

type Opener = ((path: string, at: Session['startAt'], dialog: StartDialog) => Promise<Session>) | undefined;

/** Opens, resumes and deletes the chosen debate. */
export function useLibraryActions(
	rostrum: RostrumPort,
	port: LibraryPort | undefined,
	view: LibraryView,
	set: SetLibrary,
	exit: ScreenProps['exit'],
): LibraryActions {
	const entry = chosenOf(view);
	const fail = (error: unknown) => {
		const problem = problemOf(error);
		set({mode: 'list', note: problem === undefined ? undefined : {text: problem, wrong: true}});
	};
	const open = (how: Opener) => {
		if (!entry || !how) return;
		set({mode: 'opening', note: undefined});
		exit.open(dialog => how(entry.path, startOf(view), dialog), spotOf(view)).catch(fail);
	};
	const remove = () => {
		if (!entry || !port) return;
		set({mode: 'list', note: undefined});
		port
			.remove(entry.path)
			.then(place => set({removed: entry.path, note: {text: `Moved to ${place}`, wrong: false}}), fail);
	};
	const read = () => open(rostrum.read);
	/** Journals are looked at again for what they are called, and searched again. */
	const rename = async (done: Renamed) => {
		if (done === undefined) return set({mode: 'list'});
		if ('problem' in done) return set({mode: 'list', note: {text: done.problem, wrong: true}});
		set({mode: 'list', note: {text: renamedText(done.name), wrong: false}});
		await port?.bring(() => undefined, never);
		set({filter: {...view.filter}});
	};
	const renamed = (done: Renamed) => void rename(done).catch(fail);
	const again = rostrum.resume;
	const resume = () => open(again && ((path, _, dialog) => again(path, dialog)));
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
			case 'highlights':
				return open(rostrum.highlights);
			case 'continue':
				return resume();
			case 'leave':
				return exit.leave();
			default:
				return perform(action, view, set);
		}
	};
	return {act, read, resume, remove, renamed};
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

/** Entries that a page key moves by. */
const PAGE = 10;

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
		case 'rename':
		case 'compare':
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

/** Keys that do not edit the text, while words are typed. */
export function typed(name: string, view: LibraryView, set: SetLibrary): void {
	if (name === 'esc') return set({mode: 'list'});
	if (name === 'up') perform('up', view, set);
	if (name === 'down') perform('down', view, set);
	if (name === 'pgup') perform('page-up', view, set);
	if (name === 'pgdn') perform('page-down', view, set);
}
