/** A Model Duel as panes and exports show it, derived from the debate's state. */
import type {CritiqueEvent, Issue, RevisionEvent, Rubric} from '../../debate/formats/model-duel.ts';
import type {EventOf} from '../../debate/events.ts';
import {incrementalFold, memoizeRecent} from '../../debate/fold.ts';
import {heardText, type DebateState, type Turn} from '../../debate/state.ts';
import {taskParts, type TaskParts} from '../../debate/prompt.ts';

/** A turn and its text so far. */
export type DuelText = {readonly turn: Turn; readonly text: string};

/** An issue, numbered from 1, and the revision's response once there is one. */
export type Point = {
	readonly number: number;
	readonly issue: Issue;
	readonly answer: RevisionEvent['responses'][number] | undefined;
};

export type Duel = {
	readonly task: TaskParts;
	readonly draft: DuelText | undefined;
	/** One, or those of several critics in their order. */
	readonly critiques: readonly DuelText[];
	readonly revision: DuelText | undefined;
	/** The critic's marks for the draft, and the reviser's own for the new text. */
	readonly marks: {readonly draft: Rubric | undefined; readonly revision: Rubric | undefined};
	readonly unstructured: boolean;
	readonly points: readonly Point[];
	readonly decision: RevisionEvent['decision'] | undefined;
	/** Set where the duel ended without a revision. */
	readonly unreviewed: boolean;
};

/** Undefined for debates of other formats. */
export function duelOf(state: DebateState): Duel | undefined {
	if (state.start?.protocol !== 'model-duel') return undefined;
	const {last, critics} = lastTurnsOf(state.start, state.turns);
	const textAt = (index: number | undefined): DuelText | undefined => {
		const turn = state.turns[index ?? -1];
		return turn && {turn, text: heardText(state, turn)};
	};
	const {critique, revision} = state.formats.modelDuel;
	return {
		task: taskOf(state.start),
		draft: textAt(last['draft']),
		critiques: Object.values(critics).flatMap(index => textAt(index) ?? []),
		revision: textAt(last['revision']),
		marks: {draft: critique?.rubric, revision: revision?.rubric},
		unstructured: critique?.unstructured === true,
		points: critique ? pointsOf(critique, revision) : [],
		decision: revision?.decision,
		unreviewed: state.outcome === 'degraded',
	};
}

type LastTurns = {
	readonly turns: number;
	/** By kind, and those of critiques by critic. */
	readonly last: Readonly<Record<string, number>>;
	readonly critics: Readonly<Record<string, number>>;
};

/** The index of the last turn of each kind. A turn that ends, and one that replaces a failed turn, keeps its kind. */
const lastTurnsOf = incrementalFold<Turn, LastTurns>(
	{turns: 0, last: {}, critics: {}},
	({turns, last, critics}, {kind, speaker}) => ({
		turns: turns + 1,
		last: {...last, [kind]: turns},
		critics: kind === 'critique' ? {...critics, [speaker]: turns} : critics,
	}),
	(one, other) => one.id === other.id,
);

const taskOf = memoizeRecent(({subject}: EventOf<'debate-start'>): TaskParts => taskParts(subject.text));

const pointsOf = memoizeRecent(({issues}: CritiqueEvent, revision: RevisionEvent | undefined): readonly Point[] => {
	const answers = new Map(revision?.responses.toReversed().map(response => [response.issueRef, response]));
	return issues.map((issue, place) => ({number: place + 1, issue, answer: answers.get(String(place + 1))}));
});

export const rubricNames = ['correctness', 'feasibility', 'risk', 'clarity', 'testability'] as const;
