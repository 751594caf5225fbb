import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {defineConfig} from 'vitest/config';
import type {Reporter, TestCase} from 'vitest/node';
import usual from '../../vitest.config.ts';
import {mutations, type Mutation} from './mutations.ts';
import type {MutatedRun} from './mutations.test.ts';

/**
 * Each mutation is a project of its own: its one test file, on code with the change in it. Nothing on the disk is
 * changed. One alone: `npx vitest run --config test/mutations/vitest.config.ts --project NAME`.
 */
const mutating = ({file, from, to}: Mutation) => ({
	name: 'mutation',
	enforce: 'pre' as const,
	transform: (code: string, id: string) =>
		id === path.resolve(file) ? {code: code.replace(from, () => to), map: null} : undefined,
});

const out = process.env['ROSTRUM_MUTATED_RUNS'];
const namesOf = (tests: Iterable<TestCase>): string[] => Array.from(tests, test => test.fullName);
const results: Reporter = {
	onTestRunEnd(modules) {
		if (out === undefined) return;
		const runs = modules.map((module): MutatedRun => ({
			name: module.project.name,
			failed: namesOf(module.children.allTests('failed')),
			errors: module.errors().map(({message}) => message),
		}));
		writeFileSync(out, JSON.stringify(runs));
	},
};

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);

const {projects: _, ...test} = usual.test ?? {};

export default defineConfig({
	...usual,
	test: {
		...test,
		// A changed module is nobody else's: neither another project's nor the next run's.
		isolate: true,
		fsModuleCache: false,
		testTimeout: 20_000,
		// Tests beside those that have to fail are not run.
		testNamePattern: new RegExp(mutations.map(({fails}) => literally(fails)).join('|'), 'u'),
		reporters: out === undefined ? ['default'] : [results],
		projects: mutations.map(mutation => ({
			extends: true as const,
			plugins: [mutating(mutation)],
			test: {name: mutation.name, include: [mutation.test]},
		})),
	},
});
