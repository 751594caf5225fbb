/** What is known of a debate's past once it has been gone through. */
import type {JournalEvent} from '../../debate/events.ts';
import type {InPlaceArrays} from '../../debate/fold/in-place-arrays.ts';
import {emptyState, type DebateState} from '../../debate/state.ts';
import {reduceInPlace} from '../../debate/reduce.ts';

export type Checkpoint = {
	/** What all of it comes to. */
	readonly state: DebateState;
	/** The steps that it tells of, those of lost turns left out. */
	readonly steps: ReadonlyMap<string, StepPlaces>;
	/** Turns that were running when the debate was cut off: a turn that ended by itself carries its step. */
	readonly lost: ReadonlySet<string>;
};

/** The places of the event that began a step (a turn's start, or the answer itself) and of the one that ended it. */
type StepPlaces = {readonly began: number; readonly ended: number | undefined};

/** Whether an event is of a turn that is said again, and is no judgement, which another may still stand by. */
export const isLost = (event: JournalEvent, lost: ReadonlySet<string>): boolean =>
	'turnId' in event && event.type !== 'evaluation' && lost.has(event.turnId);

export function checkpointOf(events: Iterable<JournalEvent>): Checkpoint {
	const scribe = checkpointBuilder();
	for (const event of events) scribe.add(event);
	return scribe.made();
}

type Stepped = {readonly step: string; readonly place: number; readonly begins: boolean; readonly turnId: string};

export function checkpointBuilder(): {
	/** Gives the state after it, which is its own until all is made. */ add(event: JournalEvent): DebateState;
	made(): Checkpoint;
} {
	const own: InPlaceArrays = new WeakSet();
	const lost = new Set<string>();
	const stepped: Stepped[] = [];
	let [state, place] = [emptyState, 0];

	return {
		add(event) {
			if (event.type === 'turn-start') lost.add(event.turnId);
			if (event.type === 'turn-end' && event.step !== undefined) lost.delete(event.turnId);
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
		made: () => ({state, lost, steps: placesOf(stepped.filter(({turnId}) => !lost.has(turnId)))}),
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
