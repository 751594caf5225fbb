/** How far the judges can be trusted: agreement, side bias, consistency over the swap of sides, length bias. */
import {winnerOf, type SideJudgement} from './results.ts';

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
export const pointsPerLogOdds = 400 / Math.LN10;

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

export type JudgesReport = {
	readonly judges: readonly JudgeRecord[];
	/** Over all pairs of judges of the same debate. */
	readonly agreement: JudgeAgreement;
	readonly proWins: Share;
	readonly sameResult: Share;
	readonly sameSide: Share;
	/** The mean margin, above 0 where the side for the motion has it easier. */
	readonly proMargin: number | undefined;
};

/** `strengths` are log-odds by name, for what a length's effect is beyond who argued better. */
export function reportJudges(
	judgements: readonly SideJudgement[],
	strengths: ReadonlyMap<string, number>,
): JudgesReport {
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
