/** A debate as its moments and its results need it, without a store. */
import type {DebateState} from '../../../src/debate/state.ts';
import type {IndexedDebate} from '../../../src/ui/board/moments.ts';
import {TurnIndex} from '../../../src/view/turn-index.ts';

/** `shown` is what is handed on as the state, where a test watches what is taken from it. */
export function indexedDebate(state: DebateState, shown = state): IndexedDebate {
	const index = new TurnIndex();
	index.update(state.turns);
	index.clock.update(state);
	return {state: shown, index};
}
