/**
 * Bradley–Terry: the odds that one argues better than the other are exp(θ₁ − θ₂). Ties are half a win each. Fitted by
 * Newton's method as the mode of the posterior under a normal prior, which keeps a debater that always wins finite.
 */
import {solveSymmetric} from './solve.ts';

/** Everybody against everybody whom they met, as parallel arrays; players are numbers from 0. */
export type Meetings = {
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
