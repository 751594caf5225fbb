import {describe, expect, it} from 'vitest';
import {agreementOf, median} from '../../../src/debate/judged-text.ts';

describe('agreement of judges', () => {
	it('is the share of equal pairs, and has no alpha for a handful of items', () => {
		expect(
			agreementOf([
				['yes', 'yes'],
				['no', 'yes'],
			]),
		).toEqual({percent: 0.5, alpha: undefined, items: 2});
	});

	it('passes over what only one judge answered', () => {
		expect(
			agreementOf([
				['yes', undefined],
				['no', 'no'],
			]),
		).toMatchObject({percent: 1, items: 1});
		expect(agreementOf([['yes', undefined]])).toBeUndefined();
	});

	// The nominal example of Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section B: two observers.
	it('is Krippendorff’s alpha where there are items enough', () => {
		const first = ['a', 'a', 'b', 'b', 'd', 'c', 'c', 'c', 'e', 'd', 'd', 'a'];
		const second = ['b', 'a', 'b', 'b', 'b', 'c', 'c', 'c', 'e', 'd', 'd', 'd'];
		const once = first.map((answer, index) => [answer, second[index]]);
		const agreement = agreementOf([...once, ...once]);
		// The same pairs twice: D_o stays 3/12; D_e is taken over 48 values instead of 24.
		expect(agreement?.percent).toBeCloseTo(0.75);
		expect(agreement?.alpha).toBeCloseTo(0.6853, 3);
	});

	it('has no alpha where every answer is the same', () => {
		expect(agreementOf(Array.from({length: 25}, () => ['yes', 'yes']))).toEqual({
			percent: 1,
			alpha: undefined,
			items: 25,
		});
	});
});

it.each([
	[[], undefined],
	[[7], 7],
	[[1, 9], 5],
	[[9, 1, 4], 4],
	[[4, 1, 9, 2], 3],
])('the median of %j is %s', (numbers, expected) => {
	expect(median(numbers)).toBe(expected);
});
