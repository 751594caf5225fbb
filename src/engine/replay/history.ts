/**
 * What a resumed script remembers: the journal so far, applied again in its own order, so that the script meets the
 * answers, the user's actions and the state of the debate as it met them the first time. On a stepped clock each event
 * comes at its own time; on the real clock they come one right after the other.
 */
import type {JournalEvent, EventOf} from '../../debate/events.ts';
import type {InPlaceArrays} from '../../debate/fold.ts';
import {emptyState, type DebateState, evaluationOf} from '../../debate/state.ts';
import {reduceInPlace} from '../../debate/reduce.ts';
import {readPaged} from '../journal/paged-journal.ts';
import type {Problem} from '../journal/journal.ts';
import type {DebateClock} from '../clock.ts';

// What one pass over a debate's journal tells: its state, its steps and its lost turns.

export type Checkpoint = {
	/** The state after all events. */
	readonly state: DebateState;
	/** The journaled steps by key, without those of lost turns. */
	readonly steps: ReadonlyMap<string, StepPlaces>;
	/** Turns that were running when the debate was cut off. They are closed by an event without a step. */
	readonly lost: ReadonlySet<string>;
	/** Numbers of the kept answers (kept-answers.ts) whose requests are recorded. */
	readonly billed: ReadonlySet<number>;
};

/** Indices of the event that began a step (a turn's start, or the answer itself) and of the one that ended it. */
type StepPlaces = {readonly began: number; readonly ended: number | undefined};

/** Whether an event belongs to a lost turn. Its evaluation does not: it was recorded by a step of its own. */
const isLost = (event: JournalEvent, lost: ReadonlySet<string>): boolean =>
	'turnId' in event && event.type !== 'evaluation' && lost.has(event.turnId);

/** Whether a step is of a look at a lost turn (turns/speak.ts), and so is made again with that turn. */
export const isLostScope = (step: string, lost: ReadonlySet<string>): boolean =>
	Array.from(step.matchAll(/-(t[\d.]+)-s\d+c?(?=\/)/gu)).some(([, turnId = '']) => lost.has(turnId));

export function checkpointOf(events: Iterable<JournalEvent>): Checkpoint {
	const builder = checkpointBuilder();
	for (const event of events) builder.add(event);
	return builder.done();
}

type Stepped = {readonly step: string; readonly place: number; readonly begins: boolean; readonly turnId: string};

function checkpointBuilder(): {
	/** Returns the state so far; it is reused, and may change with the next event. */
	add(event: JournalEvent): DebateState;
	done(): Checkpoint;
} {
	const own: InPlaceArrays = new WeakSet();
	const lost = new Set<string>();
	const billed = new Set<number>();
	const stepped: Stepped[] = [];
	let [state, place] = [emptyState, 0];

	return {
		add(event) {
			if (event.type === 'turn-start') lost.add(event.turnId);
			if (event.type === 'turn-end' && event.step !== undefined) lost.delete(event.turnId);
			if (event.type === 'voice-call' && event.answer !== undefined) billed.add(event.answer);
			if (event.step !== undefined)
				stepped.push({
					step: event.step,
					place,
					begins: event.type === 'turn-start',
					turnId: 'turnId' in event && event.type !== 'evaluation' ? event.turnId : '',
				});
			place++;
			return (state = reduceInPlace(state, event, own));
		},
		done: () => ({state, lost, billed, steps: placesOf(stepped.filter(({turnId}) => !lost.has(turnId)))}),
	};
}

function placesOf(stepped: readonly Stepped[]): ReadonlyMap<string, StepPlaces> {
	const steps = new Map<string, StepPlaces>();
	for (const {step, place, begins} of stepped) {
		const known = steps.get(step);
		steps.set(step, {began: known?.began ?? place, ended: begins ? known?.ended : place});
	}
	return steps;
}

// The journaled past of a resumed debate: read from the disk each time it is iterated, not held in memory.

/** Events in their order; an array of them is one. */
export type JournaledEvents = Iterable<JournalEvent> & {
	readonly length: number;
	at(place: number): JournalEvent | undefined;
	/** What a pass over it told, if there has been one. */
	readonly checkpoint?: Checkpoint;
};

export type KnownPast = JournaledEvents & {readonly checkpoint: Checkpoint};

/**
 * Reads a journal up to its first fault. However often its events are read, the texts and evaluations of its turns are
 * in memory once: all folds share them. `torn` is the text of a last line that a crash cut short, `bytes` the length of
 * the good part.
 */
export function readJournaledEvents(file: string): {
	readonly past: KnownPast;
	readonly problem: Problem | undefined;
	readonly torn: string;
	readonly bytes: number;
} {
	const builder = checkpointBuilder();
	const share = sharing();
	const {length, at, ...rest} = readPaged(file, event => share.learn(event, builder.add(event)), share.same);
	function* all(): Generator<JournalEvent> {
		for (let place = 0; place < length; place++) {
			const event = at(place);
			if (event) yield event;
		}
	}
	return {past: {length, at, checkpoint: builder.done(), [Symbol.iterator]: all}, ...rest};
}

/** Replaces the texts and evaluations of events that are read again by the instances of the first reading. */
function sharing(): {learn(event: JournalEvent, after: DebateState): void; same(event: JournalEvent): JournalEvent} {
	const texts = new Map<number, string>();
	const judgements = new Map<number, EventOf<'evaluation'>>();
	return {
		learn(event, after) {
			if (event.type === 'turn-end') texts.set(event.seq, event.text);
			const judgement = event.type === 'evaluation' ? evaluationOf(after, event.turnId) : undefined;
			if (judgement) judgements.set(event.seq, judgement);
		},
		same(event) {
			if (event.type === 'turn-end') return {...event, text: texts.get(event.seq) ?? event.text};
			return event.type === 'evaluation' ? {...event, ...judgements.get(event.seq)} : event;
		},
	};
}

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
