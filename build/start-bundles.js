// Puts the chunks that home needs into few files: each file costs half a millisecond to find, read and link.
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {bundling} from './bundling.js';

/**
 * What begins with which sources. Chunks that the same of these need are one bundle, so that none loads what it does
 * not need.
 */
const starts = [
	['src/cli/cli.ts'],
	['src/cli/program.ts', 'src/cli/registry.ts'],
	['src/cli/run.ts'],
	['src/cli/verify.ts'],
	['src/cli/home.ts', 'src/ui/app/show.tsx'],
	['src/app/setup/home-port.ts', 'src/ui/app/app.tsx', 'src/ui/app/use-navigation.ts'],
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
	const needed = starts.map(sources => closure(files, sources));
	// The program itself stays: it awaits what it imports, which is in these bundles.
	const chunks = new Set(needed.slice(-2).flatMap(each => [...each])).difference(new Set(['cli.js']));
	const byUse = Map.groupBy(chunks, file => needed.map(each => Number(each.has(file))).join(''));
	const taken = new Map([...byUse].flatMap(([use, members]) => members.map(file => [file, `./start-${use}.js`])));
	for (const [use, members] of byUse) await bundle(outdir, `start-${use}`, {chunks: members, files, taken, options});
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
