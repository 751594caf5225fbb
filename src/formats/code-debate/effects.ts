/** The script's effects besides the floor: the shared file. JSON in, JSON out. */
import {z} from 'zod';
import {VoiceCall, type UserAction} from '../../debate/events.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {Role} from './file/signature.ts';

/** The file as it was read: cleaned text, and the checksum of what it really is. */
const Read = {text: z.string(), checksum: z.string()};

export const AwaitTurn = z.object({role: z.enum(['A', 'B'])});
const TurnCame = z.object({how: z.enum(['turn', 'over', 'timed-out', 'left']), ...Read, waitedMs: z.number()});

export const Append = z.object({
	role: z.enum(['A', 'B']),
	checksum: z.string(),
	timedOut: z.boolean(),
	/** Who has written them, for the signature. */
	tool: z.string().optional(),
	sections: z.array(z.object({heading: z.string().min(1), body: z.string().min(1)})).min(1),
});
export type Append = z.infer<typeof Append>;
/**
 * `violation`: what was wanted is forbidden for good. Otherwise the file has changed, and the side goes back to
 * waiting.
 */
const Appended = z.discriminatedUnion('done', [
	z.object({done: z.literal(true), ...Read}),
	z.object({done: z.literal(false), why: z.string(), violation: z.boolean()}),
]);

/** `calls`: how many calls of each seat are known already. */
export const NextSection = z.object({
	seen: z.int().nonnegative(),
	calls: z.record(z.string(), z.int().nonnegative()).default({}),
});
const SectionCame = z.object({
	how: z.enum(['section', 'ended']),
	...Read,
	why: z.string().optional(),
	spent: z.boolean().optional(),
	calls: z.array(VoiceCall).optional(),
});

const Copied = z.object({folder: z.string().min(1)});

/** Makes a copy of the files to read in, or finds it; gives its folder. */
export const filesToRead = async (floor: Floor): Promise<string> =>
	Copied.parse(await floor.perform('files-to-read', {})).folder;

/** Waits until it is this side’s turn, the debate is over, or the other side was waited for long enough. */
export const waitForTurn = async (floor: Floor, role: Role) =>
	TurnCame.parse(await floor.perform('await-turn', {role}));

/** Appends sections of one’s own, if the file is still as it was read. */
export const append = async (floor: Floor, wish: Append) => Appended.parse(await floor.perform('append', wish));

/**
 * For a viewer: waits until more than `seen` sections are complete, or nobody is left who could write one; with the
 * calls that our own sides have made meanwhile.
 */
export const nextSection = async (floor: Floor, known: z.infer<typeof NextSection>) =>
	SectionCame.parse(await floor.perform('next-section', known));

/** For a viewer: hands on to a side of ours who is to speak for it from now on. */
export const forwardToSide = async (floor: Floor, action: UserAction): Promise<void> =>
	void (await floor.perform('tell-side', action));

/** Ends the waiting that is going on, and all that comes after it: the user wants to leave. */
export const leave = async (floor: Floor): Promise<void> => void (await floor.perform('leave', {}));
