/** The script's effects besides the floor: the mailbox and the worktree. JSON in, JSON out. */
import {z} from 'zod';
import {
	Acceptance,
	BuildMessage,
	CheckResult,
	type EndStatus,
	MessageEvent,
	Touched,
} from '../../debate/formats/builder-reviewer.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {Outcome} from '../../debate/events.ts';

const Taken = z.object({file: MessageEvent.shape.file, message: BuildMessage});
const Refused = z.object({file: z.string(), rule: z.string(), reason: z.string()});

/**
 * Begins the run's folder and, unless the builder is another program, its place of work. `base` is the commit it starts
 * from; `uncommitted` counts changes of the user's that are not in it.
 */
export const OpenRun = z.object({title: z.string(), startedAt: z.string(), works: z.boolean()});
export const OpenedRun = z.object({
	runId: z.string(),
	folder: z.string(),
	mailbox: z.string(),
	workplace: z.string(),
	base: z.string().optional(),
	uncommitted: z.int().default(0),
	files: z.array(z.string()).default([]),
	/** What the user should know of how the check runs. */
	notes: z.array(z.string()).default([]),
	/** What makes a run impossible, in words for the user. */
	problem: z.string().optional(),
});
export type OpenedRun = z.infer<typeof OpenedRun>;

/**
 * `draft` is a message without its time and place; `key` tells it from others of its type, so that it is written once
 * whatever happens.
 */
export const Post = z.object({
	runId: z.string(),
	taken: z.array(Taken),
	draft: z.object({sender: z.string(), message_type: z.string(), body: z.unknown()}),
	key: z.string(),
});
const Posted = Taken;

/** Looks for messages from outside until there is one, or `withinMs` have passed. */
export const Listen = z.object({runId: z.string(), taken: z.array(Taken), withinMs: z.number()});
const Listened = z.object({taken: z.array(Taken), refused: z.array(Refused)});

/** What a step changed, or why it did not come to be. `diff` is git's own. */
const Stat = {
	files_changed: z.int(),
	insertions: z.int(),
	deletions: z.int(),
	file_list: z.array(z.string()),
	touched: z.array(Touched).default([]),
};
export const StepResult = z.discriminatedUnion('ok', [
	z.object({ok: z.literal(true), diff: z.string(), ...Stat}),
	z.object({ok: z.literal(false), reason: z.string()}),
]);
export type StepResult = z.infer<typeof StepResult>;
/** With `since`, the key of an earlier try, the result is what both changed together. */
const Step = {key: z.string(), title: z.string(), since: z.string().optional()};
const Edit = z.object({path: z.string(), search: z.string(), replace: z.string()});
/** Blocks, and a diff beside them for what blocks cannot do. */
export const Apply = z.object({...Step, diff: z.string(), edits: z.array(Edit).default([])});
export const Take = z.object(Step);
export const HandIn = z.object({cycle: z.int()});
/** With `baseTests`, the check's own files are as they were before the work; where they are anyway, nothing runs. */
export const Check = z.object({baseTests: z.boolean().default(false)});
/**
 * At most `room` characters in all; a path may end in `:from-to`, for lines of a file. With `imports`, what these files
 * bring in comes before them.
 */
export const FileRequest = z.object({
	paths: z.array(z.string()),
	room: z.number().optional(),
	imports: z.boolean().default(false),
});
/** `text` is absent where there is no such file, or none that can be read. */
const FilesRead = z.object({
	files: z.array(z.object({path: z.string(), text: z.string().optional(), note: z.string().optional()})),
});
/** A copy of the worktree for a reviewer with tools, which leads back to it by nothing. */
export const Copy = z.object({seat: z.string()});
const Copied = z.object({folder: z.string().optional(), problem: z.string().optional()});
/** What a person is asked, and what they decide; a run without one is halted there. */
export const PersonQuestion = z.object({
	about: z.enum(['plan', 'risk', 'alert', 'final']),
	text: z.string(),
	cycle: z.int(),
});
export const PersonAnswer = z.object({
	decision: z.enum(['go on', 'stop', 'send back']),
	comments: z.array(z.string()),
});
/** `body` is the one commit's message; with `steps`, each of those is a commit of its own. */
export const HandOver = z.object({
	accept: Acceptance,
	cycle: z.int(),
	title: z.string(),
	commits: z.enum(['one', 'steps']).default('one'),
	body: z.string().default(''),
	steps: z.array(z.object({key: z.string(), title: z.string(), body: z.string()})).default([]),
});
export const HandedOver = z.object({
	accept: Acceptance,
	patch: z.string().optional(),
	branch: z.string().optional(),
	commit: z.string().optional(),
	note: z.string(),
});
export type HandedOver = z.infer<typeof HandedOver>;

