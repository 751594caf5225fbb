/** Where a running duel's log is written. */
import {join} from 'node:path';
import type {Outcome} from '../debate/events.ts';
import {appendEvent, NotAppended} from '../engine/append-event.ts';
import {modelDuelConfig} from '../protocols/model-duel/config.ts';
import {NewDuelEvent, type DuelEvent} from '../protocols/model-duel/log-event.ts';
import {appendDuelEvent, type Appended} from '../protocols/model-duel/logging.ts';
import {duelLogName, logEvents} from './duel-log.ts';

/** A duel's log while the duel runs: the effect that its script asks for, and how it is closed where the script did not come to that. */
export type DuelDesk = {
	readonly effects: Readonly<Record<string, (input: unknown) => Promise<Appended>>>;
	/** To be called when the debate has ended: a duel that was stopped, or ran out of its budget, ends in the log too. Gives what went wrong, in words for the user. */
	readonly close: (ending: {readonly outcome?: Outcome; readonly reason?: string}) => Promise<string | undefined>;
};

/** `folder` is the debate's. A `resumed` duel may have events in the log that its journal does not know of: they are not written twice. */
export function duelDesk({config, folder, debateId, resumed}: {config: unknown; folder: string; debateId: string; resumed: boolean}): DuelDesk {
	const log = modelDuelConfig.parse(config).log ?? join(folder, duelLogName);
	let known: readonly DuelEvent[] | undefined = resumed ? undefined : [];
	const inLog = async (): Promise<readonly DuelEvent[]> => (known ??= await eventsOf(log, debateId));

	async function append(event: NewDuelEvent): Promise<Appended> {
		const written = await inLog();
		if (written.some(({eventId}) => eventId === event.eventId)) return {eventId: event.eventId ?? ''};
		try {
			const done = await appendEvent(log, event);
			known = [...written, done.event];
			return {eventId: done.event.eventId, ...(done.tornInto === undefined ? {} : {notice: `The last line of ${log} had been cut short; it was set aside in ${done.tornInto}.`})};
		} catch (error) {
			if (error instanceof NotAppended) return {problem: error.message};
			throw error;
		}
	}

	return {
		effects: {[appendDuelEvent]: input => append(NewDuelEvent.parse(input))},
		async close({outcome, reason}) {
			const events = await inLog();
			const last = events.at(-1);
			if (outcome === undefined || !last || last.type === 'final') return undefined;
			const text = events.findLast(({type}) => type === 'draft')?.content;
			const {taskId, ackId, round} = last;
			const ended = `The duel ended here (${outcome}${reason === undefined ? '' : `: ${reason}`}).`;
			const event = {debateId, taskId, ackId, round, speaker: 'system' as const};
			const error = last.type === 'error' ? {eventId: last.eventId} : await append({...event, eventId: `${debateId}.error`, type: 'error', content: ended, replyToEventId: last.eventId, status: 'error'});
			if ('problem' in error) return error.problem;
			const final = await append({...event, eventId: `${debateId}.final`, type: 'final', content: text === undefined ? ended : `Unreviewed draft. ${ended}\n\n${text}`, replyToEventId: error.eventId, status: 'degraded'});
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
