/** A ranking from judgements, with what it cannot tell. Pure: the same judgements and seed give the same figures. */
import type {QuotationCount} from '../debate/sources.ts';
import {winnerOf, type SideJudgement, componentsOf, resultsOf, type LeftOut, type Result} from './results.ts';
import {fitStrengths, intervalsOf, type Interval, type Resampled, poolOf} from './bradley-terry.ts';

// How far the judges can be trusted: agreement, side bias, consistency over the swap of sides, length bias.

// Whether a judge favours whoever spoke longer.

/**
 * `longerWins` is the share of decisive judgements that went to the side with more words. `perDoubling` is what twice
 * as many words are worth to this judge in rating points, beyond who argues better; undefined without enough decisions.
 */
type LengthBias = {
	readonly judged: number;
	readonly longerWins: number | undefined;
	readonly perDoubling: number | undefined;
};

/** Rating points for a factor of e in odds. */
const pointsPerLogOdds = 400 / Math.LN10;

const leastDecisions = 20;
/** Keeps the fit finite if the longer side always wins: a standard deviation of 350 points for a doubling. */
const precision = 0.25;

/** Ties and debates without lengths say nothing here. `strengths` are in log-odds. */
function lengthBiasOf(judgements: readonly SideJudgement[], strengths: ReadonlyMap<string, number>): LengthBias {
	const decided = judgements.flatMap(judgement => {
		const {words, pro, con} = judgement;
		if (!words || words.pro <= 0 || words.con <= 0 || winnerOf(judgement) === undefined) return [];
		const doublings = Math.log2(words.pro / words.con);
		const gap = (strengths.get(pro) ?? 0) - (strengths.get(con) ?? 0);
		return [{doublings, gap, won: judgement.margin > 0}];
	});
	const unequal = decided.filter(({doublings}) => doublings !== 0);
	const longer = unequal.filter(({doublings, won}) => doublings > 0 === won).length;
	return {
		judged: unequal.length,
		longerWins: unequal.length === 0 ? undefined : longer / unequal.length,
		perDoubling: unequal.length < leastDecisions ? undefined : slopeOf(unequal) * pointsPerLogOdds,
	};
}

/** Logistic regression of the win on the doublings, with the strengths' gap as a fixed offset: Newton's method. */
function slopeOf(
	decided: readonly {readonly doublings: number; readonly gap: number; readonly won: boolean}[],
): number {
	let slope = 0;
	for (let step = 0; step < 50; step++) {
		let [gradient, curvature] = [-precision * slope, precision];
		for (const {doublings, gap, won} of decided) {
			const chance = 1 / (1 + Math.exp(-(gap + slope * doublings)));
			gradient += doublings * ((won ? 1 : 0) - chance);
			curvature += doublings ** 2 * chance * (1 - chance);
		}
		const move = Math.max(-2, Math.min(2, gradient / curvature));
		slope += move;
		if (Math.abs(move) < 1e-9) break;
	}
	return slope;
}

/** A share from 0 to 1 of `of` cases; undefined if there are none. */
type Share = {readonly share: number | undefined; readonly of: number};

type JudgeRecord = {
	readonly judge: string;
	readonly judgements: number;
	readonly ties: number;
	/** How often the side for the motion won, of the judgements that named a winner. */
	readonly proWins: Share;
	/** How often the same result was given with sides swapped: the same name, or a tie both times. */
	readonly sameResult: Share;
	/** How often the same side was named whoever argued for it. */
	readonly sameSide: Share;
	/** How often another judge of the debate named the same winner, ties included; and where both named one. */
	readonly agreement: JudgeAgreement;
	readonly length: LengthBias;
};

type JudgeAgreement = {readonly winner: Share; readonly decisive: Share};

/** All of them together; `agreement` is over all pairs of judges of the same debate. */
type JudgesReport = Pick<JudgeRecord, 'agreement' | 'proWins' | 'sameResult' | 'sameSide'> & {
	readonly judges: readonly JudgeRecord[];
	/** The mean margin, above 0 where the side for the motion has it easier. */
	readonly proMargin: number | undefined;
};

/** `strengths` are log-odds by name, for what a length's effect is beyond who argued better. */
function reportJudges(judgements: readonly SideJudgement[], strengths: ReadonlyMap<string, number>): JudgesReport {
	const pairs = judgePairs(judgements);
	const swaps = swapsOf(judgements);
	const byJudge = [...Map.groupBy(judgements, ({judge}) => judge)].sort(([one], [other]) => (one < other ? -1 : 1));
	return {
		judges: byJudge.map(([judge, own]) => ({
			judge,
			judgements: own.length,
			ties: own.filter(one => winnerOf(one) === undefined).length,
			proWins: proWinsOf(own),
			...swapRecord(swaps.filter(swap => swap.judge === judge)),
			agreement: agreementOf(pairs.filter(pair => pair.some(one => one.judge === judge))),
			length: lengthBiasOf(own, strengths),
		})),
		agreement: agreementOf(pairs),
		proWins: proWinsOf(judgements),
		...swapRecord(swaps),
		proMargin:
			judgements.length === 0 ? undefined : judgements.reduce((sum, {margin}) => sum + margin, 0) / judgements.length,
	};
}

