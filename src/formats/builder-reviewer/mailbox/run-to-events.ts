/** Converts a run of external programs to debate events, so that the same panes show it. Pure. */
import type {DebateEvent, EventOf, JournalEvent, Outcome} from '../../../debate/events.ts';
import type {BuildMessage, EndStatus} from '../../../debate/formats/builder-reviewer/events.ts';
import {cleanText} from '../../../debate/text/intake.ts';
import {narrate} from './narration.ts';
import type {AcceptedMessage} from './receive-message.ts';

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

const outcomes: Readonly<Record<EndStatus, Outcome>> = {
	accepted: 'completed',
	aborted: 'stopped',
	halted: 'stopped',
	stopped: 'stopped',
	deadlock: 'deadlock',
	failed: 'failed',
};

function endOf(status: EndStatus, summary: string | undefined): EventOf<'debate-end'> {
	const stats = {
		turns: 0,
		words: 0,
		interruptions: 0,
		interjections: 0,
		notScored: 0,
		calls: 0,
		input: 0,
		cached: 0,
		output: 0,
		cost: null,
		ms: 0,
	};
	return {
		type: 'debate-end',
		outcome: outcomes[status],
		reason: cleanText(summary === undefined ? status : `${status}: ${summary}`),
		stats,
	};
}
