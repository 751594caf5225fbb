/**
 * The slices of a debate's state that belong to the formats. A format that records facts of its own has a line in each
 * of `OwnEvent`, `FormatStates`, `emptyFormats` and `reduceFormats`; where it is shown, its `shown.ts` says.
 */
import type {InPlaceArrays} from './fold.ts';
import {
	type AdversarialSpecEvent,
	emptyAdversarialSpec,
	reduceAdversarialSpec,
	type AdversarialSpecState,
} from './formats/adversarial-spec.ts';
import {type BuilderReviewerEvent, emptyBuild, reduceBuild, type Build} from './formats/builder-reviewer.ts';
import {type SectionEvent, emptyCodeDebate, reduceCodeDebate, type CodeDebateState} from './formats/code-debate.ts';
import type {JudgeStanceEvent} from './evaluation.ts';
import {emptyLedger, reduceLedger, type ClaimLedger, type LedgerEvent} from './claims.ts';
import {type CouncilEvent, type CouncilState, emptyCouncil, reduceCouncil} from './formats/council.ts';
import {type ModelDuelEvent, emptyModelDuel, reduceModelDuel, type ModelDuelState} from './formats/model-duel.ts';
import {type MotionEvent, emptyMotion, reduceMotion, type MotionState} from './formats/motion.ts';

/** What formats record besides turns. Evaluations and interjections belong to a turn and are kept there. */
export type FormatEvent = JudgeStanceEvent | LedgerEvent | OwnEvent;

/** What one format records, and no other. */
type OwnEvent =
	ModelDuelEvent | SectionEvent | BuilderReviewerEvent | AdversarialSpecEvent | MotionEvent | CouncilEvent;

export type FormatStates = {
	readonly adversarialSpec: AdversarialSpecState;
	readonly builderReviewer: Build;
	readonly codeDebate: CodeDebateState;
	readonly council: CouncilState;
	readonly ledger: ClaimLedger;
	readonly modelDuel: ModelDuelState;
	readonly motion: MotionState;
};

export const emptyFormats: FormatStates = {
	adversarialSpec: emptyAdversarialSpec,
	builderReviewer: emptyBuild,
	codeDebate: emptyCodeDebate,
	council: emptyCouncil,
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
		case 'council-answer':
		case 'council-groups':
		case 'council-ballot':
		case 'council-look':
		case 'council-result':
			return {...states, council: reduceCouncil(states.council, event)};
		default:
			return event satisfies never;
	}
}
