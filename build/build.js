// Bundles src/cli.ts into dist/, split so that a command loads only what it needs.
import {rm} from 'node:fs/promises';
import {build} from 'esbuild';

await rm('dist', {recursive: true, force: true});
await build({
	entryPoints: ['src/cli.ts'],
	outdir: 'dist',
	bundle: true,
	splitting: true,
	platform: 'node',
	format: 'esm',
	target: 'node22',
	jsx: 'automatic',
	minifySyntax: true,
	define: {'process.env.NODE_ENV': '"production"'},
	alias: {'react-devtools-core': './build/devtools.js'},
	banner: {js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);"},
	logLevel: 'warning',
});
