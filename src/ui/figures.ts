/** What the results screen says of each chair, counted from the turns. */
import type {DebateState, Seat, Turn} from '../debate/state.ts';
import {arguing} from './looks.ts';

export type ChairFigures = {
	readonly seat: Seat;
	readonly scores: readonly (number | null)[];
	/** Of the turns that got a score; undefined where none did. */
	readonly mean: number | undefined;
	/** Shares, 0 to 1, of the judged turns in which it was due. */
	readonly steelMan: number | undefined;
	readonly selfCritique: number | undefined;
	readonly consistent: number | undefined;
	readonly cutsMade: number;
	readonly cutsSuffered: number;
};

const share = (flags: readonly boolean[]): number | undefined => (flags.length === 0 ? undefined : flags.filter(Boolean).length / flags.length);

const average = (numbers: readonly number[]): number | undefined => (numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length);

function figuresOf(state: DebateState, seat: Seat, turns: readonly Turn[]): ChairFigures {
	const judged = turns.flatMap(({evaluation}) => evaluation ?? []);
	const scored = judged.filter(({adherenceScore}) => adherenceScore !== null);
	const scores = judged.map(({adherenceScore}) => adherenceScore);
	return {
		seat, scores,
		mean: average(scores.filter(score => score !== null)),
		steelMan: share(scored.flatMap(({steelManning}) => (steelManning?.applicable ? [steelManning.quality !== 'absent'] : []))),
		selfCritique: share(scored.flatMap(({selfCritique}) => (selfCritique?.applicable ? [selfCritique.quality !== 'absent'] : []))),
		consistent: share(scored.flatMap(({frameworkConsistency}) => (frameworkConsistency ? [frameworkConsistency.consistent] : []))),
		cutsMade: state.interruptions.filter(({interrupter}) => interrupter === seat.id).length,
		cutsSuffered: state.interruptions.filter(({interrupted}) => interrupted === seat.id).length,
	};
}

/** The figures of everyone who argued, in seat order. */
export const figuresFor = (state: DebateState): readonly ChairFigures[] => arguing(state.seats).map(seat => figuresOf(state, seat, state.turns.filter(turn => turn.speaker === seat.id)));
