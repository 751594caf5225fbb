/** A ranking as one HTML page without scripts or anything to load: table, chart and what it cannot say. */
import {escapeMarkup} from '../../debate/text/escape-markup.ts';
import type {RankedName, Ranking} from '../rank.ts';
import {basisText, caveats, judgingTexts, percentText, signedText} from './findings.ts';

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid #8884}
th:nth-child(2),td:nth-child(2),.judges th:first-child,.judges td:first-child{text-align:left}.chart{width:34%;padding:0}
svg{width:100%;height:1.4rem;display:block}.whisker{stroke:currentColor;stroke-width:1.5}.mean{stroke:#8888;stroke-dasharray:2 2}.dot{fill:currentColor}
.close td{border-bottom-style:dotted}`;

export function rankingHtml(ranking: Ranking): string {
	const {names} = ranking;
	const low = Math.min(1500, ...names.map(({interval}) => interval.low));
	const high = Math.max(1500, ...names.map(({interval}) => interval.high));
	const items = [...caveats(ranking), ...judgingTexts(ranking)];
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
