/** What the library's keys do to its view. */
import type {Action} from '../terminal/key-table.ts';
import {turnsOf, type LibraryView, type SetLibrary} from './library-view.ts';

/** Entries that a page key moves by. */
const PAGE = 10;

export function perform(action: Action, view: LibraryView, set: SetLibrary): void {
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

/** Keys that do not edit the text, while words are typed. */
export function typed(name: string, view: LibraryView, set: SetLibrary): void {
	if (name === 'esc') return set({mode: 'list'});
	if (name === 'up') perform('up', view, set);
	if (name === 'down') perform('down', view, set);
	if (name === 'pgup') perform('page-up', view, set);
	if (name === 'pgdn') perform('page-down', view, set);
}
