/** Writes the log through the floor: each event once, each replying to the one before. */
import {z} from 'zod';
import type {Floor} from '../../../debate/protocol.ts';
import type {DuelEntry} from './log-event.ts';

/** Name of the host's effect that takes a `DuelEntry` and returns a `LogAppendResult`. */
export const appendDuelEvent = 'append-duel-event';

/**
 * What came of appending an event: a `notice` for the user where something had to be put right first, or the `problem`
 * that kept it out.
 */
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
