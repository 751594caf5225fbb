import {defineConfig} from 'vitest/config';
import usual from '../../vitest.config.ts';
import {sampledFiles} from './sampled-files.ts';

const seconds = Number(process.env['ROSTRUM_HUNT_SECONDS'] ?? 40);
const {projects: _, ...test} = usual.test ?? {};

/**
 * `npm run test:hunt`: the properties with what no run has drawn before, for 40 seconds each or `ROSTRUM_HUNT_SECONDS`,
 * and every place of those that `npm test` tries at some places only.
 */
export default defineConfig({
	...usual,
	test: {
		...test,
		include: sampledFiles,
		setupFiles: './test/e2e/end-programs.ts',
		env: {...test.env, ROSTRUM_HUNT_SECONDS: String(seconds)},
		testTimeout: (seconds + 60) * 1000,
	},
});
