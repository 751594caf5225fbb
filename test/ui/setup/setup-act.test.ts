import {expect, test} from 'vitest';
import {sharedBeginning} from '../../../src/ui/setup/use-setup.ts';

test.each([
	[['debates/one', 'debates/other'], 'debates/o'],
	[['notes'], 'notes'],
	[[], ''],
	[['👩‍🚀 one', '👩‍🚀 two'], '👩‍🚀 '],
	[['😀', '😁'], ''],
	[['👩‍🚀', '👩‍🎓'], ''],
	[['é', 'e\u0300'], ''],
])('%j begin with %j, in whole characters', (paths, beginning) => {
	expect(sharedBeginning(paths)).toBe(beginning);
});
