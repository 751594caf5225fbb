/** What a debate that goes on was before: read from the disk as often as it is gone through, not kept. */
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
	/** What it comes to, where it has been gone through. */
	readonly checkpoint?: Checkpoint;
};

export type KnownPast = JournaledEvents & {readonly checkpoint: Checkpoint};

/**
 * A journal that stays on the disk, up to its first fault. However often it is read, the texts of its turns and their
 * judgements are in memory once: all who fold it share them. `torn` is the text of a last line that a crash cut short,
 * `bytes` how long the good part is.
 */
export function readJournaledEvents(file: string): {
	readonly past: KnownPast;
	readonly problem: Problem | undefined;
	readonly torn: string;
	readonly bytes: number;
} {
	const scribe = checkpointBuilder();
	const share = sharing();
	const {length, at, ...rest} = readPaged(file, event => share.learn(event, scribe.add(event)), share.same);
	function* all(): Generator<JournalEvent> {
		for (let place = 0; place < length; place++) {
			const event = at(place);
			if (event) yield event;
		}
	}
	return {past: {length, at, checkpoint: scribe.made(), [Symbol.iterator]: all}, ...rest};
}

/** Events that are read again have the very texts and judgements that they had at first. */
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
