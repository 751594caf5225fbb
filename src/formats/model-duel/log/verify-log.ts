/** Verifies a log, whoever wrote it: each line, and how the lines of each duel relate. Pure. */
import {z} from 'zod';
import {hashedText, readDuelEvent} from './log-event.ts';
import {parseJsonIfValid} from '../../../debate/text/parse-json.ts';
import {findingsOn, PartialEvent, type LogRuleName} from './log-rules.ts';

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
