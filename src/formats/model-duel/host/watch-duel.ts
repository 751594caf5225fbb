/** Follows a duel log that other programs write, as it grows. */
import type {RunEvent} from '../../../debate/events.ts';
import {packageVersion} from '../../../engine/host/package-root.ts';
import type {DuelEvent} from '../log/log-event.ts';
import type {NativeFiles} from '../../contract/format-host.ts';
import {eventIn, isDuelLog, verifyDuelLog} from './duel-log.ts';
import {logToEvents} from '../log/log-to-events.ts';
import {tailLines} from '../../../engine/host/tail-lines.ts';

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
