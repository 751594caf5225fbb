import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		env: {CI: 'false', COLUMNS: '100', LINES: '40'},
		testTimeout: 20_000,
		globalSetup: './test/temporary-folder.ts',
	},
});
