/** Folds a long list of events without copying the state's arrays for each of them. */
import type {JournalEvent} from '../../debate/events.ts';
import type {InPlaceArrays} from '../../debate/fold/in-place-arrays.ts';
import {reduceInPlace} from '../../debate/reduce.ts';
import {emptyState, type DebateState} from '../../debate/state.ts';

export type StateFold = {
	apply(event: JournalEvent): void;
	/** The state so far. It never changes again: events applied later copy the arrays that it holds. */
	snapshot(): DebateState;
};

export function stateFold(): StateFold {
	let state = emptyState;
	/** Arrays created since the last snapshot: nobody else has them, so they are safe to mutate. */
	let unshared: InPlaceArrays = new WeakSet();
	return {
		apply(event) {
			state = reduceInPlace(state, event, unshared);
		},
		snapshot() {
			unshared = new WeakSet();
			return state;
		},
	};
}
