/** The settings of a Code Debate. Fields with a description are shown when one is set up. */
import {z} from 'zod';
import {expected} from '../../debate/usage-error.ts';
import {flag, whole} from '../config-fields.ts';
import {Coverage, depths, Evidence, PointSeverity} from '../../debate/formats/code-debate.ts';
import {GivenEvidence} from './evidence.ts';
import {HiddenPlace} from './hidden-points.ts';
import {SubjectRequest, KnownFile, subjectKinds} from './subject.ts';
import {maxRounds} from './file.ts';
import {Notice, VoiceCall, type UserAction} from '../../debate/events.ts';
import type {Floor} from '../../debate/protocol.ts';

const above = expected('a number of seconds above 0');
const seconds = z.number(above).positive(above);
const rest = expected('a number of seconds from 0');

/** A repository and a commit, or its files as they are; `base` is the commit before. */
const Tree = z.strictObject({
	repo: z.string().min(1),
	revision: z.string().min(1).optional(),
	base: z.string().min(1).optional(),
});

export const CodeDebateConfig = z.strictObject({
	/** `side` writes one side of the file; `view` only watches it. */
	part: z.enum(['view', 'side']).default('view'),
	/** The role of a side, taken when the file was opened or found; it never changes. */
	role: z.enum(['A', 'B']).default('A'),
	/** The shared file, as an absolute path. */
	file: z.string().min(1).default('DEBATE.md'),
	/** What the file’s opening is, as the SHA-256 of its text; empty until it is known. */
	opening: z.string().default(''),
	/** What is debated, for `run` to tell its sides; without it, the topic is. */
	request: SubjectRequest.optional(),
	sides: z
		.enum(['both', 'a', 'b'], expected('both, a or b'))
		.default('both')
		.describe('Which sides are started here; the other is another program.'),
	depth: z
		.enum(depths, expected('quick or full'))
		.default('full')
		.describe('quick: two reviews, and what a run shows stands; full: every point is answered, round by round.'),
	rounds: whole(1, maxRounds).default(maxRounds).describe('The most rounds, a round being a follow-up and a response.'),
	points: whole(1, 12).default(12).describe('The most points that a side raises at first.'),
	timeoutSeconds: seconds.default(600).describe('How long to wait for the other side, in seconds.'),
	pollSeconds: seconds.default(5).describe('How often the file is polled, besides being watched, in seconds.'),
	settleSeconds: z
		.number(rest)
		.nonnegative(rest)
		.default(5)
		.describe('How long the file must be unchanged before it is written to, in seconds.'),
	/** Which upheld points, by severity, and whether disputed ones make the command end with exit code 6. */
	failOn: PointSeverity.optional(),
	/** Only upheld points count that were shown by a run. */
	failOnShown: flag.optional(),
	failOnDisputed: flag.optional(),
	/** Whether a verdict follows though lines were not read. */
	allowPartial: flag.optional(),
	/** Paths that nobody is to read, as patterns such as `docs/**`. */
	skip: z.array(z.string().min(1)).optional(),
	/** What this side was shown of the subject. */
	coverage: Coverage.optional(),
	/** What each side will be shown of the subject, in tokens and parts, where it was read before the start. */
	size: z.strictObject({tokens: z.int().nonnegative(), parts: z.int().positive()}).optional(),
	/** How the subject was given, and the files and lines in it. */
	kind: z.enum(subjectKinds).default('text'),
	files: z.array(KnownFile).default([]),
	/** Where it did not fit, the line of its text, from 0, at which each part begins; none: it is debated as one. */
	parts: z.array(z.int().nonnegative()).default([]),
	/** Where it brings hidden characters in, found by code. */
	hidden: z.array(HiddenPlace).default([]),
	/**
	 * The repository and the commit, or its files as they are, of which a side that is an agent gets a copy to read in.
	 */
	reads: Tree.omit({base: true}).optional(),
	evidence: z
		.enum(['run', 'off'], expected('run or off'))
		.default('run')
		.describe('Whether what points bring to show themselves is run, in the sandbox and a copy of the repository.'),
	evidenceSeconds: seconds.default(120).describe('How long one command of the evidence may take, in seconds.'),
	/** The command that runs the tests, and the one that makes the copy ready for it, once. */
	check: z.string().min(1).optional(),
	setup: z.string().min(1).optional(),
	/** The repository and the commit, or its files as they are, that quotations of code are held against. */
	quotes: Tree.optional(),
	/**
	 * The repository and the commit, or its files as they are, in whose copies evidence is run; `base` is before it.
	 * Nothing is run without it: there may be no repository, or no sandbox, and older debates have none.
	 */
	tried: Tree.optional(),
});
export type CodeDebateConfig = z.infer<typeof CodeDebateConfig>;

