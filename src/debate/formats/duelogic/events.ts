/** Where somebody stands on a proposition. */
import {z} from 'zod';

/** From −3, wholly against, to 3, wholly in favour; 0 is undecided. */
export const Stance = z.int().min(-3).max(3);

/** What a judge thinks of the proposition itself, asked beside the debate; it touches no score. */
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
