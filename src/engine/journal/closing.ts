/** Closes turns that a crash left open, and sums up a debate at its end. */
import type {EventOf} from '../../debate/events.ts';
import {countWords} from '../../debate/text/words.ts';
import {totalSpending} from '../../debate/spending.ts';
import type {DebateState} from '../../debate/state.ts';
import {sha256} from '../host/hash.ts';
import type {Recorder} from './recorder.ts';

/** Ends the turns that were running when the debate was cut off, with what was heard of them. Their steps stay open. */
export function closeLostTurns(recorder: Recorder, reason: string): void {
	const {turns, speech} = recorder.state;
	for (const turn of turns) {
		if (turn.finish !== undefined) continue;
		const text = speech[turn.id]?.sentences ?? '';
		recorder.emit({
			type: 'turn-end',
			turnId: turn.id,
			text,
			finish: 'failed',
			reason,
			contentHash: sha256(text),
			totalMs: 0,
		});
	}
}

export function statsOf(state: DebateState, ms: number): EventOf<'debate-end'>['stats'] {
	const spent = totalSpending(state);
	return {
		turns: state.turns.length,
		words: state.turns.reduce((sum, turn) => sum + countWords(turn.text), 0),
		interruptions: state.interruptions.length,
		interjections: state.interjections.length,
		notScored: state.turns.filter(turn => turn.evaluation?.adherenceScore === null).length,
		calls: spent.calls,
		input: spent.input,
		cached: spent.cached,
		output: spent.output,
		cost: spent.unpriced > 0 ? null : spent.cost,
		ms,
	};
}
