/**
 * The slices of a debate's state that belong to the formats. A format that records facts of its own has a line in each
 * of `FormatEvent`, `FormatStates`, `emptyFormats` and `reduceFormats`; all else about it stands in its folder.
 */
import type {InPlaceArrays} from '../fold/in-place-arrays.ts';
import type {AdversarialSpecEvent} from './adversarial-spec/events.ts';
import {emptyAdversarialSpec, reduceAdversarialSpec, type AdversarialSpecState} from './adversarial-spec/state.ts';
import type {BuilderReviewerEvent} from './builder-reviewer/events.ts';
import {emptyBuild, reduceBuild, type Build} from './builder-reviewer/state.ts';
import type {SectionEvent} from './code-debate/events.ts';
import {emptyCodeDebate, reduceCodeDebate, type CodeDebateState} from './code-debate/state.ts';
import type {JudgeStanceEvent} from './duelogic/events.ts';
import {emptyLedger, reduceLedger, type ClaimLedger} from './claims/ledger.ts';
import type {LedgerEvent} from './claims/ledger-event.ts';
import type {ModelDuelEvent} from './model-duel/events.ts';
import {emptyModelDuel, reduceModelDuel, type ModelDuelState} from './model-duel/state.ts';
import type {MotionEvent} from './motion/events.ts';
import {emptyMotion, reduceMotion, type MotionState} from './motion/state.ts';

/** What formats record besides turns. Evaluations and interjections belong to a turn and are kept there. */
export type FormatEvent =
	| JudgeStanceEvent
	| LedgerEvent
	| ModelDuelEvent
	| SectionEvent
	| BuilderReviewerEvent
	| AdversarialSpecEvent
	| MotionEvent;

export type FormatStates = {
	readonly adversarialSpec: AdversarialSpecState;
	readonly builderReviewer: Build;
	readonly codeDebate: CodeDebateState;
	readonly ledger: ClaimLedger;
	readonly modelDuel: ModelDuelState;
	readonly motion: MotionState;
};

export const emptyFormats: FormatStates = {
	adversarialSpec: emptyAdversarialSpec,
	builderReviewer: emptyBuild,
	codeDebate: emptyCodeDebate,
	ledger: emptyLedger,
	modelDuel: emptyModelDuel,
	motion: emptyMotion,
};

/** Folds one event into the slice of the format that records it. Arrays in `own` may be changed in place. */
export function reduceFormats(
	states: FormatStates,
	event: FormatEvent & {readonly at: number},
	own: InPlaceArrays | undefined,
): FormatStates {
	switch (event.type) {
		case 'judge-stance':
			return states;
		case 'ledger':
			return {...states, ledger: reduceLedger(states.ledger, event)};
		case 'critique':
		case 'revision':
			return {...states, modelDuel: reduceModelDuel(states.modelDuel, event)};
		case 'section':
			return {...states, codeDebate: reduceCodeDebate(states.codeDebate, event, own)};
		case 'message':
		case 'message-refused':
		case 'hand-over':
		case 'effectiveness':
			return {...states, builderReviewer: reduceBuild(states.builderReviewer, event, own)};
		case 'spec-query':
		case 'spec-critique':
		case 'spec-consensus':
		case 'spec-refinement':
		case 'spec-review':
		case 'spec-outcome':
			return {...states, adversarialSpec: reduceAdversarialSpec(states.adversarialSpec, event, own)};
		case 'point':
		case 'answer-check':
		case 'new-claim':
		case 'verdict':
		case 'verdict-panel':
			return {...states, motion: reduceMotion(states.motion, event)};
		default:
			return event satisfies never;
	}
}
