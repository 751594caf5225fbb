/**
 * The messages that a builder and a reviewer exchange (version "0.1" of their mailbox), and the facts that their
 * protocol records.
 */
import {z} from 'zod';
import {append, type InPlaceArrays} from '../fold.ts';

const Text = z.string().trim().min(1, 'must not be empty');
const Cycle = z.int().positive().default(1);

export const Risk = z.enum(['low', 'medium', 'high']);
export type Risk = z.infer<typeof Risk>;
const severities = ['info', 'warning', 'critical'] as const;
export const Severity = z.enum(severities);
export type Severity = z.infer<typeof Severity>;
export const WorkDecision = z.enum(['accept', 'revise', 'abort']);
export type WorkDecision = z.infer<typeof WorkDecision>;

/**
 * One step of a plan; `id` is its name in every later message. `files` are those it reads or changes, `estimate` is in
 * the builder's own words. `expect` says what the check may still fail with after it; without it, it must pass.
 * `passes` are tests that failed before it and must not after it.
 */
export const PlanStep = z.object({
	id: Text,
	title: Text,
	files: z.array(z.string()).default([]),
	tools: z.array(z.string()).default([]),
	estimate: z.string().optional(),
	expect: z.string().optional(),
	passes: z.array(z.string()).optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** What the check said. `exit_code` is null where a signal ended it; `output` may lack its middle. */
export const CheckResult = z.object({
	ok: z.boolean(),
	command: z.string().optional(),
	exit_code: z.int().nullable().optional(),
	signal: z.string().optional(),
	timed_out: z.boolean().default(false),
	ms: z.number().nonnegative().optional(),
	output: z.string().default(''),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** Measured facts by name, such as `files_changed`. */
export const Metrics = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]));
export type Metrics = z.infer<typeof Metrics>;

/** What a person decided who was asked: on the plan, its risk, a critical alert, or the accepted work. */
const PersonDecision = z.object({
	about: z.enum(['plan', 'risk', 'alert', 'final']),
	decision: z.enum(['go on', 'stop', 'send back']),
	comments: z.array(z.string()).default([]),
});
export type PersonDecision = z.infer<typeof PersonDecision>;

const Steps = z
	.array(PlanStep)
	.max(50)
	.refine(steps => new Set(steps.map(({id}) => id)).size === steps.length, 'two steps have the same id');

const SessionStart = z.object({
	goal: Text,
	context: z.string().optional(),
	repo: z.object({base: Text, uncommitted: z.int().nonnegative().optional()}).optional(),
	check: z.string().optional(),
	baseline: CheckResult.optional(),
	max_cycles: z.int().positive().optional(),
});
/**
 * What each of several reviewers said, by its seat, where one message tells what they come to. A `critical` finding of
 * any of them rules an acceptance out.
 */
const Voter = {reviewer: Text};
const FeedbackVote = z.object({
	...Voter,
	risk: Risk,
	risks: z.array(z.string()).default([]),
	notes: z.array(z.string()).default([]),
	additional_checks: z.array(z.string()).default([]),
	alternative: z.string().optional(),
});
const AlertVote = z.object({...Voter, severity: z.enum(['none', ...severities]), reason: z.string().default('')});
const DecisionVote = z.object({
	...Voter,
	decision: WorkDecision,
	critical: Text.optional(),
	rationale: z.string().optional(),
	comments: z.array(z.string()).default([]),
	remarks: z.array(z.string()).default([]),
});
export type FeedbackVote = z.infer<typeof FeedbackVote>;
export type AlertVote = z.infer<typeof AlertVote>;
export type DecisionVote = z.infer<typeof DecisionVote>;

/** `telemetry` names what the reviewer wants measured beside what is measured anyway. */
const SessionAck = z.object({telemetry: z.array(z.string()).default([]), note: z.string().optional()});
/** `alternative` answers the plan that the reviewer proposed instead. */
const PlanProposed = z
	.object({
		cycle: Cycle,
		summary: Text,
		confidence: z.number().min(0, 'must be 0 to 1').max(1, 'must be 0 to 1'),
		steps: Steps.default([]),
		plan_path: z.string().optional(),
		alternative: z.object({taken: z.boolean(), reason: Text}).optional(),
		person: PersonDecision.optional(),
	})
	.refine(({steps, plan_path}) => steps.length > 0 || plan_path !== undefined, {
		path: ['steps'],
		error: 'there is no step, and no plan_path',
	});
/** `risks` are what may go wrong, `notes` how that is kept down. */
const PlanFeedback = z.object({
	cycle: Cycle,
	risk: Risk,
	risks: z.array(z.string()).default([]),
	notes: z.array(z.string()).default([]),
	additional_checks: z.array(z.string()).default([]),
	alternative: z.object({summary: Text, steps: Steps.min(1, 'an alternative has at least one step')}).optional(),
	votes: z.array(FeedbackVote).optional(),
});
/**
 * A file of the check's own, or one it rests on, that a change touches, or one that has values from the failing test;
 * `what` says how, in words.
 */
export const Touched = z.object({
	kind: z.enum([
		'test',
		'check',
		'snapshot',
		'lock file',
		'permission',
		'generated',
		'hidden-character',
		'shared literal',
	]),
	path: z.string(),
	what: z.string(),
});
export type Touched = z.infer<typeof Touched>;

/** The builder's answer to one of the reviewer's `additional_checks`. */
const RequestAnswer = z.object({request: Text, answer: Text});

/**
 * A step that was done or failed; or, `final`, the whole cycle's diff. `answers` are to what the reviewer asked to be
 * looked at; `base_tests` is the check with the tests as they were before the work, where the work touches them.
 */
const ExecutionUpdate = z
	.object({
		cycle: Cycle,
		step: Text.optional(),
		final: z.boolean().default(false),
		status: z.enum(['done', 'failed']).default('done'),
		note: z.string().optional(),
		diff: z.string().optional(),
		diff_path: z.string().optional(),
		tests: CheckResult.optional(),
		metrics: Metrics.default({}),
		answers: z.array(RequestAnswer).optional(),
		touched: z.array(Touched).optional(),
		base_tests: CheckResult.optional(),
		person: PersonDecision.optional(),
	})
	.refine(({step, final}) => (step === undefined) === final, {
		path: ['step'],
		error: 'names a step, unless the update is final',
	});
const ExecutionAlert = z.object({
	severity: Severity,
	reason: Text,
	step: z.string().optional(),
	cycle: z.int().positive().optional(),
	evidence: z.string().optional(),
	votes: z.array(AlertVote).optional(),
});
/** `comments` must be addressed; `remarks` are said with an acceptance and ask for nothing. */
const ReviewDecision = z
	.object({
		cycle: Cycle,
		decision: WorkDecision,
		rationale: z.string().optional(),
		comments: z.array(Text).default([]),
		remarks: z.array(Text).default([]),
		votes: z.array(DecisionVote).optional(),
	})
	.refine(({decision, comments}) => decision !== 'revise' || comments.length > 0, {
		path: ['comments'],
		error: 'a revision needs at least one comment to address',
	})
	.refine(({decision, rationale}) => decision !== 'abort' || (rationale ?? '').trim() !== '', {
		path: ['rationale'],
		error: 'an abort needs its rationale',
	});
export const EndStatus = z.enum(['accepted', 'aborted', 'halted', 'deadlock', 'stopped', 'failed']);
export type EndStatus = z.infer<typeof EndStatus>;
const SessionEnd = z.object({
	status: EndStatus,
	summary: z.string().optional(),
	artifacts: z.array(z.string()).default([]),
});

const envelope = {schema_version: z.literal('0.1'), timestamp: z.iso.datetime({offset: true}), run_id: Text};
const fromBuilder = <T extends string, B extends z.ZodType>(message_type: T, body: B) =>
	z.object({...envelope, sender: z.literal('builder'), message_type: z.literal(message_type), body});
const fromReviewer = <T extends string, B extends z.ZodType>(message_type: T, body: B) =>
	z.object({...envelope, sender: z.literal('reviewer'), message_type: z.literal(message_type), body});

/** One message: one JSON document. */
export const BuildMessage = z.discriminatedUnion('message_type', [
	fromBuilder('session.start', SessionStart),
	fromReviewer('session.ack', SessionAck),
	fromBuilder('plan.proposed', PlanProposed),
	fromReviewer('plan.feedback', PlanFeedback),
	fromBuilder('execution.update', ExecutionUpdate),
	fromReviewer('execution.alert', ExecutionAlert),
	fromReviewer('review.decision', ReviewDecision),
	fromBuilder('session.end', SessionEnd),
]);
export type BuildMessage = z.infer<typeof BuildMessage>;
export type MessageType = BuildMessage['message_type'];
export const bodySchemas: {readonly [T in MessageType]: z.ZodType<BodyOf[T]>} = {
	'session.start': SessionStart,
	'session.ack': SessionAck,
	'plan.proposed': PlanProposed,
	'plan.feedback': PlanFeedback,
	'execution.update': ExecutionUpdate,
	'execution.alert': ExecutionAlert,
	'review.decision': ReviewDecision,
	'session.end': SessionEnd,
};
export type BodyOf = {readonly [M in BuildMessage as M['message_type']]: M['body']};
export type MessageOf<T extends MessageType> = Extract<BuildMessage, {message_type: T}>;

/** A message that was taken into the run, and the file of the mailbox that it stands in. */
export const MessageEvent = z.object({type: z.literal('message'), file: z.string().min(1), message: BuildMessage});
export type MessageEvent = z.infer<typeof MessageEvent>;

/** A file in the mailbox that is no message of this run, and the rule that it breaks. */
export const RefusalEvent = z.object({
	type: z.literal('message-refused'),
	file: z.string().min(1),
	rule: z.string().min(1),
	reason: z.string(),
});
export type RefusalEvent = z.infer<typeof RefusalEvent>;

export const Acceptance = z.enum(['none', 'patch', 'branch']);
export type Acceptance = z.infer<typeof Acceptance>;

/** What became of the accepted work: where it lies, and what of it reached the user's repository. */
const HandOverEvent = z.object({
	type: z.literal('hand-over'),
	accept: Acceptance,
	patch: z.string().optional(),
	branch: z.string().optional(),
	commit: z.string().optional(),
	note: z.string(),
});
type HandOverEvent = z.infer<typeof HandOverEvent>;

/**
 * How the reviewer's alerts and decisions stand against the checks; `unknown` counts those that no check could bear
 * out.
 */
export const EffectivenessEvent = z.object({
	type: z.literal('effectiveness'),
	truePositives: z.int().nonnegative(),
	falsePositives: z.int().nonnegative(),
	trueNegatives: z.int().nonnegative(),
	falseNegatives: z.int().nonnegative(),
	unknown: z.int().nonnegative(),
});
export type EffectivenessEvent = z.infer<typeof EffectivenessEvent>;

export const builderReviewerEvents = [MessageEvent, RefusalEvent, HandOverEvent, EffectivenessEvent] as const;
export type BuilderReviewerEvent = z.infer<(typeof builderReviewerEvents)[number]>;

// The run of a builder and a reviewer, folded from their messages. Panes, exports and the script read it.

type MessageBody<T extends MessageType> = MessageOf<T>['body'];
export type Update = MessageBody<'execution.update'>;
/** `at` is the debate's clock. */
export type Alert = MessageBody<'execution.alert'> & {readonly at: number; readonly cycle: number};

/** A step of the plan, with its latest update of this cycle. */
export type StepView = PlanStep & {readonly update: Update | undefined};

export type Build = {
	/** All messages of the run, in order. */
	readonly messages: readonly MessageEvent[];
	readonly runId: string | undefined;
	readonly goal: string | undefined;
	readonly check: string | undefined;
	/** The check's result before any change. */
	readonly baseline: CheckResult | undefined;
	readonly maxCycles: number | undefined;
	readonly cycle: number;
	readonly telemetry: readonly string[];
	readonly plan: MessageBody<'plan.proposed'> | undefined;
	readonly feedback: MessageBody<'plan.feedback'> | undefined;
	/** The steps to carry out: those of the plan, or of the alternative if it was taken. */
	readonly steps: readonly StepView[];
	/** All updates of all cycles, in order. */
	readonly updates: readonly Update[];
	/** The latest update that has a diff. */
	readonly changed: Update | undefined;
	readonly alerts: readonly Alert[];
	readonly decisions: readonly MessageBody<'review.decision'>[];
	readonly end: MessageBody<'session.end'> | undefined;
	readonly refused: readonly RefusalEvent[];
	readonly handOver: HandOverEvent | undefined;
	readonly effectiveness: EffectivenessEvent | undefined;
};

export const emptyBuild: Build = {
	messages: [],
	runId: undefined,
	goal: undefined,
	check: undefined,
	baseline: undefined,
	maxCycles: undefined,
	cycle: 1,
	telemetry: [],
	plan: undefined,
	feedback: undefined,
	steps: [],
	updates: [],
	changed: undefined,
	alerts: [],
	decisions: [],
	end: undefined,
	refused: [],
	handOver: undefined,
	effectiveness: undefined,
};

export function reduceBuild(
	build: Build,
	event: BuilderReviewerEvent & {readonly at: number},
	own: InPlaceArrays = new WeakSet(),
): Build {
	switch (event.type) {
		case 'message':
			return withMessage({...build, messages: append(build.messages, event, own)}, event.message, event.at, own);
		case 'message-refused':
			return {...build, refused: append(build.refused, event, own)};
		case 'hand-over':
			return {...build, handOver: event};
		case 'effectiveness':
			return {...build, effectiveness: event};
		default:
			return event satisfies never;
	}
}

/** Folds one message; `at` is the debate's clock. */
function withMessage(
	build: Build,
	{message_type: type, run_id: runId, body}: BuildMessage,
	at: number,
	own: InPlaceArrays,
): Build {
	switch (type) {
		case 'session.start':
			return {...build, runId, goal: body.goal, check: body.check, baseline: body.baseline, maxCycles: body.max_cycles};
		case 'session.ack':
			return {...build, telemetry: body.telemetry};
		case 'plan.proposed':
			return {
				...build,
				cycle: body.cycle,
				plan: body,
				...(body.alternative ? {} : {feedback: undefined}),
				steps: body.steps.map(step => ({...step, update: undefined})),
			};
		case 'plan.feedback':
			return {...build, feedback: body};
		case 'execution.update':
			return {
				...build,
				cycle: body.cycle,
				updates: append(build.updates, body, own),
				changed: (body.diff ?? '').trim() === '' ? build.changed : body,
				steps: build.steps.map(step => (step.id === body.step ? {...step, update: body} : step)),
			};
		case 'execution.alert':
			return {...build, alerts: append(build.alerts, alertAt(build, body, at), own)};
		case 'review.decision':
			return {...build, decisions: append(build.decisions, body, own)};
		case 'session.end':
			return {...build, end: body};
		default:
			return type satisfies never;
	}
}

/** An alert that names no step is about the step that was reported last. */
const alertAt = ({cycle, updates}: Build, body: MessageBody<'execution.alert'>, at: number): Alert => {
	const step = body.step ?? updates.at(-1)?.step;
	return {...body, at, cycle: body.cycle ?? cycle, ...(step === undefined ? {} : {step})};
};

/** The first critical alert behind those that a person has decided on, if there is one. */
export const haltOf = ({alerts}: Build, decided = 0): Alert | undefined =>
	alerts.slice(decided).find(({severity}) => severity === 'critical');

export const lastCheck = ({updates}: Pick<Build, 'updates'>, cycle: number): CheckResult | undefined =>
	updates.findLast(update => update.cycle === cycle && update.tests)?.tests;

/** Whether the check fails, or would with the tests as they were before the work. */
export const isRed = ({tests, base_tests}: Update): boolean => tests?.ok === false || base_tests?.ok === false;

/** What is red of the work that was handed in last, in words; undefined where nothing is. */
export function redCheckOf({updates}: Pick<Build, 'updates'>): string | undefined {
	const last = updates.findLast(({final}) => final);
	if (!last || !isRed(last)) return undefined;
	const touched = touchedText(last);
	return last.tests?.ok === false
		? `the check ${describeCheck(last.tests)}${touched === '' ? '' : `, and the builder changed what it runs (${touched})`}`
		: `the check passes only with the builder’s own changes to what it runs${touched === '' ? '' : ` (${touched})`}`;
}

/** How many changes to a check's own files are named in a sentence. */
const mostNamed = 3;

function touchedText({touched = []}: Update): string {
	const own = touched.filter(({kind}) => kind === 'test' || kind === 'check' || kind === 'snapshot');
	const named = own.slice(0, mostNamed).map(({path, what}) => `${path}: ${what}`);
	return [...named, ...(own.length > mostNamed ? [`${own.length - mostNamed} more`] : [])].join('; ');
}

/** A check's result in words: `passed`, `failed (exit code 1)`, `was stopped at its time limit` … */
export function describeCheck({ok, timed_out, exit_code, signal}: CheckResult): string {
	if (ok) return 'passed';
	if (timed_out) return 'was stopped at its time limit';
	return signal === undefined
		? `failed${typeof exit_code === 'number' ? ` (exit code ${exit_code})` : ''}`
		: `was ended by ${signal}`;
}

// What people read for a message's type.

const names: Readonly<Record<MessageType, string>> = {
	'session.start': 'the task',
	'session.ack': 'what is reviewed',
	'plan.proposed': 'plan',
	'plan.feedback': 'review of the plan',
	'execution.update': 'report',
	'execution.alert': 'alert',
	'review.decision': 'decision',
	'session.end': 'end of the run',
};

const byType: ReadonlyMap<string, string> = new Map(Object.entries(names));

/** Undefined for what is no message of Builder and Reviewer. */
export const messageName = (type: string): string | undefined => byType.get(type);
