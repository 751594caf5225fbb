/** What a draft is held against, and how its writer answers: the facts of a Model Duel. */
import {z} from 'zod';

/** Marks from 1 to 5, 5 the best: for `risk`, 5 means that little can go wrong. */
const Mark = z.int().min(1).max(5);
export const Rubric = z.object({correctness: Mark, feasibility: Mark, risk: Mark, clarity: Mark, testability: Mark});
export type Rubric = z.infer<typeof Rubric>;

/** From the gravest to the slightest. */
export const issueSeverities = ['blocker', 'major', 'minor', 'note'] as const;

/** One point against a text. What a critic who wrote plain prose did not say is left out. */
export const Issue = z.object({
	claim: z.string().min(1),
	evidence: z.string().min(1).optional(),
	suggestedFix: z.string().min(1).optional(),
	severity: z.enum(issueSeverities).optional(),
	/** The seats that raised it, where there are several critics. */
	critics: z.array(z.string().min(1)).optional(),
});
export type Issue = z.infer<typeof Issue>;

export const Decision = z.enum(['accepted', 'rejected', 'partially_accepted']);
export type Decision = z.infer<typeof Decision>;

export const CritiqueEvent = z.object({
	type: z.literal('critique'),
	/** The turn that says it, and the turn that it is about. */
	turnId: z.string().min(1),
	of: z.string().min(1),
	rubric: Rubric.optional(),
	/** Those of several critics are merged. */
	issues: z.array(Issue).min(1),
	/** Each of several critics, with its own marks; `rubric` then has the lower median of each mark. */
	critics: z
		.array(z.object({critic: z.string().min(1), turnId: z.string().min(1), rubric: Rubric.optional()}))
		.optional(),
	unstructured: z.literal(true).optional(),
});
export type CritiqueEvent = z.infer<typeof CritiqueEvent>;

export const RevisionEvent = z.object({
	type: z.literal('revision'),
	/** The turn that holds the new text, and the turn whose critique it answers. */
	turnId: z.string().min(1),
	of: z.string().min(1),
	decision: Decision,
	/** How its own writer marks it. */
	rubric: Rubric.optional(),
	/** One an issue, in their order; `issueRef` is the issue's place from 1, as text. */
	responses: z.array(z.object({issueRef: z.string(), decision: Decision, rationale: z.string()})),
});
export type RevisionEvent = z.infer<typeof RevisionEvent>;

export const modelDuelEvents = [CritiqueEvent, RevisionEvent] as const;
export type ModelDuelEvent = z.infer<(typeof modelDuelEvents)[number]>;

// What a Model Duel has recorded so far.

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
