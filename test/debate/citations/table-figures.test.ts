/** Figures that are computed of a table: what fits is told, what fits nothing is left open. */
import {describe, expect, it} from 'vitest';
import {strayFigures} from '../../../src/debate/citations/figures.ts';
import {figuresInTables, tablesIn} from '../../../src/debate/citations/table-figures.ts';

const streets = tablesIn(
	[
		'Street,District,Rent 2010,Rent 2020,Flats',
		'Mill Lane,North,620,780,12',
		'"Quay, Old",North,540,600,31',
		'High Street,South,900,870,18',
		'Weir Road,South,710,960,9',
		'Toll Row,South,480,485,44',
	].join('\n'),
	true,
);
const found = (sentence: string, of = streets) =>
	Object.fromEntries(
		figuresInTables(sentence, strayFigures(sentence, [], []), of).computed.map(({figure, as}) => [figure, as]),
	);

describe('a figure of a table', () => {
	it.each(['year,reports\n2022,32059\n2017,10214\n2012,416', 'year,reports\n2012,416\n2017,10214\n2022,32059'])(
		'rose from the first year to the last, whichever stands on top',
		years => {
			const ofYears = found('In twenty twenty-two they were 77 times those of twenty twelve.', tablesIn(years, true));
			expect(ofYears).toEqual({77: expect.stringContaining('ratio of “reports”')});
		},
	);

	it.each([
		['The five streets have 114 flats in all.', '114', 'sum of “Flats”'],
		['The mean rent in 2010 was 650.', '650', 'mean of “Rent 2010”'],
		['In the South there were 71 flats.', '71', 'sum of “Flats” where “District” is South'],
		['In the North 38 per cent of the flats stood.', '38 per cent', 'share of “Flats” where “District” is North'],
		['Rent rose in 80 % of the streets.', '80 %', 'share of rows where “Rent 2020” is over “Rent 2010”'],
		['On Weir Road rent rose by 35 per cent.', '35 per cent', 'change between “Rent 2010” and “Rent 2020”'],
		[
			'Toll Row took 21,120 in rent in 2010 from its flats.',
			'21,120',
			'product of “Rent 2010” and “Flats” where “Street” is Toll Row',
		],
		['Between dearest and cheapest lay 475 crowns of rent in 2020.', '475 crowns', 'range of “Rent 2020”'],
		[
			'Mill Lane lost 160 in rent between 2010 and 2020.',
			'160',
			'difference of “Rent 2010” and “Rent 2020” where “Street” is Mill Lane',
		],
	])('%s', (sentence, figure, as) => {
		expect(found(sentence)).toMatchObject({[figure]: expect.stringContaining(as)});
	});

	it.each([
		'All of them had 133 flats.',
		'The mean rent in 2020 was 1,312.',
		'In the North 55 per cent of flats stood.',
	])('that comes of nothing is left open: %s', sentence => {
		expect(found(sentence)).toEqual({});
	});

	it('is counted by a limit, and between two keys', () => {
		const levels = Array.from({length: 40}, (_, at) => `${1950 + at};${3 + (at % 5) / 10}`);
		const years = tablesIn(['Year;Level', ...levels].join('\n'), true);
		expect(found('In sixteen of forty years the level was above 3.2.', years)).toMatchObject({
			sixteen: 'rows where “Level” is over 3.2',
			forty: 'rows',
		});
		expect(found('Eleven years went by from 1960 to 1970.', years)).toMatchObject({
			Eleven: 'rows where “Year” from 1960 to 1970',
		});
	});

	it('may stand in a page: cells between tabs or bars', () => {
		const page = tablesIn('Rents follow.\n\nTown\tRent\nAver\t10\nBrill\t25\nCole\t40\n\nNo more.');
		const listed = tablesIn('| Town | Rent |\n| --- | ---: |\n| Aver | 10 |\n| Brill | 25 |\n');
		expect(found('Rents come to 75.', page)).toEqual({'75': 'sum of “Rent”'});
		const fees = tablesIn('Town\tFee\tBoats\nAver\t10\t12\nBrill\t25\t31\nCole\t40\t18');
		expect(found('They took seventy-five in fees of 61 boats.', fees)).toEqual({
			'seventy-five': 'sum of “Fee”',
			'61': 'sum of “Boats”',
		});
		expect(found('Rents come to 35.', listed)).toEqual({'35': 'sum of “Rent”'});
		expect(tablesIn('Fewer\tlines\nthan\tthree')).toEqual([]);
	});
});
