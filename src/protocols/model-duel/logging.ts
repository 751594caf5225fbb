/** How the script writes its log: through the floor, each event once, each replying to the one before it. */
import {z} from 'zod';
import type {Floor} from '../../debate/protocol.ts';
import type {ModelDuelConfig} from './config.ts';
import type {NewDuelEvent} from './log-event.ts';

/** The effect that a command brings along: takes a `NewDuelEvent`, gives an `Appended`. */
export const appendDuelEvent = 'append-duel-event';

/** What came of appending an event: a `notice` for the user where something had to be put right first, or the `problem` that kept it out. */
export const Appended = z.union([z.object({eventId: z.string(), notice: z.string().optional()}), z.object({problem: z.string()})]);
export type Appended = z.infer<typeof Appended>;

/** A stage did not come to its end: the duel is closed, degraded. */
export class StageFailure extends Error {
	override readonly name = 'StageFailure';
	readonly stage: string;

	constructor(stage: string, reason: string) {
		super(reason);
		this.stage = stage;
	}
}

export type Entry = Pick<NewDuelEvent, 'speaker' | 'type' | 'content' | 'status' | 'rubric' | 'issues' | 'unstructured' | 'decision' | 'responses'>;
export type Write = (entry: Entry) => Promise<void>;

/** Gives the function that writes the next event. It throws `StageFailure` where the log cannot be written. */
export function duelLog(floor: Floor, {taskId, ackId}: Pick<ModelDuelConfig, 'taskId' | 'ackId'>): Write {
	let parent: string | null = null;
	return async entry => {
		const debateId = floor.heard.start?.debateId ?? '';
		// One event of a kind is all that a duel has, so an append that a crash cut off is known again by its id.
		const event: NewDuelEvent = {...entry, eventId: `${debateId}.${entry.type}`, debateId, taskId: taskId ?? `task-${debateId}`, ackId: ackId ?? `ack-${debateId}`, round: 1, replyToEventId: parent};
		const appended = Appended.parse(await floor.perform(appendDuelEvent, event));
		if ('problem' in appended) throw new StageFailure('log', appended.problem);
		if (appended.notice !== undefined) await floor.record({type: 'notice', level: 'warning', text: appended.notice});
		parent = appended.eventId;
	};
}
