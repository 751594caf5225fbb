/**
 * Decides which turns break a mandate, and how, so that every debate has something to object to. In the first
 * exchange one chair straw-mans another, in the second another forgets its own limits; later, anything may happen now
 * and then.
 */
import {at, hash} from '../../language/random.ts';

export type Lapse = 'straw-man' | 'no-self-critique' | 'drift' | 'evasion';

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
