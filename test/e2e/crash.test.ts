import {expect, it} from 'vitest';
import {crash, type Kill, type Trial} from '../crash/harness.ts';
import {works} from '../crash/works.ts';

type Short = Omit<Trial, 'make'> & {readonly name: string; readonly kills: readonly Kill[]};

/** A short part of `npm run test:crash`. With a pace, answers are read well ahead of what is heard of them. */
it.each<Short>([
	{name: 'duelogic', voice: 'server', pace: 'paced', kills: [{lines: 25}, {lines: 48}]},
	{name: 'model-duel', voice: 'server', pace: 'instant', kills: [{lines: 4}, {ms: 400}, {ended: 5}]},
	{name: 'join', voice: 'rehearsal', pace: 'instant', kills: [{lines: 40}]},
	{name: 'voice', voice: 'rehearsal', pace: 'instant', kills: [{lines: 5, lone: true}]},
])(
	'$name killed again and again ends with all that was said, and pays for nothing twice',
	async ({name, ...trial}) => {
		const make = works[name];
		if (!make) throw new Error(`there is no work ${name}`);
		const {kills, read, faults} = await crash({...trial, make});
		expect(faults).toEqual([]);
		expect(kills).toBeGreaterThan(0);
		if (trial.pace === 'paced') expect(read).toBeGreaterThan(0);
	},
	60_000,
);
