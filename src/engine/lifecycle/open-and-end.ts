/** The first and the last events of a debate. */
import type {Outcome} from '../../debate/events.ts';
import type {Ending} from '../../debate/protocol.ts';
import {suspectedSecrets} from '../../debate/text/suspected-secrets.ts';
import {sha256} from '../host/hash.ts';
import {closeLostTurns, statsOf} from '../journal/closing.ts';
import type {Recorder} from '../journal/recorder.ts';
import type {JournaledEvents} from '../replay/journaled-events.ts';
import type {DebatePlan} from './plan.ts';
import {isOut} from '../turns/seats.ts';
import type {TurnContext} from '../turns/turn-context.ts';

type DebateHeader = Pick<
	DebatePlan,
	'protocol' | 'config' | 'subject' | 'title' | 'participants' | 'seed' | 'preset' | 'setup' | 'budget'
> & {
	readonly appVersion: string;
	readonly debateId: string;
	readonly startedAt: string;
};

/** Records the start of a new debate; of a resumed one, ends the turns that were running when it was cut off. */
export function openDebate(
	{log}: TurnContext,
	recorder: Recorder,
	{protocol, config, subject, title, participants, seed, ...header}: DebateHeader,
	past: JournaledEvents,
): void {
	const start = past.at(0);
	if (start) {
		// The script has not met these turns: they are recorded, and not part of what it hears.
		closeLostTurns(recorder, 'the debate was cut off here; the turn is said again');
		log.apply(start);
		return;
	}
	log.emit({
		type: 'debate-start',
		v: 1,
		debateId: header.debateId,
		startedAt: header.startedAt,
		protocol: protocol.id,
		title,
		subject,
		config,
		participants: [...participants],
		seed,
		...(header.preset !== undefined && {preset: header.preset}),
		...(header.setup && {setup: {...header.setup, set: [...header.setup.set]}}),
		...(header.budget && {budget: header.budget}),
		app: {name: 'rostrum', version: header.appVersion, protocolVersion: protocol.version},
	});
	const suspected = suspectedSecrets(`${subject.text}\n${subject.context ?? ''}`);
	if (suspected.length > 0)
		log.emit({
			type: 'notice',
			level: 'warning',
			text: `What is debated may hold a key that was not recognised as one (${suspected.join(', ')}); models are sent it as it is. Stop and take it out if it is one.`,
		});
}

/** How a debate ends whose script is done: one that was brought to its closing ends for the reason of that. */
export function endingOf({control}: TurnContext, ending: Ending): Ending {
	if (control.overBudget !== undefined)
		return {outcome: 'budget', reason: `${control.overBudget}; it was closed with what was left`};
	return control.stopping ? {outcome: 'stopped', reason: 'stopped by the user, with a closing'} : ending;
}

/** Ends the turns that are open and records the end. A debate that lost a seat on the way is `degraded`. */
export function endDebate(context: TurnContext, ending: Ending): {outcome: Outcome; reason?: string} {
	const {log, clock} = context;
	endOpenTurns(context, ending.reason ?? 'the debate ended');
	const missing = log.state.seats.filter(seat => isOut(context, seat.id) !== undefined);
	const {outcome, reason} =
		ending.outcome === 'completed' && missing.length > 0
			? {
					outcome: 'degraded' as const,
					reason: missing.map(seat => `${seat.name} is out: ${seat.out ?? ''}`).join('; '),
				}
			: ending;
	const result = {outcome, ...(reason === undefined ? {} : {reason})};
	log.emit({type: 'debate-end', ...result, stats: statsOf(log.state, clock.now())});
	return result;
}

function endOpenTurns({log}: TurnContext, reason: string): void {
	for (const id of log.state.open) {
		const text = log.state.speech[id]?.sentences ?? '';
		log.emit(
			{
				type: 'turn-end',
				turnId: id,
				text,
				finish: 'interrupted',
				reason,
				contentHash: sha256(text),
				totalMs: 0,
			},
			log.state.turns.find(turn => turn.id === id)?.step,
		);
	}
}
