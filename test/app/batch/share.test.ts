import {describe, expect, it} from 'vitest';
import {amountOf, isWhole, leftOf, shareOf, slack} from '../../../src/app/batch/item-status.ts';

const expected = {usd: 0.1, tokens: 1000};
const nothing = {usd: 0, tokens: 0};

describe('what a debate may spend of what is left for a batch', () => {
	it('is unlimited where nothing is capped, and limits only what is', () => {
		expect(shareOf(undefined, expected, nothing)).toBeUndefined();
		expect(shareOf({tokens: 2000}, expected, nothing)).toEqual({tokens: 2000});
		expect(shareOf({usd: 0.2}, expected, nothing)).toEqual({usd: 0.2});
	});

	it('is some times what it is expected to need, so that others find some too', () => {
		const [usd, tokens] = [expected.usd * slack, expected.tokens * slack];
		expect(shareOf({usd: 50, tokens: 1_000_000}, expected, nothing)).toEqual({usd, tokens});
	});

	it('is nothing where less is left than it is expected to need', () => {
		expect(shareOf({tokens: 999}, expected, nothing)).toBe('none');
		expect(shareOf({usd: 0.099}, expected, nothing)).toBe('none');
		expect(shareOf({tokens: 1000}, expected, nothing)).toEqual({tokens: 1000});
		expect(shareOf({usd: 0.1}, expected, nothing)).toEqual({usd: 0.1});
	});

	it('is told from one that is cut down by what others have', () => {
		const left = {usd: 0.4, tokens: 3001};
		const share = shareOf(left, expected, nothing);
		expect(share !== 'none' && isWhole(share, expected)).toBe(true);
		expect(isWhole({tokens: 2999}, expected)).toBe(false);
		expect(isWhole({usd: 0.29}, expected)).toBe(false);
		expect(isWhole(undefined, expected)).toBe(true);
		expect([amountOf(share === 'none' ? undefined : share), amountOf(undefined)]).toEqual([
			{usd: expected.usd * slack, tokens: 3000},
			nothing,
		]);
	});

	it('counts what the debate spent before it was cut off, so that it may go on with little left', () => {
		expect(shareOf({tokens: 400}, expected, {usd: 0, tokens: 600})).toEqual({tokens: 1000});
		expect(shareOf({usd: 0.05}, expected, {usd: 0.0625, tokens: 0})).toEqual({usd: 0.1125});
		expect(shareOf({tokens: 399}, expected, {usd: 0, tokens: 600})).toBe('none');
	});

	it('is never less than a debate has spent, where it took more than its share', () => {
		expect(shareOf({tokens: 1_000_000}, expected, {usd: 0, tokens: 5000})).toEqual({tokens: 5000});
	});

	it('a debate of models that cost nothing is held where no money is left', () => {
		expect(shareOf({usd: 0, tokens: 5000}, {usd: 0, tokens: 1000}, nothing)).toEqual({tokens: 3000});
	});
});

it('what is left of a cap is what was not used of it, and what was not capped stays so', () => {
	expect(leftOf({tokens: 1000}, {usd: 3, tokens: 400})).toEqual({tokens: 600});
	expect(leftOf({usd: 5}, {usd: 3, tokens: 400})).toEqual({usd: 2});
	expect(leftOf(undefined, expected)).toBeUndefined();
});
