import {availableParallelism} from 'node:os';
import path from 'node:path';
import {defineConfig} from 'vitest/config';
import {testFiles} from './test/projects.ts';

export default defineConfig({
	// What tests draw at random.
	resolve: {alias: {'fast-check': path.resolve('test/hunt/fast-check.ts')}},
	test: {
		env: {CI: 'false', COLUMNS: '100', LINES: '40'},
		testTimeout: 20_000,
		// Most of these tests wait: for a program they have started, a frame, a timer.
		maxWorkers: 2 * Math.max(2, availableParallelism()),
		globalSetup: './test/temporary-folder.ts',
		projects: [
			{extends: true, test: {name: 'process', include: testFiles.process}},
			// These share a worker and the modules it has loaded.
			{extends: true, test: {name: 'fast', include: testFiles.fast, isolate: false}},
		],
	},
});
