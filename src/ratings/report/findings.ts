/** What a ranking says and cannot say, in sentences. */
import {tieBelow} from '../judgement.ts';
import {leastMatchups, type RankedName, type Ranking} from '../rank.ts';

const count = (number: number, noun: string, many = `${noun}s`): string =>
	`${number.toLocaleString('en-US')} ${number === 1 ? noun : many}`;

export const percentText = (share: number | undefined): string =>
	share === undefined ? '—' : `${(share * 100).toFixed(share > 0.995 || share === 0 ? 0 : 1)} %`;

/** What the ranking is made from. */
export function basisText({names, matchups, tiedMatchups, judgements, resamples, seed}: Ranking): string {
	return `${count(names.length, 'debater')}, ${count(matchups, 'side-swapped matchup')} (${count(tiedMatchups, 'tie')}: mean margin below ${tieBelow}), ${count(judgements, 'judgement')}. Bradley–Terry, 400 points a factor of ten in odds, mean 1,500; intervals of 95 % from ${count(resamples, 'resample')} of matchups (seed ${seed}).`;
}

/** What cannot be said, or only with care; empty if there is nothing to warn of. */
export function caveats(ranking: Ranking): string[] {
	const {names, components, leftOut, unranked, resamples} = ranking;
	const runs = resamples === 0 ? [] : runsNotApart(names);
	const few = resamples === 0 ? [] : names.filter(({matchups}) => matchups < leastMatchups);
	return [
		...(components.length > 1
			? [
					`The debaters fall into ${components.length} groups that never met; ratings compare only within a group: ${components.map(group => group.join(', ')).join(' | ')}.`,
				]
			: []),
		...(runs.length > 0 ? [`Not told apart from the next one at 95 %: ${runs.join('; ')}.`] : []),
		...(few.length > 0
			? [
					`Fewer than ${leastMatchups} matchups, so that the interval is too narrow to go by: ${few.map(({name}) => name).join(', ')}.`,
				]
			: []),
		...unboundedTexts(ranking),
		...(leftOut.oneSided > 0
			? [
					`${count(leftOut.oneSided, 'matchup')} with ${count(leftOut.oneSidedJudgements, 'judgement')} left out: both debaters argued one side only.`,
				]
			: []),
		...(leftOut.selfPlay > 0 ? [`${count(leftOut.selfPlay, 'judgement')} of a debater against itself left out.`] : []),
		...(unranked.length > 0 ? [`Without a matchup that counts, and so not ranked: ${unranked.join(', ')}.`] : []),
	];
}

/** Names in a row of which none is told apart from the next. */
function runsNotApart(names: readonly RankedName[]): string[] {
	const runs: string[][] = [];
	for (const [place, {name}] of names.entries()) {
		if (names[place - 1]?.apartFromNext === false) runs.at(-1)?.push(name);
		else runs.push([name]);
	}
	return runs.filter(run => run.length > 1).map(run => run.join(', '));
}

function unboundedTexts({names}: Ranking): string[] {
	const of = (side: 'above' | 'below'): string[] =>
		names.filter(({unbounded}) => unbounded === side).map(({name}) => name);
	const [always, never] = [of('above'), of('below')];
	return [
		...(always.length > 0
			? [`Won every matchup, so that the rating could be any higher one: ${always.join(', ')}.`]
			: []),
		...(never.length > 0
			? [`Lost every matchup, so that the rating could be any lower one: ${never.join(', ')}.`]
			: []),
	];
}

/** How far the judges agree with one another, and with themselves once sides are swapped. */
export function judgingTexts({judging}: Ranking): string[] {
	const {agreement, sameResult, sameSide, proWins, proMargin} = judging;
	return [
		...(agreement.winner.of > 0
			? [
					`Two judges of a debate name the same winner in ${percentText(agreement.winner.share)} of ${count(agreement.winner.of, 'case')}, in ${percentText(agreement.decisive.share)} of ${agreement.decisive.of.toLocaleString('en-US')} where both name one.`,
				]
			: ['No debate has two judges, so that their agreement is not known.']),
		...(sameResult.of > 0
			? [
					`With sides swapped, the same judge gives the same result in ${percentText(sameResult.share)} of ${count(sameResult.of, 'matchup')}, and names the same side whoever argues it in ${percentText(sameSide.share)}.`,
				]
			: []),
		...(proWins.of > 0
			? [
					`The side for the motion wins ${percentText(proWins.share)} of ${count(proWins.of, 'decision')}; its mean margin is ${signedText(proMargin)}.`,
				]
			: []),
	];
}

export function signedText(value: number | undefined, digits = 2): string {
	if (value === undefined) return '—';
	const size = Math.abs(value).toFixed(digits);
	const sign = Number(size) === 0 ? '' : value > 0 ? '+' : '−';
	return `${sign}${size}`;
}
