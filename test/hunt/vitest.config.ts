import {globSync, readFileSync} from 'node:fs';
import {defineConfig} from 'vitest/config';
import usual from '../../vitest.config.ts';

const seconds = Number(process.env['ROSTRUM_HUNT_SECONDS'] ?? 40);

/**
 * `npm run test:hunt`: the properties with what no run has drawn before, for 40 seconds each or `ROSTRUM_HUNT_SECONDS`.
 */
export default defineConfig({
	...usual,
	test: {
		...usual.test,
		include: globSync('test/**/*.test.{ts,tsx}').filter(file =>
			readFileSync(file, 'utf8').includes("from 'fast-check'"),
		),
		env: {...usual.test?.env, ROSTRUM_HUNT_SECONDS: String(seconds)},
		testTimeout: (seconds + 60) * 1000,
	},
});
