/** Converts a run of external programs to debate events, so that the same panes show it. Pure. */
import {
	describeCheck,
	type BuildMessage,
	type MessageOf,
	type PlanStep,
	type EndStatus,
} from '../../debate/formats/builder-reviewer.ts';
import {tallyOf} from './votes.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {type DebateEvent, type EventOf, type JournalEvent, noStats} from '../../debate/events.ts';
import type {AcceptedMessage} from './mailbox.ts';
import {outcomes} from './effects.ts';

// Messages as short spoken text for listeners. Pure.

export const narrate = (message: BuildMessage): string => cleanText(narrationOf(message)).trim();

function narrationOf({message_type: type, body}: BuildMessage): string {
	switch (type) {
		case 'session.start':
			return joined([
				`The task: ${ended(body.goal)}`,
				body.repo && `I start from commit ${body.repo.base.slice(0, 10)}, in a worktree of my own.`,
				body.check && `After each step I run: ${body.check}.`,
				body.baseline && `Before anything is done it ${describeCheck(body.baseline)}.`,
			]);
		case 'session.ack':
			return joined([
				'I am here to review.',
				body.note,
				body.telemetry.length > 0 && `I want to see as well: ${body.telemetry.join(', ')}.`,
			]);
		case 'plan.proposed':
			return planned(body);
		case 'plan.feedback':
			return joined([
				`Risk: ${body.risk}${body.votes ? ` (${body.votes.map(({risk}) => risk).join(', ')})` : ''}.`,
				...body.risks,
				...body.notes,
				body.additional_checks.length > 0 && `To be checked besides: ${ended(body.additional_checks.join('; '))}`,
				body.alternative && `I propose another plan: ${body.alternative.summary}\n${list(body.alternative.steps)}`,
			]);
		case 'execution.update':
			return updated(body);
		case 'execution.alert':
			return joined([
				`${{info: 'Noted', warning: 'Warning', critical: 'Stop'}[body.severity]}${body.step === undefined ? '' : ` (${body.step})`}: ${body.reason}`,
				body.evidence && `The evidence: ${body.evidence}`,
			]);
		case 'review.decision':
			return joined([
				(body.votes ? panelDecisions : decisions)[body.decision],
				body.votes ? tallyOf(body.votes, body.decision) : body.rationale,
				body.comments.length > 0 && `\n${body.comments.map((comment, place) => `${place + 1}. ${comment}`).join('\n')}`,
				body.remarks.length > 0 && `I remark: ${body.remarks.join(' ')}`,
			]);
		case 'session.end':
			return joined([`The run has ended: ${body.status}.`, body.summary]);
		default:
			return type satisfies never;
	}
}

const decisions = {
	accept: 'I accept this.',
	revise: 'This needs another cycle.',
	abort: 'I abort this; it is for a human to decide.',
} as const;
const panelDecisions = {
	accept: 'We accept this.',
	revise: 'We want another cycle.',
	abort: 'We abort this; it is for a human to decide.',
} as const;

/** With a full stop, where a text ends without any. */
export const ended = (text: string): string => text.replace(/(?<=[\p{L}\p{N}”)])$/u, '.');

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const joined = (parts: readonly (string | false | undefined)[]): string =>
	parts
		.filter(part => part !== false && part !== undefined && part !== '')
		.join(' ')
		.replaceAll(' \n', '\n');

const list = (steps: readonly PlanStep[]): string =>
	steps
		.map(
			({id, title, expect}) =>
				`- ${id}: ${title}${expect === undefined ? '' : ` (the check may then still fail: ${expect})`}`,
		)
		.join('\n');

function planned({summary, confidence, steps, alternative}: MessageOf<'plan.proposed'>['body']): string {
	if (alternative) return `${alternative.taken ? 'I take your plan over' : 'I keep to my plan'}: ${alternative.reason}`;
	return `${summary} My confidence is ${Math.round(confidence * 100)} %.\n${list(steps)}`;
}

