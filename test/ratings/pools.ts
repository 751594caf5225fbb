/** Pools of debaters whose strengths are known, and what judges would say of their debates. */
import {randomNumbers} from '../../src/ratings/bradley-terry.ts';
import type {SideJudgement} from '../../src/ratings/results.ts';

export type Known = {readonly judgements: SideJudgement[]; readonly ratings: ReadonlyMap<string, number>};

/** `spread` is the distance from the weakest to the strongest in rating points; strengths are evenly spaced. */
export function knownPool({names = 29, groups = 700, spread = 2400, seed = 1}): Known {
	const random = randomNumbers(seed);
	const ratings = Array.from({length: names}, (_, place) => 1500 + spread * (place / (names - 1) - 0.5));
	const judgements = Array.from({length: groups}, (_, group) => {
		const one = Math.floor(random() * names);
		const other = (one + 1 + Math.floor(random() * (names - 1))) % names;
		const chance = 1 / (1 + 10 ** (((ratings[other] ?? 0) - (ratings[one] ?? 0)) / 400));
		return matchup(group, nameOf(one), nameOf(other), random() < chance ? 1 : -1);
	}).flat();
	return {judgements, ratings: new Map(ratings.map((rating, place) => [nameOf(place), rating]))};
}

const nameOf = (place: number): string => `debater ${place}`;

/** Both debates of a matchup by one judge; `margin` is above 0 where `one` is better. */
export const matchup = (group: number | string, one: string, other: string, margin: number): SideJudgement[] => [
	{group: `g${group}`, debate: `g${group} a`, pro: one, con: other, judge: 'j', margin},
	{group: `g${group}`, debate: `g${group} b`, pro: other, con: one, judge: 'j', margin: -margin},
];

/** Spearman's rank correlation of two lists of numbers without ties. */
export function spearman(one: readonly number[], other: readonly number[]): number {
	const ranks = (values: readonly number[]): number[] => {
		const sorted = values.toSorted((a, b) => a - b);
		return values.map(value => sorted.indexOf(value));
	};
	const [first, second] = [ranks(one), ranks(other)];
	const squares = first.reduce((sum, rank, at) => sum + (rank - (second[at] ?? 0)) ** 2, 0);
	return 1 - (6 * squares) / (one.length * (one.length ** 2 - 1));
}
