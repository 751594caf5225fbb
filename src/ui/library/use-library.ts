import {useEffect, useState} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import type {LibraryPort} from '../../app/screens/library-port.ts';
import {chosenOf, type LibraryView, type SetLibrary} from './library-view.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';

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
