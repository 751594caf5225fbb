/** What one pass over a debate's journal tells: its state, its steps and its lost turns. */
import type {JournalEvent} from '../../debate/events.ts';
import type {InPlaceArrays} from '../../debate/fold/in-place-arrays.ts';
import {emptyState, type DebateState} from '../../debate/state.ts';
import {reduceInPlace} from '../../debate/reduce.ts';

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
export const isLost = (event: JournalEvent, lost: ReadonlySet<string>): boolean =>
	'turnId' in event && event.type !== 'evaluation' && lost.has(event.turnId);

/** Whether a step is of a look at a lost turn (turns/turn-watcher.ts), and so is made again with that turn. */
export const isLostScope = (step: string, lost: ReadonlySet<string>): boolean =>
	Array.from(step.matchAll(/-(t[\d.]+)-s\d+(?=\/)/gu)).some(([, turnId = '']) => lost.has(turnId));

export function checkpointOf(events: Iterable<JournalEvent>): Checkpoint {
	const builder = checkpointBuilder();
	for (const event of events) builder.add(event);
	return builder.done();
}

type Stepped = {readonly step: string; readonly place: number; readonly begins: boolean; readonly turnId: string};

export function checkpointBuilder(): {
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
