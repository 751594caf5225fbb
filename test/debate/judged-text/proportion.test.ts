import {expect, it} from 'vitest';
import {wilsonUpper} from '../../../src/debate/judged-text.ts';

it.each([
	// By R's prop.test(…, correct = FALSE).
	[0, 10, 0.2775],
	[5, 100, 0.1118],
	[10, 122, 0.144],
	[10, 10, 1],
	[0, 0, 1],
])('the upper end for %i of %i is %f', (hits, cases, expected) => {
	expect(wilsonUpper(hits, cases)).toBeCloseTo(expected, 3);
});