// The script's effects besides the floor: the shared file. JSON in, JSON out.

/** The file as it was read: cleaned text, and the checksum of what it really is. */
const Read = {text: z.string(), checksum: z.string()};

/** What a side keeps of the file when it has written: the hash of each section, and of what stands before the first. */
export const Seal = z.object({
	lead: z.string(),
	sections: z.array(z.object({heading: z.string(), role: z.enum(['A', 'B']), hash: z.string()})),
});
export type Seal = z.infer<typeof Seal>;

/** `seal`: that of the last append; null where this side has written nothing, left out where it is not known. */
export const AwaitTurn = z.object({role: z.enum(['A', 'B']), seal: Seal.nullish()});
/** `violation`: a section was altered, removed or forged, and `why` says which. */
const TurnCame = z.object({
	how: z.enum(['turn', 'over', 'timed-out', 'left', 'violation']),
	...Read,
	waitedMs: z.number(),
	why: z.string().optional(),
});

export const Append = z.object({
	role: z.enum(['A', 'B']),
	checksum: z.string(),
	timedOut: z.boolean(),
	/** Set where it ends the debate because the file is not as it was written. */
	violation: z.literal(true).optional(),
	/** Who has written them, for the signature. */
	tool: z.string().optional(),
	sections: z
		.array(z.object({heading: z.string().min(1), coverage: z.string().optional(), body: z.string().min(1)}))
		.min(1),
});
export type Append = z.infer<typeof Append>;
/**
 * `violation`: what was wanted is forbidden for good. Otherwise the file has changed, and the side goes back to
 * waiting.
 */
const Appended = z.discriminatedUnion('done', [
	z.object({done: z.literal(true), ...Read, seal: Seal.optional()}),
	z.object({done: z.literal(false), why: z.string(), violation: z.boolean()}),
]);

/** `calls`, `notices`: how many of each seat are known already. */
export const NextSection = z.object({
	seen: z.int().nonnegative(),
	calls: z.record(z.string(), z.int().nonnegative()).default({}),
	notices: z.record(z.string(), z.int().nonnegative()).default({}),
});
const SectionCame = z.object({
	how: z.enum(['section', 'told', 'ended']),
	...Read,
	why: z.string().optional(),
	spent: z.boolean().optional(),
	calls: z.array(VoiceCall).optional(),
	notices: z.array(Notice.extend({participant: z.string()})).optional(),
});

const Copied = z.object({folder: z.string().min(1)});

/** Makes a copy of the files to read in, or finds it; gives its folder. */
export const filesToRead = async (floor: Floor): Promise<string> =>
	Copied.parse(await floor.perform('files-to-read', {})).folder;

export const RunEvidence = z.object({evidence: z.array(GivenEvidence)});

/** Runs what points bring to show themselves; gives it in the same order, with what came of it. */
export const runEvidence = async (floor: Floor, wish: z.infer<typeof RunEvidence>): Promise<Evidence[]> =>
	z.array(Evidence).parse(await floor.perform('run-evidence', wish));

/**
 * Waits until it is this side’s turn, the debate is over, the other side was waited for long enough, or the file is not
 * what this side has written and read.
 */
export const waitForTurn = async (floor: Floor, awaited: z.infer<typeof AwaitTurn>) =>
	TurnCame.parse(await floor.perform('await-turn', awaited));

/** Appends sections of one’s own, if the file is still as it was read. */
export const append = async (floor: Floor, wish: Append) => Appended.parse(await floor.perform('append', wish));

/**
 * For a viewer: waits until more than `seen` sections are complete, a side of ours has something to tell, or nobody is
 * left who could write; with the calls that our own sides have made meanwhile, and their notices.
 */
export const nextSection = async (floor: Floor, known: z.infer<typeof NextSection>) =>
	SectionCame.parse(await floor.perform('next-section', known));

/** For a viewer: hands on to a side of ours who is to speak for it from now on. */
export const forwardToSide = async (floor: Floor, action: UserAction): Promise<void> =>
	void (await floor.perform('tell-side', action));

/** Ends the waiting that is going on, and all that comes after it: the user wants to leave. */
export const leave = async (floor: Floor): Promise<void> => void (await floor.perform('leave', {}));
