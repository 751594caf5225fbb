/** The keys that change the panes or move the transcript's window; none of them affects the debate. */
import {isDeepStrictEqual} from 'node:util';
import {arguingSeats} from '../../debate/seats.ts';
import type {DebateStore} from '../store/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import type {PaneArrangement, Pane} from '../store/pane-arrangement.ts';
import type {StageLayout} from './layout.ts';
import {momentsIn} from '../../view/moments.ts';

/** `layoutOf` gives the layout for an arrangement on this screen. */
type PaneContext = {readonly store: DebateStore; readonly layoutOf: (arrangement: PaneArrangement) => StageLayout};

/** Actions with an effect in the transcript only. */
export const transcriptActions: readonly Action[] = ['next-moment', 'moment-before', 'mute'];

/** Performs one of these actions. Returns false for any other. */
export function arrange(action: Action, key: string, {store, layoutOf}: PaneContext): boolean {
	switch (action) {
		case 'mute':
			mute(store, Number(key));
			return true;
		case 'narrower':
			grow(store, -1, layoutOf);
			return true;
		case 'wider':
			grow(store, 1, layoutOf);
			return true;
		case 'chairs':
			hide(store, [action]);
			return true;
		case 'moments':
			hide(store, [action]);
			return true;
		case 'alone':
			hide(store, ['chairs', 'moments', 'own']);
			return true;
		case 'next-moment':
			goToMoment(store, 1);
			return true;
		case 'moment-before':
			goToMoment(store, -1);
			return true;
		case 'turn-before':
			store.seek(-1, 'turn');
			return true;
		case 'next-turn':
			store.seek(1, 'turn');
			return true;
		case 'segment-before':
			store.seek(-1, 'segment');
			return true;
		case 'next-segment':
			store.seek(1, 'segment');
			return true;
		default:
			return false;
	}
}

function mute(store: DebateStore, number: number): void {
	const seat = arguingSeats(store.state.seats)[number - 1];
	if (seat) store.mute(seat.id);
}

/** A step that would change nothing is not counted, or it would take as many keys to undo. */
function grow(store: DebateStore, by: 1 | -1, layoutOf: PaneContext['layoutOf']): void {
	const {arrangement} = store;
	const next = {...arrangement, grown: arrangement.grown + by};
	if (!isDeepStrictEqual(layoutOf(next), layoutOf(arrangement))) store.arrange(next);
}

/** Hides panes; shows them again if any of them is hidden. */
function hide(store: DebateStore, panes: readonly Pane[]): void {
	const {hidden} = store.arrangement;
	const rest = hidden.filter(pane => !panes.includes(pane));
	store.arrange({...store.arrangement, hidden: rest.length < hidden.length ? rest : [...hidden, ...panes]});
}

/** Jumps to the next moment, counted from the last jump or else from the top of the window. */
function goToMoment(store: DebateStore, by: 1 | -1): void {
	const {state, index, transcript, visitedMoment: visited} = store;
	const all = momentsIn(state, index);
	const next = transcript.marked !== undefined && visited ? visited.number - 1 + by : beside(all, transcript.top, by);
	const found = all[next];
	if (!found) return store.announce(`There is no ${by > 0 ? 'later' : 'earlier'} moment.`);
	transcript.mark(found.turnId);
	store.visitedMoment = {found, number: next + 1, of: all.length};
	store.redraw();
}

/**
 * The index of the nearest moment below the window's top, or above it. A turn at line 0 of the top has its heading
 * there.
 */
function beside(
	all: readonly {readonly place: number}[],
	{place, line}: {readonly place: number; readonly line: number},
	by: 1 | -1,
): number {
	return by > 0
		? all.findIndex(one => one.place > place)
		: all.findLastIndex(one => one.place < place || (one.place === place && line > 0));
}
