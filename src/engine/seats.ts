/** Who is out, and what follows from it. */
import type {World} from './world.ts';
import {DebateOver} from './over.ts';

export const isOut = (world: World, participant: string): string | undefined => world.heard.seats.find(seat => seat.id === participant)?.out;

/** Puts a seat out; a debate that cannot go on with those left ends at once. */
export function putOut(world: World, participant: string, reason: string): void {
	if (isOut(world, participant) !== undefined) return;
	world.emit({type: 'participant-out', participant, reason});
	const left = world.speakers.filter(id => isOut(world, id) === undefined);
	if (left.length >= world.minSpeakers) return;
	const over = new DebateOver('failed', `${left.length} of ${world.speakers.length} speakers ${left.length === 1 ? 'is' : 'are'} left, and ${world.minSpeakers} are needed: ${nameOf(world, participant)} is out (${reason})`);
	world.over.abort(over);
	throw over;
}

/** The steps in which something is said in a participant's place; its voice has no part in them. */
export const saying = 'say';

/** Two failed turns running put a seat out; what was said in its place between them does not count. */
export function putOutIfFailing(world: World, participant: string): void {
	const last = world.heard.turns.filter(turn => turn.speaker === participant && turn.finish !== undefined && !turn.step?.includes(` ${saying} `)).slice(-2);
	if (last.length === 2 && last.every(turn => turn.finish === 'failed')) putOut(world, participant, `two turns failed running; the last: ${last[1]?.reason ?? 'no reason given'}`);
}

const nameOf = (world: World, participant: string): string => world.heard.seats.find(seat => seat.id === participant)?.name ?? participant;
