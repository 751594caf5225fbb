/** The one place where a fact becomes an event: it is numbered, timed, hashed, written and published. */
import type {DebateEvent, JournalEvent, LiveEvent, RunEvent, EventOf} from '../../debate/events.ts';
import {reduce, reduceInPlace} from '../../debate/reduce.ts';
import {type DebateState, totalSpending, emptyState} from '../../debate/state.ts';
import type {Clock} from '../../voices/voice.ts';
import {JournalRefused, type Journal} from './journal.ts';
import {countWords} from '../../debate/text/words.ts';
import {sha256} from '../host/hash.ts';
import type {InPlaceArrays} from '../../debate/fold.ts';
import {turnName} from '../../debate/prompt.ts';

/** A queue that one side pushes into and the other iterates; pushing never waits. */
export type Stream<T> = {push(item: T): void; end(): void; readonly items: AsyncIterable<T>};

export function stream<T>(): Stream<T> {
	const queue: T[] = [];
	let ended = false;
	let wake: (() => void) | undefined;
	const poke = () => {
		wake?.();
		wake = undefined;
	};
	async function* drain(): AsyncGenerator<T> {
		for (;;) {
			for (const item of queue.splice(0)) yield item;
			if (queue.length > 0) continue;
			if (ended) return;
			await new Promise<void>(resolve => {
				wake = resolve;
			});
		}
	}
	return {
		push(item) {
			queue.push(item);
			poke();
		},
		end() {
			ended = true;
			poke();
		},
		items: drain(),
	};
}

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
		const {event, problem, moved} = journal.append({...fact, ...stamp});
		state = reduce(state, event);
		out.push(event);
		if (moved !== undefined && event.type !== 'debate-end')
			emit({
				type: 'notice',
				level: 'error',
				text: `The journal was deleted while the debate ran. It goes on in ${moved}.`,
			});
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

// Closes turns that a crash left open, and sums up a debate at its end.

/** Ends the turns that were running when the debate was cut off, with what was heard of them. Their steps stay open. */
export function closeLostTurns(recorder: Recorder, reason: string): void {
	const {turns, speech} = recorder.state;
	for (const turn of turns) {
		if (turn.finish !== undefined) continue;
		const text = speech[turn.id]?.sentences ?? '';
		recorder.emit({
			type: 'turn-end',
			turnId: turn.id,
			text,
			finish: 'failed',
			reason,
			contentHash: sha256(text),
			totalMs: 0,
		});
	}
}

export function statsOf(state: DebateState, ms: number): EventOf<'debate-end'>['stats'] {
	const spent = totalSpending(state);
	return {
		turns: state.turns.length,
		words: state.turns.reduce((sum, turn) => sum + countWords(turn.text), 0),
		interruptions: state.interruptions.length,
		interjections: state.interjections.length,
		notScored: state.turns.filter(turn => turn.evaluation?.adherenceScore === null).length,
		calls: spent.calls,
		input: spent.input,
		cached: spent.cached,
		output: spent.output,
		cost: spent.unpriced > 0 ? null : spent.cost,
		ms,
	};
}

// Folds a long list of events without copying the state's arrays for each of them.

type StateFold = {
	apply(event: JournalEvent): void;
	/** The state so far. It never changes again: events applied later copy the arrays that it holds. */
	snapshot(): DebateState;
};

export function stateFold(): StateFold {
	let state = emptyState;
	/** Arrays created since the last snapshot: nobody else has them, so they are safe to mutate. */
	let unshared: InPlaceArrays = new WeakSet();
	return {
		apply(event) {
			state = reduceInPlace(state, event, unshared);
		},
		snapshot() {
			unshared = new WeakSet();
			return state;
		},
	};
}

// The two states of a running debate. `state` is the fold over the whole journal. `heard` is the fold over what the
// script has met: a resumed script is told the journal's past again, so until it has caught up, `heard` lags behind.

export type DebateLog = Recorder & {
	/** Writes and publishes a fact, and folds it into both states. */
	emit(event: DebateEvent, step?: string): JournalEvent;
	/** The debate as the script has met it. */
	heard(): DebateState;
	/** What live screens show of a running turn beyond what is recorded of it. */
	shown(turnId: string): string;
	/** Folds a journaled event into what the script has met; it is not written again. */
	apply(event: JournalEvent): void;
};

export function debateLog(recorder: Recorder): DebateLog {
	const heard = stateFold();
	const shown = new Map<string, string>();
	return {
		get state() {
			return recorder.state;
		},
		live(event) {
			if (event.type === 'turn-token') shown.set(event.turnId, (shown.get(event.turnId) ?? '') + event.text);
			recorder.live(event);
		},
		shown: turnId => shown.get(turnId) ?? '',
		emit(event, step) {
			if (event.type === 'turn-delta' || event.type === 'turn-end') shown.delete(event.turnId);
			const stamped = recorder.emit(event, step);
			heard.apply(withSpeaker(stamped, recorder.state));
			return stamped;
		},
		heard: () => heard.snapshot(),
		apply: event => heard.apply(withHost(event, heard)),
	};
}

/**
 * A turn that begins while the script catches up names who sits in the seat now: the script has not yet met the actions
 * that put them there.
 */
function withSpeaker(event: JournalEvent, recorded: DebateState): JournalEvent {
	if (event.type !== 'turn-start') return event;
	const by = recorded.turns.findLast(({id}) => id === event.turnId)?.by;
	return by ? {...event, by} : event;
}

/** A turn that was spoken amid a turn which is now spoken again belongs to the new attempt. */
function withHost(event: JournalEvent, heard: StateFold): JournalEvent {
	if (event.type !== 'turn-start' || !event.amid) return event;
	const name = turnName(event.amid.turnId);
	const host = heard.snapshot().turns.findLast(turn => turnName(turn.id) === name);
	return host ? {...event, amid: {...event.amid, turnId: host.id}} : event;
}
