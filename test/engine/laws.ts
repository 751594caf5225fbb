/** What the laws compare. */
import type {DebateState} from '../../src/debate/state.ts';

/** What was said and done, times, ids of tries and spending aside. */
export function essence(state: DebateState): unknown {
	const base = (id: string | undefined) => id?.split('.')[0];
	return {
		turns: state.turns.map(turn => ({
			id: base(turn.id),
			speaker: turn.speaker,
			kind: turn.kind,
			text: turn.text,
			finish: turn.finish,
			amid: turn.amid && {...turn.amid, turnId: base(turn.amid.turnId)},
			score: turn.evaluation?.adherenceScore,
			cut: turn.cut?.trigger,
			interjection: turn.interjection?.target,
			segment: turn.segment,
			round: turn.round,
		})),
		interruptions: state.interruptions.map(one => [base(one.turnId), one.trigger]),
		interjections: state.interjections.map(one => [base(one.turnId), one.target]),
		outcome: state.outcome,
	};
}
