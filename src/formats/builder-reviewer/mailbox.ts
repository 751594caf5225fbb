/** The order of a run's messages as a fold: what may come next, from whom, and what is wrong with a message. */
import {z} from 'zod';
import {
	BuildMessage,
	type MessageOf,
	type MessageType,
	type MessageEvent,
} from '../../debate/formats/builder-reviewer.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {cleanCode} from '../../debate/text/intake.ts';

export type Lifecycle = {
	/** What the run is waiting for. */
	readonly stage: 'start' | 'ack' | 'plan' | 'feedback' | 'answer' | 'execution' | 'review' | 'end' | 'over';
	readonly cycle: number;
	readonly maxCycles: number;
	/** Ids of the plan's steps; undefined while there is none, empty where the plan names none. */
	readonly steps: readonly string[];
	readonly reported: readonly string[];
	/** The reviewer sent a critical alert. */
	readonly halted: boolean;
	readonly decision: MessageOf<'review.decision'>['body']['decision'] | undefined;
};

/** The rule that a message breaks, and how. */
export type MessageFault = {readonly rule: string; readonly what: string};

export const defaultMaxCycles = 3;
export const initialLifecycle: Lifecycle = {
	stage: 'start',
	cycle: 1,
	maxCycles: defaultMaxCycles,
	steps: [],
	reported: [],
	halted: false,
	decision: undefined,
};

const expectedTypes: Readonly<Record<Lifecycle['stage'], MessageType | undefined>> = {
	start: 'session.start',
	ack: 'session.ack',
	plan: 'plan.proposed',
	feedback: 'plan.feedback',
	answer: 'plan.proposed',
	execution: 'execution.update',
	review: 'review.decision',
	end: 'session.end',
	over: undefined,
};

/** What is wrong with a message at this point; undefined if it may come. */
export function faultOf(now: Lifecycle, message: BuildMessage): MessageFault | undefined {
	const {message_type: type} = message;
	if (now.stage === 'over') return {rule: 'closed', what: `${type} after session.end`};
	if (now.stage === 'start')
		return type === 'session.start' ? undefined : {rule: 'start', what: `${type} before session.start`};
	if (type === 'execution.alert') return vetoFault(message);
	if (type === 'session.end') return endFault(now, message.body);
	if (now.halted && !personOf(message) && !(type === 'review.decision' && message.body.decision === 'abort'))
		return {rule: 'halt', what: `${type} after a critical alert, which only an end or an abort may follow`};
	if (type !== expectedTypes[now.stage] && !isSentBack(now, message))
		return {
			rule: 'order',
			what: `${type} where ${expectedTypes[now.stage] ?? 'nothing'} is due${now.stage === 'answer' ? ', to answer the alternative' : ''}`,
		};
	return cycleFault(now, message) ?? contentFault(now, message) ?? vetoFault(message);
}

/** Where several have reviewed, one critical finding rules an acceptance out, and makes an alert critical. */
export function vetoFault({message_type: type, body}: BuildMessage): MessageFault | undefined {
	if (type === 'review.decision' && body.decision === 'accept') {
		const veto = body.votes?.find(({critical}) => critical !== undefined);
		return veto && {rule: 'veto', what: `accepts against a critical finding of ${veto.reviewer}`};
	}
	if (type === 'execution.alert' && body.severity !== 'critical') {
		const veto = body.votes?.find(({severity}) => severity === 'critical');
		return veto && {rule: 'veto', what: `is ${body.severity}, and ${veto.reviewer} finds it critical`};
	}
	return undefined;
}

const personOf = ({body}: BuildMessage) => ('person' in body ? body.person : undefined);

/** A person may send a plan back before anything was done, a halted run, and work that the reviewer has accepted. */
const isSentBack = (now: Lifecycle, message: BuildMessage): boolean =>
	message.message_type === 'plan.proposed' &&
	personOf(message)?.decision === 'send back' &&
	(now.stage === 'execution' || (now.stage === 'end' && now.decision === 'accept'));

