/** The one place where a fact becomes an event: it is numbered, timed, hashed, written and published. */
import type {DebateEvent, JournalEvent, LiveEvent, RunEvent} from '../../debate/events.ts';
import {reduce} from '../../debate/reduce.ts';
import type {DebateState} from '../../debate/state.ts';
import type {Clock} from '../../voices/voice.ts';
import {JournalRefused, type Journal} from './journal.ts';
import type {Stream} from './stream.ts';

export type Recorder = {
	/** The whole journal's state, earlier sessions included. */
	readonly state: DebateState;
	emit(event: DebateEvent, step?: string): JournalEvent;
	live(event: LiveEvent): void;
};

/** `before` is the state after earlier sessions. */
export function recorder(
	journal: Journal,
	clock: Clock,
	before: DebateState,
	out: Stream<RunEvent>,
	onRefusal: (refusal: JournalRefused) => void,
): Recorder {
	let state = before;
	let failing = false;

	const emit = (fact: DebateEvent, step?: string): JournalEvent => {
		const stamp = {...stampAfter(state, clock.now()), ...(step === undefined ? {} : {step})};
		const {event, problem} = journal.append({...fact, ...stamp});
		state = reduce(state, event);
		out.push(event);
		if (problem && !failing) {
			failing = true;
			// Nothing may follow the end.
			if (event.type !== 'debate-end') emit({type: 'notice', level: 'error', text: problem});
			onRefusal(new JournalRefused(problem));
		}
		if (!problem) failing = false;
		return event;
	};

	return {
		get state() {
			return state;
		},
		emit,
		live: event => out.push(event),
	};
}

/** The number and the time of the event after another one. The journal's clock never goes back. */
export const stampAfter = (last: {readonly seq: number; readonly at: number}, now: number) => ({
	seq: last.seq + 1,
	at: Math.max(last.at, now),
});
