/** Answer schemas: flat, short, every key required, so that strict structured-output servers accept them. */
import {z} from 'zod';
import {Stance} from '../../../debate/formats/duelogic/events.ts';

/** Whether somebody rises, and with what. `sentence` is the number of the one that caused it. */
export const PointLook = z.object({
	rise: z.boolean(),
	severity: z.enum(['low', 'medium', 'high']),
	sentence: z.int().nullable(),
	point: z.string(),
});
export type PointLook = z.infer<typeof PointLook>;

export const PointDecision = z.object({take: z.boolean()});

export const AnswerCheck = z.object({answered: z.boolean(), open: z.string()});

export const NewClaims = z.object({sentences: z.array(z.int())});

/** The reason comes first so that the model derives the number from it. */
export const MotionStance = z.object({reason: z.string().trim().min(1), stance: Stance});
