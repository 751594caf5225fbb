/**
 * Answer schemas of builder and reviewer: flat, so that strict structured-output servers accept them. Fields that must
 * not be truncated come before a required field, so that a truncated answer is never taken for a complete one.
 */
import {z} from 'zod';
import {Risk} from '../../debate/formats/builder-reviewer/events.ts';
import {cleanCode, cleanText} from '../../debate/text/intake.ts';
import {withoutCodeFence} from './diff/diff-paths.ts';

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

export const AckAnswer = z.object({telemetry: z.array(Text).max(6).default([]), note: Text.default('')});
export type AckAnswer = z.infer<typeof AckAnswer>;

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

export const DecisionAnswer = z
	.object({
		decision: z.enum(['accept', 'revise', 'abort']),
		comments: Notes,
		remarks: Notes,
		read: Paths,
		/** What rules an acceptance out, where several review. */
		critical: Finding,
		rationale: Text,
	})
	.refine(({decision, comments, read}) => decision !== 'revise' || comments.length + read.length > 0, {
		path: ['comments'],
		error: 'a revision needs at least one comment to address',
	})
	.refine(({decision, rationale, read}) => decision !== 'abort' || rationale !== '' || read.length > 0, {
		path: ['rationale'],
		error: 'an abort needs its rationale',
	});
export type DecisionAnswer = z.infer<typeof DecisionAnswer>;
