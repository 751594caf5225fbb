/** What the program that shows a stage is asked, and what it answers. */
import {z} from 'zod';

export const StageTask = z.object({
	journal: z.string(),
	result: z.string(),
	tokensPerSecond: z.number(),
	seconds: z.number(),
	/** How many turns run at once, each getting a token in its turn; with one, speakers follow each other. */
	atOnce: z.int().positive(),
	/** Opened as a recording instead, played to its end and gone back in; nothing streams then. */
	recorded: z.boolean(),
	/** The words alone, straight to the terminal: what streaming costs without a screen. */
	raw: z.boolean(),
});
export type StageTask = z.infer<typeof StageTask>;

export const StageResult = z.object({cpuMs: z.number(), tokens: z.number(), rssMb: z.number(), peakMb: z.number()});
export type StageResult = z.infer<typeof StageResult>;
