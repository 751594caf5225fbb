/** Verifies a log, whoever wrote it: each line, and how the lines of each duel relate. Pure. */
import {z} from 'zod';
import {stages, type Stage, hashedText, readDuelEvent} from './log.ts';
import {parseJsonIfValid} from '../../debate/text/json.ts';

// How the events of one duel relate. Rules ignore unreadable fields, so that each fault is reported once.

/**
 * The rules beyond those of single fields:
 * - json: a line is one JSON object
 * - torn: the last line is complete
 * - unique: no two events have the same eventId
 * - hash: contentHash is the SHA-256 of content
 * - order: request, draft, critique, revision, final; or error and final after any of the first four; nothing after it
 * - unfinished: a duel ends with a final
 * - speaker: codex drafts and revises, antigravity criticises, the system requests and closes
 * - status: ok; error for an error; a final is completed after a revision, degraded after an error
 * - parent: an event replies to the one before it in its duel, a request to null
 * - task: the events of a duel have one taskId and one ackId
 * - issues: a revision repeats those of the critique, in order
 * - responses: a revision answers each issue exactly once, by its number as text
 * - unstructured: only a critique in prose, and the revision that answers it, may set it
 */
type LogRuleName =
	| 'json'
	| 'torn'
	| 'unique'
	| 'hash'
	| 'order'
	| 'unfinished'
	| 'speaker'
	| 'status'
	| 'parent'
	| 'task'
	| 'issues'
	| 'responses'
	| 'unstructured';
type LogFinding = readonly [rule: LogRuleName, what: string];

const text = z.string().optional().catch(undefined);
const words = z.string().regex(/\S/u);

/** An event as far as it is readable. */
const PartialEvent = z.object({
	eventId: text,
	debateId: text,
	taskId: text,
	ackId: text,
	speaker: text,
	status: text,
	content: text,
	contentHash: text,
	type: z.enum(stages).optional().catch(undefined),
	replyToEventId: z.string().nullish().catch(undefined),
	unstructured: z.boolean().optional().catch(undefined),
	issues: z
		.array(z.object({claim: words, evidence: words.optional(), suggestedFix: words.optional()}))
		.min(1)
		.optional()
		.catch(undefined),
	responses: z
		.array(z.object({issueRef: text}))
		.optional()
		.catch(undefined),
});
type PartialEvent = z.infer<typeof PartialEvent>;

/** What is wrong with an event, given those of its duel before it. */
const findingsOn = (event: PartialEvent, before: readonly PartialEvent[]): LogFinding[] =>
	[order, speaker, status, parent, task, issues, responses, unstructured].flatMap(rule => rule(event, before));

type LogRule = (event: PartialEvent, before: readonly PartialEvent[]) => LogFinding[];

const next: Readonly<Record<Stage, readonly Stage[]>> = {
	request: ['draft', 'error'],
	draft: ['critique', 'error'],
	critique: ['revision', 'error'],
	revision: ['final', 'error'],
	error: ['final'],
	final: [],
};

const order: LogRule = ({type}, before) => {
	const last = before.some(event => event.type === 'final')
		? 'final'
		: before.findLast(event => event.type !== undefined)?.type;
	const allowed = last === undefined ? ['request'] : next[last];
	if (type === undefined || allowed.includes(type)) return [];
	const due = allowed.length === 0 ? 'no event may follow' : `${allowed.join(' or ')} is due`;
	return [['order', `${type} where ${due}${last === undefined ? ' first' : ` after ${last}`}`]];
};

const speakerOf: Readonly<Partial<Record<Stage, string>>> = {
	request: 'system',
	draft: 'codex',
	critique: 'antigravity',
	revision: 'codex',
	final: 'system',
};

const speaker: LogRule = ({type, speaker}) => {
	const due = type && speakerOf[type];
	return due === undefined || speaker === undefined || speaker === due
		? []
		: [['speaker', `${type} by "${speaker}", which is for "${due}"`]];
};

