/** A section of a shared debate file, and what it does to the points: the facts of a Code Debate. */
import {z} from 'zod';

/** Where a point in dispute stands: not answered yet, or as the latest section to answer it has it. */
export const PointState = z.enum(['open', 'agreed', 'partly', 'disagreed']);
export type PointState = z.infer<typeof PointState>;

export const SectionEvent = z.object({
	type: z.literal('section'),
	/** The turn that holds its text. */
	turnId: z.string().min(1),
	/** Such as `Response 2`, and the line of the file that it stands on. */
	heading: z.string().min(1),
	line: z.int().positive(),
	/** Who signed it, with which tool, and when by the signer's clock. */
	role: z.enum(['A', 'B']),
	tool: z.string().optional(),
	signedAt: z.string().optional(),
	/**
	 * The points that this section raises or whose state it sets. `place` is where the point is found, such as
	 * `src/retry.ts:42`.
	 */
	points: z.array(
		z.object({
			id: z.string().min(1),
			title: z.string(),
			by: z.enum(['A', 'B']),
			place: z.string().optional(),
			state: PointState,
			why: z.string().optional(),
		}),
	),
});
export type SectionEvent = z.infer<typeof SectionEvent>;

export const codeDebateEvents = [SectionEvent] as const;
