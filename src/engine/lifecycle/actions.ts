/** What user actions do to a running debate. Protocols handle the others through `floor.on`. */
import type {DebateEvent, JournalEvent, UserAction} from '../../debate/events.ts';
import type {DebateState} from '../../debate/state.ts';
import {DebateOver} from '../context/ending.ts';
import type {FloorContext} from '../floor/floor-context.ts';
import {hearPerson, passAll} from '../turns/people.ts';
import type {TurnContext} from '../turns/turn-context.ts';
import {validateSeatAction, type FindVoice} from '../turns/validate-seat-action.ts';

/** Records and applies what the user does now. Returns false if the debate is over. */
export function takeAction(
	context: FloorContext,
	requested: UserAction,
	humanSeats: readonly string[],
	findVoice: FindVoice | undefined,
): boolean {
	const {log, over, prefetch, budget, questions, handlers} = context;
	if (over.signal.aborted || log.state.outcome) return false;
	const action = validateSeatAction(context, requested, humanSeats, findVoice);
	if (!action) return true;
	const cameBack = backAfter(log.state, action);
	log.emit({type: 'user-action', data: action});
	if (cameBack) log.emit(cameBack);
	if (action.action === 'take' || action.action === 'give-back' || action.action === 'replace') prefetch.withdraw();
	if (action.action === 'raise') budget.account.raise(action);
	questions?.answerWith(action);
	hearPerson(context, action);
	obey(context, action);
	context.pace.touch();
	handlers.get(action.action)?.(action);
	return true;
}

/** Applies a journaled event to a resumed debate that catches up. */
export function applyPast(context: FloorContext, event: JournalEvent): void {
	context.log.apply(event);
	if (event.type !== 'user-action') return;
	const {data} = event;
	// Pauses, paces and skips of the past do not hold for the debate as it goes on.
	if (data.action === 'resume') context.pace.resume();
	if (data.action === 'stop') stop(context, data.closing);
	context.handlers.get(data.action)?.(data);
}

/** A seat that was out is back once somebody else sits there. */
function backAfter({seats}: DebateState, action: UserAction): DebateEvent | undefined {
	if (action.action !== 'take' && action.action !== 'replace') return undefined;
	if (seats.find(({id}) => id === action.participant)?.out === undefined) return undefined;
	return {
		type: 'participant-back',
		participant: action.participant,
		reason: `${action.name ?? action.participant} sits there now`,
	};
}

/** What an action does to the engine itself. */
function obey(context: TurnContext, action: UserAction): void {
	const {pace, speech} = context;
	switch (action.action) {
		case 'pause':
			speech?.pause();
			return pace.pause();
		case 'resume':
			speech?.resume();
			return pace.resume();
		case 'step':
			speech?.resume();
			return pace.step();
		case 'pace':
			if (action.pace === 0) speech?.silence();
			pace.wordsAMinute = action.pace;
			return hurryAtInstant(context);
		case 'skip':
			if (context.log.heard().open.length === 0) return passAll(context, 'skipped by the user');
			context.control.cutShort = 'skipped by the user';
			return undefined;
		case 'stop':
			stop(context, action.closing);
			if (action.closing) endCurrentTurn(context, 'stopped by the user');
			return undefined;
		default:
			return undefined;
	}
}

/**
 * At full speed, nobody waits in real time just for the rhythm of deterministic voices. The past is always applied as
 * fast as possible.
 */
export function hurryAtInstant({clock, pace, history}: TurnContext): void {
	if (!history.catchingUp) clock.hurry = pace.wordsAMinute === 0;
}

function stop({pace, over, control}: TurnContext, closing: boolean): void {
	pace.resume();
	if (closing) control.stopping = true;
	else over.abort(new DebateOver('stopped', 'stopped by the user'));
}

function endCurrentTurn(context: TurnContext, reason: string): void {
	if (context.log.heard().open.length > 0) context.control.cutShort = reason;
	passAll(context, reason);
}