const status: LogRule = ({type, status}, before) => {
	if (type === undefined || status === undefined) return [];
	const degraded = before.some(event => event.type === 'error');
	const due = type === 'error' ? 'error' : type === 'final' ? (degraded ? 'degraded' : 'completed') : 'ok';
	return status === due
		? []
		: [
				[
					'status',
					`status "${status}" where "${due}" is due for ${type}${type === 'final' ? (degraded ? ' after an error' : ' without an error') : ''}`,
				],
			];
};

const parentOf: Readonly<Partial<Record<Stage, Stage>>> = {draft: 'request', critique: 'draft', revision: 'critique'};

const parent: LogRule = ({type, replyToEventId: given, status}, before) => {
	if (type === undefined || given === undefined) return [];
	if (type === 'request')
		return given === null ? [] : [['parent', `a request replies to nothing, but this one replies to "${given}"`]];
	const stage = type === 'final' && status === 'completed' ? 'revision' : parentOf[type];
	const due = before.findLast(event => event.type === stage)?.eventId;
	if (stage !== undefined && due !== undefined)
		return given === due ? [] : [['parent', `replies to ${shown(given)} instead of the ${stage}, "${due}"`]];
	if (given === null) return type === 'error' ? [] : [['parent', `${type} replies to nothing`]];
	return before.some(event => event.eventId === given)
		? []
		: [['parent', `replies to ${shown(given)}, which is not an earlier event of this duel`]];
};

const shown = (id: string | null): string => (id === null ? 'nothing' : `"${id}"`);

const task: LogRule = (event, before) =>
	(['taskId', 'ackId'] as const).flatMap((name): LogFinding[] => {
		const first = before.find(other => other[name] !== undefined)?.[name];
		const own = event[name];
		return first === undefined || own === undefined || own === first
			? []
			: [['task', `${name} "${own}" where the duel’s is "${first}"`]];
	});

const issues: LogRule = ({type, issues}, before) => {
	const criticised = before.findLast(event => event.type === 'critique')?.issues;
	if (type !== 'revision' || !issues || !criticised) return [];
	if (issues.length !== criticised.length)
		return [['issues', `${issues.length} issues where the critique has ${criticised.length}`]];
	const changed = issues.findIndex((issue, place) => JSON.stringify(issue) !== JSON.stringify(criticised[place]));
	return changed < 0 ? [] : [['issues', `issue ${changed + 1} is not the critique’s`]];
};

const responses: LogRule = ({type, issues, responses}) => {
	if (type !== 'revision' || !issues || !responses) return [];
	const count: LogFinding[] =
		responses.length === issues.length
			? []
			: [['responses', `${responses.length} responses to ${issues.length} issues`]];
	const refs = responses.map(({issueRef}) => issueRef).filter(ref => ref !== undefined);
	const strange = refs.filter(ref => !issues.some((_, place) => ref === String(place + 1)));
	const twice = refs.filter((ref, place) => refs.indexOf(ref) < place);
	return [
		...count,
		...(strange.length === 0
			? []
			: [['responses', `issueRef "${strange.join('", "')}" is not the number of an issue`] satisfies LogFinding]),
		...(twice.length === 0
			? []
			: [['responses', `issueRef "${twice.join('", "')}" is answered more than once`] satisfies LogFinding]),
	];
};

const unstructured: LogRule = ({type, unstructured}, before) => {
	const critique = before.findLast(event => event.type === 'critique');
	return type === 'revision' && unstructured === true && critique && critique.unstructured !== true
		? [['unstructured', 'the critique that it answers is structured']]
		: [];
};

/** `rule` is a field's name, or a `Relation`. Lines count from 1. */
export type LogFault = {readonly line: number; readonly rule: string; readonly what: string};

type Hash = (text: string) => string;
type LoggedDuel = {readonly events: PartialEvent[]; line: number; hashed?: boolean};
type LogScan = {
	readonly sha256: Hash;
	readonly duels: Map<string, LoggedDuel>;
	readonly ids: Map<string, number>;
	readonly faults: LogFault[];
};

