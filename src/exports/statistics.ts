/** Statistics of a debate, computed from its turns. */
import {holderAt, isSpokenBy, speakerKey, speakerKeyOf, speakersIn} from '../debate/attribution.ts';
import {arguingSeats, type Seat} from '../debate/seats.ts';
import {equalMeans, type EqualMeans} from '../debate/bench.ts';
import type {Agreement} from '../debate/judged-text.ts';
import {benchAgreement, type EvaluationEvent, type ScoreTerm} from '../debate/evaluation.ts';
import {countWords} from '../debate/text/words.ts';
import {totalSpending, type Spending, type DebateState, type Turn} from '../debate/state.ts';
import {judgeVotesOf, votesOf, type JudgeVote, type ListenerVote} from '../debate/views/judgements.ts';

/** Of one voice in a chair: where it changed hands, each of its speakers has its own. */
export type ChairStatistics = {
	readonly seat: Seat;
	/** Scores in the order of the turns; null where a turn could not be scored. */
	readonly scores: readonly (number | null)[];
	/** Of the turns whose whole exchange was judged; undefined where there is none. */
	readonly mean: number | undefined;
	readonly unscored: number;
	/** Turns over which the judges differ by two levels. */
	readonly contested: number;
	/** Shares, 0 to 1, of the scored turns in which it was due. */
	readonly steelMan: number | undefined;
	readonly selfCritique: number | undefined;
	readonly consistent: number | undefined;
	/** What was reached of each dimension, 0 to 1, on average over the turns in which it was due. */
	readonly dimensions: Readonly<Record<ScoreTerm['dimension'], number | undefined>>;
	readonly cutsMade: number;
	readonly cutsSuffered: number;
	readonly turns: number;
	readonly words: number;
};

export type Statistics = {
	readonly chairs: readonly ChairStatistics[];
	/** Judges, by id, that were usable for too few turns of some chair, and so count in no mean. */
	readonly judgesOut: readonly string[];
	/** Exchanges that are in no chair's mean for a judge that failed in them, by its id. */
	readonly exchangesLeftOut: ReadonlyMap<string, readonly (number | undefined)[]>;
	/** How far the judges agreed over the debate; undefined where one judge, or one voice, sat. */
	readonly agreement: Agreement | undefined;
	readonly votes: readonly ListenerVote[];
	/** Where the judges stood themselves, where they were asked. */
	readonly judgeVotes: readonly JudgeVote[];
	readonly spending: Spending;
	/** US dollars; null if a price was unknown. */
	readonly cost: number | null;
};

/** The chairs' means over these turns, equal for all of them: what a judge failed on weighs on nobody alone. */
export const chairMeans = (
	turns: readonly Turn[],
	keyOf: (turn: Turn) => string = ({speaker}) => speaker,
): EqualMeans =>
	equalMeans(
		turns.flatMap(turn => {
			const {round, evaluation} = turn;
			if (!evaluation) return [];
			const {
				judge,
				adherenceScore,
				verdicts = adherenceScore === null ? [] : [{judge, score: adherenceScore}],
			} = evaluation;
			// One that was cut and not taken up again was put to no judge.
			return verdicts.length === 0 ? [] : [{speaker: keyOf(turn), round, verdicts}];
		}),
	);

/** The goals that the shares are held against. */
export const goals = {steelMan: 0.8, selfCritique: 0.7} as const;

export function statisticsOf(state: DebateState): Statistics {
	const spending = totalSpending(state);
	const {means, out, leftOut} = chairMeans(state.turns, speakerKeyOf);
	return {
		chairs: speakersIn(state, arguingSeats(state.seats)).map(seat =>
			chairOf(state, seat, means.get(speakerKey(seat.id, seat)) ?? means.get(seat.id)),
		),
		judgesOut: out,
		exchangesLeftOut: leftOut,
		agreement: agreementIn(state),
		votes: votesOf(state),
		judgeVotes: judgeVotesOf(state),
		spending,
		cost: spending.unpriced > 0 ? null : spending.cost,
	};
}

const agreementIn = ({turns, seats}: DebateState): Agreement | undefined =>
	benchAgreement(
		turns.flatMap(({evaluation}) => evaluation ?? []),
		judge => {
			const seat = seats.find(({id}) => id === judge);
			return seat?.model ?? seat?.voice ?? judge;
		},
	);

function chairOf(state: DebateState, seat: Seat, mean: number | undefined): ChairStatistics {
	const turns = state.turns.filter(turn => isSpokenBy(turn, seat));
	const ids = new Set(turns.map(({id}) => id));
	const hadSeat = (at: number): boolean => {
		const holder = holderAt(state, seat.id, at);
		return holder?.name === seat.name && holder.voice === seat.voice;
	};
	const judged = turns.flatMap(({evaluation}) => evaluation ?? []);
	const scored = judged.filter(({adherenceScore}) => adherenceScore !== null);
	return {
		seat,
		scores: judged.map(({adherenceScore}) => adherenceScore),
		mean,
		unscored: judged.length - scored.length,
		contested: judged.filter(({contested = []}) => contested.length > 0).length,
		steelMan: share(scored.flatMap(({steelManning}) => (steelManning?.applicable ? [steelManning.attempted] : []))),
		selfCritique: share(scored.flatMap(({selfCritique}) => (selfCritique?.applicable ? [selfCritique.attempted] : []))),
		consistent: share(
			scored.flatMap(({frameworkConsistency}) => (frameworkConsistency ? [frameworkConsistency.consistent] : [])),
		),
		dimensions: dimensionsOf(judged),
		cutsMade: state.interruptions.filter(({interrupter, at}) => interrupter === seat.id && hadSeat(at)).length,
		cutsSuffered: state.interruptions.filter(({turnId}) => ids.has(turnId)).length,
		turns: turns.length,
		words: turns.reduce((sum, {text}) => sum + countWords(text), 0),
	};
}

function dimensionsOf(judged: readonly EvaluationEvent[]): ChairStatistics['dimensions'] {
	const terms = judged.flatMap(({working}) => working);
	const mean = (wanted: ScoreTerm['dimension']) =>
		average(terms.flatMap(({dimension, value}) => (dimension === wanted ? [value] : [])));
	return {
		steelManning: mean('steelManning'),
		selfCritique: mean('selfCritique'),
		frameworkConsistency: mean('frameworkConsistency'),
		intellectualHonesty: mean('intellectualHonesty'),
	};
}

const share = (flags: readonly boolean[]): number | undefined =>
	flags.length === 0 ? undefined : flags.filter(Boolean).length / flags.length;

const average = (numbers: readonly number[]): number | undefined =>
	numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
