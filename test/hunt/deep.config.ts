import {defineConfig} from 'vitest/config';
import usual from '../../vitest.config.ts';
import {sampledFiles} from './sampled-files.ts';

const {projects: _, ...test} = usual.test ?? {};

/** `npm run test:deep`: what `npm test` tries at a few places, presets, seeds and draws, at more of them. */
export default defineConfig({
	...usual,
	test: {
		...test,
		include: sampledFiles,
		setupFiles: './test/e2e/end-programs.ts',
		env: {...test.env, ROSTRUM_DEEP: '1'},
	},
});
