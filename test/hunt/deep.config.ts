import {globSync, readFileSync} from 'node:fs';
import {defineConfig} from 'vitest/config';
import usual from '../../vitest.config.ts';

const {projects: _, ...test} = usual.test ?? {};
const samples = /from '(?:[./]+\/hunt\/every\.ts|fast-check)'/u;

/** `npm run test:deep`: what `npm test` tries at a few places, presets, seeds and draws, at more of them. */
export default defineConfig({
	...usual,
	test: {
		...test,
		include: globSync('test/**/*.test.{ts,tsx}').filter(file => samples.test(readFileSync(file, 'utf8'))),
		setupFiles: './test/e2e/end-programs.ts',
		env: {...test.env, ROSTRUM_DEEP: '1'},
	},
});
