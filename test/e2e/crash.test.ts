import {expect, it} from 'vitest';
import {crash, type Trial} from '../crash/harness.ts';

/** A short part of `npm run test:crash`. With a pace, answers are read well ahead of what is heard of them. */
it.each<Trial>([
	{format: 'duelogic', voice: 'server', pace: 'paced', kills: [{lines: 25}, {lines: 48}]},
	{format: 'model-duel', voice: 'server', pace: 'instant', kills: [{lines: 4}, {ms: 400}]},
])(
	'$format killed again and again ends with all that was said, and pays for nothing twice',
	async trial => {
		const {kills, read, faults} = await crash(trial);
		expect(faults).toEqual([]);
		expect(kills).toBeGreaterThan(0);
		if (trial.pace === 'paced') expect(read).toBeGreaterThan(0);
	},
	60_000,
);
