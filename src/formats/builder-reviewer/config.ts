/** The settings of a run; a partial config is completed. Described fields are shown at setup. */
import {z} from 'zod';
import {Acceptance, Risk} from '../../debate/formats/builder-reviewer.ts';
import {expected} from '../../debate/usage-error.ts';
import {cleanCode, cleanText} from '../../debate/text/intake.ts';
import {closed, flag, milliseconds, modelSeat, text, whole} from '../config-fields.ts';
import {withoutCodeFence} from './diff.ts';

export const mostReviewers = 3;

export const reviewerSeats = ({reviewers = 1}: Pick<BuilderReviewerConfig, 'reviewers'>): string[] =>
	Array.from({length: reviewers}, (_, place) => (place === 0 ? 'reviewer' : `reviewer_${place + 1}`));

export const builderReviewerConfig = closed({
	builder: modelSeat.default({
		modelId: 'anthropic/claude-sonnet-4',
		modelDisplayName: 'Claude Sonnet 4',
		providerName: 'Anthropic',
	}),
	/** A different maker's model finds more than the builder's own. */
	reviewer: modelSeat.default({modelId: 'openai/gpt-4o', modelDisplayName: 'GPT-4o', providerName: 'OpenAI'}),
	reviewers: whole(1, mostReviewers)
		.optional()
		.describe('How many review, none of whom reads another; a critical finding of one is a veto (default: 1).'),
	/** The side played here; the other one is an external program. */
	side: z.enum(['both', 'builder', 'reviewer'], expected('both, builder or reviewer')).default('both'),
	/** Absolute path of the git repository; without one, the run uses texts in a folder of its own. */
	repo: text('a folder’s path').optional(),
	/** A shell command that is run after each step. */
	check: text('a shell command').optional(),
	checkTimeoutMs: milliseconds(1).default(300_000).describe('How long the check may take, in milliseconds.'),
	/** A shell command that is run once in the new worktree, such as `npm ci`. */
	setup: text('a shell command').optional(),
	setupTimeoutMs: milliseconds(1).default(1_200_000),
	/** Variables with secrets that the check is given; it sees no other. */
	checkEnv: z.array(text('a variable’s name')).optional(),
	/** Whether the check has the network in its sandbox; without, this machine's own loopback is all there is. */
	checkNetwork: flag.optional(),
	maxCycles: whole(1, 20)
		.default(3)
		.describe('How many times the work may be sent back before the run ends in a deadlock.'),
	accept: z
		.enum(Acceptance.options, expected('none, patch or branch'))
		.default('none')
		.describe(
			'What happens to accepted work if nobody is asked: none leaves the patch in the run’s folder, patch changes your files, branch makes a commit on a new branch.',
		),
	/** On what a person decides besides a high risk and a critical alert; `risk` adds the medium one. */
	approve: z.array(z.enum(['plan', 'risk', 'final'], expected('plan, risk or final'))).optional(),
	/** Commits of the branch: one with all of it, or one a step. */
	commits: z.enum(['one', 'steps'], expected('one or steps')).optional(),
	/** Hands accepted work over although the check fails. */
	force: flag.optional(),
	/** The run's folder, named by its id; by default created in the debate's folder. */
	runFolder: text('a folder’s path').optional(),
	builderWorks: z
		.enum(['auto', 'diff', 'itself'], expected('auto, diff or itself'))
		.default('auto')
		.describe(
			'itself: the builder edits the files in the worktree; diff: it answers with diffs; auto: depends on its voice.',
		),
	stepRetries: whole(0, 10).default(2).describe('How often a step whose check fails is tried again.'),
	edits: z
		.enum(['blocks', 'diff'], expected('blocks or diff'))
		.default('blocks')
		.describe('How a model writes its changes: search-and-replace blocks, or unified diffs.'),
	/** Timeout for the other program's next message, and how long alerts are awaited after an update. */
	otherSideMs: milliseconds(1).default(1_800_000),
	listenMs: milliseconds(0).default(1000),
});
export type BuilderReviewerConfig = z.infer<typeof builderReviewerConfig>;

// Answer schemas of builder and reviewer: flat, so that strict structured-output servers accept them. Fields that must
// not be truncated come before a required field, so that a truncated answer is never taken for a complete one.