/** The names under which the engine performs them, with what each takes and gives. */
export const buildEffects = {
	open: 'open-run',
	post: 'post-message',
	listen: 'listen',
	apply: 'apply-diff',
	take: 'take-changes',
	undo: 'undo-changes',
	check: 'run-check',
	handIn: 'hand-in',
	readFiles: 'look-at-files',
	copy: 'copy-worktree',
	askPerson: 'ask-person',
	handOver: 'hand-over',
	close: 'close-workplace',
} as const;

/** What an effect gives that cannot be performed any more, whatever it would have given. */
const EndedRun = z.strictObject({ended: z.string()});
export type EndedRun = z.infer<typeof EndedRun>;

export const outcomes: Readonly<Record<EndStatus, Outcome>> = {
	accepted: 'completed',
	aborted: 'stopped',
	halted: 'stopped',
	stopped: 'stopped',
	deadlock: 'deadlock',
	failed: 'failed',
};

/** Ends the run from anywhere; caught only by the script. */
export class RunOver extends Error {
	override readonly name = 'RunOver';
	readonly status: EndStatus;

	constructor(status: EndStatus, reason: string) {
		super(reason);
		this.status = status;
	}
}

async function perform(floor: Floor, effect: string, input: unknown): Promise<unknown> {
	const given = await floor.perform(effect, input);
	const over = EndedRun.safeParse(given);
	if (over.success) throw new RunOver('failed', over.data.ended);
	return given;
}

export const openRun = async (floor: Floor, input: z.infer<typeof OpenRun>) =>
	OpenedRun.parse(await perform(floor, buildEffects.open, input));
export const postMessage = async (floor: Floor, input: z.infer<typeof Post>) =>
	Posted.parse(await perform(floor, buildEffects.post, input));
export const listen = async (floor: Floor, input: z.infer<typeof Listen>) =>
	Listened.parse(await perform(floor, buildEffects.listen, input));
export const applyDiff = async (floor: Floor, input: z.input<typeof Apply>) =>
	StepResult.parse(await perform(floor, buildEffects.apply, input));
export const takeChanges = async (floor: Floor, input: z.infer<typeof Take>) =>
	StepResult.parse(await perform(floor, buildEffects.take, input));
export const undoChanges = async (floor: Floor) => void (await perform(floor, buildEffects.undo, {}));
export const runCheck = async (floor: Floor, how: {baseTests?: boolean} = {}) =>
	CheckResult.optional().parse((await perform(floor, buildEffects.check, how)) ?? undefined);
export const handIn = async (floor: Floor, cycle: number) =>
	StepResult.parse(await perform(floor, buildEffects.handIn, {cycle}));
export const readFiles = async (floor: Floor, paths: readonly string[], room?: number) =>
	FilesRead.parse(await perform(floor, buildEffects.readFiles, {paths, ...(room === undefined ? {} : {room})})).files;
export const readWithImports = async (floor: Floor, paths: readonly string[]) =>
	FilesRead.parse(await perform(floor, buildEffects.readFiles, {paths, imports: true})).files;
export const copyWorktree = async (floor: Floor, seat: string) =>
	Copied.parse(await perform(floor, buildEffects.copy, {seat}));
export const askPerson = async (floor: Floor, input: z.infer<typeof PersonQuestion>) =>
	PersonAnswer.parse(await perform(floor, buildEffects.askPerson, input));
export const handOver = async (floor: Floor, input: z.input<typeof HandOver>) =>
	HandedOver.parse(await perform(floor, buildEffects.handOver, input));
export const closeWorkplace = async (floor: Floor) => void (await perform(floor, buildEffects.close, {}));
