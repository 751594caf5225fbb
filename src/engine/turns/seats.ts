/** Who is out, and what follows from it. */
import type {TurnContext} from './turn-context.ts';
import {DebateOver} from '../context/ending.ts';

export const isOut = (context: TurnContext, participant: string): string | undefined =>
	context.log.heard().seats.find(seat => seat.id === participant)?.out;

/** Puts a seat out; a debate that cannot go on with those left ends at once. */
export function putOut(context: TurnContext, participant: string, reason: string): void {
	if (isOut(context, participant) !== undefined) return;
	context.log.emit({type: 'participant-out', participant, reason});
	const left = stillIn(context);
	if (left.length >= context.quorum.minSpeakers) return;
	const over = new DebateOver(
		'failed',
		`${left.length} of ${context.quorum.speakers.length} speakers ${left.length === 1 ? 'is' : 'are'} left, and ${context.quorum.minSpeakers} are needed: ${nameOf(context, participant)} is out (${reason})`,
	);
	context.over.abort(over);
	throw over;
}

const stillIn = (context: TurnContext, but?: string): readonly string[] =>
	context.quorum.speakers.filter(id => id !== but && isOut(context, id) === undefined);

/** The steps in which something is said in a participant's place; its voice has no part in them. */
export const saying = 'say';

/**
 * Why a voice that has just failed once more is not asked again: two failed turns running put a seat out. What was said
 * in its place does not count, nor what others failed at who sat there before.
 */
export function failsAgain(context: TurnContext, participant: string, reason: string): string | undefined {
	const seat = context.log.heard().seats.find(({id}) => id === participant);
	if (context.control.overBudget !== undefined) return undefined;
	const last = context.log
		.heard()
		.turns.findLast(
			turn =>
				turn.speaker === participant &&
				turn.finish !== undefined &&
				turn.startedAt >= (seat?.since ?? 0) &&
				!turn.step?.includes(` ${saying} `),
		);
	return last?.finish === 'failed' ? `two turns failed running; the last: ${reason}` : undefined;
}

const goOn = 'go on without it';
const end = 'end the debate';

/**
 * What becomes of a seat whose voice cannot go on. Whoever watches may put another voice there, go on without it or end
 * the debate; where nobody does, it goes on without it. Nothing is recorded before that is settled, so that a debate
 * cut off meanwhile asks again.
 */
export async function settleSeat(
	context: TurnContext,
	participant: string,
	reason: string,
): Promise<'replaced' | 'lost'> {
	const {questions} = context;
	if (!questions || isOut(context, participant) !== undefined || context.control.stopping) return 'lost';
	const before = context.voices.get(participant);
	// Several requests may fail by the same voice at once: they wait for one answer.
	const settled =
		context.quorum.settling.get(participant) ??
		ask(context, participant, reason).finally(() => context.quorum.settling.delete(participant));
	context.quorum.settling.set(participant, settled);
	await settled;
	return context.voices.get(participant) === before ? 'lost' : 'replaced';
}

async function ask(context: TurnContext, participant: string, reason: string): Promise<void> {
	const enough =
		!context.quorum.speakers.includes(participant) ||
		stillIn(context, participant).length >= context.quorum.minSpeakers;
	const answer = await context.questions?.ask({
		id: `seat ${participant} ${context.log.state.seq}`,
		seat: participant,
		text: `${nameOf(context, participant)} cannot go on: ${reason}`,
		options: [...(enough ? [goOn] : []), end],
	});
	// Without enough speakers it ends by itself.
	if (!enough || answer?.action !== 'choose' || answer.choice !== end) return;
	const over = new DebateOver(
		'stopped',
		`ended by the user when ${nameOf(context, participant)} could not go on (${reason})`,
	);
	context.over.abort(over);
	throw over;
}

const nameOf = (context: TurnContext, participant: string): string =>
	context.log.heard().seats.find(seat => seat.id === participant)?.name ?? participant;
