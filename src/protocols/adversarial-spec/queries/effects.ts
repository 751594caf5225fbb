/**
 * What the script asks of the world beside the floor: leave to ask, answers kept, and files. JSON in, JSON out; the
 * engine does the work.
 */
import {z} from 'zod';
import type {Floor, Message} from '../../../debate/protocol.ts';

/** Who wants to ask what; the cache goes by all of it. `text` is the specification as it stands. */
export const AdmissionRequest = z.object({
	agent: z.string(),
	persona: z.string(),
	purpose: z.string(),
	text: z.string(),
	/** The agent's voice and model as they are now: answers of another are never taken for its own. */
	version: z.string(),
	messages: z.array(z.object({role: z.string(), content: z.string()})),
	parameters: z.record(z.string(), z.number()),
});
export type AdmissionRequest = Omit<z.infer<typeof AdmissionRequest>, 'messages'> & {
	readonly messages: readonly Message[];
};

/**
 * `go` after `waitedMs` in the queue of the rate limit, with the `key` under which the answer is to be kept; `kept` is
 * an answer from the cache; `refused` while the circuit breaker is open.
 */
export const Admission = z.discriminatedUnion('how', [
	z.object({how: z.literal('go'), waitedMs: z.number().nonnegative(), key: z.string().optional()}),
	z.object({how: z.literal('kept'), value: z.unknown()}),
	z.object({how: z.literal('refused'), reason: z.string()}),
]);
export type Admission = z.infer<typeof Admission>;

/** How a query went that was let go: `value` is kept under `key` for the next time. */
export const QueryOutcome = z.object({
	agent: z.string(),
	key: z.string().optional(),
	ok: z.boolean(),
	value: z.unknown().optional(),
});
export type QueryOutcome = z.infer<typeof QueryOutcome>;

/** Text for the debate's folder, and for the user's file. Paths come back. */
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
/** Where the version before the user's file is kept, if one is. */
export const findBackup = async (floor: Floor): Promise<string | null> =>
	z
		.string()
		.nullable()
		.parse(await floor.perform('spec-kept', {}));