function cycleFault(now: Lifecycle, {message_type: type, body}: BuildMessage): MessageFault | undefined {
	if (!('cycle' in body) || body.cycle === undefined || type === 'execution.alert' || body.cycle === now.cycle)
		return undefined;
	if (now.stage === 'end' && body.cycle === now.cycle + 1) return undefined;
	return {rule: 'cycle', what: `${type} of cycle ${body.cycle} in cycle ${now.cycle}`};
}

function contentFault(now: Lifecycle, message: BuildMessage): MessageFault | undefined {
	const {message_type: type, body} = message;
	if (type === 'plan.proposed') {
		if (now.stage === 'answer' && !body.alternative)
			return {rule: 'alternative', what: 'the alternative plan is neither taken over nor declined with a reason'};
		if (now.stage !== 'answer' && body.alternative)
			return {rule: 'alternative', what: 'answers an alternative that was not proposed'};
	}
	if (type === 'execution.update' && body.step !== undefined) {
		if (now.steps.length > 0 && !now.steps.includes(body.step))
			return {rule: 'step', what: `step "${body.step}" is not in the plan, which has ${now.steps.join(', ')}`};
		if (now.reported.includes(body.step))
			return {rule: 'step', what: `step "${body.step}" was reported before in this cycle`};
	}
	return undefined;
}

function endFault(
	{stage, decision, cycle, maxCycles, halted}: Lifecycle,
	{status}: MessageOf<'session.end'>['body'],
): MessageFault | undefined {
	const wrong = (why: string): MessageFault => ({rule: 'status', what: `session.end says "${status}" ${why}`});
	if (status === 'accepted' && decision !== 'accept')
		return wrong(decision === undefined ? 'and nothing was decided' : `and the decision is ${decision}`);
	if (status === 'aborted' && decision !== 'abort') return wrong('without an abort');
	if (status === 'halted' && !halted) return wrong('without a critical alert');
	if (status === 'deadlock' && !(decision === 'revise' && stage === 'end'))
		return wrong(`in cycle ${cycle} of ${maxCycles}`);
	if ((status === 'failed' || status === 'stopped') && decision === 'accept' && stage === 'end')
		return wrong('although the work was accepted');
	return undefined;
}

/**
 * The lifecycle after a message, valid or not: after a fault, later messages are judged by what was really sent, so
 * that each fault is reported once.
 */
export function lifecycleAfter(before: Lifecycle, {message_type: type, body}: BuildMessage): Lifecycle {
	const goesOn = type === 'plan.proposed' || type === 'plan.feedback' || type === 'execution.update';
	const now = goesOn ? {...before, halted: false} : before;
	switch (type) {
		case 'session.start':
			return {...now, stage: 'ack', maxCycles: body.max_cycles ?? now.maxCycles};
		case 'session.ack':
			return {...now, stage: 'plan'};
		case 'plan.proposed':
			return {
				...now,
				stage: body.alternative ? 'execution' : 'feedback',
				cycle: body.cycle,
				steps: body.steps.map(({id}) => id),
				reported: [],
				decision: undefined,
			};
		case 'plan.feedback':
			return {...now, stage: body.alternative ? 'answer' : 'execution'};
		case 'execution.update':
			return {
				...now,
				stage: body.final ? 'review' : 'execution',
				cycle: body.cycle,
				reported: body.step === undefined ? now.reported : [...now.reported, body.step],
			};
		case 'execution.alert':
			return {...now, halted: now.halted || body.severity === 'critical'};
		case 'review.decision':
			return afterDecision(now, body.decision);
		case 'session.end':
			return {...now, stage: 'over'};
		default:
			return type satisfies never;
	}
}

function afterDecision(now: Lifecycle, decision: NonNullable<Lifecycle['decision']>): Lifecycle {
	const again = decision === 'revise' && now.cycle < now.maxCycles;
	return {...now, decision, stage: again ? 'plan' : 'end', cycle: again ? now.cycle + 1 : now.cycle};
}

export const lifecycleOf = (messages: Iterable<BuildMessage>, from: Lifecycle = initialLifecycle): Lifecycle => {
	let now = from;
	for (const message of messages) now = lifecycleAfter(now, message);
	return now;
};

// Messages as files: naming, writing and reading. Pure.

export type BuildSide = BuildMessage['sender'];
export const otherSide = (side: BuildSide): BuildSide => (side === 'builder' ? 'reviewer' : 'builder');

