/** The facts of a Duelogic debate: how each turn was judged, what the arbiter calls out, where the judges stand. */
import {z} from 'zod';
import {LedgerEvent} from '../claims/ledger-event.ts';

export const Quality = z.enum(['strong', 'adequate', 'weak', 'absent']);
export type Quality = z.infer<typeof Quality>;

/** One item of the judge's checklist as counted: what was answered, and whether its quotation stands in the turn. */
export const ChecklistItem = z.object({
	id: z.string(),
	answer: z.enum(['yes', 'no', 'na']),
	severity: z.enum(['minor', 'major']).optional(),
	quote: z.string().optional(),
	match: z.enum(['exact', 'fuzzy', 'not_found', 'too_short']).optional(),
	/** Where the quotation stands in the turn's text, in UTF-16 units. */
	start: z.int().nonnegative().optional(),
	end: z.int().nonnegative().optional(),
	targetQuote: z.string().optional(),
	targetTurn: z.string().optional(),
	targetMatch: z.enum(['exact', 'fuzzy', 'not_found', 'too_short']).optional(),
	note: z.string().optional(),
	/** From rules 2 on: the graded answer as it was given, such as `exact` or `framework`. */
	grade: z.string().optional(),
	/** Set where the answer counts for nothing: void by the judge's own mistake, or refused by the cross-check. */
	state: z.enum(['void', 'refused']).optional(),
	/** Number of the sentence in the judged text, from 1; `quote` is that whole sentence. */
	sentence: z.int().positive().optional(),
	/** The words that the judge copied from it. */
	phrase: z.string().optional(),
	/** Number of the sentence in `targetTurn`; `targetQuote` is that whole sentence. */
	targetSentence: z.int().positive().optional(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

export const Violation = z.enum([
	'straw_manning',
	'missing_steel_man',
	'missing_self_critique',
	'framework_inconsistency',
	'rhetorical_evasion',
]);
export type Violation = z.infer<typeof Violation>;

/** One term of a score's working: `points` = 100 × weight × value / sum of the applicable weights, rounded for show. */
export const ScoreTerm = z.object({
	dimension: z.enum(['steelManning', 'selfCritique', 'frameworkConsistency', 'intellectualHonesty']),
	level: z.string(),
	value: z.number().min(0).max(1),
	weight: z.number().nonnegative(),
	points: z.number(),
});
export type ScoreTerm = z.infer<typeof ScoreTerm>;

/** One judge's part of an evaluation. */
export const JudgeVerdict = z.object({
	judge: z.string().min(1),
	/** Null where the verdict was of no use; `reason` then says why. */
	score: z.int().min(0).max(100).nullable(),
	reason: z.string().optional(),
	items: z.array(ChecklistItem),
});
export type JudgeVerdict = z.infer<typeof JudgeVerdict>;

/** A deciding sentence that was put to the bench a second time, by itself. */
const CrossCheck = z.object({
	id: z.string(),
	sentence: z.string(),
	/** The judges who had named it. */
	from: z.array(z.string()),
	answers: z.array(z.object({judge: z.string(), affirms: z.boolean(), toTheScorer: z.boolean()})),
});

const ScoreWeights = z.object({
	steelManning: z.number().nonnegative(),
	selfCritique: z.number().nonnegative(),
	frameworkConsistency: z.number().nonnegative(),
	intellectualHonesty: z.number().nonnegative(),
});

export const EvaluationEvent = z.object({
	type: z.literal('evaluation'),
	turnId: z.string().min(1),
	/** Participant ids of those who judged, the first one leading. */
	judge: z.string().min(1),
	judges: z.array(z.string()).optional(),
	/** 0 to 100, or null where no usable judgement came (`reason` says why). */
	adherenceScore: z.int().min(0).max(100).nullable(),
	reason: z.string().optional(),
	steelManning: z
		.object({attempted: z.boolean(), quality: Quality, applicable: z.boolean(), notes: z.string().optional()})
		.optional(),
	selfCritique: z
		.object({attempted: z.boolean(), quality: Quality, applicable: z.boolean(), notes: z.string().optional()})
		.optional(),
	frameworkConsistency: z
		.object({
			consistent: z.boolean(),
			level: z.enum(['consistent', 'minor_drift', 'major_drift', 'abandoned']),
			violations: z.array(z.string()).optional(),
		})
		.optional(),
	intellectualHonesty: z
		.object({score: z.enum(['high', 'medium', 'low']), issues: z.array(z.string()).optional()})
		.optional(),
	requiresInterjection: z.boolean(),
	interjectionReason: z.string().optional(),
	violations: z.array(z.object({violation: Violation, major: z.boolean(), about: z.string().optional()})),
	items: z.array(ChecklistItem),
	working: z.array(ScoreTerm),
	/** A ceiling that was applied, e.g. a verified straw man at 55. */
	cap: z.object({at: z.int(), because: z.string()}).optional(),
	/** Lowest and highest score of the single judges, where more than one sat. */
	range: z.tuple([z.int(), z.int()]).optional(),
	selfJudged: z.boolean().optional(),
	/** The rules that the score follows; 1 where it is absent. The fields below are there from rules 2 on. */
	rules: z.int().positive().optional(),
	weights: ScoreWeights.optional(),
	owed: z.object({steelManning: z.boolean(), selfCritique: z.boolean()}).optional(),
	verdicts: z.array(JudgeVerdict).optional(),
	crossChecks: z.array(CrossCheck).optional(),
	/** Dimensions on which judges differ by two levels; nobody is accused by them. */
	contested: z.array(z.string()).optional(),
	/** Sentences that are addressed to whoever scores: evidence for nothing. */
	sway: z.array(z.object({start: z.int().nonnegative(), end: z.int().nonnegative(), text: z.string()})).optional(),
	/** What the judge answered, where it was of no use. */
	raw: z.string().optional(),
});
export type EvaluationEvent = z.infer<typeof EvaluationEvent>;

export const InterjectionEvent = z.object({
	type: z.literal('interjection'),
	/** The arbiter's turn that makes it. */
	turnId: z.string().min(1),
	target: z.string().optional(),
	violation: Violation.optional(),
	reason: z.string().optional(),
	by: z.enum(['arbiter', 'user']),
});
export type InterjectionEvent = z.infer<typeof InterjectionEvent>;

/** From −3, wholly against, to 3, wholly in favour; 0 is undecided. */
export const Stance = z.int().min(-3).max(3);

/** What a judge itself thinks of the proposition; it does not affect any score. */
export const JudgeStanceEvent = z.object({
	type: z.literal('judge-stance'),
	judge: z.string().min(1),
	when: z.enum(['before', 'after']),
	/** Null where no usable answer came; `reason` then says why. */
	stance: Stance.nullable(),
	/** In a sentence. */
	reason: z.string(),
});
export type JudgeStanceEvent = z.infer<typeof JudgeStanceEvent>;

export const duelogicEvents = [EvaluationEvent, InterjectionEvent, JudgeStanceEvent, LedgerEvent] as const;
