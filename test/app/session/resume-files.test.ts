import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {rostrum} from '../../run-in-process.ts';

test.runIf(process.platform === 'linux')('resuming leaves no file open', async () => {
	const open = () => readdirSync('/proc/self/fd').length;
	const resumed = () => rostrum(['resume', 'transcripts/sample-three-way-ethics'], {cwd: process.cwd()});
	// The first loads what is needed.
	expect((await resumed()).code).toBe(2);
	const before = open();
	for (let time = 0; time < 2; time++) await resumed();
	expect(open()).toBe(before);
});
