import {defineConfig} from 'vitest/config';

/** `npm run test:interop`: with programs that are not ours. What is not installed is said, and its tests are skipped. */
export default defineConfig({
	test: {
		include: ['test/interop/*.test.ts'],
		env: {CI: 'false', COLUMNS: '100', LINES: '40'},
		testTimeout: 60_000,
		expect: {poll: {timeout: 30_000}},
		globalSetup: './test/temporary-folder.ts',
	},
});
