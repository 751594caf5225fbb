/** Questions that are often asked of a debate's state. */
import type {EvaluationEvent} from './formats/duelogic/events.ts';
import type {DebateState, Turn} from './state.ts';

/** The turn that is being spoken now. */
export const speaking = (state: DebateState): Turn | undefined => {
	const id = state.open.at(-1);
	return id === undefined ? undefined : state.turns.findLast(turn => turn.id === id);
};

/** A turn's text so far, live words included. */
export const heardText = (state: DebateState, turn: Turn): string => {
	const running = state.speech[turn.id];
	return running ? running.sentences + running.words : turn.text;
};

/** A turn's evaluation, in its compact form. */
export const evaluationOf = ({turns}: DebateState, id: string): EvaluationEvent | undefined =>
	turns.findLast(turn => turn.id === id)?.evaluation;
