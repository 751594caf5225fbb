/** Who is out, and what follows from it. */
import type {RunContext} from '../context/run-context.ts';
import {DebateOver} from '../context/ending.ts';

export const isOut = (world: RunContext, participant: string): string | undefined =>
	world.heard.seats.find(seat => seat.id === participant)?.out;

/** Puts a seat out; a debate that cannot go on with those left ends at once. */
export function putOut(world: RunContext, participant: string, reason: string): void {
	if (isOut(world, participant) !== undefined) return;
	world.emit({type: 'participant-out', participant, reason});
	const left = stillIn(world);
	if (left.length >= world.minSpeakers) return;
	const over = new DebateOver(
		'failed',
		`${left.length} of ${world.speakers.length} speakers ${left.length === 1 ? 'is' : 'are'} left, and ${world.minSpeakers} are needed: ${nameOf(world, participant)} is out (${reason})`,
	);
	world.over.abort(over);
	throw over;
}

const stillIn = (world: RunContext, but?: string): readonly string[] =>
	world.speakers.filter(id => id !== but && isOut(world, id) === undefined);

/** The steps in which something is said in a participant's place; its voice has no part in them. */
export const saying = 'say';

/**
 * Why a voice that has just failed once more is not asked again: two failed turns running put a seat out. What was said
 * in its place does not count, nor what others failed at who sat there before.
 */
export function failsAgain(world: RunContext, participant: string, reason: string): string | undefined {
	const seat = world.heard.seats.find(({id}) => id === participant);
	if (world.overBudget !== undefined) return undefined;
	const last = world.heard.turns.findLast(
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
export async function settleSeat(world: RunContext, participant: string, reason: string): Promise<'replaced' | 'lost'> {
	const {questions} = world;
	if (!questions || isOut(world, participant) !== undefined || world.stopping) return 'lost';
	const before = world.voices.get(participant);
	// Several requests may fail by the same voice at once: they wait for one answer.
	const settled =
		world.settling.get(participant) ??
		ask(world, participant, reason).finally(() => world.settling.delete(participant));
	world.settling.set(participant, settled);
	await settled;
	return world.voices.get(participant) === before ? 'lost' : 'replaced';
}

async function ask(world: RunContext, participant: string, reason: string): Promise<void> {
	const enough = !world.speakers.includes(participant) || stillIn(world, participant).length >= world.minSpeakers;
	const answer = await world.questions?.ask({
		id: `seat ${participant} ${world.recorder.state.seq}`,
		seat: participant,
		text: `${nameOf(world, participant)} cannot go on: ${reason}`,
		options: [...(enough ? [goOn] : []), end],
	});
	// Without enough speakers it ends by itself.
	if (!enough || answer?.action !== 'choose' || answer.choice !== end) return;
	const over = new DebateOver(
		'stopped',
		`ended by the user when ${nameOf(world, participant)} could not go on (${reason})`,
	);
	world.over.abort(over);
	throw over;
}

const nameOf = (world: RunContext, participant: string): string =>
	world.heard.seats.find(seat => seat.id === participant)?.name ?? participant;
