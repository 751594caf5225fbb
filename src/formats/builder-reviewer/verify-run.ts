/** Verifies a run's folder, whoever wrote it: each message, their order, and the files beside them. Pure. */
import {z} from 'zod';
import {BuildMessage, type MessageType} from '../../debate/formats/builder-reviewer.ts';
import {cleanCode, showCode} from '../../debate/text/intake.ts';
import {parseJsonIfValid} from '../../debate/text/json.ts';
import {
	lifecycleAfter,
	initialLifecycle,
	faultOf,
	type MessageFault,
	type Lifecycle,
	cleanedTexts,
	isMessageFile,
	isRepeated,
	readMessage,
	type AcceptedMessage,
	decisionFile,
	logOf,
	patchOf,
	planFile,
	telemetryFile,
} from './mailbox.ts';

/** `file` is relative to the run's folder; `line` is given in files of many lines, from 1. */
export type RunFinding = MessageFault & {readonly file: string; readonly line?: number};

/** The run's texts by path relative to its folder, and the folder's name. */
export type RunImage = {readonly runId: string; readonly files: Readonly<Record<string, string>>};

/** Every fault, those of messages first, in the order of their names. */
export function verifyRun({runId, files}: RunImage): RunFinding[] {
	const {taken, findings, now} = readMailbox({runId, files});
	const unfinished: RunFinding[] =
		now.stage === 'over'
			? []
			: [
					{
						file: 'mailbox',
						rule: 'unfinished',
						what:
							taken.length === 0
								? 'there is no message'
								: `the run has no session.end; it waits for ${now.stage === 'end' ? 'it' : now.stage}`,
					},
				];
	return [...findings, ...unfinished, ...checkRunFiles(taken, files), ...rejected(files)];
}

function readMailbox({runId, files}: RunImage): {taken: AcceptedMessage[]; findings: RunFinding[]; now: Lifecycle} {
	const taken: AcceptedMessage[] = [];
	const findings: RunFinding[] = [];
	let now = initialLifecycle;
	for (const path of Object.keys(files)
		.filter(path => /^mailbox\/[^/]+$/u.test(path))
		.sort()) {
		const name = path.slice('mailbox/'.length);
		if (!isMessageFile(name)) continue;
		const read = readMessage(name, files[path] ?? '', runId);
		if (!('message' in read)) {
			findings.push({file: path, ...read});
			continue;
		}
		const {message} = read;
		const repeated: MessageFault | undefined = isRepeated(
			message,
			taken.map(one => one.message),
		)
			? {rule: 'duplicate', what: `${message.message_type} was sent before, word for word`}
			: undefined;
		const fault = repeated ?? faultOf(now, message);
		if (fault) findings.push({file: path, ...fault});
		if (!repeated) now = lifecycleAfter(now, message);
		taken.push({file: name, message});
	}
	return {taken, findings, now};
}

type Files = RunImage['files'];
type RunCheck = (taken: readonly AcceptedMessage[], files: Files) => RunFinding[];

const checkRunFiles: RunCheck = (taken, files) =>
	[plan, logs, telemetry, checkPatches, decision].flatMap(check => check(taken, files));

const lastOf = (taken: readonly AcceptedMessage[], type: MessageType) =>
	taken.findLast(({message}) => message.message_type === type)?.message;

const missing = (file: string, what: string): RunFinding => ({file, rule: 'missing', what});

const plan: RunCheck = (taken, files) => {
	const proposed = lastOf(taken, 'plan.proposed');
	if (proposed?.message_type !== 'plan.proposed') return [];
	const text = files[planFile];
	if (text === undefined) return [missing(planFile, 'a plan was proposed and is not kept')];
	const kept = z
		.object({summary: z.string(), steps: z.array(z.object({id: z.string()})).default([])})
		.safeParse(parseJsonIfValid(text));
	if (!kept.success)
		return [{file: planFile, rule: 'plan', what: 'is not a plan: a JSON object with summary and steps'}];
	const [is, due] = [kept.data.steps, proposed.body.steps].map(steps => steps.map(({id}) => id).join(', '));
	return is === due && kept.data.summary === proposed.body.summary
		? []
		: [
				{
					file: planFile,
					rule: 'plan',
					what: `is not the last plan proposed: it has ${is === '' ? 'no steps' : is}, the plan has ${due === '' ? 'none' : due}`,
				},
			];
};