/** The largest message that is read, in bytes. */
export const maxMessageBytes = 2_000_000;

const senders: Readonly<Record<MessageType, BuildSide>> = {
	'session.start': 'builder',
	'plan.proposed': 'builder',
	'execution.update': 'builder',
	'session.end': 'builder',
	'session.ack': 'reviewer',
	'plan.feedback': 'reviewer',
	'execution.alert': 'reviewer',
	'review.decision': 'reviewer',
};
export const senderOf = (type: MessageType): BuildSide => senders[type];
const isType = (type: string): type is MessageType => Object.hasOwn(senders, type);

const fileNamePattern = /^(?<date>\d{8})T(?<time>\d{9})Z-[\w.-]+\.json$/u;

/**
 * `20251006T130000000Z-builder-plan.proposed-c1.json`: the time first, in milliseconds, so that names sort by time;
 * `key` says which message of its kind it is.
 */
export const fileNameOf = (timestamp: string, sender: BuildSide, type: MessageType, key: string): string =>
	`${new Date(timestamp).toISOString().replaceAll(/[-:.]/gu, '')}-${sender}-${type}-${key}.json`;

/** Whether a file is there to be read; others, such as temporary names, are still being written. */
export const isMessageFile = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');

/** The text of a message's file. */
export const writeMessage = (message: BuildMessage): string => `${JSON.stringify(message, undefined, '\t')}\n`;

const maxSlugLength = 40;

/** A run's id, which is also its folder's name: `2025-10-06-refactor-config-loader`. `startedAt` is ISO 8601. */
export function runIdOf(startedAt: string, goal: string): string {
	const words = goal
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? ['task'];
	const [first = 'task', ...rest] = words.map(word => word.slice(0, maxSlugLength));
	let slug = first;
	for (const word of rest) {
		if (slug.length + 1 + word.length > maxSlugLength) break;
		slug += `-${word}`;
	}
	return `${startedAt.slice(0, 10)}-${slug}`;
}

type ReadMessage = {readonly message: BuildMessage} | MessageFault;

/** Reads a file of the run on its own; whether it may come now is for the lifecycle to decide. */
export function readMessage(name: string, text: string, runId: string): ReadMessage {
	const stamp = fileNamePattern.exec(name);
	if (!stamp)
		return {
			rule: 'name',
			what: 'the name does not begin with the time, as 20251006T130000000Z-builder-plan.proposed.json does',
		};
	const json = parseJson(text);
	if ('what' in json) return json;
	return envelopeFault(json.value, runId) ?? readBody(json.value, name);
}

function parseJson(text: string): {readonly value: unknown} | MessageFault {
	if (text.trim() === '') return {rule: 'json', what: 'the file is empty'};
	try {
		return {value: JSON.parse(text)};
	} catch (error) {
		return {
			rule: 'json',
			what: `not valid JSON, perhaps incomplete: ${reasonOf(error)}`,
		};
	}
}

const loose = z.unknown().transform(value => (typeof value === 'string' ? value : undefined));
const Envelope = z.object({schema_version: loose, timestamp: loose, sender: loose, run_id: loose, message_type: loose});

/** The first thing that is wrong around the body. */
function envelopeFault(value: unknown, runId: string): MessageFault | undefined {
	const read = Envelope.safeParse(value);
	if (!read.success) return {rule: 'json', what: 'not one JSON object'};
	const {schema_version, timestamp, sender, run_id, message_type} = read.data;
	if (schema_version !== '0.1')
		return {rule: 'version', what: `schema_version ${shown(schema_version)}, must be "0.1"`};
	if (!z.iso.datetime({offset: true}).safeParse(timestamp).success)
		return {
			rule: 'timestamp',
			what: `timestamp ${shown(timestamp)}, must be an ISO 8601 date and time with Z or an offset`,
		};
	if (sender !== 'builder' && sender !== 'reviewer')
		return {rule: 'sender', what: `sender ${shown(sender)}, must be builder or reviewer`};
	if (message_type === undefined || !isType(message_type))
		return {
			rule: 'type',
			what: `message_type ${shown(message_type)}, must be one of ${Object.keys(senders).join(', ')}`,
		};
	if (senders[message_type] !== sender)
		return {rule: 'author', what: `${message_type} by the ${sender}, only the ${senders[message_type]} may send it`};
	if (run_id !== runId) return {rule: 'run', what: `run_id ${shown(run_id)}, this run is "${runId}"`};
	return undefined;
}

