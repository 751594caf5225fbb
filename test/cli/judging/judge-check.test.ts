import {expect, it} from 'vitest';
import {rostrum} from '../../run-in-process.ts';

it('prints what was measured of a judge, the verdict last', async () => {
	const {code, stdout, stderr} = await rostrum(['judge-check', 'rehearsal', '--limit', '6']);
	expect(code).toBe(0);
	expect(stdout).toMatch(/^S1 +\d/mu);
	expect(stdout).toMatch(/upper 95 % bound \(Wilson\)/u);
	expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Not (?:fit to judge|decided)/u);
	expect(stderr).toMatch(/^rehearsal: 9 of 9$/mu);
});

it.each([
	[[], /missing required argument/iu],
	[['human'], /A person cannot sit as judge/u],
	[['nowhere:model'], /Unknown voice/u],
	[['rehearsal', '--limit', '0'], /Not a valid number/u],
])('judge-check %j is refused before anything is asked', async (args, message) => {
	const {code, stderr} = await rostrum(['judge-check', ...args]);
	expect(code).toBe(2);
	expect(stderr).toMatch(message);
});
