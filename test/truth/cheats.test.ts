/** Fourteen kinds of cheating beside honest turns: none pays, and none is found to be what it is not. */
import {expect, it} from 'vitest';
import {cheats, judgedPair} from './cheats.ts';

it.each(cheats)('$name raises no score', pair => {
	const {honest, cheating} = judgedPair(pair);
	expect(honest).toMatchObject({called: []});
	expect(honest.score).toBeGreaterThan(70);
	expect(cheating.score ?? 0).toBeLessThanOrEqual(honest.score ?? 0);
	const merits = ['S1', 'S4', 'S5', 'C1', 'C2', 'C3', 'F1'].filter(id => cheating.found.includes(id));
	const borne = pair.cheating.flatMap(({bears = {}}) => Object.keys(bears));
	expect(merits.filter(id => !borne.includes(id))).toEqual([]);
	if (pair.called !== undefined) expect(cheating.called).toContain(pair.called);
});
