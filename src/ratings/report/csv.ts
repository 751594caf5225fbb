/** A ranking as comma-separated values, a row a debater. */
import type {Ranking} from '../rank.ts';
import {csvLine} from '../rows/csv.ts';

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
];

export const rankingCsv = ({names}: Ranking): string =>
	csvLine(columns) +
	names
		.map(({rank, name, rating, interval, ranks, matchups, wins, ties, losses, aheadOfNext, apartFromNext}) =>
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
			]),
		)
		.join('');
