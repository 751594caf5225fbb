/** What a Model Duel has recorded so far. */
import type {CritiqueEvent, ModelDuelEvent, RevisionEvent} from './events.ts';

/** The latest critique and the latest revision. */
export type ModelDuelState = {
	readonly critique: CritiqueEvent | undefined;
	readonly revision: RevisionEvent | undefined;
};

export const emptyModelDuel: ModelDuelState = {critique: undefined, revision: undefined};

export const reduceModelDuel = (duel: ModelDuelState, event: ModelDuelEvent): ModelDuelState => ({
	...duel,
	[event.type]: event,
});
