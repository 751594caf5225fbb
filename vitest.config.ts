import {availableParallelism} from 'node:os';
import path from 'node:path';
import {defineConfig} from 'vitest/config';

export default defineConfig({
	// What tests draw at random.
	resolve: {alias: {'fast-check': path.resolve('test/hunt/fast-check.ts')}},
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		env: {CI: 'false', COLUMNS: '100', LINES: '40'},
		testTimeout: 20_000,
		// Vitest would leave one of two processors idle; most of these tests wait for programs that they have started.
		maxWorkers: Math.max(2, availableParallelism()),
		globalSetup: './test/temporary-folder.ts',
	},
});
