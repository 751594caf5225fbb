/** The settings of a Code Debate. */
import {z} from 'zod';
import {SubjectRequest} from './request.ts';
import {KnownFile, subjectKinds} from './subject.ts';
import {maxRounds} from './turns.ts';

export const CodeDebateConfig = z.strictObject({
	/** `side` writes one side of the file; `view` only watches it. */
	part: z.enum(['view', 'side']).default('view').describe('side writes one side of the file, view only watches it'),
	/** The role of a side, taken when the file was opened or found; it never changes. */
	role: z.enum(['A', 'B']).default('A'),
	/** The shared file, as an absolute path. */
	file: z.string().min(1).default('DEBATE.md'),
	/** What the file’s opening is, as the SHA-256 of its text; empty until it is known. */
	opening: z.string().default(''),
	/** What is debated, for `run` to tell its sides; without it, the topic is. */
	request: SubjectRequest.optional(),
	/** Which sides `run` starts itself; the other comes from outside. */
	sides: z.enum(['both', 'a', 'b']).default('both'),
	/** The most rounds, a round being a follow-up and a response. */
	rounds: z.int().min(1, 'at least 1').max(maxRounds, `at most ${maxRounds}`).default(maxRounds),
	/** The most points that an opening raises. */
	points: z.int().min(1, 'at least 1').max(12, 'at most 12').default(5),
	/** How long the other side is waited for, in seconds, and how often the file is looked at beside being watched. */
	timeoutSeconds: z.number().positive('more than 0').default(600),
	pollSeconds: z.number().positive('more than 0').default(5),
	/** How long the file is left as the other side has left it before it is written to, in seconds. */
	settleSeconds: z.number().nonnegative('0 or more').default(5),
	/** How the subject was given, and the files and lines in it. */
	kind: z.enum(subjectKinds).default('text'),
	files: z.array(KnownFile).default([]),
	/** The repository and the commit, or its files as they are, of which a side that is an agent gets a copy to read in. */
	reads: z.strictObject({repo: z.string().min(1), revision: z.string().min(1).optional()}).optional(),
});
export type CodeDebateConfig = z.infer<typeof CodeDebateConfig>;