function updated(body: MessageOf<'execution.update'>['body']): string {
	const {final, step, status, note, tests, metrics, cycle, answers, touched, base_tests} = body;
	const {files_changed: files, insertions, deletions} = metrics;
	const size =
		typeof files === 'number'
			? `${counted(files, 'file')} changed, ${counted(Number(insertions ?? 0), 'line')} in and ${Number(deletions ?? 0)} out.`
			: '';
	const head = final
		? `Cycle ${cycle} is done; here is the whole of it.`
		: status === 'failed'
			? `Step ${step ?? ''} failed.`
			: `Step ${step ?? ''} is done.`;
	return joined([
		head,
		note,
		...(answers ?? []).map(({request, answer}) => `On “${request}”: ${ended(answer)}`),
		status === 'done' && size,
		tests && `The check ${describeCheck(tests)}.`,
		metrics['flaky'] === true && 'It failed and then passed on the same files: it is flaky.',
		touched && touched.length > 0 && `To be looked at: ${touched.map(({path, what}) => `${path} ${what}`).join('; ')}.`,
		base_tests && `With the tests as they were, the check ${describeCheck(base_tests)}.`,
	]);
}

/** Returns a function that converts the run's next message to events. `hashOf` returns a text's SHA-256 in hex. */
export function runToEvents(
	app: EventOf<'debate-start'>['app'],
	hashOf: (text: string) => string,
): (taken: AcceptedMessage) => JournalEvent[] {
	let [seq, at, begunAt, turns] = [0, 0, 0, 0];
	let segment = '';
	return taken => {
		const {message} = taken;
		const time = Date.parse(message.timestamp);
		if (seq === 0) begunAt = time;
		at = Math.max(at, time - begunAt);
		const next = segmentOf(message);
		const facts: DebateEvent[] = [
			...(seq === 0 ? [startOf(message, app)] : []),
			...(next !== undefined && nameOf(next) !== segment ? [next] : []),
			{type: 'message', ...taken},
			...spoken(message, `t${++turns}`, hashOf),
			...(message.message_type === 'session.end' ? [endOf(message.body.status, message.body.summary)] : []),
		];
		segment = next === undefined ? segment : nameOf(next);
		return facts.map(fact => ({...fact, seq: ++seq, at, hash: hashOf(taken.file)}));
	};
}

const nameOf = ({segment, round}: EventOf<'segment-start'>): string => `${segment} ${round ?? ''}`;

function startOf(
	{run_id: runId, timestamp, message_type: type, body}: BuildMessage,
	app: EventOf<'debate-start'>['app'],
): EventOf<'debate-start'> {
	const seat = (id: string, name: string) => ({id, name, role: id, voice: 'mailbox'});
	return {
		type: 'debate-start',
		v: 1,
		debateId: runId,
		startedAt: new Date(Date.parse(timestamp)).toISOString(),
		protocol: 'builder-reviewer',
		title: `Run ${runId}`,
		subject: {text: cleanText(type === 'session.start' ? body.goal : runId) || runId},
		config: {},
		participants: [seat('builder', 'Builder'), seat('reviewer', 'Reviewer')],
		seed: 0,
		app,
	};
}

const segments = {
	'session.start': 'start',
	'session.ack': 'start',
	'plan.proposed': 'planning',
	'plan.feedback': 'planning',
	'execution.update': 'execution',
	'review.decision': 'review',
} as const;

function segmentOf({message_type: type, body}: BuildMessage): EventOf<'segment-start'> | undefined {
	if (type === 'execution.alert' || type === 'session.end') return undefined;
	const round = 'cycle' in body ? body.cycle : undefined;
	return {
		type: 'segment-start',
		segment: type === 'execution.update' && body.final ? 'review' : segments[type],
		...(round === undefined ? {} : {round}),
	};
}

function spoken(message: BuildMessage, turnId: string, hashOf: (text: string) => string): DebateEvent[] {
	const text = narrate(message);
	return [
		{
			type: 'turn-start',
			turnId,
			speaker: message.sender,
			kind: message.message_type,
			segment: segmentOf(message)?.segment ?? 'execution',
		},
		{type: 'turn-delta', turnId, text},
		{type: 'turn-end', turnId, text, finish: 'complete', contentHash: hashOf(text), totalMs: 0},
	];
}

function endOf(status: EndStatus, summary: string | undefined): EventOf<'debate-end'> {
	return {
		type: 'debate-end',
		outcome: outcomes[status],
		reason: cleanText(summary === undefined ? status : `${status}: ${summary}`),
		stats: noStats,
	};
}
