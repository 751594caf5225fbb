/** The facts of a motion debate: points of information, evaded questions, late claims, and the verdict. */
import {z} from 'zod';

export const MotionSide = z.enum(['for', 'against']);
export type MotionSide = z.infer<typeof MotionSide>;

/** Who wins: a side, or neither. */
export const MotionWinner = z.enum(['for', 'against', 'tie']);
export type MotionWinner = z.infer<typeof MotionWinner>;

/** A point of information that somebody rose with. */
export const PointEvent = z.object({
	type: z.literal('point'),
	/** The turn that it was offered in, and who rose. */
	turnId: z.string().min(1),
	by: z.string().min(1),
	point: z.string(),
	/** The sentence that caused it. */
	trigger: z.string(),
	taken: z.boolean(),
	/** Taken, but only when its turn was over or a listener had stepped in: it was not heard. */
	late: z.literal(true).optional(),
});
export type PointEvent = z.infer<typeof PointEvent>;

/** Whether an answer answered its question; `evaded` if it did not, though asked for once more. */
const AnswerCheckEvent = z.object({
	type: z.literal('answer-check'),
	question: z.string().min(1),
	turnId: z.string().min(1),
	/** Null if the moderator could not be asked. */
	answered: z.boolean().nullable(),
	evaded: z.literal(true).optional(),
	/** What the answer leaves open. */
	open: z.string().optional(),
});
type AnswerCheckEvent = z.infer<typeof AnswerCheckEvent>;

/** Sentences of a closing that bring what nobody had said before; judges pass over them. */
const NewClaimEvent = z.object({
	type: z.literal('new-claim'),
	turnId: z.string().min(1),
	sentences: z.array(z.string().min(1)).min(1),
});
type NewClaimEvent = z.infer<typeof NewClaimEvent>;

/** A sentence of the debate: offsets in its turn's text, in UTF-16 units. */
const SentenceRef = z.object({
	turnId: z.string().min(1),
	start: z.int().nonnegative(),
	end: z.int().positive(),
	text: z.string().min(1),
});
export type SentenceRef = z.infer<typeof SentenceRef>;

export const grounds = ['arguments', 'rebuttal', 'evidence', 'answering', 'conduct'] as const;
const Ground = z.object({better: z.enum(['for', 'against', 'even']), sentences: z.array(SentenceRef)});

/** One reading of the debate by a judge. `void` says why it does not count. */
export const VerdictReading = z.object({
	/** The side that was called A. */
	a: MotionSide,
	winner: MotionWinner.nullable(),
	/** −3 to 3, above 0 for the motion. */
	margin: z.number().min(-3).max(3).nullable(),
	grounds: z
		.object({arguments: Ground, rebuttal: Ground, evidence: Ground, answering: Ground, conduct: Ground})
		.optional(),
	decisive: SentenceRef.extend({phrase: z.string()}).optional(),
	void: z.string().optional(),
});
export type VerdictReading = z.infer<typeof VerdictReading>;

/** One judge's verdict over both readings. `reason` says why there is none. */
export const VerdictEvent = z.object({
	type: z.literal('verdict'),
	judge: z.string().min(1),
	winner: MotionWinner.nullable(),
	margin: z.number().min(-3).max(3).nullable(),
	/** The readings named different winners: a tie. */
	flipped: z.boolean(),
	readings: z.array(VerdictReading),
	reason: z.string().optional(),
});
export type VerdictEvent = z.infer<typeof VerdictEvent>;

/** What the verdicts come to: the median of their margins, a tie below half a point. */
export const VerdictPanelEvent = z.object({
	type: z.literal('verdict-panel'),
	/** Null if fewer than half of the bench gave a verdict, or none did. */
	winner: MotionWinner.nullable(),
	margin: z.number().min(-3).max(3).nullable(),
	/** How many gave a verdict. */
	judges: z.int().nonnegative(),
	flipped: z.int().nonnegative(),
	/** The share of pairs of judges with the same winner; null with fewer than two judges. */
	agreement: z.number().min(0).max(1).nullable(),
	/** Every judge shares a model or a maker with a speaker. */
	selfJudged: z.literal(true).optional(),
});
export type VerdictPanelEvent = z.infer<typeof VerdictPanelEvent>;

export const motionEvents = [PointEvent, AnswerCheckEvent, NewClaimEvent, VerdictEvent, VerdictPanelEvent] as const;
export type MotionEvent = z.infer<(typeof motionEvents)[number]>;

// What a motion debate has recorded so far.

export type MotionState = {
	readonly points: readonly PointEvent[];
	readonly checks: readonly AnswerCheckEvent[];
	readonly newClaims: readonly NewClaimEvent[];
	/** Each judge's. */
	readonly verdicts: readonly VerdictEvent[];
	readonly panel: VerdictPanelEvent | undefined;
};

export const emptyMotion: MotionState = {points: [], checks: [], newClaims: [], verdicts: [], panel: undefined};

export function reduceMotion(motion: MotionState, event: MotionEvent): MotionState {
	switch (event.type) {
		case 'point':
			return {...motion, points: [...motion.points.filter(point => !isSame(point, event)), event]};
		case 'answer-check':
			return {...motion, checks: [...motion.checks, event]};
		case 'new-claim':
			return {...motion, newClaims: [...motion.newClaims, event]};
		case 'verdict':
			return {...motion, verdicts: [...motion.verdicts.filter(({judge}) => judge !== event.judge), event]};
		case 'verdict-panel':
			return {...motion, panel: event};
		default:
			return event satisfies never;
	}
}

/** A turn that is spoken again after a crash may have the same point offered again. */
const isSame = (one: PointEvent, other: PointEvent): boolean =>
	one.by === other.by && one.trigger === other.trigger && firstName(one.turnId) === firstName(other.turnId);
const firstName = (turnId: string): string => turnId.replace(/\..*$/u, '');
