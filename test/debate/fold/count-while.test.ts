import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {countWhile} from '../../../src/debate/fold.ts';

test('counts what walking through the list would count', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({min: -20, max: 20})), fc.integer({min: -25, max: 25}), (numbers, limit) => {
			const sorted = numbers.toSorted((a, b) => a - b);
			expect(countWhile(sorted, number => number < limit)).toBe(sorted.filter(number => number < limit).length);
		}),
	);
});
