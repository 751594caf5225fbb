import {useReducer} from 'react';
import {matching, type Pick} from './picks.ts';

type PickerView = {readonly filter: string; readonly marked: number | undefined};
const change = (view: PickerView, next: Partial<PickerView>): PickerView => ({...view, ...next});

type PickerState = {
	/** The picks that match the filter; at the end, the typed text itself if that can be chosen. */
	readonly all: readonly Pick[];
	/** How many there would be without a filter. */
	readonly total: number;
	/** The index of the marked one. */
	readonly at: number;
	readonly filter: (text: string) => void;
	/** Moves the mark; it stops at either end. */
	readonly move: (by: number) => void;
};

/** The filtered picks and the marked one. `initial` is the value that is marked until something is typed. */
export function usePicker(
	picks: readonly Pick[],
	initial: string | undefined,
	asWritten: ((text: string) => Pick | undefined) | undefined,
): PickerState {
	const [{filter, marked}, set] = useReducer(change, {filter: '', marked: undefined});
	const text = filter.trim();
	const found = matching(picks, filter);
	const written = text === '' || found.some(({value}) => value === text) ? undefined : asWritten?.(text);
	const all = written ? [...found, written] : found;
	const first = all.findIndex(({value}) => filter === '' && value === initial);
	const at = Math.max(0, Math.min(marked ?? first, all.length - 1));
	return {
		all,
		total: picks.length + (written ? 1 : 0),
		at,
		filter: typed => set({filter: typed, marked: 0}),
		move: by => set({marked: Math.max(0, Math.min(at + by, all.length - 1))}),
	};
}
