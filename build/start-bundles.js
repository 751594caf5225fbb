// Puts what is loaded before the first frame into one file, and what home's list needs behind it into another: each
// file of a bundle costs half a millisecond to find, read and link.
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {bundling} from './bundling.js';

/**
 * Where the chunks of a start begin: the file whose dynamic imports load them, and which. Each bundle has what the ones
 * before it have not.
 */
const bundles = [
	{name: 'start-frame', of: ['src/cli/home.ts', 'src/ui/app/show.tsx']},
	{name: 'start-home', of: ['src/app/setup/home-port.ts', 'src/ui/app/app.tsx', 'src/ui/app/use-navigation.ts']},
];

/** @typedef {import('esbuild').Metafile['outputs']} Outputs */

/**
 * Bundles the chunks anew, and leaves in the place of each one a file that gives on what it gave.
 * @param {string} outdir
 * @param {Outputs} outputs
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundleStart(outdir, outputs, options = {}) {
	const files = new Map(Object.entries(outputs).map(([file, output]) => [path.basename(file), output]));
	/** @type {Map<string, string>} */
	const taken = new Map();
	for (const {name, of} of bundles) {
		const chunks = [...closure(files, of)].filter(file => !taken.has(file));
		await bundle(outdir, name, {chunks, files, taken, options});
		for (const file of chunks) taken.set(file, `./${name}.js`);
	}
	for (const [file, from] of taken) await writeFile(path.join(outdir, file), givenOn(file, from, files));
}

/**
 * All chunks that these sources are in, or that those import.
 * @param {ReadonlyMap<string, Outputs[string]>} files
 * @param {readonly string[]} sources
 */
function closure(files, sources) {
	const found = new Set();
	/** @param {string} file */
	const add = file => {
		if (found.has(file)) return;
		found.add(file);
		for (const {path: to, kind} of files.get(file)?.imports ?? [])
			if (kind === 'import-statement' && files.has(path.basename(to))) add(path.basename(to));
	};
	for (const [file, {entryPoint}] of files) if (entryPoint && sources.includes(entryPoint)) add(file);
	return found;
}

/** @param {string} file */
const prefixOf = file => `${path.parse(file).name.replaceAll(/\W/gu, '_')}_`;

/**
 * @param {string} file
 * @param {string} from
 * @param {ReadonlyMap<string, Outputs[string]>} files
 */
function givenOn(file, from, files) {
	const names = files.get(file)?.exports ?? [];
	return `${names.length === 0 ? 'import' : `export {${names.map(name => `${prefixOf(file)}${name} as ${name}`).join(', ')}} from`} ${JSON.stringify(from)};\n`;
}

/**
 * @param {string} outdir
 * @param {string} name
 * @param {{chunks: readonly string[], files: ReadonlyMap<string, Outputs[string]>, taken: ReadonlyMap<string, string>, options: import('esbuild').BuildOptions}} of
 */
async function bundle(outdir, name, {chunks, files, taken, options}) {
	const own = new Set(chunks);
	const entry = chunks
		.map(file => {
			const names = files.get(file)?.exports ?? [];
			const given = names.map(each => `${each} as ${prefixOf(file)}${each}`).join(', ');
			return `${given === '' ? 'import' : `export {${given}} from`} ${JSON.stringify(`./${file}`)};`;
		})
		.join('\n');
	await build({
		target: bundling.target,
		supported: bundling.supported,
		platform: bundling.platform,
		format: bundling.format,
		minifySyntax: true,
		...options,
		stdin: {contents: entry, resolveDir: outdir, sourcefile: 'start'},
		outfile: path.join(outdir, `${name}.js`),
		bundle: true,
		logLevel: 'warning',
		plugins: [
			{
				name: 'other-chunks',
				setup({onResolve, onLoad}) {
					onResolve({filter: /^\.\//}, ({path: to, kind}) => {
						const file = path.basename(to);
						if (kind === 'dynamic-import') return {path: to, external: true};
						if (own.has(file)) return undefined;
						return taken.has(file) ? {path: file, namespace: 'taken'} : {path: to, external: true};
					});
					onLoad({filter: /.*/, namespace: 'taken'}, ({path: file}) => ({
						contents: givenOn(file, taken.get(file) ?? '', files),
						resolveDir: outdir,
					}));
				},
			},
		],
	});
}
