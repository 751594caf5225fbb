/** Files derived from a run's messages: plan, logs, telemetry, decision. Pure. */
import type {MessageOf, MessageType} from '../../../debate/formats/builder-reviewer/events.ts';
import type {BuildSide} from './message.ts';
import type {AcceptedMessage} from './receive-message.ts';

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

/** What a cycle was handed in with. */
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
