/** The script's effects besides the floor: admission of queries, the answer cache, and files. JSON in, JSON out. */
import {z} from 'zod';
import type {Floor, Message} from '../../../debate/protocol.ts';

/** A query to be admitted; all of it forms the cache key. `text` is the current specification. */
export const AdmissionRequest = z.object({
	agent: z.string(),
	persona: z.string(),
	purpose: z.string(),
	text: z.string(),
	/** The agent's current voice and model, so that another's answers are never reused. */
	version: z.string(),
	messages: z.array(z.object({role: z.string(), content: z.string()})),
	parameters: z.record(z.string(), z.number()),
});
export type AdmissionRequest = Omit<z.infer<typeof AdmissionRequest>, 'messages'> & {
	readonly messages: readonly Message[];
};

/**
 * `go` after `waitedMs` of rate limiting, with the cache `key` for the answer; `kept` is a cached answer; `refused`
 * while the circuit breaker is open.
 */
export const Admission = z.discriminatedUnion('how', [
	z.object({how: z.literal('go'), waitedMs: z.number().nonnegative(), key: z.string().optional()}),
	z.object({how: z.literal('kept'), value: z.unknown()}),
	z.object({how: z.literal('refused'), reason: z.string()}),
]);
export type Admission = z.infer<typeof Admission>;

/** The outcome of an admitted query; `value` is cached under `key`. */
export const QueryOutcome = z.object({
	agent: z.string(),
	key: z.string().optional(),
	ok: z.boolean(),
	value: z.unknown().optional(),
});
export type QueryOutcome = z.infer<typeof QueryOutcome>;

/** Texts for the debate's folder, and for the user's file; the effects return paths. */
export const WriteFiles = z.object({refined: z.string(), report: z.string()});
export const WrittenFiles = z.object({refined: z.string(), report: z.string()});
export const SaveRequest = z.object({original: z.string(), text: z.string()});
export const SaveResult = z.discriminatedUnion('saved', [
	z.object({saved: z.literal(true), file: z.string(), kept: z.string()}),
	z.object({saved: z.literal(false), why: z.string()}),
]);
export type SaveResult = z.infer<typeof SaveResult>;

export const requestAdmission = async (floor: Floor, wish: AdmissionRequest): Promise<Admission> =>
	Admission.parse(await floor.perform('spec-admit', wish));
export const reportQueryOutcome = async (floor: Floor, told: QueryOutcome): Promise<void> =>
	void (await floor.perform('spec-told', told));
export const writeFiles = async (
	floor: Floor,
	files: z.infer<typeof WriteFiles>,
): Promise<z.infer<typeof WrittenFiles>> => WrittenFiles.parse(await floor.perform('spec-write', files));
export const saveSpec = async (floor: Floor, wish: z.infer<typeof SaveRequest>): Promise<SaveResult> =>
	SaveResult.parse(await floor.perform('spec-save', wish));
/** Path of the backup of the user's file, or null. */
export const findBackup = async (floor: Floor): Promise<string | null> =>
	z
		.string()
		.nullable()
		.parse(await floor.perform('spec-kept', {}));
