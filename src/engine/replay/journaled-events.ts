/** The journaled past of a resumed debate: read from the disk each time it is iterated, not held in memory. */
import {evaluationOf} from '../../debate/queries.ts';
import type {DebateState} from '../../debate/state.ts';
import type {EventOf, JournalEvent} from '../../debate/events.ts';
import {checkpointBuilder, type Checkpoint} from './checkpoint.ts';
import {readPaged} from '../journal/paged-journal.ts';
import type {Problem} from '../journal/journal.ts';

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
