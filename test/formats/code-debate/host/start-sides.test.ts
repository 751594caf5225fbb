import {describe, expect, it} from 'vitest';
import {DebateUnfinished} from '../../../../src/engine/context.ts';
import {shareOf, unfinishedIn} from '../../../../src/formats/code-debate/host/open-effects.ts';

describe('a side’s share of the budget', () => {
	it.each([
		[{tokens: 501}, 2, '250tok'],
		[{usd: 0.5}, 2, '0.250000usd'],
		[{usd: 0.000_001, tokens: 1}, 2, '0.000001usd,1tok'],
		[{usd: 1, tokens: 10}, 1, '1.000000usd,10tok'],
	])('of %j for %i is %s', (budget, sides, share) => {
		expect(shareOf(budget, sides)).toBe(share);
	});
});

it.each([
	['Kept in /x\nUnfinished: Test was away for 10 min: Nothing answers.\nGo on with: rostrum resume /x', true],
	['Ended: failed, Agent B gave no review of its own', false],
])('a side that ends with %j leaves its debate unfinished: %s', (said, isUnfinished) => {
	expect(unfinishedIn(said, 'b')).toEqual(
		isUnfinished ? new DebateUnfinished('Agent B: Test was away for 10 min: Nothing answers.') : undefined,
	);
});