const logs: RunCheck = (taken, files) =>
	(['builder', 'reviewer'] as const).flatMap((side): RunFinding[] => {
		const sent = taken.filter(({message}) => message.sender === side);
		const file = logOf(side);
		const text = files[file];
		if (text === undefined)
			return sent.length === 0 ? [] : [missing(file, `the ${side} sent messages, but its log is missing`)];
		const lines = jsonLines(file, text);
		const logged = lines.entries.map(
			entry => z.object({message_type: z.string(), timestamp: z.string()}).safeParse(entry).data,
		);
		const twisted = lines.entries.flatMap((entry, place): RunFinding[] => {
			const other = otherThan(entry, sent);
			return other === undefined
				? []
				: [{file, line: place + 1, rule: 'log', what: `is not what mailbox/${other} says`}];
		});
		const lacking = sent.filter(
			({message}) =>
				!logged.some(line => line?.message_type === message.message_type && line.timestamp === message.timestamp),
		);
		return [
			...lines.findings,
			...twisted,
			...lacking.map((one): RunFinding => ({file, rule: 'log', what: `mailbox/${one.file} is not in it`})),
		];
	});

const Logged = z.object({message_type: z.string(), timestamp: z.string(), body: z.unknown()}).loose();

/** The file of the message that a log line contradicts, if any. Logs may omit bodies. */
function otherThan(entry: unknown, sent: readonly AcceptedMessage[]): string | undefined {
	const line = Logged.safeParse(entry).data;
	const meant = sent.filter(
		({message}) => message.message_type === line?.message_type && message.timestamp === line.timestamp,
	);
	if (line?.body === undefined || meant.length === 0) return undefined;
	const body = inOrder(BuildMessage.safeParse({...line, body: cleanedTexts(line.body)}).data?.body);
	return meant.some(({message}) => inOrder(message.body) === body) ? undefined : meant[0]?.file;
}

/** A value as JSON, whatever order its fields came in. */
const inOrder = (value: unknown): string | undefined =>
	JSON.stringify(value, (_, each: unknown) =>
		typeof each === 'object' && each !== null && !Array.isArray(each)
			? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
			: each,
	);

const telemetry: RunCheck = (_, files) =>
	files[telemetryFile] === undefined ? [] : jsonLines(telemetryFile, files[telemetryFile]).findings;

/** Whether the patches are the diffs that messages carry: those of the mailbox, or of a journal. */
export const checkPatches: RunCheck = (taken, files) =>
	taken.flatMap(({message}): RunFinding[] => {
		if (message.message_type !== 'execution.update' || !message.body.final || (message.body.diff ?? '').trim() === '')
			return [];
		const file = patchOf(message.body.cycle);
		const kept = files[file];
		if (kept === undefined)
			return [missing(file, `cycle ${message.body.cycle} was handed in and its patch is not kept`)];
		return isOf(kept, message.body.diff ?? '')
			? []
			: [{file, rule: 'patch', what: `is not the diff that was handed in for cycle ${message.body.cycle}`}];
	});

/** Whether a patch is the diff that a message carries: made plain there, and cut where it is long. */
function isOf(patch: string, diff: string): boolean {
	const told = diff.trim();
	const cut = /^(?<start>[\s\S]*)\n… \d+ more characters; the patch beside has all of it$/u.exec(told)?.groups?.[
		'start'
	];
	// Runs of before hidden characters were shown have left them out.
	return [showCode(patch).trim(), cleanCode(patch).trim()].some(
		plain => plain === told || (cut !== undefined && plain.startsWith(cut.trimStart())),
	);
}

const decision: RunCheck = (taken, files) => {
	const decided = lastOf(taken, 'review.decision');
	if (decided?.message_type !== 'review.decision') return [];
	const text = files[decisionFile];
	if (text === undefined) return [missing(decisionFile, 'the reviewer decided and the decision is not kept')];
	const kept = z.object({decision: z.string()}).safeParse(parseJsonIfValid(text));
	if (kept.success && kept.data.decision === decided.body.decision) return [];
	return [
		{
			file: decisionFile,
			rule: 'decision',
			what: kept.success
				? `says "${kept.data.decision}", and the last decision is "${decided.body.decision}"`
				: 'is not a decision',
		},
	];
};

/** Every rejected message needs a file with the reason. */
function rejected(files: Files): RunFinding[] {
	const names = Object.keys(files).filter(
		path => path.startsWith('mailbox/rejected/') && !path.endsWith('.reason.json'),
	);
	return names
		.filter(path => files[`${path}.reason.json`] === undefined)
		.map(file => ({file, rule: 'reason', what: 'was rejected without a reason file'}));
}

/** The values of a JSON Lines file, with a finding for each invalid line. */
function jsonLines(file: string, text: string): {entries: unknown[]; findings: RunFinding[]} {
	const lines = text.split('\n');
	const torn: RunFinding[] =
		lines.pop() === '' ? [] : [{file, line: lines.length + 1, rule: 'torn', what: 'the last line is cut short'}];
	const entries = lines.map(parseJsonIfValid);
	const broken = entries.flatMap((entry, place): RunFinding[] =>
		typeof entry === 'object' && entry !== null
			? []
			: [{file, line: place + 1, rule: 'json', what: 'is not a JSON object'}],
	);
	return {entries, findings: [...broken, ...torn]};
}
