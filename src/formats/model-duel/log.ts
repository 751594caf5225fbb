/** The format of `model_duel.jsonl`: one event a line, which other programs read and write too. */
import {z} from 'zod';
import {Decision, Rubric} from '../../debate/formats/model-duel.ts';
import type {Floor} from '../../debate/protocol.ts';
import {type DebateEvent, type EventOf, type JournalEvent, noStats} from '../../debate/events.ts';

const speakers = ['codex', 'antigravity', 'system'] as const;
export const stages = ['request', 'draft', 'critique', 'revision', 'final', 'error'] as const;
export type Stage = (typeof stages)[number];

const Id = z.string().regex(/\S/u, 'must not be empty');
const Words = z.string().regex(/\S/u, 'must not be empty');

/** Fields that other programs add stay what they are. */
const base = {
	eventId: Id,
	debateId: Id,
	taskId: Id,
	ackId: Id,
	timestamp: z.iso.datetime({
		offset: true,
		local: true,
		error: 'must be a time in ISO 8601, such as 2026-02-13T09:30:00.000Z',
	}),
	round: z.int().min(0).max(1, 'must be 0 or 1: there is one round'),
	speaker: z.enum(speakers),
	content: z.string(),
	contentHash: z.string().regex(/^[0-9a-f]{64}$/iu, 'must be a SHA-256 in hex'),
	/** Of the whole event but itself, as `hashedText` writes it; logs of 0.1.0 have none. */
	eventHash: z
		.string()
		.regex(/^[0-9a-f]{64}$/iu, 'must be a SHA-256 in hex')
		.optional(),
	replyToEventId: Id.nullable(),
	status: z.enum(['ok', 'completed', 'degraded', 'error']),
};

const LogIssue = z.looseObject({claim: Words, evidence: Words, suggestedFix: Words});
const ProseIssue = z.looseObject({claim: Words, evidence: Words.optional(), suggestedFix: Words.optional()});
const critique = {...base, type: z.literal('critique'), rubric: Rubric, issues: z.array(LogIssue).min(1)};
const answers = {
	decision: Decision,
	responses: z.array(z.looseObject({issueRef: z.string(), decision: Decision, rationale: Words})),
};
const revision = {...base, ...answers, type: z.literal('revision'), rubric: Rubric, issues: z.array(LogIssue).min(1)};
/** What a critique in prose need not have, and a revision that answers one. */
const prose = {rubric: Rubric.optional(), issues: z.array(ProseIssue).min(1)};

const PlainEvent = z.looseObject({
	...base,
	type: z.enum(['request', 'draft', 'final', 'error'], 'must be request, draft, critique, revision, final or error'),
});
const CritiqueEvent = z.looseObject({...critique, unstructured: z.literal(false).optional()});
const RevisionEvent = z.looseObject({...revision, unstructured: z.literal(false).optional()});
const ProseCritiqueEvent = z.looseObject({...critique, ...prose, unstructured: z.literal(true)});
const ProseRevisionEvent = z.looseObject({...revision, ...prose, unstructured: z.literal(true)});
/** For those that do not say so themselves. */
const AnsweringProse = z.looseObject({...revision, ...prose, unstructured: z.literal(false).optional()});

const DuelEvent = z.union([
	PlainEvent,
	CritiqueEvent,
	RevisionEvent,
	ProseCritiqueEvent,
	ProseRevisionEvent,
	AnsweringProse,
]);
export type DuelEvent = z.infer<typeof DuelEvent>;
/** One of no known type, for what else can be said of it. */
const AnyEvent = z.looseObject({...base, type: PlainEvent.shape.type});

/**
 * Reads one event, or says what is wrong with each of its fields. `prose`: it answers a critique in prose, whether or
 * not it says so.
 */
export function readDuelEvent(
	value: unknown,
	prose = false,
): {readonly event: DuelEvent} | {readonly faults: readonly EventFault[]} {
	const {type, unstructured} = Kind.parse(value);
	const parsed = schemaOf(type, unstructured === true, prose).safeParse(value);
	if (parsed.success) return {event: parsed.data};
	return {faults: faultsIn(parsed.error)};
}

const Kind = z.object({type: z.unknown(), unstructured: z.unknown()}).partial().catch({});

function schemaOf(type: unknown, unstructured: boolean, prose: boolean): z.ZodType<DuelEvent> {
	if (type === 'critique') return unstructured ? ProseCritiqueEvent : CritiqueEvent;
	if (type === 'revision') return unstructured ? ProseRevisionEvent : prose ? AnsweringProse : RevisionEvent;
	return type === 'request' || type === 'draft' || type === 'final' || type === 'error' ? PlainEvent : AnyEvent;
}

