/** A ranking from judgements, with what it cannot tell. Pure: the same judgements and seed give the same figures. */
import {fitStrengths, intervalsOf, type Interval, type Resampled, poolOf} from './bradley-terry.ts';
import {componentsOf, type SideJudgement, resultsOf, type LeftOut, type Result} from './results.ts';
import {reportJudges, type JudgesReport, pointsPerLogOdds} from './judges.ts';

/** Ratings: 400 points are a factor of ten in odds, and the mean of all who are ranked is 1,500. */
export type RankedName = {
	readonly rank: number;
	readonly name: string;
	readonly rating: number;
	/** The 95 % interval of the rating, and of the rank. */
	readonly interval: Interval;
	readonly ranks: Interval;
	readonly matchups: number;
	readonly wins: number;
	readonly ties: number;
	readonly losses: number;
	/**
	 * Whether the 95 % interval of the gap to the next one leaves out 0, and both have matchups enough to say so;
	 * undefined for the last.
	 */
	readonly apartFromNext: boolean | undefined;
	/** The share of resamples in which it is ahead of the next one. */
	readonly aheadOfNext: number | undefined;
	/** It won or lost every matchup: only the prior keeps its rating finite. */
	readonly unbounded: 'above' | 'below' | undefined;
};

export type Ranking = {
	readonly names: readonly RankedName[];
	/** Judged, but in no matchup that counts. */
	readonly unranked: readonly string[];
	/** Who can be compared with whom; one group if everybody. */
	readonly components: readonly (readonly string[])[];
	readonly matchups: number;
	readonly tiedMatchups: number;
	readonly judgements: number;
	readonly leftOut: LeftOut;
	readonly judging: JudgesReport;
	readonly seed: number;
	readonly resamples: number;
};

export type RankOptions = {readonly seed?: number | undefined; readonly resamples?: number | undefined};

const meanRating = 1500;
/**
 * Matchups from which on an interval says something. Draws of fewer resemble one another too much: five wins of five
 * come about by chance in 6 % of cases (a sign test on both sides), six of six in 3 %.
 */
export const leastMatchups = 6;
export const defaultResamples = 1000;

export function rank(
	judgements: readonly SideJudgement[],
	{seed = 1, resamples = defaultResamples}: RankOptions = {},
): Ranking {
	const {results, judgements: counted, records, leftOut, names: judged} = resultsOf(judgements);
	const pool = poolOf(results);
	const strengths = fitStrengths(pool.meetings);
	const resampled = intervalsOf(pool, strengths, {seed, resamples});
	const ranked = rankedNames(results, pool.names, strengths, resampled);
	const present = new Set(pool.names);
	return {
		names: ranked,
		unranked: judged.filter(name => !present.has(name)).sort(),
		components: componentsOf(
			results,
			ranked.map(({name}) => name),
		),
		matchups: results.length,
		tiedMatchups: results.filter(({score}) => score === 0.5).length,
		judgements: counted.length,
		leftOut,
		judging: reportJudges(records, new Map(pool.names.map((name, at) => [name, strengths[at] ?? 0]))),
		seed,
		resamples,
	};
}

/** Log-odds as a rating. Rounded to a thousandth, below which figures depend on the order of additions. */
const ratingOf = (strength: number): number => Math.round((meanRating + strength * pointsPerLogOdds) * 1000) / 1000;

function rankedNames(
	results: readonly Result[],
	names: readonly string[],
	strengths: Float64Array,
	{intervals, ranks, ahead}: Resampled,
): RankedName[] {
	const order = names
		.map((name, number) => ({name, number, rating: ratingOf(strengths[number] ?? 0)}))
		.toSorted((one, other) => other.rating - one.rating || (one.name < other.name ? -1 : 1));
	const scores = scoresByName(results);
	return order.map(({name, number, rating}, place) => {
		const next = order[place + 1];
		const share = next && ahead(number, next.number);
		const own = scores.get(name) ?? [];
		const enough = Math.min(own.length, scores.get(next?.name ?? '')?.length ?? 0) >= leastMatchups;
		const {low, high} = intervals[number] ?? {low: 0, high: 0};
		const count = (score: number): number => own.filter(one => one === score).length;
		return {
			rank: order.findIndex(other => other.rating === rating) + 1,
			name,
			rating,
			interval: {low: ratingOf(low), high: ratingOf(high)},
			ranks: ranks[number] ?? {low: 1, high: names.length},
			matchups: own.length,
			wins: count(1),
			ties: count(0.5),
			losses: count(0),
			apartFromNext: share && share.apart && enough,
			aheadOfNext: share && share.ahead,
			unbounded: own.every(score => score === 1) ? 'above' : own.every(score => score === 0) ? 'below' : undefined,
		};
	});
}

function scoresByName(results: readonly Result[]): ReadonlyMap<string, readonly number[]> {
	const scores = new Map<string, number[]>();
	const add = (name: string, score: number): void => void scores.set(name, [...(scores.get(name) ?? []), score]);
	for (const {one, other, score} of results) {
		add(one, score);
		add(other, 1 - score);
	}
	return scores;
}
