/**
 * Decides which turns break a mandate, and how, so that every debate has something to object to. In the first exchange
 * one chair straw-mans another, in the second another forgets its own limits; later, anything may happen now and then.
 * Apart from that each chair says something every few exchanges that another cannot let pass.
 */
import {at, hash} from '../../language/random.ts';

export type Lapse = 'no-self-critique' | 'drift' | 'evasion';

export type LapseContext = {
	readonly seed: number;
	readonly round: number;
	readonly seat: number;
	readonly seats: number;
	/** Whether a question was put to the speaker by name. */
	readonly asked: boolean;
	/** Whether the arbiter or a listener is waiting for an answer, which rules out a lapse. */
	readonly called: boolean;
	/** Whether the task asks for self-critique at all. */
	readonly owesCritique: boolean;
};

/** After the second exchange, one turn in this many breaks a mandate. */
const oneIn = 7;

export function lapseAt(moment: LapseContext): Lapse | undefined {
	const {seed, round, seat, seats, called} = moment;
	if (round < 1 || seats < 2 || called) return undefined;
	const straw = firstProvoker(seed, seats);
	if (provocationAt(moment) === 'straw-man') return undefined;
	if (round === 2)
		return seat === (straw + 1 + (hash('no critique', seed) % (seats - 1))) % seats
			? possible('no-self-critique', moment)
			: undefined;
	const roll = hash(`lapse ${round} ${seat}`, seed);
	return round > 2 && roll % oneIn === 0
		? possible(at(['no-self-critique', 'drift', 'evasion'] as const, Math.floor(roll / oneIn)), moment)
		: undefined;
}

function possible(lapse: Lapse, {asked, owesCritique}: LapseContext): Lapse {
	if (lapse === 'no-self-critique' && !owesCritique) return 'drift';
	return lapse === 'evasion' && !asked ? 'drift' : lapse;
}

/** What another chair would cut in on: its case distorted, or its doubts denied. */
export type Provocation = 'straw-man' | 'overclaim';

/** Exchanges from one provocation of a chair to the next: chairs take turns at it. */
const period = 4;

const firstProvoker = (seed: number, seats: number): number => hash('straw man', seed) % seats;

/** The first one is a straw man in the first exchange; who waits to be answered by a chair does not distort others. */
export function provocationAt({seed, round, seat, seats, called}: LapseContext): Provocation | undefined {
	if (round < 1 || seats < 2) return undefined;
	const place = (seat - firstProvoker(seed, seats) + seats) % seats;
	const offset = Math.floor((place * period) / seats);
	if ((round - 1) % period !== offset) return undefined;
	if (called) return 'overclaim';
	const distorts = round === 1 || (round > 2 && hash(`provocation ${round} ${seat}`, seed) % 3 === 0);
	return distorts ? 'straw-man' : 'overclaim';
}
