/**
 * Answer schemas for interruption watchers and the arbiter: flat, short, every key required, so that strict
 * structured-output servers accept them.
 */
import {z} from 'zod';
import {InterruptionReason} from '../../../debate/events.ts';
import {Stance} from '../../../debate/formats/duelogic/events.ts';

/**
 * Whether a chair wants to interrupt, in as few tokens as can be: `sentence` is the number of the sentence that caused
 * it. Urgency is looked up in interruption-rules.ts.
 */
export const InterruptionAnswer = z.object({
	reason: z.enum(['none', ...InterruptionReason.options]),
	severity: z.enum(['low', 'medium', 'high']),
	chair: z.string().nullable(),
	sentence: z.int().nullable(),
});
export type InterruptionAnswer = z.infer<typeof InterruptionAnswer>;

/** The reason comes first so that the model derives the number from it. */
export const StanceAnswer = z.object({reason: z.string().trim().min(1), stance: Stance});
export type StanceAnswer = z.infer<typeof StanceAnswer>;

export const DigestAnswer = z.object({digest: z.string().min(1)});
