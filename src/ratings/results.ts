/** From judgements to one result a side-swapped matchup. */
import {marginFor, tieBelow, type SideJudgement} from './judgement.ts';

/** A matchup's result. `score` is 1 if `one` argued better, 0 if `other` did, and 0.5 for a tie. */
export type Result = {
	readonly group: string;
	readonly one: string;
	readonly other: string;
	/** The mean over all judgements, from −3 to +3, above 0 for `one`. */
	readonly margin: number;
	readonly score: number;
};

/** What was left out of the results, and counted. */
export type LeftOut = {
	/** Matchups in which one of the two never argued for, or never against. */
	readonly oneSided: number;
	/** Judgements of those matchups. */
	readonly oneSidedJudgements: number;
	/** Judgements of debates in which a name argued with itself. */
	readonly selfPlay: number;
};

export type Results = {
	/** In an order that depends neither on the order of the judgements nor on the debaters' names. */
	readonly results: readonly Result[];
	/** The judgements that count, in the same order. */
	readonly judgements: readonly SideJudgement[];
	readonly leftOut: LeftOut;
	/** Everybody who was judged, also in what was left out. */
	readonly names: readonly string[];
};

/** Sums of fractions depend on their order, so rows are sorted before anything is added up. */
export function resultsOf(judgements: readonly SideJudgement[]): Results {
	const sorted = judgements.toSorted(byContent);
	const pairs = sorted.filter(({pro, con}) => pro !== con);
	const matchups = [...Map.groupBy(pairs, matchupKey).values()];
	const swapped = matchups.filter(isSwapped);
	const counted = swapped.flat();
	return {
		results: swapped.map(resultOf),
		judgements: counted,
		leftOut: {
			oneSided: matchups.length - swapped.length,
			oneSidedJudgements: pairs.length - counted.length,
			selfPlay: sorted.length - pairs.length,
		},
		names: [...new Set(sorted.flatMap(({pro, con}) => [pro, con]))],
	};
}

/** Names come last: renaming the debaters must not change which matchup is drawn by which random number. */
function byContent(one: SideJudgement, other: SideJudgement): number {
	return (
		compare(one.group, other.group) ||
		compare(one.debate, other.debate) ||
		compare(one.judge, other.judge) ||
		one.margin - other.margin ||
		compare(one.pro, other.pro) ||
		compare(one.con, other.con)
	);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A group may be a motion that several pairs debated: each pair is a matchup of its own. */
const matchupKey = ({group, pro, con}: SideJudgement): string => JSON.stringify([group, ...[pro, con].sort()]);

const isSwapped = (judgements: readonly SideJudgement[]): boolean => new Set(judgements.map(({pro}) => pro)).size === 2;

function resultOf(judgements: readonly SideJudgement[]): Result {
	const [{group, pro: one, con: other} = emptyMatchup] = judgements;
	const margin = judgements.reduce((sum, judgement) => sum + marginFor(one, judgement), 0) / judgements.length;
	return {group, one, other, margin, score: Math.abs(margin) < tieBelow ? 0.5 : margin > 0 ? 1 : 0};
}

const emptyMatchup = {group: '', pro: '', con: ''};
