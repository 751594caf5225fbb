/** The library's statistics as comma-separated values. */
import type {Figures} from '../../library/figures.ts';
import type {Counts} from '../../library/statistics.ts';
import {csvLine} from '../../ratings/rows/csv.ts';

/** A figure a line, so that no table has empty columns. */
export function countsCsv({protocols, models, frameworks, matchups, agreement, totals, shift}: Counts): string {
	const figures = (group: string, rows: readonly Figures[]): string[][] =>
		rows.flatMap(({name, ...values}) =>
			Object.entries(values).flatMap(([figure, value]) =>
				value === undefined ? [] : [[group, name, figure, String(value)]],
			),
		);
	const lines = [
		['group', 'name', 'figure', 'value'],
		...Object.entries({...totals, listeners: shift.listeners, meanSwing: shift.mean}).flatMap(([figure, value]) =>
			value === undefined ? [] : [['all', '', figure, String(value)]],
		),
		...figures('protocol', protocols),
		...figures('model', models),
		...figures('framework', frameworks),
		...matchups.flatMap(({sides, debates, cuts}) => {
			const name = sides.map(side => side.name).join(' against ');
			return [
				['matchup', name, 'debates', String(debates)],
				['matchup', name, 'cuts', String(cuts)],
			];
		}),
		...agreement.flatMap(({protocol, share: part, answers}) => [
			['judges', protocol, 'sameAnswer', String(part)],
			['judges', protocol, 'answers', String(answers)],
		]),
	];
	return lines.map(csvLine).join('');
}