const Text = z.string().transform(text => cleanText(text).trim());
/** As `Text`, for what may be code: tabs stay. */
const Quoted = z.string().transform(text => cleanCode(text).trim());
/** A finding, or null where a model says in words that there is none. */
const Finding = Quoted.nullable()
	.default(null)
	.transform(text => (text === null || /^(?:none|no|null|n\/a|-)?\.?$/iu.test(text) ? null : text));
const Said = Text.refine(text => text !== '', 'must not be empty');
const Paths = z.array(Text).max(20).default([]);
/** How many steps a plan has at most, and how many entries each list. */
export const mostListed = 12;
const Notes = z.array(Said).max(mostListed).default([]);

const Step = z.object({
	title: Said,
	files: Paths,
	tools: z.array(Text).max(12).default([]),
	estimate: Text.default(''),
	expect: Text.default(''),
	passes: z.array(Said).max(mostListed).default([]),
});

const Code = z.string().max(400_000);
const Edit = z.object({path: Text, search: Code.default(''), replace: Code});

/** `read` requests files before planning; then `steps` may be empty. */
export const PlanAnswer = z
	.object({steps: z.array(Step).max(mostListed), read: Paths, confidence: z.number().min(0).max(1), summary: Text})
	.refine(({steps, read}) => steps.length > 0 || read.length > 0, {
		path: ['steps'],
		error: 'must have at least one step',
	})
	.refine(({summary, read}) => summary !== '' || read.length > 0, {path: ['summary'], error: 'must not be empty'});
export type PlanAnswer = z.infer<typeof PlanAnswer>;

export const FeedbackAnswer = z.object({
	alternative: z
		.object({steps: z.array(Step).min(1).max(mostListed), summary: Said})
		.nullable()
		.default(null),
	risks: Notes,
	notes: Notes,
	additional_checks: Notes,
	read: Paths,
	risk: Risk,
});
export type FeedbackAnswer = z.infer<typeof FeedbackAnswer>;

export const AlternativeAnswer = z.object({taken: z.boolean(), reason: Said});

export const StepAnswer = z.object({
	edits: z.array(Edit).max(200).default([]),
	diff: z.string().max(400_000).transform(withoutCodeFence).default(''),
	read: Paths,
	/** `request` is the number under which the reviewer's request was shown. */
	answers: z
		.array(z.object({request: z.int(), answer: Said}))
		.max(mostListed)
		.default([]),
	note: Text,
});
export type StepAnswer = z.infer<typeof StepAnswer>;

/** What accepted work is handed over with. */
export const CommitAnswer = z.object({
	body: Text.default(''),
	title: Said.refine(title => title.length <= 120, 'must be a line of 72 characters'),
});

export const WatchAnswer = z
	.object({
		severity: z.enum(['none', 'info', 'warning', 'critical']),
		evidence: Quoted.nullable().default(null),
		read: Paths,
		reason: Text,
	})
	.refine(({severity, reason, read}) => severity === 'none' || reason !== '' || read.length > 0, {
		path: ['reason'],
		error: 'an alert needs its reason',
	});
export type WatchAnswer = z.infer<typeof WatchAnswer>;

const decision = {
	decision: z.enum(['accept', 'revise', 'abort']),
	comments: Notes,
	remarks: Notes,
	read: Paths,
};
/** `critical` is what rules an acceptance out, asked for where several review. */
export type DecisionAnswer = z.infer<z.ZodObject<typeof decision>> & {
	readonly rationale: string;
	readonly critical?: string | null | undefined;
};
const checked = (answer: z.ZodType<DecisionAnswer>): z.ZodType<DecisionAnswer> =>
	answer
		.refine(given => given.decision !== 'revise' || given.comments.length + given.read.length > 0, {
			path: ['comments'],
			error: 'a revision needs at least one comment to address',
		})
		.refine(given => given.decision !== 'abort' || given.rationale !== '' || given.read.length > 0, {
			path: ['rationale'],
			error: 'an abort needs its rationale',
		});
export const DecisionAnswer = checked(z.object({...decision, rationale: Text}));
export const PanelDecisionAnswer = checked(z.object({...decision, critical: Finding, rationale: Text}));
