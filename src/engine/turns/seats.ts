/** Puts seats out whose voice cannot go on, and ends debates that cannot go on without them. */
import type {TurnContext} from './turn-context.ts';
import {DebateOver} from '../context/ending.ts';

export const isOut = (context: TurnContext, participant: string): string | undefined =>
	context.log.heard().seats.find(seat => seat.id === participant)?.out;

/** Puts a seat out. Throws and ends the debate if too few speakers are left. */
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

/** Names steps in which a text is said in a participant's place, without its voice. */
export const saying = 'say';

/**
 * Why a voice that has just failed is put out: its turn before failed too. Texts said in its place do not count, nor
 * failures of others who sat there before.
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

const again = 'try again';
const goOn = 'go on without it';
const end = 'end the debate';

/**
 * Asks the user about a seat whose voice cannot go on: they may have it asked once more, put another voice there, go on
 * without it or end the debate. If nobody can answer, the debate goes on without it. Nothing is recorded before that is
 * settled, so a debate that is cut off meanwhile asks again.
 */
export async function settleSeat(
	context: TurnContext,
	participant: string,
	reason: string,
): Promise<'asked-again' | 'lost'> {
	const {questions} = context;
	if (!questions || isOut(context, participant) !== undefined || context.control.stopping) return 'lost';
	const before = context.voices.get(participant);
	// Several requests may fail at once for the same voice: they wait for one answer.
	const settled =
		context.quorum.settling.get(participant) ??
		ask(context, participant, reason).finally(() => context.quorum.settling.delete(participant));
	context.quorum.settling.set(participant, settled);
	const retried = await settled;
	return retried || context.voices.get(participant) !== before ? 'asked-again' : 'lost';
}

/** Whether the same voice is to try again. Throws where the debate is to end. */
async function ask(context: TurnContext, participant: string, reason: string): Promise<boolean> {
	const enough =
		!context.quorum.speakers.includes(participant) ||
		stillIn(context, participant).length >= context.quorum.minSpeakers;
	const answer = await context.questions?.ask({
		id: `seat ${participant} ${context.log.state.seq}`,
		seat: participant,
		text: `${nameOf(context, participant)} cannot go on: ${reason}`,
		options: [again, ...(enough ? [goOn] : []), end],
	});
	const choice = answer?.action === 'choose' ? answer.choice : undefined;
	if (choice === again) return true;
	// Without enough speakers, the debate ends by itself.
	if (!enough || choice !== end) return false;
	const over = new DebateOver(
		'stopped',
		`ended by the user when ${nameOf(context, participant)} could not go on (${reason})`,
	);
	context.over.abort(over);
	throw over;
}

const nameOf = (context: TurnContext, participant: string): string =>
	context.log.heard().seats.find(seat => seat.id === participant)?.name ?? participant;
