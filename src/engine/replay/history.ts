/**
 * What a resumed script remembers: the journal so far, applied again in its own order, so that the script meets the
 * answers, the user's actions and the state of the debate as it met them the first time. On a stepped clock each event
 * comes at its own time; on the real clock they come one right after the other.
 */
import type {JournalEvent} from '../../debate/events.ts';
import type {DebateClock} from '../context/clock.ts';
import {isLost, type Checkpoint} from './checkpoint.ts';
import type {JournaledEvents} from './journaled-events.ts';

export type History = {
	/** Whether the journal has the step's end. Throws if the script now asks for something else at this step. */
	knows(step: string): boolean;
	/** The event that began the step (a turn's start, or the answer itself), once its time has come. */
	begun(step: string): Promise<JournalEvent>;
	/** The event that ended the step, once its time has come. */
	ended(step: string): Promise<JournalEvent>;
	/** Whether some of the past is still to be applied. */
	readonly catchingUp: boolean;
	/** Applies the past; resolves when the script has caught up. */
	play(): Promise<void>;
};

/** Reads through `past` once, and again only the events that steps ask for. The first event is not applied here. */
export function history(
	past: JournaledEvents,
	{steps, lost}: Checkpoint,
	clock: DebateClock,
	apply: (event: JournalEvent) => void,
): History {
	const names = new Map(Array.from(steps.keys(), step => [numberOf(step), step]));
	const [beginnings, ends] = [waitingList(), waitingList()];
	/** How many events are applied: debate-start is, before the script begins. */
	let applied = 1;
	let catchingUp = past.length > applied;

	function once(index: number | undefined, list: WaitingList, step: string): Promise<JournalEvent> {
		const event = index !== undefined && index < applied ? past.at(index) : undefined;
		return event ? Promise.resolve(event) : list.wait(step);
	}

	function advance(event: JournalEvent, index: number): void {
		apply(event);
		applied = index + 1;
		if (event.step === undefined) return;
		beginnings.notify(event.step, event);
		if (steps.get(event.step)?.ended === index) ends.notify(event.step, event);
	}

	return {
		knows(step) {
			const known = names.get(numberOf(step));
			if (known !== undefined && known !== step)
				throw new Error(
					`this debate cannot go on: its script asked for "${known}" then and for "${step}" now; it was made by another version of the protocol`,
				);
			return steps.get(step)?.ended !== undefined;
		},
		begun: step => once(steps.get(step)?.began, beginnings, step),
		ended: step => once(steps.get(step)?.ended, ends, step),
		get catchingUp() {
			return catchingUp;
		},
		async play() {
			for (let [index, first] = [applied, true]; index < past.length; index++) {
				const event = past.at(index);
				if (!event || isLost(event, lost)) continue;
				// The first event is applied before the script takes its first step, which would otherwise come before it.
				if (clock.stepped && !first) await clock.sleepUntil(event.at, true);
				first = false;
				advance(event, index);
				await clock.settle();
			}
			catchingUp = false;
		},
	};
}

/** Steps are named `number what`: two names with one number mean that the script has changed. */
const numberOf = (step: string): string => step.split(' ', 1)[0] ?? step;

type WaitingList = {
	wait(step: string): Promise<JournalEvent>;
	/** Resolves everybody who waits for the step; whoever comes later reads the event from the journal. */
	notify(step: string, event: JournalEvent): void;
};

function waitingList(): WaitingList {
	const waiting = new Map<string, PromiseWithResolvers<JournalEvent>>();
	return {
		wait(step) {
			const waiter = waiting.get(step) ?? Promise.withResolvers<JournalEvent>();
			waiting.set(step, waiter);
			return waiter.promise;
		},
		notify(step, event) {
			waiting.get(step)?.resolve(event);
			waiting.delete(step);
		},
	};
}
