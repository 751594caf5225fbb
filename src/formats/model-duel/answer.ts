/** The text that a Model Duel comes to, alone and as it was written. */
import type {DebateState} from '../../debate/state.ts';
import {duelOf} from '../../debate/views/model-duel.ts';

/** The revised text; the draft where nothing was revised, and nothing where there is none. */
function* answerPieces(state: DebateState): Generator<string> {
	const duel = duelOf(state);
	const text = (duel?.revision ?? duel?.draft)?.text.trim() ?? '';
	if (text !== '') yield `${text}\n`;
}

export const duelExports = {
	answer: {file: () => 'answer.md', pieces: answerPieces, protocol: 'model-duel'},
} as const;
