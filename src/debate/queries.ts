/** Questions that are often asked of a debate's state. */
import type {EvaluationEvent} from './formats/duelogic/events.ts';
import type {DebateState, Turn} from './state.ts';

/** The turn that is speaking now, where one is. */
export const speaking = (state: DebateState): Turn | undefined => {
	const id = state.open.at(-1);
	return id === undefined ? undefined : state.turns.findLast(turn => turn.id === id);
};

/** What was heard of a turn so far, live words included. */
export const heardText = (state: DebateState, turn: Turn): string => {
	const running = state.speech[turn.id];
	return running ? running.sentences + running.words : turn.text;
};

/** The judgement of a turn as the state keeps it, where it has one. */
export const evaluationOf = ({turns}: DebateState, id: string): EvaluationEvent | undefined =>
	turns.findLast(turn => turn.id === id)?.evaluation;
