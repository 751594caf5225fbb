/** `model_duel.jsonl` as a file: telling it from other files, reading it, checking it. */
import {closeSync, createReadStream, existsSync, readSync} from 'node:fs';
import {basename} from 'node:path';
import {createInterface} from 'node:readline';
import {cleanText} from '../../../debate/text/intake.ts';
import {sha256} from '../../../engine/host/hash.ts';
import {readDuelEvent, type DuelEvent, logToEvents} from '../log.ts';
import {eventsWithoutHash, verifyLog, type LogFault} from '../verify-log.ts';
import type {RunEvent} from '../../../debate/events.ts';
import {packageVersion} from '../../../engine/host/package-root.ts';
import type {NativeFiles} from '../../contract.ts';
import {tailLines} from '../../../engine/host/tail-lines.ts';
import {openRegular, readUserText} from '../../../engine/host/regular-file.ts';

export const duelLogName = 'model_duel.jsonl';

/** The readable events of a log, in order; lines that are none are passed over. */
export async function* logEvents(log: string): AsyncGenerator<DuelEvent> {
	if (!existsSync(log)) return;
	const input = createReadStream(log, {fd: openRegular(log), encoding: 'utf8'});
	const lines = createInterface({input, crlfDelay: Infinity});
	try {
		for await (const line of lines) {
			const event = eventIn(line.replace(/^\uFEFF/u, ''));
			if (event) yield event;
		}
	} finally {
		lines.close();
		input.destroy();
	}
}

/** The event that a line holds, if it holds one, its texts made plain: others wrote them. */
export function eventIn(line: string): DuelEvent | undefined {
	try {
		const read = readDuelEvent(
			JSON.parse(line, (_key, value: unknown) => (typeof value === 'string' ? cleanText(value) : value)),
			true,
		);
		return 'event' in read ? read.event : undefined;
	} catch (error) {
		// A line that is nested too deep overflows the stack.
		if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Checks a log: `events` counts lines, `unhashed` those without `eventHash`. Throws if it is unreadable. */
export function verifyDuelLog(file: string): {
	readonly faults: LogFault[];
	readonly events: number;
	readonly unhashed: number;
} {
	const text = readUserText(file);
	return {
		faults: verifyLog(text, each => sha256(each)),
		events: text.split('\n').filter(line => line !== '').length,
		unhashed: eventsWithoutHash(text),
	};
}

const headBytes = 65_536;

/** Whether a file is such a log and no journal of ours: by its name, or by the fields of its first lines. */
export function isDuelLog(file: string): boolean {
	if (basename(file) === duelLogName) return true;
	const descriptor = openRegular(file);
	try {
		const head = Buffer.alloc(headBytes);
		const text = head.toString('utf8', 0, readSync(descriptor, head, 0, headBytes, 0));
		return !/^[^\n]*"type":"debate-start"/u.test(text) && /"(?:eventId|ackId|replyToEventId)"\s*:/u.test(text);
	} finally {
		closeSync(descriptor);
	}
}

// Follows a duel log that other programs write, as it grows.

/**
 * The newest duel of a log from its beginning, then whatever comes, a newer duel in its place when one begins. Ends
 * with the last duel in it, or by the signal's reason. A line that is being written is waited for; one that is no event
 * is passed over (`rostrum verify` names it).
 */
export async function* followDuelLog(file: string, signal: AbortSignal): AsyncGenerator<RunEvent> {
	const tell = logToEvents({name: 'rostrum', version: packageVersion(), protocolVersion: 1});
	let events: DuelEvent[] = [];
	let caughtUp = false;
	let ended = false;
	for await (const lines of tailLines(file, signal)) {
		// Nothing has followed the end of the duel: it was the last one.
		if (ended && lines.length === 0) return;
		const found = lines.flatMap(line => eventIn(line) ?? []);
		if (!caughtUp && lines.length > 0) {
			events = newest([...events, ...found]);
			continue;
		}
		for (const event of caughtUp ? found : events)
			for (const told of tell(event)) {
				ended = told.type === 'debate-end';
				yield told;
			}
		caughtUp = true;
	}
	signal.throwIfAborted();
}

/** Those of the duel that began last. */
function newest(events: readonly DuelEvent[]): DuelEvent[] {
	const last = events.findLast(({type}) => type === 'request') ?? events.at(-1);
	return events.filter(({debateId}) => debateId === last?.debateId);
}

export const duelLogs: NativeFiles = {
	shape: 'file',
	recognize: isDuelLog,
	follow: followDuelLog,
	verify(file) {
		const {faults, events, unhashed} = verifyDuelLog(file);
		return [
			{
				file,
				events,
				outcome:
					unhashed === 0
						? 'a log of duels'
						: `a log of duels, ${unhashed} of its events without eventHash: of those only the texts are checked`,
				faults: faults.map(({line, rule, what}) => ({line, what: `${rule}: ${what}`})),
			},
		];
	},
	unit: 'events',
};
