import {defineConfig} from 'vitest/config';

/**
 * `ROSTRUM_LIVE_URL=http://127.0.0.1:8080/v1 ROSTRUM_LIVE_MODEL=… npm run test:live`: against a model that is really
 * there. Without one each test is skipped, and its name, which the usual reporter leaves out, says so.
 */
export default defineConfig({
	test: {
		reporters: ['verbose'],
		include: ['test/live/*.live.ts'],
		testTimeout: 900_000,
		globalSetup: './test/temporary-folder.ts',
	},
});
