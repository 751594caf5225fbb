/** 95 % intervals by drawing the matchups again, with replacement, and fitting each draw. */
import {fitStrengths} from './bradley-terry.ts';
import type {Pool} from './meetings.ts';
import {randomNumbers} from './random.ts';

export type Interval = {readonly low: number; readonly high: number};

/** Whether the gap's interval leaves out 0, and the share of draws in which the first was ahead of the second. */
type Comparison = {readonly apart: boolean; readonly ahead: number};

export type Resampled = {
	/** Of each player's strength in log-odds, and of its rank from 1. */
	readonly intervals: readonly Interval[];
	readonly ranks: readonly Interval[];
	readonly ahead: (one: number, other: number) => Comparison;
};

const tail = 0.025;

/** `strengths` are those of all matchups, in the pool's order. */
export function intervalsOf(
	pool: Pool,
	strengths: Float64Array,
	{seed, resamples}: {readonly seed: number; readonly resamples: number},
): Resampled {
	const random = randomNumbers(seed);
	const draws = Array.from({length: resamples}, () => fitStrengths(pool.resample(random), strengths));
	const ofPlayer = (values: readonly Float64Array[], player: number): number[] => values.map(draw => draw[player] ?? 0);
	const ranks = draws.map(ranksOf);
	return {
		intervals: pool.names.map((_, player) => centredInterval(ofPlayer(draws, player), strengths[player] ?? 0)),
		ranks: pool.names.map((_, player) => quantiles(ofPlayer(ranks, player))),
		ahead(one, other) {
			const gaps = draws.map(draw => (draw[one] ?? 0) - (draw[other] ?? 0));
			const gap = centredInterval(gaps, (strengths[one] ?? 0) - (strengths[other] ?? 0));
			return {
				apart: gap.low > 0 || gap.high < 0,
				ahead: gaps.reduce((sum, value) => sum + (value > 0 ? 1 : value === 0 ? 0.5 : 0), 0) / Math.max(1, gaps.length),
			};
		},
	};
}

/**
 * The draws' quantiles, moved so that their mean stands at the estimate: fits of a draw lie further apart than the fit
 * of the whole, so that the bare quantiles cover the truth too rarely (Efron and Tibshirani 1993, chapter 10).
 */
function centredInterval(draws: readonly number[], estimate: number): Interval {
	if (draws.length === 0) return {low: estimate, high: estimate};
	const bias = draws.reduce((sum, value) => sum + value, 0) / draws.length - estimate;
	const {low, high} = quantiles(draws);
	return {low: Math.min(low - bias, estimate), high: Math.max(high - bias, estimate)};
}

function quantiles(values: readonly number[]): Interval {
	const sorted = Float64Array.from(values).sort();
	const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
	return {low: at(tail), high: at(1 - tail)};
}

/** Each player's rank from 1, the strongest first. */
function ranksOf(strengths: Float64Array): Float64Array {
	const order = [...strengths.keys()].sort((one, other) => (strengths[other] ?? 0) - (strengths[one] ?? 0));
	const ranks = new Float64Array(strengths.length);
	for (const [place, player] of order.entries()) ranks[player] = place + 1;
	return ranks;
}
