/**
 * A resumed script's memory: the journal so far, let out again in its own order, so that the script meets the answers,
 * the user's actions and the state of the debate as it met them the first time. On a stepped clock they come at their
 * own hour; on the real clock one right after the other.
 */
import type {JournalEvent} from '../debate/events.ts';
import type {DebateClock} from './clock.ts';

export type Recall = {
	/** Whether the step had ended before. Throws where the script asks for something else than it did there. */
	knows(step: string): boolean;
	/** The event that began the step (a turn's start, or the answer itself), once its time has come. */
	begun(step: string): Promise<JournalEvent>;
	/** The event that ended the step, once its time has come. */
	ended(step: string): Promise<JournalEvent>;
	/** Whether some of the past is still to be told. */
	readonly telling: boolean;
	/** Lets the past out; resolves when all of it is told. */
	play(): Promise<void>;
};

type Waiting = {readonly promise: Promise<JournalEvent>; readonly resolve: (event: JournalEvent) => void};

export function recall(past: readonly JournalEvent[], clock: DebateClock, tell: (event: JournalEvent) => void): Recall {
	const lost = unfinishedTurns(past);
	const told = past.filter(event => !('turnId' in event && lost.has(event.turnId) && event.type !== 'evaluation'));
	const endings = new Map<string, JournalEvent>();
	const places = new Map<string, string>();
	for (const event of told) {
		if (event.step === undefined || event.type === 'turn-delta') continue;
		places.set(placeOf(event.step), event.step);
		if (event.type !== 'turn-start') endings.set(event.step, event);
	}
	let telling = told.length > 0;
	const beginnings = waitingRoom();
	const ends = waitingRoom();

	return {
		knows(step) {
			const known = places.get(placeOf(step));
			if (known !== undefined && known !== step) throw new Error(`this debate cannot go on: its script asked for "${known}" then and for "${step}" now; it was made by another version of the protocol`);
			return endings.has(step);
		},
		begun: step => beginnings.of(step).promise,
		ended: step => ends.of(step).promise,
		get telling() {
			return telling;
		},
		async play() {
			for (const event of told) {
				// The header is told before the script takes its first step, which it would else undo.
				if (clock.stepped && event !== told[0]) await clock.sleepUntil(event.at, true);
				tell(event);
				if (event.step !== undefined) {
					beginnings.of(event.step).resolve(event);
					if (endings.get(event.step) === event) ends.of(event.step).resolve(event);
				}
				await clock.settle();
			}
			telling = false;
		},
	};
}

/** Steps are named `place what`: two at one place with different whats mean that the script has changed. */
const placeOf = (step: string): string => step.split(' ', 1)[0] ?? step;

/** Turns that were running when the debate was cut off: a turn that ended by itself carries its step. */
export function unfinishedTurns(past: readonly JournalEvent[]): ReadonlySet<string> {
	const open = new Set<string>();
	for (const event of past) {
		if (event.type === 'turn-start') open.add(event.turnId);
		else if (event.type === 'turn-end' && event.step !== undefined) open.delete(event.turnId);
	}
	return open;
}

function waitingRoom(): {of(step: string): Waiting} {
	const waiting = new Map<string, Waiting>();
	return {
		of(step) {
			const known = waiting.get(step);
			if (known) return known;
			const {promise, resolve} = Promise.withResolvers<JournalEvent>();
			const made = {promise, resolve};
			waiting.set(step, made);
			return made;
		},
	};
}
