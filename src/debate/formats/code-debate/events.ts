/** A section of a shared debate file, and what it does to the points: the facts of a Code Debate. */
import {z} from 'zod';
import {severities} from './severities.ts';

/** Where a point in dispute stands: not answered yet, or as the latest section to answer it has it. */
export const PointState = z.enum(['open', 'agreed', 'partly', 'disagreed']);
export type PointState = z.infer<typeof PointState>;

/** How grave a point is, the gravest first. One that says nothing of it counts as `major`. */
export const PointSeverity = z.enum(severities);
export type PointSeverity = z.infer<typeof PointSeverity>;

/** What shows a point: an input that fails, a command with its output, or a patch. */
export const Evidence = z.object({kind: z.enum(['input', 'command', 'patch']), text: z.string().min(1)});
export type Evidence = z.infer<typeof Evidence>;

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
			/** As its writer has it; left out where the writer said nothing of it. */
			severity: PointSeverity.optional(),
			/** Set where the place is in the file as it was before the change. */
			old: z.literal(true).optional(),
			evidence: Evidence.optional(),
			/** Its writer has given it up; the state is then `disagreed`. */
			withdrawn: z.literal(true).optional(),
			/** What should be done, in a sentence; `unconfirmed` if one side has changed it without a yes of the other. */
			resolution: z.string().optional(),
			unconfirmed: z.literal(true).optional(),
		}),
	),
});
export type SectionEvent = z.infer<typeof SectionEvent>;

export const codeDebateEvents = [SectionEvent] as const;
