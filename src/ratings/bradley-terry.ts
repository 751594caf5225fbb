/**
 * Bradley–Terry: the odds that one argues better than the other are exp(θ₁ − θ₂). Ties are half a win each. Fitted by
 * Newton's method as the mode of the posterior under a normal prior, which keeps a debater that always wins finite.
 */
import type {Result} from './results.ts';

/** Solves a symmetric, positive definite system by Cholesky's method. `matrix` (row by row) is overwritten. */
function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array {
	const size = right.length;
	const at = (row: number, column: number): number => matrix[row * size + column] ?? 0;
	const solution = Float64Array.from(right);
	for (let row = 0; row < size; row++) {
		for (let column = 0; column <= row; column++) {
			let sum = at(row, column);
			for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k);
			matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / at(column, column);
		}
		let sum = solution[row] ?? 0;
		for (let k = 0; k < row; k++) sum -= at(row, k) * (solution[k] ?? 0);
		solution[row] = sum / at(row, row);
	}
	for (let row = size - 1; row >= 0; row--) {
		let sum = solution[row] ?? 0;
		for (let k = row + 1; k < size; k++) sum -= at(k, row) * (solution[k] ?? 0);
		solution[row] = sum / at(row, row);
	}
	return solution;
}

/** Everybody against everybody whom they met, as parallel arrays; players are numbers from 0. */
type Meetings = {
	readonly players: number;
	readonly one: Int32Array;
	readonly other: Int32Array;
	/** How often the two met, and how many of these `one` won, a tie being half a win. */
	readonly met: Float64Array;
	readonly won: Float64Array;
};

/**
 * The prior's precision for θ in natural log-odds: a standard deviation of 5.8, or 1,000 rating points, which a handful
 * of results outweighs.
 */
const priorPrecision = 0.03;

const maxSteps = 100;
const enough = 1e-9;

/** Strengths in natural log-odds, mean 0. `start` speeds up the search; it is not changed. */
export function fitStrengths(
	meetings: Meetings,
	start: Float64Array = new Float64Array(meetings.players),
): Float64Array {
	let strengths: Float64Array = Float64Array.from(start);
	let posterior = logPosterior(meetings, strengths);
	for (let step = 0; step < maxSteps; step++) {
		const move = newtonStep(meetings, strengths);
		const size = move.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
		// The posterior is concave, so that some part of Newton's step always improves it.
		let part = 1;
		let next = moved(strengths, move, part);
		let better = logPosterior(meetings, next);
		while (better < posterior && part > 1e-6) {
			part /= 2;
			next = moved(strengths, move, part);
			better = logPosterior(meetings, next);
		}
		if (better >= posterior) [strengths, posterior] = [next, better];
		if (size * part < enough || better < posterior) break;
	}
	const mean = strengths.reduce((sum, value) => sum + value, 0) / Math.max(1, strengths.length);
	return strengths.map(value => value - mean);
}

const moved = (from: Float64Array, move: Float64Array, part: number): Float64Array =>
	from.map((value, at) => value + part * (move[at] ?? 0));

/** log(1 + exp(x)) without overflow. */
const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

function logPosterior({one, other, met, won}: Meetings, strengths: Float64Array): number {
	let sum = 0;
	for (let pair = 0; pair < one.length; pair++) {
		const gap = (strengths[one[pair] ?? 0] ?? 0) - (strengths[other[pair] ?? 0] ?? 0);
		sum += (won[pair] ?? 0) * gap - (met[pair] ?? 0) * softplus(gap);
	}
	for (const strength of strengths) sum -= (priorPrecision / 2) * strength * strength;
	return sum;
}

/** The step that Newton's method takes from here: the gradient over the curvature. */
function newtonStep({players, one, other, met, won}: Meetings, strengths: Float64Array): Float64Array {
	const gradient = new Float64Array(players);
	const curvature = new Float64Array(players * players);
	const add = (row: number, column: number, value: number): void => {
		curvature[row * players + column] = (curvature[row * players + column] ?? 0) + value;
	};
	for (let player = 0; player < players; player++) {
		gradient[player] = -priorPrecision * (strengths[player] ?? 0);
		add(player, player, priorPrecision);
	}
	for (let pair = 0; pair < one.length; pair++) {
		const [first, second, times] = [one[pair] ?? 0, other[pair] ?? 0, met[pair] ?? 0];
		if (times === 0) continue;
		const chance = 1 / (1 + Math.exp((strengths[second] ?? 0) - (strengths[first] ?? 0)));
		const surplus = (won[pair] ?? 0) - times * chance;
		const weight = times * chance * (1 - chance);
		gradient[first] = (gradient[first] ?? 0) + surplus;
		gradient[second] = (gradient[second] ?? 0) - surplus;
		add(first, first, weight);
		add(second, second, weight);
		add(first, second, -weight);
		add(second, first, -weight);
	}
	return solveSymmetric(curvature, gradient);
}

// Counts who met whom how often, over all results or over a random draw of them.

type Pool = {
	/** In the order in which they first appear; a player's number is its place here. */
	readonly names: readonly string[];
	/** Over all results. */
	readonly meetings: Meetings;
	/** Over as many results as there are, drawn at random with replacement. */
	readonly resample: (random: () => number) => Meetings;
};

export function poolOf(results: readonly Result[]): Pool {
	const order = [...new Set(results.flatMap(({one, other}) => [one, other]))];
	const numbers = new Map(order.map((name, number) => [name, number]));
	const keyOf = ({one, other}: Result): string => JSON.stringify([one, other].sort());
	const pairs = [...Map.groupBy(results, keyOf).values()].flatMap(([first]) => first ?? []);
	const places = new Map(pairs.map((pair, place) => [keyOf(pair), place]));
	const numberOf = (name: string): number => numbers.get(name) ?? 0;
	const fixed = {
		players: order.length,
		one: Int32Array.from(pairs, ({one}) => numberOf(one)),
		other: Int32Array.from(pairs, ({other}) => numberOf(other)),
	};
	const placeOfResult = Int32Array.from(results, result => places.get(keyOf(result)) ?? 0);
	const scores = Float64Array.from(results, ({one, score}, at) =>
		pairs[placeOfResult[at] ?? 0]?.one === one ? score : 1 - score,
	);
	const count = (draw: (at: number) => number): Meetings => {
		const met = new Float64Array(pairs.length);
		const won = new Float64Array(pairs.length);
		for (let at = 0; at < results.length; at++) {
			const drawn = draw(at);
			const place = placeOfResult[drawn] ?? 0;
			met[place] = (met[place] ?? 0) + 1;
			won[place] = (won[place] ?? 0) + (scores[drawn] ?? 0);
		}
		return {...fixed, met, won};
	};
	return {
		names: order,
		meetings: count(at => at),
		resample: random => count(() => Math.floor(random() * results.length)),
	};
}

// Seeded random numbers, so that a ranking's intervals come out the same way again.

/** The mulberry32 generator: numbers from 0 up to, but not including, 1. */
export function randomNumbers(seed: number): () => number {
	let state = scattered(seed);
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Neighbouring seeds would give numbers that resemble one another: the finaliser of MurmurHash3 drives them apart. */
function scattered(seed: number): number {
	let mixed = seed >>> 0;
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

// 95 % intervals by drawing the matchups again, with replacement, and fitting each draw.

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
