/** What a ranking says and cannot say, in sentences. */
import {tieBelow} from './results.ts';
import {leastMatchups, type RankedName, type Ranking} from './rank.ts';
import {escapeMarkup} from '../debate/text/intake.ts';
import {csvLine} from './rows.ts';

const count = (number: number, noun: string, many = `${noun}s`): string =>
	`${number.toLocaleString('en-US')} ${number === 1 ? noun : many}`;

export const percentText = (share: number | undefined): string =>
	share === undefined ? '—' : `${(share * 100).toFixed(share > 0.995 || share === 0 ? 0 : 1)} %`;

/** What the ranking is made from. */
export function basisText({names, matchups, tiedMatchups, judgements, resamples, seed}: Ranking): string {
	return `${count(names.length, 'debater')}, ${count(matchups, 'side-swapped matchup')} (${count(tiedMatchups, 'tie')}: mean margin below ${tieBelow}), ${count(judgements, 'judgement')}. Of each matchup: each judge’s mean with either order of sides, then the mean of both, then that of the judges. Bradley–Terry, 400 points a factor of ten in odds, mean 1,500; intervals of 95 % from ${count(resamples, 'resample')} of matchups (seed ${seed}).`;
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
		...(leftOut.noCommonJudge > 0
			? [`${count(leftOut.noCommonJudge, 'matchup')} left out: no judge judged both orders of sides.`]
			: []),
		...(leftOut.halfJudged > 0
			? [
					`${count(leftOut.halfJudged, 'judgement')} left out: the judge judged one order of sides only in that matchup.`,
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

/** How often each debater quoted, and how much of that stands word for word; empty where nobody is known to have. */
export function quotationTexts({names}: Ranking): string[] {
	const known = names.flatMap(({name, quotations}) =>
		quotations && quotations.quoted > 0
			? [`${name} ${percentText(quotations.verified / quotations.quoted)} of ${quotations.quoted}`]
			: [],
	);
	return known.length === 0 ? [] : [`Quotations that stand word for word in their documents: ${known.join('; ')}.`];
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

// A ranking as one HTML page without scripts or anything to load: table, chart and what it cannot say.

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #8884}
th:nth-child(2),td:nth-child(2),.judges th:first-child,.judges td:first-child{text-align:left}.chart{width:34%;padding:0}
svg{width:100%;height:1.4rem;display:block}.whisker{stroke:currentColor;stroke-width:1.5}.mean{stroke:#8888;stroke-dasharray:2 2}.dot{fill:currentColor}
.close td{border-bottom-style:dotted}`;

export function rankingHtml(ranking: Ranking): string {
	const {names} = ranking;
	const low = Math.min(1500, ...names.map(({interval}) => interval.low));
	const high = Math.max(1500, ...names.map(({interval}) => interval.high));
	const items = [...caveats(ranking), ...judgingTexts(ranking), ...quotationTexts(ranking)];
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Who argues better</title><style>${style}</style></head>
<body>
<h1>Who argues better</h1>
<p>${escapeMarkup(basisText(ranking))}</p>
<table>
<caption>A dotted line separates neighbours that are not told apart.</caption>
<thead><tr><th scope="col">#</th><th scope="col">Debater</th><th scope="col">Rating</th><th scope="col">95 %</th><th scope="col" class="chart">Interval</th><th scope="col">Won</th><th scope="col">Tied</th><th scope="col">Lost</th></tr></thead>
<tbody>
${names.map(one => nameRow(one, low, high)).join('\n')}
</tbody>
</table>
<ul>
${items.map(text => `<li>${escapeMarkup(text)}</li>`).join('\n')}
</ul>
${judgesTable(ranking)}
</body>
</html>
`;
}

function nameRow(
	{rank, name, rating, interval, wins, ties, losses, apartFromNext}: RankedName,
	low: number,
	high: number,
): string {
	const at = (value: number): string => (high === low ? 50 : 2 + (96 * (value - low)) / (high - low)).toFixed(2);
	const label = `${Math.round(rating)}, from ${Math.round(interval.low)} to ${Math.round(interval.high)}`;
	const chart = `<svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${label}"><line class="mean" x1="${at(1500)}" x2="${at(1500)}" y1="0" y2="10"/><line class="whisker" x1="${at(interval.low)}" x2="${at(interval.high)}" y1="5" y2="5"/><rect class="dot" x="${(Number(at(rating)) - 0.6).toFixed(2)}" y="2" width="1.2" height="6"/></svg>`;
	return `<tr${apartFromNext === false ? ' class="close"' : ''}><td>${rank}</td><td>${escapeMarkup(name)}</td><td>${Math.round(rating)}</td><td>${Math.round(interval.low)}–${Math.round(interval.high)}</td><td class="chart">${chart}</td><td>${wins}</td><td>${ties}</td><td>${losses}</td></tr>`;
}

function judgesTable({judging: {judges}}: Ranking): string {
	if (judges.length === 0) return '';
	const heads = [
		'Judge',
		'Judgements',
		'For the motion',
		'Same result, sides swapped',
		'Agrees with others',
		'Longer side wins',
		'Points a doubling',
	];
	const rows = judges.map(({judge, judgements, proWins, sameResult, agreement, length}) =>
		[
			escapeMarkup(judge),
			judgements,
			percentText(proWins.share),
			percentText(sameResult.share),
			percentText(agreement.winner.share),
			percentText(length.longerWins),
			signedText(length.perDoubling, 0),
		]
			.map(cell => `<td>${cell}</td>`)
			.join(''),
	);
	return `<table class="judges">
<thead><tr>${heads.map(head => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(row => `<tr>${row}</tr>`).join('\n')}
</tbody>
</table>`;
}

// A ranking as comma-separated values, a row a debater.

const columns = [
	'rank',
	'name',
	'rating',
	'low',
	'high',
	'rank_low',
	'rank_high',
	'matchups',
	'wins',
	'ties',
	'losses',
	'ahead_of_next',
	'apart_from_next',
	'quoted',
	'verified',
];

export const rankingCsv = ({names}: Ranking): string =>
	csvLine(columns) +
	names
		.map(
			({rank, name, rating, interval, ranks, matchups, wins, ties, losses, aheadOfNext, apartFromNext, quotations}) =>
				csvLine([
					rank,
					name,
					rating.toFixed(1),
					interval.low.toFixed(1),
					interval.high.toFixed(1),
					ranks.low,
					ranks.high,
					matchups,
					wins,
					ties,
					losses,
					aheadOfNext,
					apartFromNext === undefined ? undefined : String(apartFromNext),
					quotations?.quoted,
					quotations?.verified,
				]),
		)
		.join('');
