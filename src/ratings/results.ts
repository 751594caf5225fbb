/** Judgements and results: who was judged the better debater, by whom, in which debate, and who can be compared. */

import type {QuotationCount} from '../debate/sources.ts';

/** One judge's verdict on one debate. */
export type SideJudgement = {
	/** The matchup: the same motion and the same two names, with sides swapped in at least one of its debates. */
	readonly group: string;
	readonly debate: string;
	readonly pro: string;
	readonly con: string;
	readonly judge: string;
	/** −3 to +3; above 0 the side for the motion argued better, 0 is a tie. */
	readonly margin: number;
	/** How many words each side said, if known. */
	readonly words?: {readonly pro: number; readonly con: number} | undefined;
	/** Quotations of documents that each side made, and how many stand there word for word, if known. */
	readonly quotations?: {readonly pro: QuotationCount; readonly con: QuotationCount} | undefined;
};

export const maxMargin = 3;

/** Below this mean, from −3 to +3, a matchup is a tie. */
export const tieBelow = 0.5;

/** Who was judged better; undefined for a tie. */
export const winnerOf = ({pro, con, margin}: SideJudgement): string | undefined =>
	margin > 0 ? pro : margin < 0 ? con : undefined;

/** The margin as the named debater sees it. */
const marginFor = (name: string, {pro, margin}: SideJudgement): number => (name === pro ? margin : -margin);

// From judgements to one result a side-swapped matchup.

/** A matchup's result. `score` is 1 if `one` argued better, 0 if `other` did, and 0.5 for a tie. */
export type Result = {
	readonly group: string;
	readonly one: string;
	readonly other: string;
	/** From −3 to +3, above 0 for `one`: the mean of the judges’ means, each over both orders of sides. */
	readonly margin: number;
	readonly score: number;
};

/** What was left out of the results, and counted. */
export type LeftOut = {
	/** Matchups in which one of the two never argued for, or never against. */
	readonly oneSided: number;
	/** Judgements of those matchups. */
	readonly oneSidedJudgements: number;
	/** Matchups with both orders of sides of which no judge has judged both. */
	readonly noCommonJudge: number;
	/** Judgements by judges who judged one order of sides only, in matchups that have both. */
	readonly halfJudged: number;
	/** Judgements of debates in which a name argued with itself. */
	readonly selfPlay: number;
};

type Results = {
	/** In an order that depends neither on the order of the judgements nor on the debaters' names. */
	readonly results: readonly Result[];
	/** The judgements that count, in the same order. */
	readonly judgements: readonly SideJudgement[];
	/** Those, and what else was said of matchups with both orders of sides: what the judges’ records are made from. */
	readonly records: readonly SideJudgement[];
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
	const records = swapped.flat();
	const judged = swapped.map(byBothSides).filter(judges => judges.length > 0);
	const counted = judged.flat(2);
	return {
		results: judged.map(resultOf),
		judgements: counted,
		records,
		leftOut: {
			oneSided: matchups.length - swapped.length,
			oneSidedJudgements: pairs.length - records.length,
			noCommonJudge: swapped.length - judged.length,
			halfJudged: records.length - counted.length,
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

/**
 * The judgements of a matchup by judge, without judges who judged one order of sides only: whatever such a judge thinks
 * of a side, nothing takes it out again.
 */
const byBothSides = (matchup: readonly SideJudgement[]): SideJudgement[][] =>
	[...Map.groupBy(matchup, ({judge}) => judge).values()].filter(isSwapped);

/**
 * Whoever was asked more often, or judged more debates with one order of sides, has no more weight by that: each judge
 * counts once, and each of its sides half.
 */
function resultOf(judges: readonly (readonly SideJudgement[])[]): Result {
	const [[{group, pro: one, con: other} = emptyMatchup] = []] = judges;
	const margin = meanOf(judges.map(own => meanOf([...Map.groupBy(own, ({pro}) => pro).values()].map(sideMean))));
	return {group, one, other, margin, score: Math.abs(margin) < tieBelow ? 0.5 : margin > 0 ? 1 : 0};

	/** The mean of a judge’s debates with one order of sides, each the mean of its answers there. */
	function sideMean(own: readonly SideJudgement[]): number {
		const debates = [...Map.groupBy(own, ({debate}) => debate).values()];
		return meanOf(debates.map(answers => meanOf(answers.map(judgement => marginFor(one, judgement)))));
	}
}

const meanOf = (numbers: readonly number[]): number =>
	numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

const emptyMatchup = {group: '', pro: '', con: ''};

// Which debaters can be compared at all.

/** Groups of names that met, directly or through others, the largest first; ratings compare only within one. */
export function componentsOf(results: readonly Result[], names: readonly string[]): string[][] {
	const met = new Map(names.map(name => [name, new Set<string>()]));
	for (const {one, other} of results) {
		met.get(one)?.add(other);
		met.get(other)?.add(one);
	}
	const seen = new Set<string>();
	return names
		.filter(name => !seen.has(name))
		.flatMap(name => (seen.has(name) ? [] : [reachedFrom(name, met, seen)]))
		.toSorted((one, other) => other.length - one.length);
}

function reachedFrom(name: string, met: ReadonlyMap<string, ReadonlySet<string>>, seen: Set<string>): string[] {
	const reached: string[] = [];
	const open = [name];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		if (seen.has(next)) continue;
		seen.add(next);
		reached.push(next);
		open.push(...(met.get(next) ?? []));
	}
	return reached;
}

// Finds each debate's counterpart with sides swapped.

/** `group` is that of one seed, `motion` that of all. */
type Paired = {readonly group: string; readonly motion: string; readonly pro: string};

/**
 * Debates with the same seed make a matchup; those whose seed has one order of sides only are put together with the
 * others of their motion that are left.
 */
export function pairUp<T extends Paired>(rows: readonly T[]): T[] {
	const sides = Map.groupBy(rows, ({group}) => group);
	const isWhole = ({group}: T): boolean => new Set(sides.get(group)?.map(({pro}) => pro)).size > 1;
	return rows.map(row => (isWhole(row) ? row : {...row, group: row.motion}));
}