const shareOf = <T>(cases: readonly T[], holds: (one: T) => boolean): Share => ({
	share: cases.length === 0 ? undefined : cases.filter(holds).length / cases.length,
	of: cases.length,
});

const proWinsOf = (judgements: readonly SideJudgement[]): Share =>
	shareOf(
		judgements.filter(one => winnerOf(one) !== undefined),
		({margin}) => margin > 0,
	);

type JudgePair = readonly [SideJudgement, SideJudgement];

/** Every two judgements of one debate by different judges; the mean counts for a judge who was asked several times. */
function judgePairs(judgements: readonly SideJudgement[]): JudgePair[] {
	return [...Map.groupBy(judgements, debateKey).values()].flatMap(debate => {
		const each = [...Map.groupBy(debate, ({judge}) => judge).values()].flatMap(meanJudgement);
		return each.flatMap((one, place) => each.slice(place + 1).map(other => [one, other] as const));
	});
}

/** A debate's name may be used again in another group. */
const debateKey = ({group, debate, pro, con}: SideJudgement): string => JSON.stringify([group, debate, pro, con]);

/** One judgement in place of several by the same judge. */
function meanJudgement(judgements: readonly SideJudgement[]): SideJudgement[] {
	const margin = judgements.reduce((sum, one) => sum + one.margin, 0) / judgements.length;
	return judgements.slice(0, 1).map(first => ({...first, margin}));
}

const agreementOf = (pairs: readonly JudgePair[]): JudgeAgreement => {
	const same = ([one, other]: JudgePair): boolean => winnerOf(one) === winnerOf(other);
	return {
		winner: shareOf(pairs, same),
		decisive: shareOf(
			pairs.filter(pair => pair.every(one => winnerOf(one) !== undefined)),
			same,
		),
	};
};

/** One judge's judgements of a matchup, one with each order of sides. */
type Swap = {readonly judge: string; readonly one: SideJudgement; readonly other: SideJudgement};

function swapsOf(judgements: readonly SideJudgement[]): Swap[] {
	const key = ({judge, group, pro, con}: SideJudgement): string => JSON.stringify([judge, group, ...[pro, con].sort()]);
	return [...Map.groupBy(judgements, key).values()].flatMap(own => {
		const [first] = own;
		if (!first) return [];
		const [one] = meanJudgement(own.filter(({pro}) => pro === first.pro));
		const [other] = meanJudgement(own.filter(({pro}) => pro !== first.pro));
		return one && other ? [{judge: one.judge, one, other}] : [];
	});
}

const swapRecord = (swaps: readonly Swap[]): {readonly sameResult: Share; readonly sameSide: Share} => ({
	sameResult: shareOf(swaps, ({one, other}) => winnerOf(one) === winnerOf(other)),
	sameSide: shareOf(swaps, ({one, other}) => Math.sign(one.margin) * Math.sign(other.margin) > 0),
});

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
	/** Whether the 95 % interval of the gap to the next leaves out 0, with matchups enough; undefined for the last. */
	readonly apartFromNext: boolean | undefined;
	/** The share of resamples in which it is ahead of the next one. */
	readonly aheadOfNext: number | undefined;
	/** It won or lost every matchup: only the prior keeps its rating finite. */
	readonly unbounded: 'above' | 'below' | undefined;
	/** Its quotations of documents in all debates that count; undefined where none is known. */
	readonly quotations: QuotationCount | undefined;
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

type RankOptions = {readonly seed?: number | undefined; readonly resamples?: number | undefined};

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
	const ranked = rankedNames(results, pool.names, strengths, resampled, quotationsByName(counted));
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
	quotations: ReadonlyMap<string, QuotationCount>,
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
			quotations: quotations.get(name),
		};
	});
}

/** Each debate counts once, however many have judged it. */
function quotationsByName(judgements: readonly SideJudgement[]): ReadonlyMap<string, QuotationCount> {
	const debates = new Map(judgements.map(one => [debateKey(one), one]));
	const sums = new Map<string, QuotationCount>();
	for (const {pro, con, quotations} of debates.values())
		for (const [name, count] of quotations
			? ([
					[pro, quotations.pro],
					[con, quotations.con],
				] as const)
			: []) {
			const {quoted, verified} = sums.get(name) ?? {quoted: 0, verified: 0};
			sums.set(name, {quoted: quoted + count.quoted, verified: verified + count.verified});
		}
	return sums;
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
