// How everything is bundled: the app, and in the benches what it is measured with and against.
import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {quickInk} from './quick-ink.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** @satisfies {import('esbuild').BuildOptions} */
export const bundling = {
	absWorkingDir: root,
	bundle: true,
	splitting: true,
	platform: /** @type {const} */ ('node'),
	format: /** @type {const} */ ('esm'),
	target: 'node22',
	jsx: /** @type {const} */ ('automatic'),
	minifySyntax: true,
	// Every Node that we run on has them: written as calls they are made anew each time a function comes to them.
	supported: {'regexp-unicode-property-escapes': true},
	define: {'process.env.NODE_ENV': '"production"'},
	alias: {'react-devtools-core': path.join(root, 'build/devtools.js')},
	banner: {js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);"},
	logLevel: /** @type {const} */ ('warning'),
};

/** The program, the worker that holds documents beside it, and the process that reads them. */
export const entryPoints = [
	{in: 'src/cli/cli.ts', out: 'cli'},
	{in: 'src/sources/worker.ts', out: 'sources-worker'},
	{in: 'src/sources/reader-process.ts', out: 'sources-reader'},
];

/**
 * Zod brings its messages along in fifty languages, a third of a megabyte; ours are English.
 * @type {import('esbuild').Plugin}
 */
const onlyEnglish = {
	name: 'only-english',
	setup(build) {
		build.onLoad({filter: /[\\/]zod[\\/].*[\\/]locales[\\/]index\.js$/}, () => ({
			contents: "export {default as en} from './en.js';",
		}));
	},
};

/**
 * Yoga fetches its code from a data URL, and to fetch anything Node loads its whole HTTP client, before the first
 * frame.
 * Where there is no fetch it unpacks the code itself.
 * @type {import('esbuild').Plugin}
 */
const yogaUnpacksItself = {
	name: 'yoga-unpacks-itself',
	setup(build) {
		build.onLoad({filter: /[\\/]yoga-wasm-base64-esm\.js$/}, async ({path: file}) => {
			const parts = (await readFile(file, 'utf8')).split('"function"!=typeof fetch');
			if (parts.length < 2)
				throw new Error(`${file} does not ask for fetch as it did: see whether build/bundling.js is still needed`);
			return {contents: parts.join('!0')};
		});
	},
};

/** What is left out of the app. */
export const plugins = [onlyEnglish, yogaUnpacksItself, quickInk];
