/**
 * A resumed script's memory: the journal so far, let out again in its own order, so that the script meets the answers,
 * the user's actions and the state of the debate as it met them the first time. On a stepped clock they come at their
 * own hour; on the real clock one right after the other.
 */
import type {JournalEvent} from '../../debate/events.ts';
import type {DebateClock} from '../context/clock.ts';
import {isLost, type Checkpoint} from './checkpoint.ts';
import type {JournaledEvents} from './journaled-events.ts';

export type History = {
	/** Whether the step had ended before. Throws where the script asks for something else than it did there. */
	knows(step: string): boolean;
	/** The event that began the step (a turn's start, or the answer itself), once its time has come. */
	begun(step: string): Promise<JournalEvent>;
	/** The event that ended the step, once its time has come. */
	ended(step: string): Promise<JournalEvent>;
	/** Whether some of the past is still to be told. */
	readonly catchingUp: boolean;
	/** Lets the past out; resolves when all of it is told. */
	play(): Promise<void>;
};

/** A past is gone through once, and what is wanted of it later is read again. */
export function history(
	past: JournaledEvents,
	{steps, lost}: Checkpoint,
	clock: DebateClock,
	tell: (event: JournalEvent) => void,
): History {
	const names = new Map(Array.from(steps.keys(), step => [placeOf(step), step]));
	const [beginnings, ends] = [waitingRoom(), waitingRoom()];
	/** How much is told: the start is, before the script begins. */
	let told = 1;
	let telling = past.length > told;

	function once(at: number | undefined, room: WaitingRoom, step: string): Promise<JournalEvent> {
		const event = at !== undefined && at < told ? past.at(at) : undefined;
		return event ? Promise.resolve(event) : room.wait(step);
	}

	return {
		knows(step) {
			const known = names.get(placeOf(step));
			if (known !== undefined && known !== step)
				throw new Error(
					`this debate cannot go on: its script asked for "${known}" then and for "${step}" now; it was made by another version of the protocol`,
				);
			return steps.get(step)?.ended !== undefined;
		},
		begun: step => once(steps.get(step)?.began, beginnings, step),
		ended: step => once(steps.get(step)?.ended, ends, step),
		get catchingUp() {
			return telling;
		},
		async play() {
			for (let [place, first] = [told, true]; place < past.length; place++) {
				const event = past.at(place);
				if (!event || isLost(event, lost)) continue;
				// What comes first is told before the script takes its first step, which it would else undo.
				if (clock.stepped && !first) await clock.sleepUntil(event.at, true);
				first = false;
				tell(event);
				told = place + 1;
				if (event.step !== undefined) beginnings.call(event.step, event);
				if (event.step !== undefined && steps.get(event.step)?.ended === place) ends.call(event.step, event);
				await clock.settle();
			}
			telling = false;
		},
	};
}

/** Steps are named `place what`: two at one place with different whats mean that the script has changed. */
const placeOf = (step: string): string => step.split(' ', 1)[0] ?? step;

type WaitingRoom = {
	wait(step: string): Promise<JournalEvent>;
	/** Lets those go on who wait for it; whoever comes later reads it. */ call(step: string, event: JournalEvent): void;
};

function waitingRoom(): WaitingRoom {
	const waiting = new Map<string, PromiseWithResolvers<JournalEvent>>();
	return {
		wait(step) {
			const seat = waiting.get(step) ?? Promise.withResolvers<JournalEvent>();
			waiting.set(step, seat);
			return seat.promise;
		},
		call(step, event) {
			waiting.get(step)?.resolve(event);
			waiting.delete(step);
		},
	};
}
