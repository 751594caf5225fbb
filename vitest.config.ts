import {availableParallelism} from 'node:os';
import path from 'node:path';
import {defineConfig} from 'vitest/config';
import {testFiles} from './test/projects.ts';

const processors = Math.max(2, availableParallelism());

export default defineConfig({
	// What tests draw at random.
	resolve: {alias: {'fast-check': path.resolve('test/hunt/fast-check.ts')}},
	// The screens run on React as it is shipped: without its checks for developers they are drawn in half the time.
	oxc: {jsx: {runtime: 'automatic', development: false}},
	test: {
		env: {CI: 'false', COLUMNS: '100', LINES: '40', NODE_ENV: 'production'},
		// On a machine that does much else, a test takes ten times as long as alone.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// What is looked for again and again comes late where the machine is busy; a second would not do.
		expect: {poll: {timeout: 15_000}},
		// Files that run in one worker share the modules it has loaded.
		isolate: false,
		// They make much that is soon forgotten: with more room for it, a tenth less time goes into collecting it. Every
		// processor is busy with tests: helper threads that compile and collect beside them only take turns with them.
		execArgv: ['--max-semi-space-size=64', '--single-threaded'],
		globalSetup: './test/temporary-folder.ts',
		projects: [
			{
				extends: true,
				test: {
					name: 'process',
					include: testFiles.process,
					setupFiles: './test/e2e/end-programs.ts',
					// Most of these tests wait for a program that they have started.
					maxWorkers: 3 * processors,
					// A process is copied page by page where it starts a program: one of 600 MB takes 17 ms for it, of 100 MB two.
					execArgv: ['--max-semi-space-size=16', '--single-threaded'],
					sequence: {groupOrder: 0},
				},
			},
			{
				extends: true,
				test: {
					name: 'fast',
					include: testFiles.fast,
					// Some of these wait, for a frame or a timer.
					maxWorkers: 2 * processors,
					sequence: {groupOrder: 1},
				},
			},
		],
	},
});