function readBody(value: unknown, name: string): ReadMessage {
	const read = BuildMessage.safeParse(value);
	if (!read.success)
		return {
			rule: 'body',
			what: read.error.issues
				.slice(0, 3)
				.map(({path, message}) => `${path.join('.')}: ${message}`)
				.join('; '),
		};
	if (Math.abs(timeIn(name) - Date.parse(read.data.timestamp)) >= 1000)
		return {rule: 'time', what: `the time in the file’s name differs from the timestamp, ${read.data.timestamp}`};
	const plain = BuildMessage.safeParse({...read.data, body: cleanedTexts(read.data.body)});
	return plain.success
		? {message: plain.data}
		: {rule: 'body', what: 'nothing is left of it after control characters and secrets are removed'};
}

/** Every text in a value made plain, as all that comes in; code keeps its tabs. */
export function cleanedTexts(value: unknown): unknown {
	if (typeof value === 'string') return cleanCode(value);
	if (Array.isArray(value)) return value.map(cleanedTexts);
	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleanedTexts(each)]))
		: value;
}

/** The time that a name begins with, in milliseconds since 1970. */
export function timeIn(name: string): number {
	const {date = '', time = ''} = fileNamePattern.exec(name)?.groups ?? {};
	const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/u.exec(date + time)?.slice(1) ?? [];
	const [year, month, day, hour, minute, second, rest] = parts;
	return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${rest}Z`);
}

const shown = (value: string | undefined): string =>
	value === undefined ? 'is missing' : `is "${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;

/** Everything but the timestamp. */
const contentKey = ({timestamp: _timestamp, ...message}: BuildMessage): string => JSON.stringify(message);

/**
 * Whether the same message was sent before; alerts must also have the same time. Feedback may be the same on a plan
 * that a person sent back.
 */
export const isRepeated = (message: BuildMessage, before: readonly BuildMessage[]): boolean =>
	message.message_type !== 'execution.alert'
		? sinceItsPlan(message, before).some(other => contentKey(other) === contentKey(message))
		: before.some(other => JSON.stringify(other) === JSON.stringify(message));

const sinceItsPlan = ({message_type: type}: BuildMessage, before: readonly BuildMessage[]): readonly BuildMessage[] =>
	type === 'plan.feedback'
		? before.slice(before.findLastIndex(other => other.message_type === 'plan.proposed'))
		: before;

// Decides whether a file found in the mailbox is the run's next message. Pure.

export type AcceptedMessage = Pick<MessageEvent, 'file' | 'message'>;

/** The messages accepted so far, and the sides played here. */
export type ReceivedRun = {
	readonly runId: string;
	readonly taken: readonly AcceptedMessage[];
	readonly played: readonly BuildSide[];
};

/** Messages of a side played here are refused, except alerts, which anyone may send. */
export function receiveMessage(name: string, text: string, {runId, taken, played}: ReceivedRun): ReadMessage {
	const read = readMessage(name, text, runId);
	if (!('message' in read)) return read;
	const messages = taken.map(({message}) => message);
	return (
		sideFault(read.message, played) ??
		duplicateFault(read.message, messages) ??
		faultOf(lifecycleOf(messages), read.message) ??
		timeFault(name, read.message, taken) ??
		read
	);
}

function sideFault({sender, message_type: type}: BuildMessage, played: readonly BuildSide[]): MessageFault | undefined {
	return played.includes(sender) && type !== 'execution.alert'
		? {rule: 'side', what: `${type} from outside, and the ${sender} is played here`}
		: undefined;
}

const duplicateFault = (message: BuildMessage, before: readonly BuildMessage[]): MessageFault | undefined =>
	isRepeated(message, before)
		? {rule: 'duplicate', what: `${message.message_type} was sent before, word for word`}
		: undefined;

/** The file name that the next one must sort after; alerts are exempt. */
export const lastName = (taken: readonly AcceptedMessage[]): string =>
	taken
		.filter(({message}) => message.message_type !== 'execution.alert')
		.map(({file}) => file)
		.sort()
		.at(-1) ?? '';

function timeFault(
	name: string,
	{message_type: type}: BuildMessage,
	taken: readonly AcceptedMessage[],
): MessageFault | undefined {
	const last = lastName(taken);
	return type === 'execution.alert' || name > last
		? undefined
		: {rule: 'time', what: `dated before the message that it follows, ${last}`};
}

// Files derived from a run's messages: plan, logs, telemetry, decision. Pure.

export const logOf = (side: BuildSide): string => `${side}-log.jsonl`;
export const patchOf = (cycle: number): string => `diffs/cycle-${cycle}.patch`;
export const planFile = 'plan.json';
export const telemetryFile = 'telemetry.jsonl';
export const decisionFile = 'decisions/final.json';

const last = <T extends MessageType>(taken: readonly AcceptedMessage[], type: T): MessageOf<T> | undefined =>
	taken.map(({message}) => message).findLast((message): message is MessageOf<T> => message.message_type === type);

const pretty = (value: unknown): string => `${JSON.stringify(value, undefined, '\t')}\n`;
const jsonLines = (values: readonly unknown[]): string => values.map(value => `${JSON.stringify(value)}\n`).join('');

/**
 * Texts by path in the run's folder, as they are after these messages: logs only of the sides that are played here, and
 * patches only of a builder that is not, since ours has kept its own, byte for byte.
 */
export function filesOf(taken: readonly AcceptedMessage[], played: readonly BuildSide[]): Record<string, string> {
	const plan = last(taken, 'plan.proposed');
	const feedback = last(taken, 'plan.feedback');
	const decision = last(taken, 'review.decision');
	const end = last(taken, 'session.end');
	const touched = last(taken, 'execution.update')?.body.touched;
	return {
		...Object.fromEntries(
			played.map(side => [
				logOf(side),
				jsonLines(taken.filter(({message}) => message.sender === side).map(({file, message}) => ({file, ...message}))),
			]),
		),
		...(played.includes('builder') ? {} : Object.fromEntries(taken.flatMap(patchIn))),
		[telemetryFile]: jsonLines(taken.flatMap(measured)),
		...(plan && {
			[planFile]: pretty({
				run_id: plan.run_id,
				timestamp: plan.timestamp,
				...plan.body,
				...(feedback?.body.cycle === plan.body.cycle && {feedback: feedback.body}),
			}),
		}),
		...(end &&
			!decision && {
				[decisionFile]: pretty({run_id: end.run_id, timestamp: end.timestamp, ...end.body}),
			}),
		...(decision && {
			[decisionFile]: pretty({
				run_id: decision.run_id,
				timestamp: decision.timestamp,
				...decision.body,
				...(end && {status: end.body.status, summary: end.body.summary, artifacts: end.body.artifacts}),
				...(touched && {touched}),
			}),
		}),
	};
}

/** The diff with which a cycle was handed in, by its file's name. */
function patchIn({message: {message_type: type, body}}: AcceptedMessage): [string, string][] {
	if (type !== 'execution.update' || !body.final || (body.diff ?? '').trim() === '') return [];
	return [[patchOf(body.cycle), (body.diff ?? '').replace(/\n?$/u, '\n')]];
}

/** One line a measurement: the check without its output, and the metrics. */
function measured({message}: AcceptedMessage): unknown[] {
	const {timestamp, run_id, message_type: type, body} = message;
	if (type === 'session.start' && body.baseline)
		return [{timestamp, run_id, what: 'baseline', check: withoutOutput(body.baseline)}];
	if (type !== 'execution.update') return [];
	const {cycle, step, tests, metrics} = body;
	return [
		{
			timestamp,
			run_id,
			what: step === undefined ? 'cycle' : 'step',
			cycle,
			...(step === undefined ? {} : {step}),
			...(tests && {check: withoutOutput(tests)}),
			metrics,
		},
	];
}

const withoutOutput = ({output: _output, ...check}: NonNullable<MessageOf<'execution.update'>['body']['tests']>) =>
	check;
