/**
 * Converts a log written by other programs to debate events, so that the same panes show it: one duel at a time, the
 * newest. Pure.
 */
import type {DebateEvent, EventOf, JournalEvent} from '../../../debate/events.ts';
import type {DuelEvent} from './log-event.ts';

/** Converts the log's next event; empty if it belongs to a duel that is not shown. */
export type DuelEventFeed = (event: DuelEvent) => JournalEvent[];

export function logToEvents(app: EventOf<'debate-start'>['app']): DuelEventFeed {
	let shown: ShownDuel | undefined;
	return event => {
		// A log may have been begun before its first whole duel, so that any event can be the first of one.
		if (shown === undefined || (event.type === 'request' && event.debateId !== shown.debateId))
			shown = {debateId: event.debateId, begunAt: timeOf(event), at: 0, seq: 0, turns: {}};
		if (event.debateId !== shown.debateId) return [];
		const {turns, seq} = shown;
		const facts = seq === 0 ? [startOf(event, app), ...factsOf(event, turns)] : factsOf(event, turns);
		const at = Math.max(shown.at, timeOf(event) - shown.begunAt);
		shown = {...shown, at, seq: seq + facts.length, turns: {...turns, [event.type]: event.eventId}};
		return facts.map((fact, place) => ({...fact, seq: seq + place + 1, at, hash: event.contentHash}));
	};
}

type Turns = Readonly<Partial<Record<DuelEvent['type'], string>>>;
type ShownDuel = {
	readonly debateId: string;
	readonly begunAt: number;
	readonly at: number;
	readonly seq: number;
	readonly turns: Turns;
};

const timeOf = ({timestamp}: DuelEvent): number => Date.parse(timestamp);

function startOf(
	{debateId, timestamp, type, content, taskId}: DuelEvent,
	app: EventOf<'debate-start'>['app'],
): EventOf<'debate-start'> {
	const seat = (id: string, name: string, role: string) => ({id, name, role, voice: 'log'});
	const text = type === 'request' && content.trim() !== '' ? content : taskId;
	return {
		type: 'debate-start',
		v: 1,
		debateId,
		startedAt: new Date(Date.parse(timestamp)).toISOString(),
		protocol: 'model-duel',
		title: 'Model Duel',
		subject: {text},
		config: {},
		participants: [seat('codex', 'Codex', 'drafter'), seat('antigravity', 'Antigravity', 'critic')],
		seed: 0,
		app,
	};
}

function factsOf(event: DuelEvent, turns: Turns): DebateEvent[] {
	const segment: DebateEvent = {type: 'segment-start', segment: event.type === 'error' ? 'final' : event.type};
	switch (event.type) {
		case 'request':
			return [segment];
		case 'draft':
			return [segment, ...spoken(event, 'codex')];
		case 'critique':
			return [
				segment,
				...spoken(event, 'antigravity'),
				{
					type: 'critique',
					turnId: event.eventId,
					of: turns.draft ?? event.replyToEventId ?? event.eventId,
					...marksOf(event),
					issues: event.issues,
				},
			];
		case 'revision': {
			const {decision, responses} = event;
			return [
				segment,
				...spoken(event, 'codex'),
				{
					type: 'revision',
					turnId: event.eventId,
					of: turns.critique ?? event.replyToEventId ?? event.eventId,
					decision,
					...(event.rubric ? {rubric: event.rubric} : {}),
					responses,
				},
			];
		}
		case 'error':
			return [segment, {type: 'notice', level: 'error', text: event.content}];
		case 'final':
			return [...(event.status === 'degraded' ? spoken({...event, type: 'unreviewed'}, 'codex') : []), endOf(event)];
		default:
			return event satisfies never;
	}
}

const marksOf = ({rubric, unstructured}: Extract<DuelEvent, {type: 'critique'}>) => ({
	...(rubric ? {rubric} : {}),
	...(unstructured ? {unstructured: true as const} : {}),
});

/** What somebody wrote, as a turn that is heard at once. */
function spoken(
	{
		eventId: turnId,
		type: kind,
		content: text,
		contentHash,
		replyToEventId,
	}: Pick<DuelEvent, 'eventId' | 'content' | 'contentHash' | 'replyToEventId'> & {readonly type: string},
	speaker: string,
): DebateEvent[] {
	return [
		{
			type: 'turn-start',
			turnId,
			speaker,
			kind,
			segment: kind,
			...(replyToEventId === null ? {} : {replyTo: replyToEventId}),
		},
		{type: 'turn-delta', turnId, text},
		{type: 'turn-end', turnId, text, finish: 'complete', contentHash, totalMs: 0},
	];
}

function endOf({status}: DuelEvent): EventOf<'debate-end'> {
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
	return {type: 'debate-end', outcome: status === 'degraded' ? 'degraded' : 'completed', stats};
}
