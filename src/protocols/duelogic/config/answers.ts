/**
 * Answer schemas for judges, interruption watchers and the arbiter: flat, short, every key required, so that strict
 * structured-output servers accept them.
 */
import {z} from 'zod';
import {InterruptionReason} from '../../../debate/events.ts';
import {Stance} from '../../../debate/formats/duelogic/events.ts';

const itemIds = ['S1', 'S2', 'S3', 'S4', 'S5', 'C1', 'C2', 'C3', 'C4', 'F1'] as const;
export type ItemId = (typeof itemIds)[number];

const violationIds = [
	'V',
	'X1',
	'evaded_direct_question',
	'misrepresented_opponent',
	'cherry_picked',
	'moved_goalposts',
	'false_equivalence',
	'invented_source',
	'overclaimed_certainty',
] as const;
export type ViolationId = (typeof violationIds)[number];

/** A completed checklist. The judge only quotes; levels and scores are computed in scoring.ts. */
export const JudgeAnswer = z.object({
	items: z
		.array(
			z.object({
				id: z.enum(itemIds),
				answer: z.enum(['yes', 'no', 'na']),
				quote: z.string().nullable(),
				target_quote: z.string().nullable(),
				target_turn: z.string().nullable(),
			}),
		)
		.max(20),
	violations: z
		.array(
			z.object({
				id: z.enum(violationIds),
				severity: z.enum(['minor', 'major']),
				quote: z.string(),
				target_quote: z.string().nullable(),
				target_turn: z.string().nullable(),
				note: z.string(),
			}),
		)
		.max(12),
});
export type JudgeAnswer = z.infer<typeof JudgeAnswer>;

/**
 * Whether a chair wants to interrupt: categories and quotations only. Urgency is looked up in interruption-rules.ts.
 */
export const InterruptionAnswer = z.object({
	reason: z.enum([...InterruptionReason.options, 'none']),
	severity: z.enum(['low', 'medium', 'high']),
	chair: z.string().nullable(),
	quote: z.string().nullable(),
	line: z.string().nullable(),
	opener: z.string().nullable(),
});
export type InterruptionAnswer = z.infer<typeof InterruptionAnswer>;

/** The reason comes first so that the model derives the number from it. */
export const StanceAnswer = z.object({reason: z.string().trim().min(1), stance: Stance});
export type StanceAnswer = z.infer<typeof StanceAnswer>;

export const DigestAnswer = z.object({digest: z.string().min(1)});
