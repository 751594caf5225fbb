import {expect, it} from 'vitest';
import {tallyOf} from '../../bench/council.ts';

it.each([
	['majorities', 'majority'],
	['eloquence', 'eloquence'],
] as const)('counted is never below blind where seats follow %s', (_what, habit) => {
	for (const seats of [3, 4, 5])
		for (const right of [0.55, 0.8]) {
			const {blind, counted, spoiled} = tallyOf(150, {seats, right, habit}, seats);
			expect({spoiled, isBelow: counted < blind}).toEqual({spoiled: 0, isBelow: false});
		}
});

it('raw, without the rules on moves, is', () => {
	const {blind, raw} = tallyOf(150, {seats: 3, right: 0.8, habit: 'eloquence'});
	expect(raw).toBeLessThan(blind);
});
