/** The run of a builder and a reviewer, folded from their messages. Panes, exports and the script read it. */
import type {
	BuilderReviewerEvent,
	BuildMessage,
	CheckResult,
	EffectivenessEvent,
	HandOverEvent,
	MessageEvent,
	MessageOf,
	MessageType,
	PlanStep,
	RefusalEvent,
} from './events.ts';
import {append, type InPlaceArrays} from '../../fold/in-place-arrays.ts';

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

/** The result of the last check of a cycle. */
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
