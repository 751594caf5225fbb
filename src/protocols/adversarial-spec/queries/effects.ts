/**
 * What the script asks of the world beside the floor: leave to ask, answers kept, and files. JSON in, JSON out; the
 * engine does the work.
 */
import {z} from 'zod';
import type {Floor, Message} from '../../../debate/protocol.ts';

/** Who wants to ask what; the cache goes by all of it. `text` is the specification as it stands. */
export const Admit = z.object({
	agent: z.string(),
	persona: z.string(),
	purpose: z.string(),
	text: z.string(),
	/** The agent's voice and model as they are now: answers of another are never taken for its own. */
	version: z.string(),
	messages: z.array(z.object({role: z.string(), content: z.string()})),
	parameters: z.record(z.string(), z.number()),
});
export type Admit = Omit<z.infer<typeof Admit>, 'messages'> & {readonly messages: readonly Message[]};

/**
 * `go` after `waitedMs` in the queue of the rate limit, with the `key` under which the answer is to be kept; `kept` is
 * an answer from the cache; `refused` while the circuit breaker is open.
 */
export const Admitted = z.discriminatedUnion('how', [
	z.object({how: z.literal('go'), waitedMs: z.number().nonnegative(), key: z.string().optional()}),
	z.object({how: z.literal('kept'), value: z.unknown()}),
	z.object({how: z.literal('refused'), reason: z.string()}),
]);
export type Admitted = z.infer<typeof Admitted>;

/** How a query went that was let go: `value` is kept under `key` for the next time. */
export const Told = z.object({
	agent: z.string(),
	key: z.string().optional(),
	ok: z.boolean(),
	value: z.unknown().optional(),
});
export type Told = z.infer<typeof Told>;

/** Text for the debate's folder, and for the user's file. Paths come back. */
export const WriteFiles = z.object({refined: z.string(), report: z.string()});
export const Written = z.object({refined: z.string(), report: z.string()});
export const Save = z.object({original: z.string(), text: z.string()});
export const Saved = z.discriminatedUnion('saved', [
	z.object({saved: z.literal(true), file: z.string(), kept: z.string()}),
	z.object({saved: z.literal(false), why: z.string()}),
]);
export type Saved = z.infer<typeof Saved>;

export const admit = async (floor: Floor, wish: Admit): Promise<Admitted> =>
	Admitted.parse(await floor.perform('spec-admit', wish));
export const tell = async (floor: Floor, told: Told): Promise<void> => void (await floor.perform('spec-told', told));
export const writeFiles = async (floor: Floor, files: z.infer<typeof WriteFiles>): Promise<z.infer<typeof Written>> =>
	Written.parse(await floor.perform('spec-write', files));
export const saveSpec = async (floor: Floor, wish: z.infer<typeof Save>): Promise<Saved> =>
	Saved.parse(await floor.perform('spec-save', wish));
/** Where the version before the user's file is kept, if one is. */
export const keptVersion = async (floor: Floor): Promise<string | null> =>
	z
		.string()
		.nullable()
		.parse(await floor.perform('spec-kept', {}));
