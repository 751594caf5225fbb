import {describe, expect, it} from 'vitest';
import {strayFigures} from '../../../src/debate/citations/figures.ts';

const passage =
	'Rents fell by a third in two years, from 12.40 to 8.30 crowns; 288 of 640 landlords answered in 2023. It cost 41,000 crowns and 3.2 million in taxes, 14 percent more.';
const stray = (sentence: string, said: readonly string[] = []): readonly string[] =>
	strayFigures(sentence, [passage], said).map(figure => figure.said);

describe('figures of a sentence that cites', () => {
	it.each([
		['a third in words', 'They fell by a third.'],
		['a third as a percentage', 'They fell by 33 percent.'],
		['a percentage with its sign', 'It is 14% more.'],
		['a number as it stands', 'From 12.40 they came to 8.30.'],
		['a rounding to two digits', 'Some 290 landlords answered.'],
		['a scale in words', 'It cost 3.2 million in taxes.'],
		['the same written out', 'It cost 3,200,000 in taxes.'],
		['a thousand without its mark', 'A roof cost 41000 crowns.'],
		['a year', 'That was in 2023.'],
		['a small number', 'There are 3 reasons for that.'],
		['an order', 'The third reason is another.'],
	])('are found: %s', (_, sentence) => expect(stray(sentence)).toEqual([]));

	it.each([
		['another share', 'They fell by a half.', ['half']],
		['another percentage', 'They fell by 40 percent.', ['40 percent']],
		['another number', 'Only 120 landlords answered.', ['120']],
		['another year', 'That was in 2021.', ['2021']],
		['another scale', 'It cost 3.2 billion in taxes.', ['3.2 billion']],
		['a small number with a unit', 'It rose by 5 %.', ['5 %']],
	])('are marked: %s', (_, sentence, figures) => expect(stray(sentence)).toEqual(figures));

	const table =
		'In the flood 2,150 houses were wet, 85 of 1,240 behind the bank. 105,Lower Row,1,86,Tenant. Built in 1956.';
	it.each([
		['tens and ones', 'It leaves eighty-five of them wet.', []],
		['hundreds and thousands', 'The wall gives two thousand one hundred and fifty.', []],
		['hundreds above ten', 'The meadow gives twelve hundred and forty.', []],
		['a year in two halves', 'They built it in nineteen fifty-six.', []],
		['a cell of a row', 'There were eighty-six centimetres in it.', []],
		['another number', 'It leaves eighty-four of them wet.', ['eighty-four']],
		['two numbers side by side', 'Ninety, eighty-five.', ['Ninety']],
		['a share', 'It fell by seventy-five per cent.', ['seventy-five per cent']],
	])('are read in words: %s', (_, sentence, figures) =>
		expect(strayFigures(sentence, [table], []).map(({said}) => said)).toEqual(figures),
	);

	it('are not marked where they were said before', () => {
		expect(stray('Only 120 landlords answered.', ['I hear of 120 landlords.'])).toEqual([]);
	});
});
