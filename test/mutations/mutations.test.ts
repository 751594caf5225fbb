/** Faults put into the code by hand: each is seen by a test. */
import {execa} from 'execa';
import {readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {z} from 'zod';
import {thorough} from '../hunt/every.ts';
import {mutations} from './mutations.ts';

describe('a mutation', () => {
	it.each(mutations)('has its place: $name', ({name, file, from, to}) => {
		const places = readFileSync(file, 'utf8').split(from).length - 1;
		expect(places, `the mutation “${name}” no longer applies to ${file}: write it anew`).toBe(1);
		expect(to).not.toBe(from);
	});

	it('has a name of its own', () => {
		expect(new Set(mutations.map(({name}) => name)).size).toBe(mutations.length);
	});
});

/** What became of a test file on code with a mutation in it. */
const MutatedRun = z.object({
	name: z.string(),
	failed: z.array(z.string()),
	errors: z.array(z.string()),
});
export type MutatedRun = z.infer<typeof MutatedRun>;

describe.runIf(thorough)('a fault put into the code', () => {
	let runs: readonly MutatedRun[] = [];
	beforeAll(async () => {
		const out = path.join(tmpdir(), 'mutated-runs.json');
		// As many of what is drawn as in `npm test`: there it has to be seen.
		const env = {ROSTRUM_DEEP: '', ROSTRUM_HUNT_SECONDS: '', ROSTRUM_MUTATED_RUNS: out};
		const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/mutations/vitest.config.ts'];
		const {all} = await execa(process.execPath, vitest, {env, all: true, reject: false});
		try {
			runs = z.array(MutatedRun).parse(JSON.parse(readFileSync(out, 'utf8')));
		} catch (error) {
			throw new Error(`the mutated tests did not run:\n${all}`, {cause: error});
		}
	}, 600_000);

	it.each(mutations)('is seen: $name', ({name, test, fails}) => {
		const run = runs.find(each => each.name === name);
		expect(run?.errors).toEqual([]);
		const seen = run?.failed.filter(title => title.includes(fails)) ?? [];
		expect(seen, `no test of ${test} called “${fails}” fails where ${name}`).not.toEqual([]);
	});
});
