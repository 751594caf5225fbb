/** Where a running duel's log is written. */
import {join} from 'node:path';
import type {Outcome} from '../../debate/events.ts';
import {appendEvent, NotAppended} from './append-event.ts';
import {modelDuelConfig} from '../../protocols/model-duel/config.ts';
import {DuelEntry, type DuelEvent} from '../../protocols/model-duel/log/log-event.ts';
import {appendDuelEvent, type LogAppendResult} from '../../protocols/model-duel/log/write-log.ts';
import {duelLogName, logEvents} from './duel-log.ts';

/**
 * A duel's log while the duel runs: the effect that its script asks for, and how it is closed where the script did not
 * come to that.
 */
export type DuelEffects = {
	readonly effects: Readonly<Record<string, (input: unknown) => Promise<LogAppendResult>>>;
	/**
	 * To be called when the debate has ended: a duel that was stopped, or ran out of its budget, ends in the log too.
	 * Gives what went wrong, in words for the user.
	 */
	readonly close: (ending: {readonly outcome?: Outcome; readonly reason?: string}) => Promise<string | undefined>;
};

/**
 * `folder` is the debate's. A `resumed` duel may have events in the log that its journal does not know of: they are not
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
		// One event of a kind is all that a duel has, so an append that a crash cut off is known again by its id.
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
			if (error instanceof NotAppended) return {problem: error.message};
			throw error;
		}
	}

	return {
		effects: {[appendDuelEvent]: input => append(DuelEntry.parse(input))},
		async close({outcome, reason}) {
			const events = await inLog();
			const last = events.at(-1);
			if (outcome === undefined || !last || last.type === 'final') return undefined;
			const why = `The duel ended here (${outcome}${reason === undefined ? '' : `: ${reason}`}).`;
			const error =
				last.type === 'error'
					? {eventId: last.eventId}
					: await append({
							round: 1,
							speaker: 'system',
							type: 'error',
							content: why,
							replyToEventId: last.eventId,
							status: 'error',
						});
			if ('problem' in error) return error.problem;
			const draft = events.findLast(({type}) => type === 'draft')?.content;
			const content = draft === undefined ? why : `Unreviewed draft. ${why}\n\n${draft}`;
			const final = await append({
				round: 1,
				speaker: 'system',
				type: 'final',
				content,
				replyToEventId: error.eventId,
				status: 'degraded',
			});
			return 'problem' in final ? final.problem : undefined;
		},
	};
}

/** A duel's events in a log, which may hold many others; none where there is no log. */
async function eventsOf(log: string, debateId: string): Promise<DuelEvent[]> {
	const events: DuelEvent[] = [];
	for await (const event of logEvents(log)) if (event.debateId === debateId) events.push(event);
	return events;
}
