/** Writes a running duel's log. */
import {join} from 'node:path';
import type {Outcome} from '../../../debate/events.ts';
import {isDiskRefusal} from '../../../debate/usage-error.ts';
import {JournalRefused} from '../../../engine/journal/journal.ts';
import {appendEvent, NotAppended} from './append-event.ts';
import {modelDuelConfig} from '../config.ts';
import {DuelEntry, type DuelEvent} from '../log/log-event.ts';
import {unfinishedText} from '../unfinished-text.ts';
import {appendDuelEvent, type LogAppendResult} from '../log/write-log.ts';
import {duelLogName, logEvents} from './duel-log.ts';

export type DuelEffects = {
	readonly effects: Readonly<Record<string, (input: unknown) => Promise<LogAppendResult>>>;
	/**
	 * Called when the debate has ended: a duel that was stopped, or ran out of budget, is ended in its log too. Returns
	 * what went wrong, in words for the user.
	 */
	readonly close: (ending: DebateEnding) => Promise<string | undefined>;
};

/**
 * `folder` is the debate's. A `resumed` duel may have events in the log that are missing in its journal: they are not
 * written twice.
 */
export function openDuelEffects({
	config,
	folder,
	debateId,
	resumed,
}: {
	config: unknown;
	folder: string;
	debateId: string;
	resumed: boolean;
}): DuelEffects {
	const {
		log = join(folder, duelLogName),
		taskId = `task-${debateId}`,
		ackId = `ack-${debateId}`,
	} = modelDuelConfig.parse(config);
	let known: readonly DuelEvent[] | undefined = resumed ? undefined : [];
	const inLog = async (): Promise<readonly DuelEvent[]> => (known ??= await eventsOf(log, debateId));

	async function append(entry: DuelEntry): Promise<LogAppendResult> {
		// A duel has one event of each type, so an id from the type recognizes an append that was not journaled.
		const eventId = `${debateId}.${entry.type}`;
		const written = await inLog();
		if (written.some(event => event.eventId === eventId)) return {eventId};
		try {
			const {event, tornInto} = await appendEvent(log, {...entry, eventId, debateId, taskId, ackId});
			known = [...written, event];
			return {
				eventId: event.eventId,
				...(tornInto === undefined
					? {}
					: {notice: `The last line of ${log} had been cut short; it was set aside in ${tornInto}.`}),
			};
		} catch (error) {
			if (error instanceof NotAppended && isDiskRefusal(error.cause))
				throw new JournalRefused(
					`${error.message}. The debate stops here, for its log would lack what is said now: make room, then go on with "rostrum resume".`,
					{cause: error},
				);
			if (error instanceof NotAppended) return {problem: error.message};
			throw error;
		}
	}

	return {
		effects: {[appendDuelEvent]: input => append(DuelEntry.parse(input))},
		close: async ending => closeLog(await inLog(), append, ending),
	};
}

type DebateEnding = {readonly outcome?: Outcome; readonly reason?: string};

/** Ends a duel in its log that the script left open: with an error, and the draft as its unreviewed result. */
async function closeLog(
	events: readonly DuelEvent[],
	append: (entry: DuelEntry) => Promise<LogAppendResult>,
	{outcome, reason}: DebateEnding,
): Promise<string | undefined> {
	const last = events.at(-1);
	if (outcome === undefined || !last || last.type === 'final') return undefined;
	const why = `The duel ended here (${outcome}${reason === undefined ? '' : `: ${reason}`}).`;
	const bySystem = {round: 1, speaker: 'system'} as const;
	const error =
		last.type === 'error'
			? {eventId: last.eventId}
			: await append({...bySystem, type: 'error', content: why, replyToEventId: last.eventId, status: 'error'});
	if ('problem' in error) return error.problem;
	const draft = events.findLast(({type}) => type === 'draft')?.content ?? '';
	const critique = events.findLast(event => event.type === 'critique');
	const content = draft === '' ? why : unfinishedText(why, draft, critique);
	const final = await append({
		...bySystem,
		type: 'final',
		content,
		replyToEventId: error.eventId,
		status: 'degraded',
	});
	return 'problem' in final ? final.problem : undefined;
}

/** A duel's events in a log, which may hold many others; none where there is no log. */
async function eventsOf(log: string, debateId: string): Promise<DuelEvent[]> {
	const events: DuelEvent[] = [];
	for await (const event of logEvents(log)) if (event.debateId === debateId) events.push(event);
	return events;
}
