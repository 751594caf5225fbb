import {describe, expect, it} from 'vitest';
import {costOf, sumOf} from '../../src/voices/usage.ts';

describe('the sum of requests', () => {
	const used = (cost: number | undefined, more = {}) => ({
		usage: {input: 100, output: 10, ...more},
		...(cost === undefined ? {} : {cost}),
	});

	it('has a cost only where each of them has one', () => {
		expect(sumOf([used(0.25), used(0.5)])).toEqual({usage: {input: 200, output: 20}, cost: 0.75});
		expect(sumOf([used(0.25), used(undefined)])).toEqual({usage: {input: 200, output: 20}});
		expect(sumOf([])).toEqual({});
	});

	it('is an estimate where one of them is, and has the counts that any of them has', () => {
		expect(sumOf([used(0, {cached: 40}), used(0, {estimated: true, reasoning: 3})]).usage).toEqual({
			input: 200,
			output: 20,
			cached: 40,
			reasoning: 3,
			estimated: true,
		});
	});
});

describe('the cost of a request', () => {
	const price = {input: 2, cached: 0.5, output: 10};

	it('takes cached tokens out of the input, at their own price', () => {
		expect(costOf({input: 1_000_000, cached: 400_000, output: 100_000}, price)).toBeCloseTo(1.2 + 0.2 + 1);
		expect(costOf({input: 1_000_000, cached: 400_000, output: 0}, {input: 2, output: 10})).toBeCloseTo(2);
	});

	it('caches no more than was put in', () => {
		expect(costOf({input: 1_000_000, cached: 9_000_000, output: 0}, price)).toBeCloseTo(0.5);
	});
});