/** All faults, by line. `sha256` gives the hash of a text (UTF-8) in hex. */
export function verifyLog(text: string, sha256: Hash): LogFault[] {
	const scan: LogScan = {sha256, duels: new Map(), ids: new Map(), faults: []};
	const lines = text.split('\n');
	const rest = lines.pop() ?? '';
	for (const [place, line] of lines.entries()) checkLine(scan, line, place + 1, 'json');
	// A last line without its end may be whole all the same: not every program closes its last line.
	if (rest !== '') checkLine(scan, rest, lines.length + 1, 'torn');
	for (const {events, line} of scan.duels.values()) {
		if (!events.some(({type}) => type === 'final'))
			scan.faults.push({
				line,
				rule: 'unfinished',
				what: `duel "${events[0]?.debateId ?? ''}" has no final event: it is still running, or was interrupted`,
			});
	}
	return scan.faults.sort((one, other) => one.line - other.line);
}

function checkLine(scan: LogScan, source: string, line: number, broken: Extract<LogRuleName, 'json' | 'torn'>): void {
	const fault = (rule: string, what: string): void => void scan.faults.push({line, rule, what});
	const value = parseJsonIfValid(source);
	const outline = PartialEvent.safeParse(value);
	if (!outline.success) {
		fault(
			broken,
			broken === 'torn'
				? 'the line is cut short'
				: source.trim() === ''
					? 'the line is empty'
					: 'the line is not a JSON object',
		);
		return;
	}
	const event = outline.data;
	const duel = duelOf(scan, event, line);
	const read = readDuelEvent(
		value,
		event.type === 'revision' &&
			duel.events.some(({type, unstructured}) => type === 'critique' && unstructured === true),
	);
	for (const {field, what} of 'faults' in read ? read.faults : []) fault(field, what);
	if (
		event.content !== undefined &&
		/^[0-9a-f]{64}$/iu.test(event.contentHash ?? '') &&
		scan.sha256(event.content) !== event.contentHash?.toLowerCase()
	)
		fault('hash', 'contentHash is not the SHA-256 of content');
	checkWhole(scan, value, duel, line);
	const earlier = event.eventId === undefined ? undefined : scan.ids.get(event.eventId);
	if (earlier !== undefined) fault('unique', `eventId "${event.eventId ?? ''}" is that of line ${earlier} too`);
	else if (event.eventId !== undefined) scan.ids.set(event.eventId, line);
	for (const [rule, what] of findingsOn(event, duel.events)) fault(rule, what);
	duel.events.push(event);
}

const Hashed = z.object({eventHash: z.string().optional()});

/** Whether the event is as it was written; one without a hash stands out only among others that have one. */
function checkWhole({sha256, faults}: LogScan, value: unknown, duel: LoggedDuel, line: number): void {
	const hash = Hashed.safeParse(value).data?.eventHash;
	if (hash === undefined) {
		if (duel.hashed === true)
			faults.push({
				line,
				rule: 'eventHash',
				what: 'there is no eventHash, which the events of this duel before it have',
			});
		duel.hashed ??= false;
		return;
	}
	if (duel.hashed === false && duel.events.length > 0)
		faults.push({line, rule: 'eventHash', what: 'events of this duel before it have lost their eventHash'});
	duel.hashed = true;
	if (typeof value === 'object' && value !== null && sha256(hashedText(value)) !== hash.toLowerCase())
		faults.push({line, rule: 'eventHash', what: 'something in the event was changed after it was written'});
}

/** The duel of an event; one that cannot be told stands alone, and no other is blamed for it. */
function duelOf({duels}: LogScan, {debateId}: PartialEvent, line: number): LoggedDuel {
	if (debateId === undefined) return {events: [], line};
	const duel = duels.get(debateId) ?? {events: [], line};
	duel.line = line;
	duels.set(debateId, duel);
	return duel;
}

/** How many events say by no hash of their own that rubric, issues and decisions are as they were written. */
export const eventsWithoutHash = (text: string): number =>
	text.split('\n').filter(line => {
		const read = Hashed.safeParse(parseJsonIfValid(line));
		return read.success && read.data.eventHash === undefined;
	}).length;
