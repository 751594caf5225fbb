/** What a model duel has come to, as panes and exports need it: a fold of the debate's state. */
import type {CritiqueEvent, Issue, RevisionEvent, Rubric} from '../debate/duel-events.ts';
import type {EventOf} from '../debate/events.ts';
import {keptFor} from '../debate/kept.ts';
import {heardText, type DebateState, type Turn} from '../debate/state.ts';
import {taskParts, type TaskParts} from '../debate/task-parts.ts';

/** A text of the duel as far as it was heard. */
export type Said = {readonly turn: Turn; readonly text: string};

/** An issue, and what the revision made of it once it is there. */
export type Point = {readonly place: number; readonly issue: Issue; readonly answer: RevisionEvent['responses'][number] | undefined};

export type Duel = {
	readonly task: TaskParts;
	readonly draft: Said | undefined;
	readonly critique: Said | undefined;
	readonly revision: Said | undefined;
	/** The critic's marks for the draft, and the reviser's own for the new text. */
	readonly marks: {readonly draft: Rubric | undefined; readonly revision: Rubric | undefined};
	readonly unstructured: boolean;
	readonly points: readonly Point[];
	readonly decision: RevisionEvent['decision'] | undefined;
	/** Set where the duel ended without a revision. */
	readonly unreviewed: boolean;
};

/** Undefined for debates of other kinds. */
export function duelOf(state: DebateState): Duel | undefined {
	if (state.start?.protocol !== 'model-duel') return undefined;
	const said = (kind: string): Said | undefined => {
		const turn = state.turns.findLast(one => one.kind === kind);
		return turn && {turn, text: heardText(state, turn)};
	};
	const critique = state.records.findLast((record): record is CritiqueEvent & {at: number} => record.type === 'critique');
	const revision = state.records.findLast((record): record is RevisionEvent & {at: number} => record.type === 'revision');
	return {
		task: taskOf(state.start), draft: said('draft'), critique: said('critique'), revision: said('revision'),
		marks: {draft: critique?.rubric, revision: revision?.rubric}, unstructured: critique?.unstructured === true,
		points: critique ? pointsOf(critique, revision) : [],
		decision: revision?.decision, unreviewed: state.outcome === 'degraded',
	};
}

const taskOf = keptFor(({subject}: EventOf<'debate-start'>): TaskParts => taskParts(subject.text));

const pointsOf = keptFor(({issues}: CritiqueEvent, revision: RevisionEvent | undefined): readonly Point[] => {
	const answers = new Map(revision?.responses.toReversed().map(response => [response.issueRef, response]));
	return issues.map((issue, place) => ({place: place + 1, issue, answer: answers.get(String(place + 1))}));
});

export const rubricNames = ['correctness', 'feasibility', 'risk', 'clarity', 'testability'] as const;
