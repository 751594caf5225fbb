/** A ranking as lines for the terminal: table with a chart of the intervals, what it cannot say, and its judges. */
import type {RankedName, Ranking} from '../ratings/rank.ts';
import {basisText, caveats, judgingTexts, percentText, quotationTexts, signedText} from '../ratings/report.ts';
import {blank, line, row, span, type Row, figureTable, padEnd, padStart} from '../view/rows.ts';
import {truncate, widthOf, wrapText} from '../view/wrap.ts';

/** Wider lines make it hard to follow a row from the name to its chart. */
const widest = 120;
const leastChart = 16;
const longestName = 34;

export function rankingRows(ranking: Ranking, terminal: number): Row[] {
	const width = Math.min(terminal, widest);
	const paragraph = (text: string): Row[] => wrapText(text, width).map(each => line(each));
	const warnings = caveats(ranking);
	return [
		...chartRows(ranking.names, width),
		blank,
		...paragraph(basisText(ranking)),
		...(warnings.length > 0 ? [blank, ...warnings.flatMap(text => paragraph(text))] : []),
		...(ranking.judgements > 0
			? [blank, ...[...judgingTexts(ranking), ...quotationTexts(ranking)].flatMap(text => paragraph(text))]
			: []),
		...judgeRows(ranking, width),
	];
}

function chartRows(names: readonly RankedName[], width: number): Row[] {
	const texts = names.map(({rank, name, rating, interval, wins, ties, losses}) => ({
		rank: String(rank),
		name,
		rating: String(Math.round(rating)),
		interval: `${Math.round(interval.low)}–${Math.round(interval.high)}`,
		results: `${wins}–${ties}–${losses}`,
	}));
	const heads = {rank: '#', name: 'Debater', rating: 'rating', interval: '95 %', results: 'won–tied–lost'};
	const widest = (key: keyof typeof heads): number => Math.max(...[heads, ...texts].map(one => widthOf(one[key])));
	const fixed = widest('rank') + widest('rating') + widest('interval') + widest('results') + 8;
	const nameWidth = Math.max(8, Math.min(widest('name'), longestName, width - fixed));
	const chart = Math.min(48, width - fixed - nameWidth - 2);
	const cells = (one: typeof heads): string =>
		`${padStart(one.rank, widest('rank'))}  ${padEnd(truncate(one.name, nameWidth), nameWidth)}  ${padStart(one.rating, widest('rating'))}  ${padStart(one.interval, widest('interval'))}  ${padStart(one.results, widest('results'))}`;
	const drawn = chart >= leastChart ? charts(names, chart) : [];
	return [
		line(cells(heads), 'strong'),
		...texts.map((one, place) =>
			row(span(cells(one)), span(drawn[place] === undefined ? '' : `  ${drawn[place]}`, 'accent')),
		),
	];
}

/** Each interval as a line with the rating on it, and the mean of all as a dotted one. */
function charts(names: readonly RankedName[], width: number): string[] {
	const low = Math.min(...names.map(({interval}) => interval.low));
	const high = Math.max(...names.map(({interval}) => interval.high));
	const column = (value: number): number =>
		high === low ? 0 : Math.max(0, Math.min(width - 1, Math.round(((value - low) / (high - low)) * (width - 1))));
	const mean = column(1500);
	return names.map(({rating, interval}) => {
		const [from, to, at] = [column(interval.low), column(interval.high), column(rating)];
		return Array.from({length: width}, (_, place) =>
			place === at ? '●' : place >= from && place <= to ? '─' : place === mean ? '┊' : ' ',
		)
			.join('')
			.trimEnd();
	});
}

function judgeRows({judging: {judges}}: Ranking, width: number): Row[] {
	if (judges.length === 0) return [];
	const lengths = judges.some(({length}) => length.judged > 0);
	return [
		...figureTable(
			[
				'Judge',
				'judged',
				'ties',
				'pro wins',
				'swap: same',
				'same side',
				'agrees',
				'decisive',
				...(lengths ? ['longer wins', 'a doubling'] : []),
			],
			judges.map(({judge, judgements, ties, proWins, sameResult, sameSide, agreement, length}) => [
				judge,
				String(judgements),
				String(ties),
				percentText(proWins.share),
				percentText(sameResult.share),
				percentText(sameSide.share),
				percentText(agreement.winner.share),
				percentText(agreement.decisive.share),
				...(lengths
					? [
							percentText(length.longerWins),
							length.perDoubling === undefined ? '—' : `${signedText(length.perDoubling, 0)} pts`,
						]
					: []),
			]),
			width,
		),
		...(lengths ? [] : [line('How long the sides spoke is not known, so that no length bias can be told.', 'dim')]),
	];
}
