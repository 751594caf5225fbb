/** The settings of a Code Debate. Fields with a description are shown when one is set up. */
import {z} from 'zod';
import {expected} from '../../debate/config-errors.ts';
import {PointSeverity} from '../../debate/formats/code-debate/events.ts';
import {SubjectRequest} from './subject/request.ts';
import {KnownFile, subjectKinds} from './subject/subject.ts';
import {maxRounds} from './file/turns.ts';

const whole = (from: number, to: number) =>
	z
		.int(expected(`${from} to ${to}`))
		.min(from, expected(`${from} to ${to}`))
		.max(to, expected(`${from} to ${to}`));
const seconds = expected('a number of seconds above 0');
const rest = expected('a number of seconds from 0');

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
	rounds: whole(1, maxRounds).default(maxRounds).describe('The most rounds, a round being a follow-up and a response.'),
	points: whole(1, 12).default(12).describe('The most points that a side raises at first.'),
	timeoutSeconds: z
		.number(seconds)
		.positive(seconds)
		.default(600)
		.describe('How long to wait for the other side, in seconds.'),
	pollSeconds: z
		.number(seconds)
		.positive(seconds)
		.default(5)
		.describe('How often the file is polled, besides being watched, in seconds.'),
	settleSeconds: z
		.number(rest)
		.nonnegative(rest)
		.default(5)
		.describe('How long the file must be unchanged before it is written to, in seconds.'),
	/** Which upheld points, by severity, and whether disputed ones make the command end with exit code 6. */
	failOn: PointSeverity.optional(),
	failOnDisputed: z.boolean(expected('true or false')).optional(),
	/** How the subject was given, and the files and lines in it. */
	kind: z.enum(subjectKinds).default('text'),
	files: z.array(KnownFile).default([]),
	/**
	 * The repository and the commit, or its files as they are, of which a side that is an agent gets a copy to read in.
	 */
	reads: z.strictObject({repo: z.string().min(1), revision: z.string().min(1).optional()}).optional(),
});
export type CodeDebateConfig = z.infer<typeof CodeDebateConfig>;
