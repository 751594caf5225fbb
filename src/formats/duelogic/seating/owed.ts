/** What a turn owes its listeners. */
import type {DebateState, Turn} from '../../../debate/state.ts';
import {isCaseTurn, type DuelogicDebate} from './seating.ts';

/** Whether a turn makes a case, or cuts in, against this speaker. */
export const isOpponents = (turn: Turn, speaker: string): boolean =>
	turn.speaker !== speaker && (isCaseTurn(turn) || turn.kind === 'interruption') && turn.text.trim() !== '';

/**
 * Fixed when the turn's prompt is made: a steel-man where an opponent's claim stands open, or where the ledger knows of
 * none of theirs at all.
 */
export function owedBy({config: {mandates}}: DuelogicDebate, heard: DebateState, speaker: string) {
	const theirs = heard.formats.ledger.claims.filter(({holder}) => holder !== speaker);
	const stands = theirs.length === 0 || theirs.some(({status}) => status === 'open');
	return {
		steelManning: mandates.requireSteelManning && stands && heard.turns.some(turn => isOpponents(turn, speaker)),
		selfCritique: mandates.requireSelfCritique,
	};
}
