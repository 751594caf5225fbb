/**
 * The two states of a running debate. `state` is the fold over the whole journal. `heard` is the fold over what the
 * script has met: a resumed script is told the journal's past again, so until it has caught up, `heard` lags behind.
 */
import type {DebateEvent, JournalEvent} from '../../debate/events.ts';
import {turnName} from '../../debate/prompt.ts';
import type {DebateState} from '../../debate/state.ts';
import type {Recorder} from './recorder.ts';
import {stateFold, type StateFold} from './state-fold.ts';

export type DebateLog = Recorder & {
	/** Writes and publishes a fact, and folds it into both states. */
	emit(event: DebateEvent, step?: string): JournalEvent;
	/** The debate as the script has met it. */
	heard(): DebateState;
	/** Folds a journaled event into what the script has met; it is not written again. */
	apply(event: JournalEvent): void;
};

export function debateLog(recorder: Recorder): DebateLog {
	const heard = stateFold();
	return {
		get state() {
			return recorder.state;
		},
		live: event => recorder.live(event),
		emit(event, step) {
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
