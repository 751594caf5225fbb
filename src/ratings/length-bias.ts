/** Whether a judge favours whoever spoke longer. */
import {winnerOf, type SideJudgement} from './judgement.ts';

/**
 * `longerWins` is the share of decisive judgements that went to the side with more words. `perDoubling` is what twice
 * as many words are worth to this judge in rating points, beyond who argues better; undefined without enough decisions.
 */
export type LengthBias = {
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
export function lengthBiasOf(judgements: readonly SideJudgement[], strengths: ReadonlyMap<string, number>): LengthBias {
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
