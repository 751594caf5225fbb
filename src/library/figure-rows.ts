/** Rows that the statistics queries return. */
import {z} from 'zod';

/**
 * One speaker's turns in one debate with one model. Each dimension has a count of measurements (`steels`) and the sum
 * of their values in thousandths (`steel`).
 */
export const SpokenRow = z.object({
	debate: z.number(),
	protocol: z.string(),
	speaker: z.string(),
	model: z.string(),
	framework: z.string().nullable(),
	turns: z.number(),
	judged: z.number(),
	scored: z.number(),
	score: z.number(),
	steels: z.number(),
	steel: z.number(),
	selves: z.number(),
	self: z.number(),
	frames: z.number(),
	frame: z.number(),
	honests: z.number(),
	honest: z.number(),
	/** Turns in which it was due, and in which it was done. */
	steelDue: z.number(),
	steelDone: z.number(),
	selfDue: z.number(),
	selfDone: z.number(),
	frameDue: z.number(),
	consistent: z.number(),
});
export type SpokenRow = z.infer<typeof SpokenRow>;

export const CutRow = z.object({
	debate: z.number(),
	protocol: z.string(),
	model: z.string(),
	framework: z.string().nullable(),
	ofModel: z.string(),
	ofFramework: z.string().nullable(),
});
export type CutRow = z.infer<typeof CutRow>;

/** A seat that argues in one debate. */
export const SideRow = z.object({
	debate: z.number(),
	seat: z.string(),
	role: z.string(),
	model: z.string(),
	framework: z.string().nullable(),
	persona: z.string().nullable(),
});
export type SideRow = z.infer<typeof SideRow>;

const orZero = z
	.number()
	.nullable()
	.transform(count => count ?? 0);
export const DebateCount = z.object({
	debate: z.number(),
	protocol: z.string().nullable(),
	state: z.string(),
	turns: orZero,
	words: orZero,
	cost: z.number().nullable(),
});
export type DebateCount = z.infer<typeof DebateCount>;

export const AgreementRow = z.object({protocol: z.string(), same: z.number(), answers: z.number()});
export const StanceRow = z.object({before: z.number().nullable(), after: z.number().nullable()});

/**
 * A reviewer's judgements against the checks: objections confirmed (true positives) and not, acceptances confirmed
 * (true negatives) and not, and judgements that no check covers.
 */
const reviewed = {
	truePositives: z.number(),
	falsePositives: z.number(),
	trueNegatives: z.number(),
	falseNegatives: z.number(),
	unknown: z.number(),
};
export type Reviewed = {readonly [K in keyof typeof reviewed]: number};
export const ReviewRow = z.object({model: z.string(), runs: z.number(), ...reviewed});
