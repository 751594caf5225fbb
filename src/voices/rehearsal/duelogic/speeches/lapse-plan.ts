/**
 * Which turns break a mandate, and how: so that every debate has something to call out. In the first exchange one chair
 * puts
 * words into another's mouth, in the second (with other seats) one forgets its own limits; later, now and then,
 * anything.
 */
import {at, hash} from '../../language/random.ts';

export type Lapse = 'straw-man' | 'no-self-critique' | 'drift' | 'evasion';

export type LapseContext = {
	readonly seed: number;
	readonly round: number;
	readonly seat: number;
	readonly seats: number;
	/** A question was put to the speaker by name. */
	readonly asked: boolean;
	/** The arbiter or a listener waits for an answer: no time for new sins. */
	readonly called: boolean;
	/** Admitting a limit is asked for at all. */
	readonly owesCritique: boolean;
};

/** One turn in so many breaks a mandate after the second exchange. */
const oneIn = 7;

export function lapseAt(moment: LapseContext): Lapse | undefined {
	const {seed, round, seat, seats, called} = moment;
	if (round < 1 || seats < 2 || called) return undefined;
	const straw = hash('straw man', seed) % seats;
	if (round === 1) return seat === straw ? 'straw-man' : undefined;
	if (round === 2)
		return seat === (straw + 1 + (hash('no critique', seed) % (seats - 1))) % seats
			? possible('no-self-critique', moment)
			: undefined;
	const roll = hash(`lapse ${round} ${seat}`, seed);
	return roll % oneIn === 0
		? possible(at(['no-self-critique', 'straw-man', 'drift', 'evasion'] as const, Math.floor(roll / oneIn)), moment)
		: undefined;
}

function possible(lapse: Lapse, {asked, owesCritique}: LapseContext): Lapse {
	if (lapse === 'no-self-critique' && !owesCritique) return 'drift';
	return lapse === 'evasion' && !asked ? 'drift' : lapse;
}