/**
 * What a writer gives: the rest is filled in where it is written. An `eventId` of its own lets a second try be seen to
 * be one.
 */
export const NewDuelEvent = z
	.object({
		...base,
		...prose,
		...answers,
		type: z.enum(stages),
		unstructured: z.literal(true),
	})
	.partial({eventId: true, rubric: true, issues: true, unstructured: true, decision: true, responses: true})
	.omit({timestamp: true, contentHash: true, eventHash: true});
export type NewDuelEvent = z.infer<typeof NewDuelEvent>;

type EventFault = {readonly field: string; readonly what: string};

/** Reads what a writer gives, or says what is wrong with it. */
export function readNewEvent(
	value: unknown,
): {readonly event: NewDuelEvent} | {readonly faults: readonly EventFault[]} {
	const given = NewDuelEvent.safeParse(value);
	if (!given.success) return {faults: faultsIn(given.error)};
	const unstamped = {eventId: 'new', ...given.data, timestamp: '2000-01-01T00:00:00Z', contentHash: '0'.repeat(64)};
	const whole = readDuelEvent(unstamped);
	return 'faults' in whole ? whole : {event: given.data};
}

const faultsIn = (error: z.ZodError): EventFault[] =>
	error.issues.map(({path, message}) => ({
		field: String(path[0] ?? 'json'),
		what: `${path.join('.') || 'the line'}: ${plainly(message)}`,
	}));

/** A schema's own words as ours. */
const plainly = (message: string): string =>
	message
		.replace(/^Invalid input: expected (?<what>.+), received undefined$/u, 'is missing ($<what>)')
		.replace(/^Invalid input: expected (?<what>.+), received (?<got>.+)$/u, 'must be $<what>, not $<got>')
		.replace(/^Invalid option: expected one of (?<what>.+)$/u, 'must be one of $<what>')
		.replace(/^Too small: expected .* >=(?<least>\d+).*$/u, 'must be at least $<least>')
		.replace(/^Too big: expected .* <=(?<most>\d+).*$/u, 'must be at most $<most>');

/** Faults in one sentence. */
export const describeFaults = (faults: readonly EventFault[]): string => faults.map(({what}) => what).join('; ');

/** What a duel's script gives: it does not know by which ids its duel goes. */
export const DuelEntry = NewDuelEvent.omit({eventId: true, debateId: true, taskId: true, ackId: true});
export type DuelEntry = z.infer<typeof DuelEntry>;

/** What `eventHash` is the SHA-256 of: the event without it as JSON, keys sorted at every depth, without blanks. */
export function hashedText(event: object): string {
	return JSON.stringify(event, (key: string, value: unknown) => {
		if (key === 'eventHash') return undefined;
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
	});
}

// Writes the log through the floor: each event once, each replying to the one before.

/** Name of the host's effect that takes a `DuelEntry` and returns a `LogAppendResult`. */
export const appendDuelEvent = 'append-duel-event';

/** What came of appending an event: a `notice` of what was put right first, or the `problem`. */
export const LogAppendResult = z.union([
	z.object({eventId: z.string(), notice: z.string().optional()}),
	z.object({problem: z.string()}),
]);
export type LogAppendResult = z.infer<typeof LogAppendResult>;

/** A stage failed: the duel ends degraded. */
export class StageFailure extends Error {
	override readonly name = 'StageFailure';
	readonly stage: string;

	constructor(stage: string, reason: string) {
		super(reason);
		this.stage = stage;
	}
}

export type WriteEntry = (entry: Omit<DuelEntry, 'round' | 'replyToEventId'>) => Promise<void>;

/** Returns the function that writes the next event. It throws `StageFailure` if the log cannot be written. */
export function openDuelLog(floor: Floor): WriteEntry {
	let replyToEventId: string | null = null;
	return async entry => {
		const event: DuelEntry = {...entry, round: 1, replyToEventId};
		const appended = LogAppendResult.parse(await floor.perform(appendDuelEvent, event));
		if ('problem' in appended) throw new StageFailure('log', appended.problem);
		if (appended.notice !== undefined) await floor.record({type: 'notice', level: 'warning', text: appended.notice});
		replyToEventId = appended.eventId;
	};
}

// Converts a log written by other programs to debate events, so that the same panes show it: one duel at a time, the
// newest. Pure.

/** Converts the log's next event; empty if it belongs to a duel that is not shown. */
type DuelEventFeed = (event: DuelEvent) => JournalEvent[];

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
	return {type: 'debate-end', outcome: status === 'degraded' ? 'degraded' : 'completed', stats: noStats};
}
